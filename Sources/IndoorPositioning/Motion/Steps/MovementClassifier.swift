package import IndoorModel

import IndoorGeometry

/// How somebody moves at a moment.
package enum Movement: Hashable, Sendable {
  /// Neither steps nor height: standing, sitting, or riding something that nothing here can feel.
  case standing
  /// Steps on one level.
  case walking
  /// Steps that go up or down.
  case stairs
  /// Up or down without steps, as fast as a lift.
  case lift
  /// Up or down without steps, slowly.
  case escalator
}

/// Tells standing, walking, stairs, lifts and escalators apart, as far as the sensors that there
/// are allow.
///
/// Steps come from the accelerometer and height from the barometer. Without a barometer a lift is
/// still felt as it sets off, and is over when it stops; an escalator is then standing, and stairs
/// are walking.
package struct MovementClassifier: Sendable {
  /// What may be tuned.
  package struct Parameters: Hashable, Sendable {
    /// How long after a step somebody still walks, in seconds.
    package var stepMemory = 1.5
    /// The least vertical speed, in m/s, that is no weather.
    package var slowest = 0.15
    /// The vertical speed, in m/s, from which it is a lift: escalators rise at 0.25 to 0.4 (EN 115:
    /// up to 0.75 along 30°).
    package var lift = 0.55
    /// The speed change, in m/s, that a lift is felt by.
    package var start = 0.45
    /// Time constant with which that speed is forgotten, in seconds: an accelerometer's bias would
    /// grow into one.
    package var forgetting = 6.0
    /// The longest ride that is believed without a barometer, in seconds.
    package var longestRide = 90.0

    /// The defaults.
    package init() {}
  }

  /// What may be tuned.
  package let parameters: Parameters
  private var steps = StepDetector()
  private var floors = LevelChangeDetector()
  private var clock = SensorClock()
  private var lastStep: Timestamp?
  private var lastPressure: Timestamp?
  private var now: Timestamp?
  private var gravity = 0.0
  private var speed = 0.0
  private var fastest = 0.0
  private var rideBegan: Timestamp?
  private var rideEnded: Timestamp?
  private var rideSign = 0.0

  /// Makes a classifier that has seen nothing yet.
  package init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// One sample of the accelerometer, in m/s². Returns the step that it completes.
  @discardableResult
  package mutating func update(acceleration sample: VectorSample) -> Step? {
    let size = Vector3(sample).length
    var faults: SampleFaults = []
    guard size.isFinite, size < 1e4,
      let dt = clock.advance(to: sample.time, longest: 0.5, faults: &faults)
    else { return nil }
    now = sample.time
    let step = steps.update(acceleration: sample)
    // One alone may be the push of a lift that sets off.
    if let step, step.duration < steps.parameters.longestStep { lastStep = step.time }
    if dt == 0 || isStepping {
      // Steps shake a speed off; gravity is learned anew from what follows them.
      if dt == 0 || gravity == 0 { gravity = size }
      (speed, rideBegan) = (0, nil)
    } else {
      feel(size, dt, at: sample.time)
    }
    return step
  }

  /// One sample of the barometer, in hPa. Returns the change of level that it ends.
  @discardableResult
  package mutating func update(pressure: Double, at time: Timestamp) -> Climb? {
    guard pressure.isFinite else { return nil }
    lastPressure = time
    if now.map({ time > $0 }) ?? true { now = time }
    let change = floors.update(pressure: pressure, at: time)
    fastest =
      floors.isMoving || abs(floors.rate) > parameters.slowest
      ? max(fastest, abs(floors.rate)) : 0
    return change
  }

  private mutating func feel(_ size: Double, _ dt: Double, at time: Timestamp) {
    let excess = size - gravity
    if abs(excess) < 0.15 { gravity += excess * (dt / (10 + dt)) }
    speed += excess * dt
    speed -= speed * (dt / (parameters.forgetting + dt))
    guard abs(speed) > parameters.start else { return }
    if let began = rideBegan {
      // The opposite push ends it.
      if speed * rideSign < 0 || time.seconds(since: began) > parameters.longestRide {
        (rideBegan, speed) = (nil, 0)
        rideEnded = time
      }
    } else if rideEnded.map({ time.seconds(since: $0) > 3 }) ?? true {
      // What is left of the push that ends a ride begins none.
      rideBegan = time
      rideSign = speed
      speed = 0
    }
  }

  private var isStepping: Bool {
    guard let now, let lastStep else { return false }
    return now.seconds(since: lastStep) < parameters.stepMemory
  }

  private var hasBarometer: Bool {
    guard let now, let lastPressure else { return false }
    return now.seconds(since: lastPressure) < 3
  }

  /// How somebody moves now; `nil` before there was a sample.
  package var movement: Movement? {
    guard now != nil else { return nil }
    guard hasBarometer else {
      return isStepping ? .walking : rideBegan != nil ? .lift : .standing
    }
    let isVertical = abs(floors.rate) > parameters.slowest && abs(floors.climbed) > 0.6
    switch (isStepping, isVertical) {
    case (true, false): return .walking
    case (true, true): return fastest > parameters.lift ? .lift : .stairs
    case (false, false): return .standing
    case (false, true): return fastest > parameters.lift ? .lift : .escalator
    }
  }
}
