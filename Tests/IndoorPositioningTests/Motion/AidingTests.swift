import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

/// What is known better than by the compass corrects the heading, and outlasts its own moment.
struct AidingTests {
  /// A device whose compass is off by `error` degrees, clockwise, all along: steel everywhere.
  static func bent(by error: Double) -> TurningDevice {
    var device = TurningDevice()
    device.bend = error
    device.turn(for: 5)
    return device
  }

  @Test func `a tap takes the compass's error out, and it stays out`() {
    var device = Self.bent(by: 25)
    #expect(abs(device.error - 25) < 1)
    device.filter.update(heading: MagneticHeading(degrees: device.heading, accuracy: 2))
    #expect(abs(device.error) < 2)
    device.turn(rate: 45, for: 4)
    #expect(abs(device.error) < 4)
  }

  @Test func `a tap gives a heading without any compass`() throws {
    var device = TurningDevice()
    device.heading = 70
    device.turn(for: 3, compass: false)
    #expect(device.filter.heading == nil)
    device.filter.update(heading: MagneticHeading(degrees: 70, accuracy: 5))
    device.turn(rate: 30, for: 2, compass: false)
    #expect(abs(device.error) < 1)
    #expect(try #require(device.filter.heading).accuracy < 10)
  }

  @Test func `courses over ground draw the heading towards the truth`() {
    var device = Self.bent(by: 25)
    for _ in 0..<20 {
      device.turn(for: 3)
      device.filter.update(course: MagneticHeading(degrees: device.heading, accuracy: 10))
    }
    // The phone may be held askew, or the compass bent: some goes to each.
    #expect(abs(device.error) < 16)
    let course = device.filter.course?.degrees ?? .nan
    #expect(abs(Angle.degrees(Angle.wrapped(Angle.radians(course - device.heading)))) < 6)
  }

  @Test func `a corridor tells the course either way along it`() {
    for axis in [10.0, 190] {
      var device = Self.bent(by: 20)
      device.heading = 10
      device.turn(for: 5)
      let isOfUse = device.filter.update(corridor: MagneticHeading(degrees: axis, accuracy: 3))
      #expect(isOfUse)
      let course = device.filter.course?.degrees ?? .nan
      #expect(abs(Angle.degrees(Angle.wrapped(Angle.radians(course - 10)))) < 4)
    }
  }

  @Test func `a corridor across the course is no answer`() throws {
    var device = Self.bent(by: 0)
    let before = try #require(device.filter.heading)
    let isOfUse = device.filter.update(corridor: MagneticHeading(degrees: 88, accuracy: 3))
    #expect(!isOfUse)
    #expect(device.filter.heading == before)
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0])
  func `what is no accuracy changes nothing`(accuracy: Double) throws {
    var device = Self.bent(by: 0)
    let before = try #require(device.filter.heading)
    device.filter.update(heading: MagneticHeading(degrees: 90, accuracy: accuracy))
    device.filter.update(course: MagneticHeading(degrees: .nan, accuracy: 5))
    #expect(device.filter.heading == before)
  }
}
