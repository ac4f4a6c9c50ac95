import IndoorModel
import IndoorPositioning
import Testing

struct MovementTests {
  @Test func `standing and walking are told apart`() {
    var walker = ShaftAndStairs()
    walker.go(for: 20)
    #expect(walker.share(of: .standing, last: 15) == 1)
    walker.stepping = 1.8
    walker.go(for: 20)
    #expect(walker.share(of: .walking, last: 15) > 0.95)
    walker.stepping = 0
    walker.go(for: 20)
    #expect(walker.share(of: .standing, last: 15) > 0.95)
  }

  @Test(arguments: [12.0, -12])
  func `a lift is no escalator and no standing`(metres: Double) {
    var walker = ShaftAndStairs()
    walker.go(for: 20)
    walker.go(metres, for: 12)
    #expect(walker.share(of: .lift, last: 8) > 0.9)
    walker.go(for: 10)
    #expect(walker.share(of: .standing, last: 4) > 0.95)
  }

  @Test(arguments: [6.0, -6])
  func `an escalator is slow and without steps`(metres: Double) {
    var walker = ShaftAndStairs()
    walker.go(for: 20)
    walker.go(metres, for: 20)
    #expect(walker.share(of: .escalator, last: 12) > 0.9)
  }

  @Test func `steps that rise are stairs`() {
    var walker = ShaftAndStairs()
    walker.stepping = 1.7
    walker.go(for: 20)
    walker.go(5, for: 18)
    #expect(walker.share(of: .stairs, last: 10) > 0.9)
  }

  @Test(arguments: [12.0, -12])
  func `without a barometer a lift is felt until it stops`(metres: Double) {
    var walker = ShaftAndStairs()
    walker.hasBarometer = false
    walker.go(for: 30)
    walker.go(metres, for: 12)
    #expect(walker.share(of: .lift, last: 10) > 0.9)
    walker.go(for: 10)
    #expect(walker.share(of: .standing, last: 8) > 0.95)
  }

  @Test func `without a barometer an escalator is standing`() {
    var walker = ShaftAndStairs()
    walker.hasBarometer = false
    walker.go(for: 30)
    walker.go(6, for: 20)
    #expect(walker.share(of: .standing, last: 18) > 0.9)
  }
}
