import IndoorLibc
import IndoorModel
import IndoorPositioning
import Testing

/// A phone that is taken elsewhere: the heading's stated accuracy must fall with it.
struct CarryTests {
  /// Seconds of a phone tilted about its x axis by `angle` degrees, with a walker's bounce on it.
  static func hold(
    _ filter: inout HeadingFilter, from time: inout Double, seconds: Double, angle: Double,
    rate: Double = 0
  ) {
    for i in 0..<Int(seconds * 50) {
      time += 0.02
      let t = Timestamp(microseconds: Int64(time * 1e6))
      let a = (angle + rate * Double(i + 1) / 50) * .pi / 180
      let g = 9.81 + 3 * sin(2 * .pi * 1.8 * time)
      filter.update(angularRate: .init(time: t, x: rate * .pi / 180, y: 0, z: 0))
      filter.update(acceleration: .init(time: t, x: 0, y: g * sin(a), z: g * cos(a)))
      // Horizontal field 25 µT to the north, where y points while level; 40 µT down.
      filter.update(
        magneticField: .init(
          time: t, x: 0, y: 25 * cos(a) - 40 * sin(a), z: -25 * sin(a) - 40 * cos(a)))
    }
  }

  @Test func `to the ear, into the pocket: accuracy falls when the carry changes`() throws {
    var filter = HeadingFilter()
    var time = 0.0
    Self.hold(&filter, from: &time, seconds: 40, angle: 20)
    let heading = try #require(filter.heading)
    Self.hold(&filter, from: &time, seconds: 0.5, angle: 20, rate: 140)
    Self.hold(&filter, from: &time, seconds: 2, angle: 90)
    #expect(try #require(filter.heading).accuracy > heading.accuracy + 4)
  }

  @Test func `walking on with the phone in front changes nothing`() throws {
    var filter = HeadingFilter()
    var time = 0.0
    Self.hold(&filter, from: &time, seconds: 40, angle: 20)
    let before = try #require(filter.heading).accuracy
    Self.hold(&filter, from: &time, seconds: 40, angle: 25)
    #expect(try #require(filter.heading).accuracy <= before)
  }
}
