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
    page: PlanPage = page, declared: Double? = nil, taken: Double? = nil
  ) throws -> AlignmentWarning? {
    let frame = LocalFrame(origin: Coordinate(latitude: 45.32, longitude: -29.87))
    let anchors = millimetres.map { x, y in
      Anchor(
        page: PagePoint(x: x * unitsPerMillimetre, y: y * unitsPerMillimetre),
        coordinate: frame.coordinate(from: LocalPoint(x: x * scale / 1000, y: y * scale / 1000)))
    }
    var aligner = PlanAligner(page: page)
    aligner.declaredMetresPerUnit = declared.flatMap { page.metresPerUnit(scale: $0) }
    aligner.countedPerInch = taken
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

  /// Pixels of a picture at so many an inch that were taken for pixels at 150, of which each is
  /// 72/150 units; what isn't a common scale then is one once they are counted as they were.
  @Test(arguments: [
    (96.0, 150.0, "1 : 234.4"), (100, 150, "1 : 225"), (120, 150, "1 : 187.5"),
    (96, 250, "1 : 390.6"), (144, 250, "1 : 260.4"),
  ])
  func `pixels of another resolution are told by the scale`(
    resolution: Double, scale: Double, given: String
  ) throws {
    let units = resolution / 25.4 * 72 / 150
    let message = try told(points, scale: scale, unitsPerMillimetre: units, taken: 150)?.message
    #expect(message?.contains("a scale of \(given), ") == true, "\(message ?? "")")
    #expect(message?.contains("1 : \(Int(scale)) if") == true, "\(message ?? "")")
    #expect(message?.contains("counted at 1/\(Int(resolution)) inch") == true)
    #expect(message?.contains("at which resolution") == true)
    #expect(try told(points, scale: scale, unitsPerMillimetre: 72 / 25.4, taken: 150) == nil)
  }

  /// 1:208.3 is 1:100 in pixels at 72 an inch for 150, and 1:200 in pixels at 144.
  @Test func `two resolutions that make a common scale are both named`() throws {
    let units = 72 / 25.4 * 72 / 150
    let message = try told(points, scale: 100, unitsPerMillimetre: units, taken: 150)?.message ?? ""
    #expect(message.contains("1 : 100 if their page points are counted at 1/72 inch"), "\(message)")
    #expect(message.contains(", or 1 : 200 if their page points are counted at 1/144 inch: check"))
  }

  /// An A1 sheet at 1:150 on A2, and pixels at 96 an inch for points, which reach beyond the page.
  @Test func `points of a smaller print, and pixels for points, are told by the scale`() throws {
    let print = try told(points, scale: 150, unitsPerMillimetre: 72 / 25.4 / 2.0.squareRoot())
    #expect(
      print?.message.contains("1 : 150 if their page points are points of a print of 71%") == true)
    #expect(print?.message.contains("multiply them by 1.4142") == true)
    let pixels = try told(points, scale: 150, unitsPerMillimetre: 96 / 25.4)
    #expect(pixels?.message.contains("1 : 150 if their page points are counted at 1/96") == true)
    #expect(pixels?.message.contains("multiply them by 0.75") == true)
  }

  /// Half of 1:100 is 1:200, which drawings have; what was fitted to a printer's page has no usual
  /// scale and reaches across the sheet; a scale that three anchors 10 m apart know to some percent
  /// tells nothing.
  @Test func `usual scales, sheets fitted to a page, and scales that aren't known are left alone`()
    throws
  {
    for scale in [48.0, 96, 100, 192, 200, 240, 300, 500, 1000] {
      #expect(try told(points, scale: scale, unitsPerMillimetre: 72 / 25.4, taken: 150) == nil)
      #expect(try told(points, scale: scale, unitsPerMillimetre: 72 / 25.4) == nil)
    }
    for share in [0.94, 0.97, 1.03, 1.06, 1.125, 1.333] {
      #expect(
        try told(points, scale: 150 / share, unitsPerMillimetre: 72 / 25.4) == nil, "\(share)")
    }
    let near = [(21.2, 21.2), (87.0, 21.2), (21.2, 61.2)]
    let units = 96 / 25.4 * 72 / 150
    #expect(try told(near, scale: 150, unitsPerMillimetre: units, taken: 150) == nil)
  }
}
