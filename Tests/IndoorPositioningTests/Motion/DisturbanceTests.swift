import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

struct DisturbanceTests {
  @Test(arguments: [HeadingFilter.Parameters.gated, .walking])
  func `a magnet beside the device is flagged and hardly turns the heading`(
    parameters: HeadingFilter.Parameters
  ) throws {
    var device = TurningDevice(parameters: parameters)
    device.turn(rate: 40, for: 20)
    #expect(!device.filter.isDisturbed)
    #expect(device.filter.deadReckonedSince == nil)
    let begun = device.stamp(device.time)
    device.magnet = (x: 120, y: 60)
    device.turn(rate: 10, for: 8)
    #expect(device.filter.isDisturbed)
    #expect(abs(device.error) < 6)
    let since = try #require(device.filter.deadReckonedSince)
    #expect(abs(since.seconds(since: begun)) < 0.3)
    device.magnet = (0, 0)
    device.turn(rate: 10, for: 3)
    #expect(!device.filter.isDisturbed)
    #expect(device.filter.deadReckonedSince == nil)
  }

  @Test func `another field that stays while the device turns is learned anew`() {
    var device = TurningDevice(parameters: .gated)
    device.turn(rate: 40, for: 20)
    device.field = (horizontal: 35, down: 25)
    device.turn(rate: 40, for: 10)
    #expect(device.filter.isDisturbed)
    device.turn(rate: 40, for: 20)
    #expect(!device.filter.isDisturbed)
  }

  @Test func `another field is not learned by a device that lies still beside a magnet`() {
    var device = TurningDevice(parameters: .gated)
    device.turn(rate: 40, for: 20)
    device.field = (horizontal: 35, down: 25)
    device.turn(for: 60)
    #expect(device.filter.isDisturbed)
  }

  @Test func `a silent compass is dead reckoned since it fell silent`() throws {
    var device = TurningDevice()
    device.turn(for: 10)
    let last = device.stamp(device.time)
    device.turn(for: 20, compass: false)
    let since = try #require(device.filter.deadReckonedSince)
    #expect(abs(since.seconds(since: last)) < 0.3)
  }

  @Test func `a magnetometer at its end is flagged and left out`() {
    var device = TurningDevice()
    device.turn(for: 10)
    for i in 1...100 {
      device.filter.update(
        magneticField: .init(
          time: device.stamp(device.time + Double(i) * 0.01), x: 4912, y: 0, z: 0))
    }
    #expect(device.filter.faults == .saturated)
    #expect(abs(device.error) < 0.1)
  }

  @Test func `the two-second rule follows a compass that is steadily wrong`() {
    // This is what it did, and why it stands here only to be compared with.
    func error(_ parameters: HeadingFilter.Parameters) -> Double {
      var device = TurningDevice(parameters: parameters)
      device.turn(for: 60)
      device.bend = 30
      device.turn(for: 4.5)
      return device.error
    }
    #expect(abs(error(.steadyForTwoSeconds) - 30) < 2)
    #expect(abs(error(.walking)) < 10)
  }

  @Test func `a device without a gyroscope has the compass's heading and says so`() throws {
    var filter = HeadingFilter()
    for i in 1...200 {
      let t = Timestamp(milliseconds: Int64(i) * 20)
      // Facing east, then north: north lies to the left, then ahead.
      let (x, y) = i < 100 ? (-25.0, 0.0) : (0, 25)
      filter.update(acceleration: .init(time: t, x: 0, y: 0, z: 9.81))
      filter.update(magneticField: .init(time: t, x: x, y: y, z: -40))
    }
    #expect(filter.faults.contains(.gyroscopeMissing))
    let heading = try #require(filter.heading)
    #expect(abs(Angle.degrees(Angle.wrapped(Angle.radians(heading.degrees)))) < 20)
  }
}
