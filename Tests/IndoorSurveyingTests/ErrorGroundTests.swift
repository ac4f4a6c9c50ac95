import IndoorGeometry
import IndoorModel
import IndoorSurveying
import Testing

@Suite struct ErrorGroundTests {
  private static let level = LevelKey(ordinal: 0)

  private static func point(_ x: Double, _ y: Double, error: Double) -> RadioMapEvaluation.Point {
    RadioMapEvaluation.Point(
      group: 0, place: LocalPoint(x: x, y: y), level: level, answer: level, error: error,
      isSurveyed: true)
  }

  /// A corridor of 60 by 4 m, good all along but at its eastern end.
  private static let points = (0..<60).map { metre in
    point(Double(metre) + 0.5, 2, error: metre < 48 ? 2 : 20)
  }

  private static let ground: SurveyGround = {
    let corridor = Polygon(exterior: [
      LocalPoint(x: 0, y: 0), LocalPoint(x: 60, y: 0), LocalPoint(x: 60, y: 4),
      LocalPoint(x: 0, y: 4),
    ])
    return SurveyGround(levels: [
      SurveyGround.LevelGround(key: level, label: "0", outline: [corridor], walkable: [corridor])
    ])
  }()

  @Test func `a cell's error is the mean of its scans`() throws {
    let levels = ErrorGround(Self.points, ground: nil).levels
    let cells = try #require(levels.first).cells
    #expect(cells.count == 15)
    #expect(cells.map(\.scans) == Array(repeating: 4, count: 15))
    #expect(cells.prefix(12).allSatisfy { $0.error == 2 })
    #expect(cells.suffix(3).allSatisfy { $0.error == 20 })
  }

  @Test func `the walk that mends goes through the bad end and nowhere else`() throws {
    let found = ErrorGround(Self.points, ground: Self.ground)
    let walk = try #require(found.levels.first?.next)
    #expect(walk.corners.allSatisfy { $0.x > 46 && $0.x < 60 && $0.y > 0 && $0.y < 4 })
    #expect(walk.covers == 48)
  }

  @Test func `where nothing is bad there is nothing to walk`() {
    let good = (0..<60).map { Self.point(Double($0) + 0.5, 2, error: 3) }
    #expect(ErrorGround(good, ground: Self.ground).levels.allSatisfy { $0.next == nil })
  }
}
