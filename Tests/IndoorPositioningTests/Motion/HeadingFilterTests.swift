import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

struct HeadingFilterTests {
  @Test(arguments: [0.0, 37, 90, 181, 270, 359])
  func `a device lying flat faces where its y axis points`(heading: Double) {
    var device = TurningDevice()
    device.heading = heading
    device.turn(for: 2)
    #expect(abs(device.error) < 0.01)
  }

  @Test func `a device held upright faces where its back points`() {
    // Upright, screen to the south: y is up, z points south, the back (−z) north; x points east.
    var filter = HeadingFilter()
    for i in 1...100 {
      let t = Timestamp(milliseconds: Int64(i) * 20)
      filter.update(angularRate: .init(time: t, x: 0, y: 0, z: 0))
      filter.update(acceleration: .init(time: t, x: 0, y: 9.81, z: 0))
      filter.update(magneticField: .init(time: t, x: 0, y: -40, z: -25))
    }
    let degrees = filter.heading?.degrees ?? .nan
    #expect(abs(Angle.wrapped(Angle.radians(degrees))) < 1e-3)
  }

  @Test func `heading follows a turn without the compass`() {
    var device = TurningDevice()
    device.turn(for: 3)
    device.turn(rate: 90, for: 7, compass: false)
    #expect(abs(device.error) < 0.1)
  }

  @Test func `without a compass there is no heading, but there is an attitude`() {
    var device = TurningDevice()
    device.turn(for: 3, compass: false)
    #expect(device.filter.heading == nil)
    let q = device.filter.attitude
    #expect(abs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-9)
  }

  @Test func `a bias of half a degree a second is learned at rest`() {
    var device = TurningDevice()
    device.bias = 0.0087
    device.turn(for: 15)
    #expect(device.filter.isAtRest)
    device.turn(for: 60, compass: false)
    // Unlearned it would have turned the heading by 30°.
    #expect(abs(device.error) < 1)
  }

  @Test func `accuracy is stated worse the longer the compass is away`() throws {
    var device = TurningDevice()
    device.turn(for: 60)
    let before = try #require(device.filter.heading).accuracy
    device.turn(for: 120, compass: false)
    #expect(try #require(device.filter.heading).accuracy > before)
  }

  /// A gyroscope at 50 Hz, and a compass that turns from north to east while the device doesn't.
  private func heading(pace: Double) -> (degrees: Double, faults: SampleFaults) {
    var device = TurningDevice()
    var last = 0.0
    for _ in 0..<6000 {
      device.turn(for: 0.02, compass: false)
      guard device.time - last >= pace - 0.001 else { continue }
      last = device.time
      let isEast = device.time > 40
      device.filter.update(
        magneticField: .init(
          time: device.stamp(device.time), x: isEast ? -25 : 0, y: isEast ? 0 : 25, z: -40))
    }
    return (device.filter.heading?.degrees ?? .nan, device.filter.faults)
  }

  @Test(arguments: [0.5, 0.98, 1, 1.02, 2, 3, 7])
  func `a slow compass is believed as one of ten samples a second`(_ pace: Double) {
    let quick = heading(pace: 0.1).degrees
    #expect(quick > 45 && quick < 95)
    let slow = heading(pace: pace)
    #expect(abs(slow.degrees - quick) < 3, "\(slow.degrees) and not \(quick)")
    #expect(slow.faults.isEmpty)
  }

  @Test func `a slow compass without a gyroscope is heard at once`() {
    var filter = HeadingFilter()
    for i in 0..<2000 {
      let t = Timestamp(milliseconds: Int64(i) * 20)
      filter.update(acceleration: .init(time: t, x: 0, y: 0, z: 9.81))
      guard i % 100 == 0 else { continue }
      let isEast = i > 1000
      filter.update(magneticField: .init(time: t, x: isEast ? -25 : 0, y: isEast ? 0 : 25, z: -40))
    }
    let degrees = filter.heading?.degrees ?? .nan
    #expect(abs(Angle.degrees(Angle.wrapped(Angle.radians(degrees - 90)))) < 10, "\(degrees)")
    #expect(filter.faults == .gyroscopeMissing)
  }

  /// Walking jolts by 4 m/s² along and across; the gyroscope says that the device stays upright.
  @Test func `a hole in the accelerations alone doesn't tip the attitude`() {
    func tilt(hole: Range<Int>) -> Double {
      var filter = HeadingFilter()
      for i in 0..<1530 {
        let t = Timestamp(milliseconds: Int64(i) * 20)
        filter.update(angularRate: .init(time: t, x: 0, y: 0, z: 0))
        if hole.contains(i) { continue }
        let phase = Double(i) * 0.02 * 2 * .pi * 1.8
        filter.update(
          acceleration: .init(time: t, x: 4 * sin(phase), y: 2 * cos(phase), z: 9.81))
      }
      let q = filter.attitude
      return Angle.degrees(2 * asin(min(1, hypot(q.x, q.y))))
    }
    let whole = tilt(hole: 0..<0)
    #expect(whole < 3)
    for begin in 1500..<1510 { #expect(tilt(hole: begin..<begin + 18) < whole + 1, "\(begin)") }
  }
}
