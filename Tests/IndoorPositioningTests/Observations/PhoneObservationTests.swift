import IndoorModel
import IndoorPositioning
import Testing

/// What phones' sensors say in postures whose answer is known.
struct PhoneObservationTests {
  private let time = Timestamp(milliseconds: 1000)

  private func acceleration(
    gravity: SIMD3<Double>, user: SIMD3<Double> = .zero
  ) throws -> VectorSample {
    let observations = Observation.deviceMotion(at: time, gravity: gravity, userAcceleration: user)
    guard observations.count == 1, case .acceleration(let sample) = observations[0] else {
      Issue.record("not one acceleration: \(observations)")
      return VectorSample(time: time, x: .nan, y: .nan, z: .nan)
    }
    return sample
  }

  @Test func `flat on a table, CoreMotion's -1 g and Android's 9.81 are the same upwards`() throws {
    let apple = try acceleration(gravity: [0, 0, -1])
    let android = try #require(Observation(androidSensor: 1, values: [0, 0, 9.806_65], at: time))
    guard case .acceleration(let sample) = android else {
      Issue.record("\(android)")
      return
    }
    #expect(apple.z == 9.80665 && apple.x == 0 && apple.y == 0)
    #expect(abs(sample.z - apple.z) < 1e-5 && sample.x == 0 && sample.y == 0)
    #expect(apple.time == time && sample.time == time)
  }

  @Test func `upright, specific force is along y; on its right side, along -x`() throws {
    // CoreMotion has gravity where it pulls: to the bottom of the phone, then to its right side.
    #expect(try acceleration(gravity: [0, -1, 0]).y == 9.80665)
    #expect(try acceleration(gravity: [1, 0, 0]).x == -9.80665)
  }

  @Test func `in free fall nothing is felt`() throws {
    // A dropped iPhone says 1 g upwards of its user's acceleration, and its raw accelerometer 0.
    let falling = try acceleration(gravity: [0, 0, -1], user: [0, 0, 1])
    #expect(falling.x == 0 && falling.y == 0 && falling.z == 0)
  }

  @Test
  func `angular rates and calibrated fields pass as they are, and a field that isn't stays out`() {
    func observations(calibration: Int) -> [Observation] {
      Observation.deviceMotion(
        at: time, gravity: [0, 0, -1], rotationRate: [0.1, -0.2, 0.3],
        magneticField: [20, 0, -43], calibration: calibration)
    }
    let rate = Observation.angularRate(VectorSample(time: time, x: 0.1, y: -0.2, z: 0.3))
    let field = Observation.magneticField(VectorSample(time: time, x: 20, y: 0, z: -43))
    for calibration in 0...2 {
      #expect(observations(calibration: calibration).dropFirst() == [rate, field])
    }
    #expect(observations(calibration: -1).dropFirst() == [rate])
  }

  @Test func `what isn't finite is left out`() {
    #expect(
      Observation.deviceMotion(
        at: time, gravity: [0, .nan, 0], rotationRate: [.infinity, 0, 0],
        magneticField: [0, 0, .nan]
      ).isEmpty)
    #expect(Observation(androidSensor: 1, values: [0, .nan, 0], at: time) == nil)
    #expect(Observation(androidSensor: 6, values: [.infinity], at: time) == nil)
    #expect(Observation(kilopascals: .nan, at: time) == nil)
  }

  @Test func `the standard atmosphere is 101.325 kPa of CoreMotion's and 1013.25 hPa of Android's`()
  {
    func hectopascals(_ observation: Observation?) -> Double? {
      guard case .pressure(let measured, let value) = observation, measured == time else {
        return nil
      }
      return value
    }
    #expect(hectopascals(Observation(kilopascals: 101.325, at: time)) == 1013.25)
    #expect(hectopascals(Observation(androidSensor: 6, values: [1013.25], at: time)) == 1013.25)
    #expect(Observation(kilopascals: 0, at: time) == nil)
    #expect(Observation(androidSensor: 6, values: [0], at: time) == nil)
  }

  @Test func `Android's sensors are known by their types, and others are passed over`() {
    let sample = VectorSample(time: time, x: 1, y: 2, z: 3)
    let values: [Float] = [1, 2, 3]
    #expect(Observation(androidSensor: 1, values: values, at: time) == .acceleration(sample))
    #expect(Observation(androidSensor: 2, values: values, at: time) == .magneticField(sample))
    #expect(Observation(androidSensor: 4, values: values, at: time) == .angularRate(sample))
    // Light, linear acceleration, rotation vector, uncalibrated gyroscope.
    for type in [5, 10, 11, 16, 0, -1] {
      #expect(Observation(androidSensor: type, values: values, at: time) == nil)
    }
    for type in [1, 2, 4] {
      #expect(Observation(androidSensor: type, values: [1, 2], at: time) == nil)
    }
    #expect(Observation(androidSensor: 6, values: [], at: time) == nil)
  }
}
