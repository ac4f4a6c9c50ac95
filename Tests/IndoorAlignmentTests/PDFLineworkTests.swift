import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import IndoorModel
import Testing

struct PDFLineworkTests {
  /// Hatches that were drawn before the walls.
  @Test(arguments: [(999_000, false), (1_000_100, true)])
  func `what comes behind two million lines is told to be passed over`(
    pairs: Int, isTold: Bool
  ) throws {
    let hatch = "0 0 m " + String(repeating: "50 5 l 50 0 l ", count: pairs) + "S\n"
    let plan = try PlanFile(
      bytes: SmallPDF(content: hatch + "0 0 m 150 90 l 150 0 l S").bytes, name: "hatched.pdf")
    let placement = PlanPlacement(
      level: LevelKey(ordinal: 0), page: plan.page, pageToLocal: .identity)
    var warnings: [AlignmentWarning] = []
    let corners = try plan.outline(placed: placement, &warnings)
    let width = try #require(BoundingBox(corners)).width
    #expect((width < 100) == isTold)
    #expect(warnings.map(\.code) == (isTold ? [.drawnInPart] : []), "\(warnings)")
    let matcher = try PlanMatcher(
      plan,
      venue: Venue(id: "v", name: "V", origin: Coordinate(latitude: 0, longitude: 0)))
    #expect(matcher.leftOut?.code == (isTold ? .drawnInPart : nil))
  }

  static let hasPoppler = access("/usr/bin/pdftocairo", X_OK) == 0

  static let frame = LocalFrame(origin: Coordinate(latitude: 48.86, longitude: 2.33))
  private static let key = LevelKey(ordinal: 0)
  /// Rooms without any symmetry, in local metres: x, y, width, height.
  private static let rooms: [(Double, Double, Double, Double)] = [
    (0, 0, 12, 9), (12, 0, 20, 9), (40, 0, 7, 15), (0, 14, 9, 21), (13, 18, 17, 6),
    (30, 27, 26, 11), (13, 30, 5, 8), (50, 12, 14, 6), (64, 0, 6, 26), (0, 42, 33, 4),
  ]
  /// 10 units a metre, turned by 20°.
  private static let truth: AffineTransform = {
    let (c, s) = (0.1 * cos(Double.pi / 9), 0.1 * sin(Double.pi / 9))
    return AffineTransform(a: c, b: s, c: -s, d: c, tx: -20, ty: -30)
  }()

  static var venue: Venue {
    Venue(
      id: "v", name: "V", origin: frame.origin,
      levels: [Level(id: "l", key: key, label: "0")],
      units: rooms.enumerated().map { i, room in
        let (x, y, w, h) = room
        let ring = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map {
          frame.coordinate(from: LocalPoint(x: $0.0, y: $0.1))
        }
        return Unit(id: "\(i)", level: key, geometry: [Polygon(exterior: ring)])
      })
  }

