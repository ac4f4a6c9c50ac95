import IndoorLibc
package import IndoorModel

import IndoorGeometry

/// Attitude and heading of a device, sample by sample: a gyroscope that the acceleration holds
/// upright and the compass north.
///
///     var filter = HeadingFilter()
///     filter.update(angularRate: sample)      // each in order of its own stamps
///     filter.update(acceleration: sample)
///     filter.update(magneticField: sample)
///     filter.heading                          // nil until the compass has spoken
///
/// Samples that are not finite, repeated or out of order are left out and flagged; none of them
/// harms what is known. Nothing is allocated, and there is no clock but the samples' stamps.
package struct HeadingFilter: Sendable {
  /// What may be tuned.
  package let parameters: Parameters
  private var tilt: TiltFilter
  private var compass: CompassFilter
  private var fieldClock = SensorClock()
  private var carry = CarryDetector()
  private var calibration: MagnetometerCalibration?
  /// The latest correction of the magnetometer that was good enough.
  package private(set) var magnetometerCorrection: MagnetometerCorrection?
  /// What came in since the compass last did.
  private var pending = Pending()
  @usableFromInline private(set) var present = Present()
  private var latest: Timestamp?

  /// What has been wrong with samples so far.
  package private(set) var faults: SampleFaults = []

  private struct Pending: Sendable {
    var field = Vector3.zero
    var count = 0.0
    /// Seconds by the gyroscope's clock.
    var seconds = 0.0
    /// Seconds before them that have passed already.
    var passed = 0.0
    /// Seconds by the magnetometer's clock.
    var fieldSeconds = 0.0
    /// Radians in the seconds that haven't passed.
    var turned = 0.0
    /// Whether the gyroscope said that samples of it are missing.
    var hasGap = false
    var carrySeconds = 0.0
  }

  /// Makes a filter that knows nothing yet.
  package init(parameters: Parameters = .walking) {
    self.parameters = parameters
    tilt = TiltFilter(parameters: parameters.tilt)
    compass = CompassFilter(parameters: parameters.compass)
    calibration = parameters.calibration.map { MagnetometerCalibration(parameters: $0) }
  }

  /// One sample of the gyroscope, in rad/s.
  package mutating func update(angularRate sample: VectorSample) {
    let (dt, found) = tilt.update(angularRate: sample)
    if !found.isEmpty { note(found, dt) }
    guard dt > 0 else { return refresh() }
    latest = sample.time
    pending.seconds += dt
    pending.turned += tilt.rate.length * dt
    // Without a compass, time passes all the same.
    if pending.seconds > 1 { pass() }
    refresh()
  }

  /// Tells anew what is known, after anything that it is made of has changed.
  @inline(__always)
  private mutating func refresh() {
    let tilted =
      parameters.delays.gyroscope == 0
      ? tilt.attitude
      : tilt.attitude * Quaternion(rotationVector: tilt.rate * parameters.delays.gyroscope)
    present.attitude = tilted.turned(by: compass.north.turn)
    guard tilt.hasTilt, compass.north.isKnown else { return }
    present.variance = compass.north.offsetVariance + strayed
  }

  private mutating func note(_ found: SampleFaults, _ dt: Double) {
    faults.formUnion(found)
    // A gyroscope at its end may turn half as fast again; over a gap anything may have happened.
    if found.contains(.saturated) {
      compass.widen(by: 0.5 * parameters.tilt.angularRateRange * dt)
    }
    if found.contains(.gap) {
      compass.widen(by: Angle.radians(90))
      // What was measured before it was measured in another frame.
      (pending.field, pending.count) = (.zero, 0)
      pending.hasGap = true
    }
  }

  private mutating func pass() {
    compass.predict(
      over: pending.seconds, turned: pending.turned, isMoving: !tilt.isAtRest)
    pending.passed += pending.seconds
    (pending.seconds, pending.turned) = (0, 0)
    // What waited to be enough is of a second ago.
    (pending.field, pending.count) = (.zero, 0)
  }

  /// One sample of the accelerometer, in m/s².
  package mutating func update(acceleration sample: VectorSample) {
    let (dt, found) = tilt.update(acceleration: sample)
    if !found.isEmpty { faults.formUnion(found) }
    if tilt.isJustLevelled { refresh() }
    pending.carrySeconds += dt
    guard pending.carrySeconds >= 0.1, tilt.hasTilt else { return }
    let up = tilt.attitude.conjugate.rotate(Vector3(x: 0, y: 0, z: 1))
    if carry.update(up: up, over: pending.carrySeconds, CarryDetector.Parameters()) {
      compass.changeCarry()
      refresh()
    }
    pending.carrySeconds = 0
  }

  /// One sample of the magnetometer, in µT; one without a calibration of the device's own asks for
  /// `Parameters.calibration`.
  package mutating func update(magneticField sample: VectorSample) {
    let measured = Vector3(sample)
    guard measured.isFinite else {
      faults.insert(.notFinite)
      return
    }
    guard measured.largest < parameters.fieldRange else {
      faults.insert(.saturated)
      return
    }
    var found: SampleFaults = []
    let dt = fieldClock.advance(to: sample.time, longest: Self.slowestField, faults: &found)
    if !found.isEmpty { faults.formUnion(found) }
    guard let dt, tilt.hasTilt else { return }
    if isPause(dt, until: sample.time) {
      faults.insert(.gap)
    } else {
      pending.fieldSeconds += dt
    }
    var now = magnetometerCorrection?.corrected(measured) ?? measured
    if parameters.delays.magnetometer != 0 {
      now = now - tilt.rate.cross(now) * parameters.delays.magnetometer
    }
    pending.field = pending.field + tilt.attitude.rotate(now)
    pending.count += 1
    guard
      max(pending.passed + pending.seconds, pending.fieldSeconds) >= parameters.compass.interval
        || !compass.north.isKnown
    else { return }
    correct()
    if parameters.calibration != nil { calibrate(sample) }
  }

  /// Seconds between samples of the magnetometer that may be its pace; what is longer is a gap.
  private static let slowestField = 10.0

  /// Whether seconds without a magnetometer are such without any sensor, and not its pace: the
  /// gyroscope was silent as long, or says that samples of it are missing.
  private func isPause(_ dt: Double, until time: Timestamp) -> Bool {
    guard dt > 1, let latest else { return false }
    let silence = time.seconds(since: latest)
    return pending.hasGap || silence > 1 && abs(silence - dt) < 1
  }

  /// Once an update of the compass is often enough for what hardly changes.
  private mutating func calibrate(_ sample: VectorSample) {
    calibration?.update(magneticField: sample)
    guard let found = calibration?.correction, found != magnetometerCorrection else { return }
    let field = Vector3(sample)
    let old = magnetometerCorrection?.corrected(field) ?? field
    let moved = (found.corrected(field) - old).length / found.strength
    magnetometerCorrection = found
    // A small change is learned like any other; after a large one what the compass has said is
    // worth little.
    if moved > 0.1 { compass.relearn(widening: min(1, moved)) }
  }

  private mutating func correct() {
    let seconds = pending.passed + pending.seconds
    if seconds < pending.fieldSeconds / 2 {
      // No gyroscope: what the device turned meanwhile is unknown, and the compass says it at once.
      faults.insert(.gyroscopeMissing)
      compass.widen(by: Angle.radians(min(180, 200 * pending.fieldSeconds)))
    }
    compass.update(
      field: pending.field * (1 / pending.count),
      over: max(pending.seconds, pending.fieldSeconds - pending.passed),
      since: max(seconds, pending.fieldSeconds), turned: pending.turned, isMoving: !tilt.isAtRest)
    pending = Pending(carrySeconds: pending.carrySeconds)
    refresh()
  }

  /// What the compass alone says, in degrees clockwise from magnetic north: of the latest field,
  /// held upright by the filter.
  package var compassDegrees: Double? {
    guard let seen = compass.latest else { return nil }
    return Angle.compass(
      Angle.degrees(tilt.attitude.facing - atan2(seen.x, seen.y)))
  }

  /// Where the device faces by the gyroscope, in radians clockwise from a direction that nothing is
  /// known of.
  var relativeFacing: Double { tilt.attitude.facing }

  /// What the gyroscope alone says, in degrees clockwise from magnetic north: begun at the first
  /// heading, its bias learned.
  package var gyroscopeDegrees: Double? {
    guard compass.north.isKnown else { return nil }
    return Angle.compass(Angle.degrees(tilt.attitude.facing - compass.north.firstOffset))
  }

  /// Strength, in µT, and dip below level, in degrees, of the latest field.
  package var field: (strength: Double, dip: Double)? {
    guard let seen = compass.latest else { return nil }
    let dip = atan2(-seen.z, hypot(seen.x, seen.y))
    return (seen.length, Angle.degrees(dip))
  }

  /// What the gyroscope may have strayed by since the compass last spoke, as a variance in rad².
  @inline(__always)
  private var strayed: Double { compass.strayed(pending.seconds, turned: pending.turned) }

  /// Whether the device lies still.
  package var isAtRest: Bool { tilt.isAtRest }

  /// Whether the magnetic field is not the one that was learned here.
  package var isDisturbed: Bool { compass.isDisturbed }

  /// Since when the heading rests on the gyroscope alone, the compass being silent or disturbed;
  /// `nil` while it isn't.
  package var deadReckonedSince: Timestamp? {
    let seconds = compass.deadReckoned + pending.seconds
    guard let latest, compass.north.isKnown, seconds > 1 else { return nil }
    return Timestamp(microseconds: latest.microseconds &- Int64(min(seconds, 1e9) * 1e6))
  }
}
