import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

/// What phones really deliver, fed between good samples; the filter must come out as if it had not
/// been there.
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

  @Test func `an accelerometer at its end is flagged and left out`() {
    var device = TurningDevice()
    device.turn(rate: 20, for: 3)
    let attitude = device.filter.attitude
    let late = device.stamp(device.time + 0.01)
    device.filter.update(acceleration: .init(time: late, x: 1e300, y: -1e300, z: 0))
    #expect(device.filter.attitude == attitude)
    #expect(device.filter.faults == .saturated)
  }

  @Test(arguments: [1e300, -1e300])
  func `no size of an angular rate poisons the state`(rate: Double) throws {
    var device = TurningDevice()
    device.turn(for: 30)
    device.time += 0.02
    device.filter.update(angularRate: .init(time: device.stamp(device.time), x: 0, y: rate, z: 0))
    #expect(device.filter.faults.contains(.saturated))
    device.turn(for: 60)
    let q = device.filter.attitude
    #expect(abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-6)
    // It counts as a turn at the range's end, for 20 ms: that far off at most, and less sure for
    // it.
    #expect(abs(device.error) < 34.8 * 0.02 * 180 / .pi)
    #expect(abs(device.error) < 3 * (try #require(device.filter.heading).accuracy))
  }

  @Test func `a clock that is set back an hour is flagged and the filter goes on`() throws {
    var device = TurningDevice()
    device.time = 7200
    device.turn(for: 30)
    let before = try #require(device.filter.heading).accuracy
    device.time -= 3600
    device.turn(for: 0.04, compass: false)
    #expect(device.filter.faults.isSuperset(of: [.backwardStamp, .gap]))
    #expect(try #require(device.filter.heading).accuracy > before + 40)
    device.turn(rate: 30, for: 3)
    #expect(abs(device.error) < 5)
  }
}
