import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import IndoorModel
import Testing

/// Pages that show too little of a level to say where it lies, however well that fits.
struct PlanEvidenceTests {
  private static let frame = LocalFrame(origin: Coordinate(latitude: 52.5, longitude: 13.4))
  private static let key = LevelKey(ordinal: 0)
  private typealias Ring = [(x: Double, y: Double)]

  private static func polygon(_ ring: Ring) -> Polygon<Coordinate> {
    Polygon(exterior: ring.map { frame.coordinate(from: LocalPoint(x: $0.x, y: $0.y)) })
  }

  private static func venue(_ rings: [Ring], outline: Ring = []) -> Venue {
    Venue(
      id: "v", name: "V", origin: frame.origin,
      levels: [
        Level(
          id: "l", key: key, label: "0", name: nil,
          outline: outline.isEmpty ? [] : [polygon(outline)])
      ],
      units: rings.enumerated().map { i, ring in
        Unit(id: "\(i)", level: key, geometry: [polygon(ring)])
      })
  }

  /// Rooms of different sizes, in rows of different heights, in an area 200 m wide.
  private static let rooms: [Ring] = {
    var random = SplitMix64(seed: 8)
    var rooms: [Ring] = []
    var y = 0.0
    while y < 120 {
      let height = random.uniform(5, 14)
      var x = random.uniform(0, 4)
      while x < 200 {
        let width = random.uniform(4, 17)
        if random.uniform(0, 1) < 0.8 {
          rooms.append([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
        }
        x += width
      }
      y += height + (random.uniform(0, 1) < 0.4 ? 4 : 0)
    }
    return rooms
  }()

  /// A place in local metres on the page: 4 units a metre and turned by 20°.
  private static func page(_ x: Double, _ y: Double) -> PagePoint {
    let (c, s) = (4 * cos(Double.pi / 9), 4 * sin(Double.pi / 9))
    return PagePoint(x: 300 + c * x - s * y, y: 50 + s * x + c * y)
  }

  /// A PDF of lines in local metres.
  private static func plan(
    _ lines: [Ring], box: String = "-300 -100 1300 1000"
  ) throws -> PlanFile {
    let content = lines.map { line in
      line.enumerated().map { i, place in
        let point = page(place.x, place.y)
        return "\(point.x) \(point.y) \(i == 0 ? "m" : "l") "
      }.joined() + "S"
    }
    let pdf = SmallPDF(
      pages: ["/MediaBox [\(box)]"], content: content.joined(separator: "\n"))
    return try PlanFile(bytes: pdf.bytes, name: "plan.pdf")
  }

  private func refusal(_ plan: PlanFile, on venue: Venue) throws -> String {
    let matcher = try PlanMatcher(plan, venue: venue)
    do {
      _ = try matcher.place(on: Self.key)
    } catch {
      #expect(error.code == .unsureFit)
      return error.message
    }
    Issue.record("the plan was placed")
    return ""
  }

  @Test func `one diagonal line is no plan, though it lies on one wall alone`() throws {
    // Of a hall's walls only one runs as the line's ends ask; lift is 0.85 and margin 1.
    let venue = Self.venue(
      [[(0, 0), (45, 0), (40, 70)], [(45, 0), (90, 0), (90, 60), (40, 70)]],
      outline: [(0, 0), (90, 0), (90, 60), (40, 70)])
    var picture = SmallPNG(width: 1000, height: 800)
    let (dx, dy) = (350 * cos(33 * Double.pi / 180), 350 * sin(33 * Double.pi / 180))
    picture.line(from: (500 - dx, 400 - dy), to: (500 + dx, 400 + dy))
    let plan = try PlanFile(bytes: picture.bytes, name: "line.png")
    let found = try PlanMatcher(plan, venue: venue).find(on: Self.key)
    let match = try #require(found)
    #expect(
      match.lift > PlanMatcher.Match.leastLift && match.margin > PlanMatcher.Match.leastMargin)
    #expect(!match.isSure && match.stretches < 20)
    #expect(
      try refusal(plan, on: venue).contains(
        "along \(match.stretches) stretches of wall of 2 m or more"))
  }

