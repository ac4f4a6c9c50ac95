import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

struct FloorChangeTests {
  /// Metres: what the height of a change may be off by.
  static let tolerance = 0.7

  @Test(arguments: [(4.5, 6.0), (-4.5, 6), (9, 8), (-13.5, 12), (4.2, 16), (-4.2, 16), (20, 9)])
  func `lifts, stairs and escalators are found with their height`(
    metres: Double, seconds: Double
  ) throws {
    var walker = ShaftAndStairs()
    walker.go(for: 20)
    walker.go(metres, for: seconds)
    let arrival = walker.time
    walker.go(for: 20)
    #expect(walker.changes.count == 1)
    let change = try #require(walker.changes.first)
    #expect(abs(change.height - metres) < Self.tolerance)
    #expect(change.levels(ofHeight: 4.5) == Int((metres / 4.5).rounded()))
    #expect(change.end.seconds(since: Timestamp(microseconds: Int64(arrival * 1e6))) < 9)
  }

  @Test func `there and back are two changes`() {
    var walker = ShaftAndStairs()
    for metres in [4.5, -4.5] {
      walker.go(for: 15)
      walker.go(metres, for: 7)
    }
    walker.go(for: 15)
    #expect(walker.changes.map { $0.levels(ofHeight: 4.5) } == [1, -1])
  }

  @Test(arguments: [-3.0, 3])
  func `a weather front of three hectopascals an hour is no change of floor`(weather: Double) {
    var walker = ShaftAndStairs()
    walker.weather = weather
    walker.go(for: 3600)
    #expect(walker.changes.isEmpty)
  }

  @Test func `doors that slam and fans that start are no change of floor`() {
    var walker = ShaftAndStairs()
    walker.go(for: 20)
    for _ in 0..<20 {
      walker.door = 0.6
      walker.go(for: 0.8)
      walker.door = 0
      walker.go(for: 5)
      walker.door = -0.4
      walker.go(for: 30)
      walker.door = 0
      walker.go(for: 30)
    }
    #expect(walker.changes.isEmpty)
  }

  @Test func `a lift is found in spite of a door and the weather`() {
    var walker = ShaftAndStairs()
    walker.weather = 2
    walker.go(for: 300)
    walker.door = 0.5
    walker.go(for: 2)
    walker.go(9, for: 8)
    walker.door = 0
    walker.go(for: 20)
    #expect(walker.changes.map { $0.levels(ofHeight: 4.5) } == [2])
  }

  @Test func `bad pressures and stamps change nothing`() {
    var walker = ShaftAndStairs()
    walker.go(for: 20)
    let now = Timestamp(microseconds: Int64(walker.time * 1e6))
    for value in [Double.nan, .infinity, 0, -5, 1e9, 300] {
      #expect(walker.detector.update(pressure: value, at: now) == nil)
    }
    let late = Timestamp(microseconds: now.microseconds - 500_000)
    for _ in 0..<100 {
      let change = walker.detector.update(pressure: 950, at: late)
      #expect(change == nil)
    }
    walker.go(for: 10)
    #expect(walker.changes.isEmpty)
  }

  @Test func `what happened while the barometer was away is unknown`() {
    var walker = ShaftAndStairs()
    walker.go(for: 20)
    walker.time += 3600
    walker.ground = 1012
    walker.go(for: 20)
    #expect(walker.changes.isEmpty)
  }
}
