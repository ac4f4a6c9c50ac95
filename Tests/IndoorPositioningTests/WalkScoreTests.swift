import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import Testing

@Suite struct WalkScoreTests {
  private func truth(_ second: Int64, x: Double, level: Int = 0) -> SurveyWalk.PathPoint {
    .init(
      time: Timestamp(milliseconds: second * 1000), level: LevelKey(ordinal: level),
      place: LocalPoint(x: x, y: 0))
  }

  private func position(_ second: Int64, x: Double, level: Int = 0, radius: Double? = nil)
    -> Position
  {
    Position(
      time: Timestamp(milliseconds: second * 1000), place: LocalPoint(x: x, y: 0),
      coordinate: Coordinate(latitude: 0, longitude: 0), level: LevelKey(ordinal: level),
      levelConfidence: 1, horizontalAccuracy: radius, heading: nil, sources: .wifi)
  }

  @Test func `a true point meets the last position at or before it, never a later one`() {
    let score = WalkScore(
      positions: [position(2, x: 0), position(4, x: 100)],
      truth: [truth(1, x: 0), truth(2, x: 1), truth(3, x: 3), truth(4, x: 100)])
    #expect(score.points.map(\.error) == [nil, 1, 3, 0])
    #expect(score.answered == 0.75)
  }

  @Test func `true points before the first scan don't count`() {
    let score = WalkScore(
      positions: [position(2, x: 0)], truth: [truth(1, x: 0), truth(2, x: 0)],
      from: Timestamp(milliseconds: 2000))
    #expect(score.points.count == 1)
    #expect(score.answered == 1)
  }

  @Test func `level and radius are judged over the answers that have them`() {
    let score = WalkScore(
      positions: [position(1, x: 0, level: 1, radius: 5), position(2, x: 9, radius: 5)],
      truth: [truth(1, x: 4), truth(2, x: 0)])
    #expect(score.onLevel == 0.5)
    #expect(score.withinRadius == 0.5)
    #expect(WalkScore(positions: [position(1, x: 0)], truth: [truth(1, x: 0)]).withinRadius == nil)
  }

  @Test func `percentiles are numpy's`() {
    // numpy.percentile([15, 20, 35, 40, 50], [5, 30, 40, 95]) = 16, 23, 29, 48
    let errors = ErrorStatistics([50, 15, .nan, 40, 20, 35])
    #expect(errors.mean == 32)
    for (percent, value) in [(5.0, 16.0), (30, 23), (40, 29), (95, 48), (0, 15), (100, 50)] {
      #expect(abs((errors.percentile(percent) ?? .nan) - value) < 1e-12)
    }
    #expect(ErrorStatistics([]).median == nil)
  }
}
