internal import IndoorGeometry
internal import IndoorJSON
internal import IndoorModel

/// The two anchors of a floor in the Art Institute of Chicago's `appData.json`: `map_floors` has
/// for each floor `anchor_pixel_1`, `"x,y"` in the PDF's user space in spite of its name, and
/// `anchor_location_1`, `"latitude,longitude"`.
enum AppDataAnchors {
  static func read(
    _ bytes: [UInt8], floor: String, name: String
  ) throws(AlignmentError) -> (anchors: [Anchor], warnings: [AlignmentWarning]) {
    let root: JSONNode
    do throws(JSONError) { root = try JSONDocument(bytes: bytes, name: name).root } catch {
      throw AlignmentError(.badAnchor, error.message)
    }
    for object in [root, root["map_floors"], root["map_floors"]?[floor]] {
      guard let twice = object?.repeatedName else { continue }
      throw AlignmentError(
        .badAnchor, "\(name): has \"\(twice.prefix(60))\" twice; write it once")
    }
    guard let entry = root["map_floors"]?[floor] else {
      throw AlignmentError(
        .badAnchor, "\(name): has no map_floors with \"\(floor)\"; name one of them behind the #")
    }
    var anchors: [Anchor] = []
    for number in 1...2 {
      guard let page = pair(entry["anchor_pixel_\(number)"]),
        let place = pair(entry["anchor_location_\(number)"])
      else {
        throw AlignmentError(
          .badAnchor,
          "\(name): \"\(floor)\" has no anchor_pixel_\(number) and anchor_location_\(number) of two numbers each; correct it"
        )
      }
      anchors.append(
        Anchor(
          page: PagePoint(x: page.0, y: page.1),
          coordinate: Coordinate(latitude: place.0, longitude: place.1),
          name: "\(floor) \(number)"))
    }
    let digits = (1...2).flatMap { number in
      (entry["anchor_location_\(number)"]?.string ?? "").split(separator: ",").map {
        WrittenDigits(of: $0.filter { $0 != " " })
      }
    }
    return WrittenDigits.finest(digits)?.applied(to: anchors, from: name, in: nil) ?? (anchors, [])
  }

  private static func pair(_ node: JSONNode?) -> (Double, Double)? {
    guard let parts = node?.string?.split(separator: ","), parts.count == 2,
      let first = Double(decimal: parts[0].filter { $0 != " " }),
      let second = Double(decimal: parts[1].filter { $0 != " " })
    else { return nil }
    return (first, second)
  }
}
