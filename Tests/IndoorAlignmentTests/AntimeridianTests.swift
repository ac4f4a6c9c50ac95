import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorJSON
import IndoorModel
import Testing

/// Plans that the antimeridian crosses. The ellipsoid is one of revolution: the same anchors some
/// degrees farther west give the same numbers but for the way to Greenwich.
struct AntimeridianTests {
  private static let west = 10.0
  private static let page = PlanPage(
    number: 1,
    box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 400, y: 300)),
    rotate: 0, userUnit: 1, isImage: true)

  /// Around 180°, or as many degrees west of it.
  private static func anchors(west: Double = 0, middle: Double = 180) -> [Anchor] {
    [(40.0, 40.0, -16.999, -0.0005), (360, 260, -16.9998, 0.0005)].map { x, y, latitude, offset in
      let longitude = middle + offset - west
      return Anchor(
        page: PagePoint(x: x, y: y),
        coordinate: Coordinate(
          latitude: latitude, longitude: longitude > 180 ? longitude - 360 : longitude))
    }
  }

  private static func alignment(
    _ convention: PlanAlignment.Convention, west: Double = 0, middle: Double = 180
  ) throws -> PlanAlignment {
    var aligner = PlanAligner(page: page)
    aligner.convention = convention
    return try aligner.align(anchors(west: west, middle: middle))
  }

  @Test(
    arguments: [PlanAlignment.Convention.metric, .mapkit],
    [180.0, 179.9999, -179.9999])
  func `a plan lies as it would elsewhere on its parallel`(
    convention: PlanAlignment.Convention, middle: Double
  ) throws {
    let middle = middle < 0 ? middle + 360 : middle
    let here = try Self.alignment(convention, middle: middle)
    let there = try Self.alignment(convention, west: Self.west, middle: middle)
    let (a, b) = (here.pageToWebMercator, there.pageToWebMercator)
    for (x, y) in [(a.a, b.a), (a.b, b.b), (a.c, b.c), (a.d, b.d)] { #expect(abs(x - y) < 1e-6) }
    #expect(abs(a.ty - b.ty) < 1e-3)
    // The world's width in EPSG:3857 is 2π · 6,378,137 m; a plan lies on one copy of it.
    let world = 2 * Double.pi * 6_378_137
    let turns = (a.tx - b.tx - world * Self.west / 360) / world
    #expect(abs(turns - turns.rounded()) * world < 1e-3 && abs(turns) < 1.5)
    #expect(abs(here.rotationDegrees - there.rotationDegrees) < 1e-6)
    for corner in Self.page.corners {
      let (one, other) = (here.coordinate(of: corner), there.coordinate(of: corner))
      #expect(one.isValid)
      let difference = one.longitude - other.longitude - Self.west
      #expect(abs(difference - 360 * (difference / 360).rounded()) < 1e-9)
      #expect(abs(one.latitude - other.latitude) < 1e-9)
    }
  }

  /// The plan with a picture of 3 × 2 pixels around 180°, 40 m a pixel.
  private static func export(middle: Double) throws -> PlanExport {
    let file = try PlanFile(bytes: ImagePageTests.png(), name: "plan.png")
    let map = IndoorGeometry.AffineTransform(a: 40, b: 0, c: 0, d: -40, tx: -60, ty: 40)
    let plan = Plan(
      placement: PlanPlacement(level: LevelKey(ordinal: 0), page: file.page, pageToLocal: map),
      fileName: "plan.png", mediaType: "image/png", original: file.bytes, preview: file.bytes)
    let frame = LocalFrame(origin: Coordinate(latitude: -17, longitude: middle))
    return try PlanExport(plan, frame: frame, title: "Taveuni")
  }

  @Test(
    arguments: [PlanExport.Format.kml, .maplibre, .gcp, .points],
    [180.0, 179.9999, -179.9999, -180])
  func `corners across the antimeridian lie beside each other, around a place of the world`(
    format: PlanExport.Format, middle: Double
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "plan.x").path
    _ = try Self.export(middle: middle).write(as: format, to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    // Every number beyond 179 is a longitude.
    let longitudes = text.matches(of: #/-?[0-9]+\.[0-9]+/#).compactMap { Double($0.output) }
      .filter { abs($0) > 179 && abs($0) < 181 }
      .filter { format != .maplibre || $0 != middle }
    let (least, most) = (longitudes.min() ?? 0, longitudes.max() ?? 0)
    #expect(longitudes.count >= 4, "\(text)")
    // 120 m on the parallel of 17°, at 106,482 m a degree.
    #expect(abs(most - least - 120 / 106_482) < 1e-5, "\(text)")
    if format != .points { #expect(((-180)..<180).contains((least + most) / 2), "\(text)") }
  }

  @Test func `MapKit's rectangle across the antimeridian is as wide as the plan`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "plan.json").path
    _ = try Self.export(middle: 180).write(as: .mapkit, to: path)
    let rectangle =
      try JSONDocument(path: path).root["boundingMapRect"]
      .map { $0.elements.compactMap(\.number) } ?? []
    try #require(rectangle.count == 4)
    // 2²⁸ map points a turn.
    #expect(abs(rectangle[2] - 120 / 106_482 / 360 * 268_435_456) < 1)
  }
}