  /// Two drawings of the level on one sheet, another storey that has two rooms of three beside it,
  /// or the level in two parts that are cut at a match line; and one drawing with a table beside
  /// it, which is none.
  @Test(arguments: ["twice", "storey", "parts", "table"])
  func `a sheet of several drawings is not laid by one of them`(_ kind: String) throws {
    let outlines = Self.rooms.map { $0 + $0.prefix(1) }
    func moved(_ rings: [Ring], _ x: Double, _ y: Double) -> [Ring] {
      rings.map { ring in ring.map { place in (x: place.x + x, y: place.y + y) } }
    }
    var lines = outlines
    switch kind {
    case "twice": lines += moved(outlines, 10, 170)
    case "storey":
      lines += moved(outlines.enumerated().filter { $0.offset % 3 > 0 }.map(\.element), 0, 150)
    case "parts":
      lines.removeAll { $0[0].y >= 60 }
      lines += moved(outlines.filter { $0[0].y >= 60 }, 5, 90)
    default:
      for row in 0..<30 {
        let y = 150 + 3 * Double(row)
        lines.append([(x: 0, y: y), (x: 90, y: y)])
      }
      for x in [0.0, 30, 90] { lines.append([(x: x, y: 150), (x: x, y: 237)]) }
    }
    let plan = try Self.plan(lines, box: "-900 -200 1400 1900")
    let venue = Self.venue(Self.rooms)
    if kind == "table" {
      #expect(try PlanMatcher(plan, venue: venue).find(on: Self.key)?.isSure == true)
    } else {
      let message = try refusal(plan, on: venue)
      #expect(message.contains("the page has several drawings"), "\(message)")
      #expect(message.contains("a page of this level's drawing alone"), "\(message)")
    }
  }

  /// Distance in metres from a place to the nearest edge of the rooms.
  private static func distanceToEdge(_ p: LocalPoint) -> Double {
    rooms.flatMap { ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).map { a, b in
        // Edges run along the axes.
        let (x, y) = (
          min(max(p.x, min(a.x, b.x)), max(a.x, b.x)), min(max(p.y, min(a.y, b.y)), max(a.y, b.y))
        )
        return p.distance(to: LocalPoint(x: x, y: y))
      }
    }.min() ?? .infinity
  }

  @Test func `the whole level's rooms are enough, and the walls met are theirs`() throws {
    let plan = try Self.plan(Self.rooms.map { $0 + $0.prefix(1) })
    let found = try PlanMatcher(plan, venue: Self.venue(Self.rooms)).find(on: Self.key)
    let match = try #require(found)
    #expect(match.isSure)
    #expect(match.met.count == match.stretches)
    for stretch in match.met {
      #expect(stretch.from.distance(to: stretch.to) >= 1.9)
      #expect(Self.distanceToEdge(stretch.from) < 0.01)
      #expect(Self.distanceToEdge(stretch.to) < 0.01)
    }
    #expect(match.stretches > Self.rooms.count && match.stretchesAcross > match.stretches / 4)
    #expect(match.wallShare > 0.95)
  }

  @Test func `walls of one direction alone are not enough, and the sentence says so`() throws {
    let along = Self.rooms.flatMap { [Array($0[0...1]), Array($0[2...3])] }
    let plan = try Self.plan(along + [Array(Self.rooms[0][1...2])])
    let message = try refusal(plan, on: Self.venue(Self.rooms))
    #expect(message.contains("one direction") && message.contains("4 are needed"), "\(message)")
  }

  @Test func `a corner of a large level is not enough, and the sentence says how much it is`()
    throws
  {
    let corner = Self.rooms.filter { $0[2].x < 60 && $0[2].y < 35 }
    let plan = try Self.plan(corner.map { $0 + $0.prefix(1) })
    let venue = Self.venue(Self.rooms)
    let matcher = try PlanMatcher(plan, venue: venue)
    let anchors = [(10.0, 5.0), (50, 30)].map { (x, y) -> Anchor in
      Anchor(
        page: Self.page(x, y), coordinate: Self.frame.coordinate(from: LocalPoint(x: x + 0.2, y: y))
      )
    }
    let rough = try PlanAligner(page: plan.page, frame: venue.frame).align(anchors)
    let found = matcher.refine(rough.pageToLocal, on: Self.key)
    let match = try #require(found)
    #expect(match.lift > 0.5 && match.stretches > 20 && match.stretchesAcross > 4)
    #expect(match.wallShare < 0.15 && !match.isSure, "\(match.wallShare)")
    var message = ""
    do { _ = try matcher.refine(rough, on: Self.key) } catch { message = error.message }
    let percent = Int((match.wallShare * 100).rounded())
    #expect(
      message.contains("along \(percent)% of the level's walls, and 15% are needed"), "\(message)")
  }

  @Test func `a plan that fits nowhere is told from a level without walls`() throws {
    // Lines of one direction leave every pose free to slide.
    let hatch = (0..<60).map { i -> Ring in [(Double(3 * i), 0), (Double(3 * i) + 1, 90)] }
    let plan = try Self.plan(hatch)
    let rooms = Self.venue([[(0, 0), (60, 0), (60, 20), (20, 20), (20, 50), (0, 50)]])
    let message = try refusal(plan, on: rooms)
    #expect(!message.contains("there are no walls"), "\(message)")
    #expect(try refusal(plan, on: Self.venue([])).contains("there are no walls"))
    let wide = Self.venue([[(0, 0), (9, 0), (9, 9)], [(5000, 0), (5009, 0), (5009, 9)]])
    #expect(try refusal(plan, on: wide).contains("m apart, more than any building"))
  }
}
