import Foundation
import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

/// Drawings of a corridor with a row of rooms on each side, in metres of a national grid or of
/// their own: the building is its own half turn and mirror image, so that only names place it.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/ogr2ogr"), "install gdal-bin")
)
struct GridDrawingTests {
  private typealias Map = IndoorGeometry.AffineTransform

  private static let key = LevelKey(ordinal: 0)
  private static let frame = LocalFrame(origin: Coordinate(latitude: 48.1, longitude: 11.5))

  /// A room's left lower corner; it is 5 m wide and 6 m deep.
  private static let rooms: [(x: Double, y: Double)] = (0..<24).map { index in
    (x: 5 * Double(index % 12), y: index < 12 ? 0 : 9)
  }

  private static func ring(_ room: (x: Double, y: Double)) -> [LocalPoint] {
    [(0.0, 0.0), (5, 0), (5, 6), (0, 6)].map { LocalPoint(x: room.x + $0, y: room.y + $1) }
  }

  private static func venue(_ word: String) -> Venue {
    func polygon(_ ring: [LocalPoint]) -> Polygon<Coordinate> {
      Polygon(exterior: ring.map { frame.coordinate(from: $0) })
    }
    let outline = [(0.0, 0.0), (60, 0), (60, 15), (0, 15)].map { LocalPoint(x: $0, y: $1) }
    return Venue(
      id: "v", name: "V", origin: frame.origin,
      levels: [Level(id: "l", key: key, label: "0", name: nil, outline: [polygon(outline)])],
      units: rooms.enumerated().map { index, room in
        Unit(
          id: "\(index)", level: key, category: "room", name: "\(word)\(index + 1)",
          geometry: [polygon(ring(room))])
      })
  }

  /// From local metres to the drawing: turned by 20°, its origin somewhere.
  private static func toDrawing(_ x: Double, _ y: Double) -> Map {
    Map.rotation(.pi / 9).followed(by: .translation(x: x, y: y))
  }

  private static func drawing(_ word: String, _ map: Map) -> [UInt8] {
    func pair(_ place: LocalPoint, _ second: Int = 0) -> String {
      let point: PagePoint = map.apply(place)
      return "1\(second)\n\(point.x)\n2\(second)\n\(point.y)\n"
    }
    var entities = ""
    for (index, room) in rooms.enumerated() {
      let ring = ring(room)
      for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        entities += "0\nLINE\n8\nw\n\(pair(from))\(pair(to, 1))"
      }
      entities +=
        "0\nTEXT\n8\nt\n\(pair(LocalPoint(x: room.x + 1, y: room.y + 3)))40\n0.4\n1\n\(word)\(index + 1)\n"
    }
    return Array(
      ("0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1021\n9\n$DWGCODEPAGE\n3\nANSI_1252\n9\n$INSUNITS\n70\n6\n0\nENDSEC\n"
        + "0\nSECTION\n2\nENTITIES\n\(entities)0\nENDSEC\n0\nEOF\n").utf8)
  }

  /// Metres from where a placement has the rooms' corners to where they are, at most.
  private static func miss(_ placed: Map, _ map: Map) -> Double {
    rooms.flatMap(ring).map { corner in
      placed.apply(map.apply(corner, as: PagePoint.self), as: LocalPoint.self).distance(to: corner)
    }.max() ?? .infinity
  }

  /// EPSG:25832 in Munich, EPSG:31468 (Gauss and Krüger) there and EPSG:2056 in Bern.
  @Test(arguments: [
    (0.0, 0.0), (691_234.5, 5_334_123.25), (4_468_298.5, 5_333_420.5), (2_600_000, 1_200_000),
  ])
  func `a drawing in a national grid is laid on walls as one about its origin`(
    x: Double, y: Double
  ) throws {
    let map = Self.toDrawing(x, y)
    let plan = try PlanFile(bytes: Self.drawing("Room", map), name: "plan.dxf")
    let matcher = try PlanMatcher(plan, venue: Self.venue("Room"))
    let placed = try matcher.place(on: Self.key)
    #expect(Self.miss(placed.pageToLocal, map) < 0.02)
    // Next to a rough placement, too.
    let back = try #require(map.inverse)
    let rough = back.followed(by: .rotation(0.05)).followed(by: .translation(x: 2, y: -1.5))
    let match = try #require(matcher.refine(rough, on: Self.key))
    #expect(Self.miss(match.pageToLocal, map) < 0.02)
  }

  @Test(arguments: ["Büro", "Łódź", "Зал", "会議室", "Sal\u{E9}\\(", "קומה"])
  func `room names in any letters place a drawing`(word: String) throws {
    let map = Self.toDrawing(691_234.5, 5_334_123.25)
    let plan = try PlanFile(bytes: Self.drawing(word, map), name: "plan.dxf")
    let placed = try PlanMatcher(plan, venue: Self.venue(word)).place(on: Self.key)
    #expect(Self.miss(placed.pageToLocal, map) < 0.02)
    #expect(placed.match?.rivals.decidedBy.contains(.names) == true)
  }

  @Test func `an anchor is asked for where the drawing lies`() throws {
    let map = Self.toDrawing(691_234.5, 5_334_123.25)
    let plan = try PlanFile(bytes: Self.drawing("Room", map), name: "plan.dxf")
    let matcher = try PlanMatcher(plan, venue: Self.venue("Salle"))
    let error = #expect(throws: AlignmentError.self) { try matcher.place(on: Self.key) }
    let near = try #require(error?.message.firstMatch(of: /near (-?\d+),(-?\d+) of the page/))
    let box = plan.page.box
    let (x, y) = (try #require(Double(near.1)), try #require(Double(near.2)))
    #expect(x > box.minimum.x - 1 && x < box.maximum.x + 1, "\(x)")
    #expect(y > box.minimum.y - 1 && y < box.maximum.y + 1, "\(y)")
  }

  /// GDAL's OGR feature styles: a text stands in quotes in its own style, after its colour.
  @Test(arguments: [("(c:#ffffff00,", false), ("\"(c:#ffffff00)", false), ("x", true)])
  func `a text that reads like a clear colour is drawn`(text: String, isHidden: Bool) throws {
    let corners = [(0, 0, 50, 0), (50, 0, 50, 30), (50, 30, 0, 30), (0, 30, 0, 0)]
    let lines = corners.map {
      "0\nLINE\n8\nw\n10\n\($0.0)\n20\n\($0.1)\n11\n\($0.2)\n21\n\($0.3)\n"
    }
    let hidden = isHidden ? "60\n1\n" : ""
    let drawing =
      "0\nSECTION\n2\nENTITIES\n\(lines.joined())0\nTEXT\n8\nt\n\(hidden)10\n80\n20\n10\n40\n1\n1\n\(text)\n"
      + "0\nENDSEC\n0\nEOF\n"
    let plan = try PlanFile(bytes: Array(drawing.utf8), name: "plan.dxf")
    #expect(plan.page.box.width == (isHidden ? 50 : 80))
  }
}
