import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

/// What phones really deliver, fed between good samples; the filter must come out as if it had not been there.
struct BadSampleTests {
  static let notNumbers: [Double] = [.nan, .infinity, -.infinity, .signalingNaN]

  @Test(arguments: notNumbers)
  func `what is no number leaves the state as it is`(value: Double) {
    var device = TurningDevice()
    device.turn(rate: 20, for: 3)
    let attitude = device.filter.attitude
    let late = device.stamp(device.time + 0.01)
    device.filter.update(angularRate: .init(time: late, x: value, y: 0, z: 0))
    device.filter.update(acceleration: .init(time: late, x: 0, y: value, z: 0))
    device.filter.update(magneticField: .init(time: late, x: 0, y: 0, z: value))
    #expect(device.filter.attitude == attitude)
    #expect(device.filter.faults.contains(.notFinite))
    device.turn(rate: 20, for: 3)
    #expect(abs(device.error) < 0.5)
  }

  @Test func `samples that come twice count once`() {
    var device = TurningDevice()
    device.turn(for: 2)
    for _ in 0..<50 {
      device.turn(rate: 90, for: 0.02)
      device.filter.update(
        angularRate: .init(time: device.stamp(device.time), x: 0, y: 0, z: -.pi / 2))
    }
    #expect(abs(device.error) < 0.5)
    #expect(device.filter.faults == .repeatedStamp)
  }

  @Test func `a sample that comes late is left out and flagged`() {
    var device = TurningDevice()
    device.turn(for: 2)
    device.filter.update(
      angularRate: .init(time: device.stamp(device.time - 0.1), x: 0, y: 0, z: 30))
    device.turn(for: 1)
    #expect(abs(device.error) < 0.01)
    #expect(device.filter.faults == .backwardStamp)
  }

  @Test func `irregular stamps are integrated with their own steps`() {
    var device = TurningDevice()
    device.turn(for: 2)
    for i in 0..<200 {
      device.turn(rate: 45, for: i % 3 == 0 ? 0.07 : 0.005, every: i % 3 == 0 ? 0.07 : 0.005)
    }
    #expect(abs(device.error) < 0.5)
  }

  @Test func `the stated accuracy falls over a gap and the heading comes back`() throws {
    var device = TurningDevice()
    device.turn(for: 30)
    let before = try #require(device.filter.heading).accuracy
    device.time += 5
    device.heading += 120
    device.turn(for: 0.04, compass: false)
    #expect(device.filter.faults.contains(.gap))
    #expect(try #require(device.filter.heading).accuracy > before + 40)
    device.turn(for: 2)
    #expect(abs(device.error) < 5)
  }

  @Test func `a saturated gyroscope is flagged and costs accuracy`() throws {
    var device = TurningDevice()
    device.turn(for: 30)
    let before = try #require(device.filter.heading).accuracy
    device.turn(rate: 2010, for: 0.1, compass: false)
    #expect(device.filter.faults == .saturated)
    #expect(try #require(device.filter.heading).accuracy > before)
  }
}
