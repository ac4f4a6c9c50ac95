import IndoorGeometry
import IndoorLibc
import IndoorModel
import IndoorPositioning
import Testing

/// What sensors of a phone that somebody turns with would read, by geometry alone: lying flat it
/// faces a heading, its right edge that much from east, and is then tilted up by an angle.
struct SensorAxesTests {
  typealias Axes = (VectorSample) -> VectorSample

  /// Where the Earth's field dips by 68° and by −65°, as the models have it, and next to not at
  /// all.
  static let hamburg = Coordinate(latitude: 53.55, longitude: 10)
  static let hobart = Coordinate(latitude: -42.9, longitude: 147.3)
  static let singapore = Coordinate(latitude: 1.3, longitude: 103.8)

  /// The samples of a minute in which the phone turns by 300° and back and nods, maybe in a
  /// hand at the end of an arm of 0.65 m that swings by so many degrees to each side.
  private func walk(
    down: Double = 44, tilt degrees: Double = 35, magnet: (x: Double, y: Double) = (0, 0),
    nod nods: Double = 15, swing swings: Double = 0, strides: Double = 0.95,
    acceleration: Axes = { $0 },
    angularRate: Axes = { $0 },
    field: Axes = { $0 }
  ) -> [Observation] {
    let (swing, pace, arm) = (Angle.radians(swings), 2 * .pi * strides, 0.65)
    var observations: [Observation] = []
    for index in 0..<3000 {
      let seconds = Double(index) / 50
      let time = Timestamp(milliseconds: 1_780_306_800_000 + Int64(index) * 20)
      let half = Angle.radians(150)
      let heading = half * sin(seconds * 2 * .pi / 16)
      let clockwise = half * cos(seconds * 2 * .pi / 16) * 2 * .pi / 16
      let angle = swing * sin(pace * seconds)
      let rate = swing * pace * cos(pace * seconds)
      let nod = Angle.radians(nods)
      let tilt = Angle.radians(degrees) + angle + nod * sin(seconds * 2 * .pi / 6)
      // A hand at L (sin a, −cos a) of forward and up.
      let (along, towards) = (-arm * angle * pace * pace, arm * rate * rate)
      let forward = along * cos(angle) - towards * sin(angle)
      let up = along * sin(angle) + towards * cos(angle)
      // East-north-up to right-forward-up, and then to the tilted phone's axes.
      func sample(_ east: Double, _ north: Double, _ up: Double) -> VectorSample {
        let right = east * cos(heading) - north * sin(heading)
        let forward = east * sin(heading) + north * cos(heading)
        return VectorSample(
          time: time, x: right, y: forward * cos(tilt) + up * sin(tilt),
          z: -forward * sin(tilt) + up * cos(tilt))
      }
      var magnetic = sample(0, 18, -down)
      magnetic.x += magnet.x
      magnetic.y += magnet.y
      var turning = sample(0, 0, -clockwise)
      turning.x += rate + nod * cos(seconds * 2 * .pi / 6) * 2 * .pi / 6
      observations.append(.angularRate(angularRate(turning)))
      observations.append(
        .acceleration(
          acceleration(sample(forward * sin(heading), forward * cos(heading), 9.81 + up))))
      observations.append(.magneticField(field(magnetic)))
    }
    return observations
  }

  static func negated(_ sample: VectorSample) -> VectorSample {
    VectorSample(time: sample.time, x: -sample.x, y: -sample.y, z: -sample.z)
  }

  static func reversed(_ sample: VectorSample) -> VectorSample {
    VectorSample(time: sample.time, x: sample.z, y: sample.y, z: sample.x)
  }

  @Test(arguments: [0.0, 35, 80, 180, -90])
  func `a phone's axes are right however it is held`(tilt: Double) {
    let axes = SensorAxes(walk(tilt: tilt), at: Self.hamburg)
    #expect(axes.fault == nil)
  }

