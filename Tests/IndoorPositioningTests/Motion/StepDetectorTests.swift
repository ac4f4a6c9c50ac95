import IndoorLibc
import IndoorModel
import IndoorPositioning
import Testing

struct StepDetectorTests {
  /// A walker's acceleration: gravity and a wave of so many m/s² and so many a second, along any
  /// direction.
  static func steps(
    amplitude: Double, frequency: Double, seconds: Double, rate: Double = 50,
    along: (Double, Double, Double) = (0, 0, 1)
  ) -> [Step] {
    var detector = StepDetector()
    return (0..<Int(seconds * rate)).compactMap { i in
      let t = Double(i) / rate
      let size = 9.81 + amplitude * sin(2 * .pi * frequency * t)
      return detector.update(
        acceleration: .init(
          time: Timestamp(milliseconds: Int64(t * 1000)), x: along.0 * size, y: along.1 * size,
          z: along.2 * size))
    }
  }

  @Test(arguments: [1.5, 1.8, 2.2])
  func `every step is counted once`(frequency: Double) {
    let found = Self.steps(amplitude: 3, frequency: frequency, seconds: 40)
    #expect(abs(Double(found.count) - 40 * frequency) <= 2)
    #expect(found.dropFirst(3).allSatisfy { abs($0.cadence - 60 * frequency) < 8 })
  }

  @Test(arguments: [1.0, 2, 5])
  func `samples that are too far apart make no steps`(rate: Double) {
    #expect(
      Self.steps(amplitude: 3, frequency: 1.8, seconds: 40, rate: rate).allSatisfy {
        $0.time < Timestamp(milliseconds: 3000)
      })
  }

  @Test func `ten samples a second are enough`() {
    let found = Self.steps(amplitude: 3, frequency: 1.8, seconds: 40, rate: 10)
    #expect(abs(Double(found.count) - 72) <= 2)
  }

  /// Ten a second on average, some with pauses; five a second.
  @Test(arguments: [
    ([140, 140, 20], true), ([60, 60, 60, 60, 60, 60, 320], true), ([50, 150], true),
    ([200], false), ([20, 380], false), ([1000], false), ([6000], false),
  ])
  func `samples are dense enough on average or not`(intervals: [Int64], isEnough: Bool) {
    var density = SampleDensity()
    var time = Timestamp(milliseconds: 0)
    var enough = 0
    for number in 0..<100 {
      density.add(time)
      time = Timestamp(microseconds: time.microseconds + intervals[number % intervals.count] * 1000)
      if number >= 80, density.isEnough { enough += 1 }
    }
    #expect(enough == (isEnough ? 20 : 0))
  }

  @Test func `who stands makes no steps`() {
    #expect(Self.steps(amplitude: 0.2, frequency: 2, seconds: 30).isEmpty)
  }

  @Test func `the way the device is held does not matter`() {
    let flat = Self.steps(amplitude: 3, frequency: 1.8, seconds: 20)
    let tilted = Self.steps(amplitude: 3, frequency: 1.8, seconds: 20, along: (0.6, 0.64, -0.48))
    #expect(flat.map(\.time) == tilted.map(\.time))
  }

  @Test func `length grows with the fourth root of the swing`() throws {
    // Weinberg 2002: four times the swing is √2 times the length.
    let small = try #require(Self.steps(amplitude: 2, frequency: 1.8, seconds: 20).last).length
    let large = try #require(Self.steps(amplitude: 8, frequency: 1.8, seconds: 20).last).length
    #expect(abs(large / small - 2.0.squareRoot()) < 0.01)
  }

  @Test func `what is no number and what comes late is left out`() {
    var detector = StepDetector()
    var count = 0
    for i in 0..<1000 {
      let t = Timestamp(milliseconds: Int64(i) * 20)
      let size = 9.81 + 3 * sin(2 * .pi * 1.8 * Double(i) / 50)
      if detector.update(acceleration: .init(time: t, x: 0, y: 0, z: size)) != nil { count += 1 }
      let late = Timestamp(milliseconds: Int64(i) * 20 - 50)
      #expect(detector.update(acceleration: .init(time: t, x: .nan, y: 0, z: 0)) == nil)
      #expect(detector.update(acceleration: .init(time: late, x: 90, y: 0, z: 0)) == nil)
    }
    #expect(abs(count - 36) <= 2)
  }
}
