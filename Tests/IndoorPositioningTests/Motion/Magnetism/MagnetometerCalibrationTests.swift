import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning
import Testing

struct MagnetometerCalibrationTests {
  /// A 48 µT field in directions spread evenly over the sphere (a Fibonacci lattice), bent by iron:
  /// soft · field + hard.
  static func raw(
    count: Int = 400, hard: [Double] = [-20, 31, -350], noise: Double = 0,
    directions: ClosedRange<Double> = -1...1
  ) -> [VectorSample] {
    var random = ShaftAndStairs.Lehmer(state: 3)
    return (0..<count).map { i in
      let z =
        directions.lowerBound + (directions.upperBound - directions.lowerBound) * (Double(i) + 0.5)
        / Double(count)
      let angle = Double(i) * .pi * (3 - 5.0.squareRoot())
      let r = (1 - z * z).squareRoot()
      let (x, y, up) = (48 * r * cos(angle), 48 * r * sin(angle), 48 * z)
      return VectorSample(
        time: Timestamp(milliseconds: Int64(i) * 20),
        x: 1.10 * x + 0.04 * y + hard[0] + noise * random.normal(),
        y: 0.04 * x + 0.93 * y + 0.02 * up + hard[1] + noise * random.normal(),
        z: 0.02 * y + 1.01 * up + hard[2] + noise * random.normal())
    }
  }

  static func learned(_ samples: [VectorSample]) -> MagnetometerCalibration {
    var calibration = MagnetometerCalibration()
    for sample in samples { calibration.update(magneticField: sample) }
    return calibration
  }

  @Test func `hard and soft iron are found and taken out`() throws {
    let samples = Self.raw()
    let calibration = Self.learned(samples)
    #expect(calibration.coverage > 0.75)
    let correction = try #require(calibration.correction)
    // The prior of a sphere costs some hundredths of a µT.
    #expect(abs(correction.offset.x + 20) < 0.2)
    #expect(abs(correction.offset.y - 31) < 0.2)
    #expect(abs(correction.offset.z + 350) < 0.2)
    let sizes = samples.map { sample -> Double in
      let v = correction.corrected(sample)
      return (v.x * v.x + v.y * v.y + v.z * v.z).squareRoot()
    }
    #expect((sizes.max() ?? 0) / (sizes.min() ?? 1) < 1.01)
    #expect(abs(correction.strength - 48) < 1.5)
  }

  @Test func `noise of half a microtesla leaves the offset right to a third of one`() throws {
    let calibration = Self.learned(Self.raw(count: 2000, noise: 0.5))
    let correction = try #require(calibration.correction)
    #expect(abs(correction.offset.x + 20) < 0.33)
    #expect(abs(correction.offset.y - 31) < 0.33)
    #expect(abs(correction.offset.z + 350) < 0.33)
  }

  @Test func `a device that was only laid flat and turned has no correction`() {
    let calibration = Self.learned(Self.raw(directions: -0.1...0.1))
    #expect(calibration.coverage < 0.2)
    #expect(calibration.correction == nil)
  }

  @Test func `a device that lies still covers nothing`() {
    var calibration = MagnetometerCalibration()
    for i in 0..<1000 {
      calibration.update(
        magneticField: .init(time: Timestamp(milliseconds: Int64(i) * 20), x: 20, y: 3, z: -40))
    }
    #expect(calibration.coverage == 0)
    #expect(calibration.correction == nil)
  }

  @Test func `what is no number teaches nothing`() {
    let samples = Self.raw()
    let clean = Self.learned(samples)
    var dirty = MagnetometerCalibration()
    for sample in samples {
      dirty.update(magneticField: .init(time: sample.time, x: .nan, y: 0, z: 0))
      dirty.update(magneticField: .init(time: sample.time, x: 0, y: .infinity, z: 1e300))
      dirty.update(magneticField: sample)
    }
    #expect(dirty.correction != nil)
    #expect(dirty.correction == clean.correction)
  }

  @Test func `iron that changes is learned anew`() throws {
    var calibration = Self.learned(Self.raw(count: 2000))
    for _ in 0..<6 {
      for sample in Self.raw(count: 2000, hard: [5, 10, -330]) {
        calibration.update(magneticField: sample)
      }
    }
    let correction = try #require(calibration.correction)
    #expect(abs(correction.offset.x - 5) < 1)
    #expect(abs(correction.offset.z + 330) < 1)
  }
}