  @Test func `a magnet in its case is no wrong axis`() {
    for magnet in [(x: 80.0, y: 0.0), (0, -200), (30, 50)] {
      #expect(SensorAxes(walk(magnet: magnet), at: Self.hamburg).fault == nil)
      let reversed = walk(magnet: magnet, field: Self.reversed)
      #expect(SensorAxes(reversed, at: Self.hamburg).fault == .magneticField)
    }
  }

  @Test(arguments: [10.0, 25, 35], [0.8, 0.95, 1.1, 1.25])
  func `an arm that swings is no wrong axis`(degrees: Double, strides: Double) {
    #expect(SensorAxes(walk(swing: degrees, strides: strides), at: Self.hamburg).fault == nil)
    let reversed = walk(swing: degrees, strides: strides, acceleration: Self.reversed)
    #expect(SensorAxes(reversed, at: Self.hamburg).fault == .accelerations)
  }

  /// Off by eight degrees a second, without a turn.
  @Test func `a gyroscope's bias is no wrong axis`() {
    let still = walk(angularRate: { VectorSample(time: $0.time, x: 0.14, y: 0, z: 0) })
      .map { observation -> Observation in
        switch observation {
        case .acceleration(let sample):
          .acceleration(VectorSample(time: sample.time, x: 0, y: 0, z: 9.81))
        case .magneticField(let sample):
          .magneticField(VectorSample(time: sample.time, x: 0, y: 18, z: -44))
        default: observation
        }
      }
    #expect(SensorAxes(still, at: Self.hamburg).fault == nil)
  }

  @Test func `whose fault a field's is shows by accelerations`() {
    let field = SensorAxes(walk(field: Self.reversed))
    #expect(field.fault == .magneticField && field.isGyroscopeConfirmed)
    let rate = SensorAxes(walk(nod: 0, angularRate: Self.negated))
    #expect(rate.fault == .magneticField && !rate.isGyroscopeConfirmed)
    #expect(SensorAxes(walk(field: Self.reversed), usesField: false).fault == nil)
  }

  @Test func `one sensor's exchanged axes are found`() {
    #expect(SensorAxes(walk(acceleration: Self.reversed)).fault == .accelerations)
    #expect(SensorAxes(walk(angularRate: Self.reversed)).fault == .accelerations)
    #expect(SensorAxes(walk(field: Self.reversed)).fault == .magneticField)
    #expect(SensorAxes(walk(angularRate: Self.negated)).fault == .accelerations)
  }

  /// A frame that is left-handed turns the other way round than the gyroscope's right hand says.
  @Test func `axes that are exchanged in all of them are found`() {
    let walk = walk(
      acceleration: Self.reversed, angularRate: Self.reversed, field: Self.reversed)
    #expect(SensorAxes(walk).fault == .accelerations)
  }

  @Test func `accelerations of the other sign are found by the field's dip`() {
    let north = walk(acceleration: Self.negated)
    #expect(SensorAxes(north, at: Self.hamburg).fault == .dip)
    let south = walk(down: -44, acceleration: Self.negated)
    #expect(SensorAxes(south, at: Self.hobart).fault == .dip)
    #expect(SensorAxes(walk(down: -44), at: Self.hobart).fault == nil)
  }

  @Test func `where the field's dip isn't known, a sign isn't judged`() {
    let walk = walk(acceleration: Self.negated)
    #expect(SensorAxes(walk).fault == nil)
    #expect(SensorAxes(walk, at: Self.singapore).fault == nil)
  }

  /// Nothing turns, so that nothing shows.
  @Test func `samples without a turn, at hostile times and of no number are no fault`() {
    let still = (0..<3000).map { index -> Observation in
      let time = Timestamp(microseconds: index % 2 == 0 ? .max - Int64(index) : .min + Int64(index))
      return .angularRate(.init(time: time, x: index % 3 == 0 ? .nan : 1e300, y: 0, z: 0))
    }
    #expect(SensorAxes(still, at: Self.hamburg).fault == nil)
    #expect(SensorAxes([], at: Self.hamburg).fault == nil)
  }
}