  /// The rooms drawn as rectangles of lines.
  static var content: String {
    rooms.map { x, y, w, h in
      let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].compactMap { p in
        truth.inverse?.apply(LocalPoint(x: p.0, y: p.1), as: PagePoint.self)
      }
      return corners.enumerated().map { "\($1.x) \($1.y) \($0 == 0 ? "m" : "l") " }.joined() + "s\n"
    }.joined()
  }

  /// The rooms drawn in a form under a matrix, half of them as rectangles of lines, with a word
  /// beside them.
  private static func plan(
    mirrored: Bool = false, stretched: Double = 1
  ) throws -> PlanFile {
    let back = try #require(truth.inverse)
    var drawing = "BT (not a wall \\) 0 0 m 9 9 l S) Tj ET\n"
    for (x, y, w, h) in rooms {
      let corners = [(x, y), (x + w, y), (x + w, y + h), (x, y + h)].map { p -> PagePoint in
        let page: PagePoint = back.apply(LocalPoint(x: p.0, y: p.1))
        return PagePoint(x: (mirrored ? -1 : 1) * stretched * page.x, y: page.y)
      }
      drawing += "\(corners[0].x / 2) \(corners[0].y / 2) m "
      drawing += corners.dropFirst().map { "\($0.x / 2) \($0.y / 2) l " }.joined() + "s\n"
    }
    let pdf = SmallPDF(
      pages: ["/MediaBox [-1500 -1500 1500 1500] /Resources << /XObject << /F 100 0 R >> >>"],
      extra: [
        "<< /Type /XObject /Subtype /Form /BBox [-2000 -2000 2000 2000] /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream"
      ], content: "q 2 0 0 2 0 0 cm /F Do Q 0 0 m 1 1 l n")
    return try PlanFile(bytes: pdf.bytes, name: "rooms.pdf")
  }

  @Test func `a PDF's lines, in a form under a matrix, are laid on the walls without anchors`()
    throws
  {
    let match = try #require(PlanMatcher(Self.plan(), venue: Self.venue).find(on: Self.key))
    #expect(match.isSure, "lift \(match.lift), margin \(match.margin)")
    for (x, y) in [(0.0, 0.0), (700, 0), (0, 400)] {
      let page = PagePoint(x: x, y: y)
      let miss = match.pageToLocal.apply(page, as: LocalPoint.self)
        .distance(to: Self.truth.apply(page))
      #expect(miss < 0.05)
    }
  }

  /// As a drawing program crops it, and as a DXF has no page but what is drawn.
  @Test func `walls along the page's edge count, of few lines too`() throws {
    let content = Self.rooms.map { "\($0.0 * 10) \($0.1 * 10) \($0.2 * 10) \($0.3 * 10) re S\n" }
    let pdf = SmallPDF(pages: ["/MediaBox [0 0 700 460]"], content: content.joined())
    let plan = try PlanFile(bytes: pdf.bytes, name: "cropped.pdf")
    let match = try #require(PlanMatcher(plan, venue: Self.venue).find(on: Self.key))
    #expect(match.isSure, "lift \(match.lift), margin \(match.margin)")
    #expect(match.wallShare > 0.99)
    #expect(match.met.contains { abs($0.from.x) < 0.5 && abs($0.to.x) < 0.5 })
  }

  /// Stamps of markup programs (ISO 32000-1, 12.5.6.12), letters that are drawings (9.6.5) and soft
  /// masks (11.5.3) hold plans that the page's own lines are the frame of.
  @Test(
    .enabled(if: PDFLineworkTests.hasPoppler, "install poppler-utils to draw pages"),
    arguments: [
      (
        "/Annots [<< /Type /Annot /Subtype /Stamp /F 4 /Rect [0 0 700 460] /AP << /N 100 0 R >> >>]",
        "", ""
      ),
      (
        """
        /Resources << /Font << /T << /Type /Font /Subtype /Type3 /FontBBox [0 0 700 460] \
        /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 100 0 R >> /FirstChar 97 /LastChar 97 \
        /Encoding << /Differences [97 /a] >> /Widths [700] >> >> >>
        """, "BT /T 1 Tf (a) Tj ET", "700 0 d0 "
      ),
      (
        "/Resources << /ExtGState << /M << /SMask << /S /Luminosity /G 100 0 R >> >> >> >>",
        "/M gs 0 g 0 0 700 460 re f", "1 G "
      ),
    ])
  func `a plan that isn't in the page's lines is found in its picture`(
    page: String, content: String, before: String
  ) throws {
    let drawing =
      before
      + Self.rooms.map { "\($0.0 * 10) \($0.1 * 10) \($0.2 * 10) \($0.3 * 10) re S\n" }.joined()
    let form = "/Subtype /Form /BBox [0 0 700 460] /Group << /S /Transparency /CS /DeviceGray >>"
    let pdf = SmallPDF(
      pages: ["/MediaBox [0 0 700 460] \(page)"],
      extra: [
        "<< /Type /XObject \(form) /Length \(drawing.utf8.count) >>\nstream\n\(drawing)\nendstream"
      ], content: "2 2 696 456 re S \(content)")
    let plan = try PlanFile(bytes: pdf.bytes, name: "stamped.pdf")
    let match = try #require(PlanMatcher(plan, venue: Self.venue).find(on: Self.key))
    #expect(match.isSure, "lift \(match.lift), margin \(match.margin)")
  }

  /// As a picture's handles in a slide or a text stretch it.
  @Test(arguments: [1.06, 1.12, 1.15, 0.87])
  func `a stretched PDF is laid on the walls as it is stretched`(stretch: Double) throws {
    let matcher = try PlanMatcher(Self.plan(stretched: stretch), venue: Self.venue)
    let match = try #require(matcher.find(on: Self.key))
    #expect(match.isSure && match.model == .affine, "lift \(match.lift), margin \(match.margin)")
    for (x, y) in [(0.0, 0.0), (700, 0), (0, 400)] {
      let miss = match.pageToLocal.apply(PagePoint(x: x * stretch, y: y), as: LocalPoint.self)
        .distance(to: Self.truth.apply(PagePoint(x: x, y: y)))
      #expect(miss < 0.05)
    }
  }

  @Test func `a PDF that is stretched too far is not taken for sure`() throws {
    let match = try PlanMatcher(Self.plan(stretched: 1.3), venue: Self.venue).find(on: Self.key)
    #expect(match.map { !$0.isSure } ?? true)
  }

  @Test func `a mirrored PDF is not taken for sure`() throws {
    let match = try PlanMatcher(Self.plan(mirrored: true), venue: Self.venue).find(on: Self.key)
    #expect(match.map { !$0.isSure } ?? true)
  }

  @Test func `a form that draws itself ends`() throws {
    let pdf = SmallPDF(
      pages: ["/MediaBox [0 0 200 100] /Resources 101 0 R"],
      extra: [
        "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources 101 0 R /Length 14 >>\nstream\n/F Do /F Do S \nendstream",
        "<< /XObject << /F 100 0 R >> >>",
      ], content: "/F Do")
    #expect(throws: AlignmentError.self) {
      try PlanMatcher(PlanFile(bytes: pdf.bytes, name: "loop.pdf"), venue: Self.venue)
    }
  }

  /// A tower's storeys are alike, but for the one whose walls are others.
  @Test func `storeys that are alike are all found, each with its level`() throws {
    var venue = Self.venue
    for ordinal in 1...4 {
      let key = LevelKey(ordinal: ordinal)
      venue.levels.append(Level(id: "l\(ordinal)", key: key, label: "\(ordinal)"))
      venue.units += Self.venue.units.dropFirst(ordinal == 3 ? 4 : 0).map {
        Unit(id: "\($0.id)-\(ordinal)", level: key, geometry: $0.geometry)
      }
    }
    let matches = try PlanMatcher(Self.plan(), venue: venue).find()
    #expect(matches.map(\.level.ordinal).sorted() == [0, 1, 2, 3, 4])
    let alike = matches.filter { $0.level.ordinal != 3 }
    #expect(Set(alike.map(\.pageToLocal)).count == 1)
    #expect(matches.last?.level.ordinal == 3)
  }
}
