internal import IndoorGeometry
internal import IndoorJSON
public import IndoorModel

extension AnchorFile {
  /// The text of an anchors file, an anchor a line, that `read` reads back as the same anchors.
  public static func text(of anchors: [Anchor]) -> String {
    let features = anchors.map { anchor -> String in
      var properties: [(String, JSONOutput)] = [
        ("page", .array([.number(anchor.page.x), .number(anchor.page.y)]))
      ]
      if let name = anchor.name { properties.append(("name", .string(name))) }
      if let sigma = anchor.sigmaMetres { properties.append(("sigmaMetres", .number(sigma))) }
      if let sigma = anchor.sigmaPage { properties.append(("sigmaPage", .number(sigma))) }
      let place = anchor.coordinate
      return JSONOutput.object([
        ("type", .string("Feature")),
        (
          "geometry",
          .object([
            ("type", .string("Point")),
            ("coordinates", .array([.number(place.longitude), .number(place.latitude)])),
          ])
        ),
        ("properties", .object(properties)),
      ]).text()
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + features.joined(separator: ",\n") + "\n]}\n"
  }
}
