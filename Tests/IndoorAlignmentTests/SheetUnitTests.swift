import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Anchors that were picked in another unit than the page's.
struct SheetUnitTests {
  /// A1 across, 841 by 594 mm (ISO 216), in units of 1/72 inch.
  private static let page = PlanPage(
    number: 1,
    box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 2384, y: 1684)),
    rotate: 0, userUnit: 1, isImage: false)

  /// The code and sentence of a fit of points so many millimetres from the sheet's lower left
  /// corner, at a scale of 1:n, written in another unit.
  private func told(
    _ millimetres: [(Double, Double)], scale: Double, unitsPerMillimetre: Double,
    page: PlanPage = page, declared: Double? = nil
  ) throws -> AlignmentWarning? {
    let frame = LocalFrame(origin: Coordinate(latitude: 45.32, longitude: -29.87))
    let anchors = millimetres.map { x, y in
      Anchor(
        page: PagePoint(x: x * unitsPerMillimetre, y: y * unitsPerMillimetre),
        coordinate: frame.coordinate(from: LocalPoint(x: x * scale / 1000, y: y * scale / 1000)))
    }
    var aligner = PlanAligner(page: page)
    aligner.declaredMetresPerUnit = declared.flatMap { page.metresPerUnit(scale: $0) }
    return try aligner.align(anchors).warnings.first { $0.code == .otherPageUnit }
  }

  private let points = [(21.2, 21.2), (822.0, 578.6), (21.2, 578.6)]

  @Test(arguments: [50.0, 100, 150, 200, 500])
  func `millimetres and centimetres of a sheet are told by the scale`(scale: Double) throws {
    let millimetres = try told(points, scale: scale, unitsPerMillimetre: 1)
    #expect(millimetres?.message.contains("1 : \(Int(scale)) if") == true)
    #expect(millimetres?.message.contains("millimetres of the sheet") == true)
    #expect(millimetres?.message.contains("multiply them by 2.8346,") == true)
    let centimetres = try told(points, scale: scale, unitsPerMillimetre: 0.1)
    #expect(centimetres?.message.contains("centimetres of the sheet") == true)
    #expect(try told(points, scale: scale, unitsPerMillimetre: 72 / 25.4) == nil)
  }

  /// 1:425.2 is no usual scale, and 1:150 in millimetres; but no sheet has those points.
  @Test func `points that no millimetres of the sheet reach are none`() throws {
    #expect(try told(points, scale: 425.2, unitsPerMillimetre: 72 / 25.4) == nil)
    let corner = points.map { ($0.0 / 3, $0.1 / 3) }
    #expect(try told(corner, scale: 425.2, unitsPerMillimetre: 72 / 25.4) != nil)
    #expect(try told(corner, scale: 437, unitsPerMillimetre: 72 / 25.4) == nil)
  }

  @Test func `what the plan declares counts, and pixels have no size`() throws {
    let corner = points.map { ($0.0 / 3, $0.1 / 3) }
    #expect(
      try told(corner, scale: 425.2, unitsPerMillimetre: 72 / 25.4, declared: 425) == nil)
    #expect(try told(points, scale: 160, unitsPerMillimetre: 1, declared: 160) != nil)
    var image = Self.page
    image.isImage = true
    #expect(try told(points, scale: 150, unitsPerMillimetre: 1, page: image) == nil)
  }
}
