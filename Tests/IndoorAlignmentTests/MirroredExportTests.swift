import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Plans that are placed in a mirror, as those that were scanned from behind.
struct MirroredExportTests {
  private static let frame = LocalFrame(origin: Coordinate(latitude: 48.86, longitude: 2.33))

  /// The corners of the picture that a KML shows, in local metres, from the picture's lower left.
  private func corners(_ text: String) -> [LocalPoint] {
    let list = text.firstMatch(of: #/<coordinates>(.*)</coordinates>/#)?.output.1 ?? ""
    return list.split(separator: " ").map { corner in
      let numbers = corner.split(separator: ",").compactMap { Double($0) }
      return Self.frame.local(
        from: Coordinate(latitude: numbers.last ?? 0, longitude: numbers.first ?? 0))
    }
  }

  /// OGC KML 2.3, `kml:LatLonQuad`: corners are counter-clockwise, and the first is the picture's
  /// lower left.
  @Test(arguments: [false, true])
  func `KML has its corners counter-clockwise and each pixel at its place`(isMirrored: Bool) throws
  {
    let file = try PlanFile(bytes: ImagePageTests.png(), name: "plan.png")
    // The picture is 3 pixels wide and 2 high, of 40 m each, y down.
    let map = IndoorGeometry.AffineTransform(
      a: isMirrored ? -40 : 40, b: 0, c: 0, d: -40, tx: isMirrored ? 120 : 0, ty: 80)
    let plan = Plan(
      placement: PlanPlacement(level: LevelKey(ordinal: 0), page: file.page, pageToLocal: map),
      fileName: "plan.png", mediaType: "image/png", original: file.bytes, preview: file.bytes)
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "plan.kml").path
    _ = try PlanExport(plan, frame: Self.frame, title: "0").write(as: .kml, to: path)
    let corners = corners(try String(contentsOfFile: path, encoding: .utf8))
    let wanted = [(0.0, 0.0), (120, 0), (120, 80), (0, 80)].map { LocalPoint(x: $0.0, y: $0.1) }
    #expect(corners.count == 4)
    for (corner, place) in zip(corners, wanted) { #expect(corner.distance(to: place) < 0.01) }
    let shown = try PNGImage.grey(
      Array(Data(contentsOf: folder.appending(path: "plan.png"))), name: "shown",
      maximumPixels: 100)
    let own = try PNGImage.grey(file.bytes, name: "own", maximumPixels: 100)
    for row in 0..<2 {
      for column in 0..<3 {
        let from = isMirrored ? 2 - column : column
        #expect(shown.pixels[row * 3 + column] == own.pixels[row * 3 + from])
      }
    }
  }
}
