import IndoorGeometry
import IndoorGuide
import IndoorModel
import IndoorPositioning
import Testing

struct LevelMonitorTests {
  private let ground = LevelKey(ordinal: 0)
  private let upper = LevelKey(ordinal: 1)

  /// What is told of positions, one a second, as (from, to, second).
  private func changes(
    _ levels: [LevelKey], confidence: Double = 1, times: [Double]? = nil
  ) -> [LevelChange] {
    var monitor = LevelMonitor()
    return levels.enumerated().compactMap { index, level in
      monitor.update(
        Position(
          time: Timestamp(seconds: times?[index] ?? Double(index)), place: LocalPoint(x: 0, y: 0),
          coordinate: Coordinate(latitude: 0, longitude: 0), level: level,
          levelConfidence: confidence, horizontalAccuracy: nil, heading: nil, sources: []))
    }
  }

  private func change(_ from: LevelKey?, _ to: LevelKey, at second: Double) -> LevelChange {
    LevelChange(from: from, to: to, time: Timestamp(seconds: second))
  }

  @Test func `the first level and each change are told once, when they have lasted three seconds`()
  {
    let levels = Array(repeating: ground, count: 10) + Array(repeating: upper, count: 10)
    #expect(changes(levels) == [change(nil, ground, at: 3), change(ground, upper, at: 13)])
  }

  @Test func `one doubtful position is no change, nor is any number of them`() {
    var levels = Array(repeating: ground, count: 30)
    for second in stride(from: 5, to: 30, by: 3) {
      levels[second] = LevelKey(ordinal: second % 2 == 0 ? 1 : -1)
    }
    #expect(changes(levels) == [change(nil, ground, at: 3)])
    // On stairs it may say either level every other second.
    let stairs = (0..<30).map { $0 % 2 == 0 ? ground : upper }
    #expect(changes(stairs).isEmpty)
  }

  @Test func `a level that is unsure says nothing`() {
    #expect(changes(Array(repeating: ground, count: 10), confidence: 0.85).isEmpty)
  }

  @Test func `two levels that are passed on the way to a third are no changes`() {
    let levels =
      Array(repeating: ground, count: 4) + [upper, LevelKey(ordinal: 2)]
      + Array(repeating: LevelKey(ordinal: 3), count: 4)
    #expect(
      changes(levels) == [change(nil, ground, at: 3), change(ground, LevelKey(ordinal: 3), at: 9)])
  }

  @Test func `a clock that is set back begins anew`() {
    let levels = Array(repeating: upper, count: 5)
    #expect(changes(levels, times: [1000, 1, 2, 3, 4]) == [change(nil, upper, at: 4)])
  }
}
