import IndoorAlignment
import IndoorGeometry
import IndoorModel
import TestWorlds
import Testing

/// A round building of equal rooms lies on its own walls turned by each of them: what is known of
/// the page's top to 45 degrees tells none of those apart that are nearer.
struct RoundBuildingTests {
  /// A room's corners, in metres from the middle, of a ring that is turned counter-clockwise.
  private static func room(_ number: Int, of count: Int, turned degrees: Double) -> [LocalPoint] {
    [(8.0, 0), (20, 0), (20, 1), (8, 1)].map { radius, side in
      let angle = Angle.radians(degrees + Double(number + side) * 360 / Double(count))
      return AffineTransform.rotation(angle).apply(LocalPoint(x: radius, y: 0))
    }
  }

  private static func venue(_ count: Int) -> Venue {
    let key = LevelKey(ordinal: 0)
    let origin = Coordinate(latitude: 48.1, longitude: 11.5)
    let frame = LocalFrame(origin: origin)
    let rooms = (0..<count).map { room($0, of: count, turned: 0) }
    func polygon(_ corners: [LocalPoint]) -> Polygon<Coordinate> {
      Polygon(exterior: corners.map { frame.coordinate(from: $0) })
    }
    return Venue(
      id: "v", name: "v", origin: origin,
      levels: [
        Level(id: "l", key: key, label: "0", outline: [polygon(rooms.map { $0[1] })])
      ],
      units: rooms.enumerated().map { number, corners in
        Unit(id: "u\(number)", level: key, category: "room", geometry: [polygon(corners)])
      })
  }

  /// A page of the building at 1 : 200 whose top is at a bearing.
  private static func page(_ count: Int, top bearing: Double) throws -> PlanFile {
    let points = 72 / 0.0254 / 200
    let lines = (0..<count).map { number in
      let corners = room(number, of: count, turned: bearing).map {
        "\(350 + $0.x * points) \(350 + $0.y * points)"
      }
      return "\(corners[0]) m \(corners.dropFirst().map { "\($0) l" }.joined(separator: " ")) s"
    }
    let pdf = SmallPDF(pages: ["/MediaBox [0 0 700 700]"], content: lines.joined(separator: "\n"))
    return try PlanFile(bytes: pdf.bytes, name: "round.pdf")
  }

  @Test(arguments: [12, 18], [17.0, 47, -13])
  func `a page's top to 45 degrees places no ring of equal rooms`(
    count: Int, bearing: Double
  ) throws {
    var matcher = try PlanMatcher(
      Self.page(count, top: bearing), venue: Self.venue(count))
    matcher.hints.isNotMirrored = true
    for up in [20.0, 5, -25] {
      matcher.hints.upDegrees = up
      let error = #expect(throws: AlignmentError.self) {
        try matcher.place(on: LevelKey(ordinal: 0))
      }
      #expect(error?.code == .unsureFit, "\(error?.message ?? "placed")")
    }
  }
}
