internal import IndoorFiles
internal import IndoorGeometry
internal import IndoorJSON
internal import IndoorModel

extension PlanExport {
  /// Whether the picture has to be turned over to lie on the ground.
  private var isMirrored: Bool {
    pixelToPage.determinant * plan.placement.pageToLocal.determinant > 0
  }

  /// KML with its picture. The corners have to run counter-clockwise from the picture's lower left
  /// (OGC KML 2.3, `kml:LatLonQuad`), so that a plan that is placed in a mirror has a mirrored one.
  func writeKML(to path: String) throws(AlignmentError) {
    let picture = isMirrored ? try PNGImage.mirrored(plan.preview, name: plan.fileName) : nil
    try writeWithPicture(picture, to: path, text: kml(picture:))
  }

  private func kml(picture: String) -> String {
    let (left, right) = isMirrored ? (1.0, 0.0) : (0, 1)
    let corners = unbroken([(left, 1.0), (right, 1), (right, 0), (left, 0)]).map { place in
      "\(place.longitude),\(place.latitude)"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
        <GroundOverlay>
          <name>\(XMLText.escaped(title))</name>
          <Icon><href>\(FileNames.url(picture))</href></Icon>
          <gx:LatLonQuad><coordinates>\(corners.joined(separator: " "))</coordinates></gx:LatLonQuad>
        </GroundOverlay>
      </kml>

      """
  }

  /// A MapLibre style, version 8, whose `image` source has the picture's corners from its top left,
  /// clockwise.
  func mapLibreStyle(picture: String) -> String {
    let corners = corners.map { place in JSONOutput.numbers([place.longitude, place.latitude]) }
    let centre = coordinate(0.5, 0.5)
    return JSONOutput.object([
      ("version", .integer(8)), ("name", .string(title)),
      ("center", .numbers([centre.longitude, centre.latitude])), ("zoom", .number(17)),
      (
        "sources",
        .object([
          (
            "plan",
            .object([
              ("type", .string("image")), ("url", .string(FileNames.url(picture))),
              ("coordinates", .array(corners)),
            ])
          )
        ])
      ),
      (
        "layers",
        .array([
          .object([
            ("id", .string("plan")), ("type", .string("raster")), ("source", .string("plan")),
            (
              "paint",
              .object([
                ("raster-fade-duration", .integer(0)), ("raster-resampling", .string("linear")),
              ])
            ),
          ])
        ])
      ),
    ]).text(pretty: true) + "\n"
  }

  /// Transform and rectangle in map points, as JSON and as Swift.
  func writeMapKit(to path: String) throws(AlignmentError) {
    let picture = PathParts(path).beside(ending: "png")
    let page = plan.placement.page
    let pageToMapPoint = pageToWebMercator.followed(by: MapPoint.fromWebMercator)
    let corners = page.corners.map { pageToMapPoint.apply($0, as: LocalPoint.self) }
    guard let box = BoundingBox(corners) else { throw .noPicture(plan.fileName) }
    let pixels = pixelToPage.followed(by: pageToMapPoint)
    let rectangle = [box.minimum.x, box.minimum.y, box.width, box.height]
    let json = JSONOutput.object([
      ("name", .string(title)), ("image", .string(PathParts(picture).name)),
      ("pageToMapPoint", .numbers(pageToMapPoint.coefficients)),
      ("imageToMapPoint", .numbers(pixels.coefficients)),
      ("boundingMapRect", .numbers(rectangle)),
    ])
    func list(_ values: [Double], _ labels: [String]) -> String {
      zip(labels, values).map { "\($0): \($1)" }.joined(separator: ", ")
    }
    let code = """
      import MapKit

      /// \(title.split(whereSeparator: \.isNewline).joined(separator: " ")): where its plan lies.
      enum PlacedPlan {
        /// From the page (a PDF's user space before /Rotate, an image's pixels) to map points.
        static let pageToMapPoint = CGAffineTransform(
          \(list(pageToMapPoint.coefficients, ["a", "b", "c", "d", "tx", "ty"])))
        /// From the picture's pixels, from its top left corner, to map points.
        static let imageToMapPoint = CGAffineTransform(
          \(list(pixels.coefficients, ["a", "b", "c", "d", "tx", "ty"])))
        /// What an MKOverlay has to cover.
        static let boundingMapRect = MKMapRect(
          \(list(rectangle, ["x", "y", "width", "height"])))
      }

      """
    try Self.write([
      (path, [UInt8]((json.text(pretty: true) + "\n").utf8)),
      (PathParts(path).beside(ending: "swift"), [UInt8](code.utf8)), (picture, plan.preview),
    ])
  }
}
