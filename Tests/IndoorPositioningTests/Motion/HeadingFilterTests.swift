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
}
