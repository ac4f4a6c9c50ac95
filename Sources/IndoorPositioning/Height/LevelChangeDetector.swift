import IndoorLibc
package import IndoorModel

import IndoorGeometry

/// A way up or down that is over.
package struct Climb: Hashable, Sendable {
  /// When it began, to a second or two.
  package var begin: Timestamp
  /// When it was over and known to be.
  package var end: Timestamp
  /// Metres upwards; negative downwards.
  package var height: Double

  /// How many levels that is, each so many metres high; 0 where it is less than half of one.
  package func levels(ofHeight levelHeight: Double) -> Int {
    guard levelHeight > 0.5, height.isFinite else { return 0 }
    return Int(max(-1000, min(1000, (height / levelHeight).rounded())))
  }
}

/// Finds changes of level in air pressure, which tells heights within a building to decimetres, but
/// not which level it is.
///
/// What else moves pressure is told apart by how it does: weather drifts, slower than the slowest
/// escalator, and the level follows it; a door or a fan jumps, faster than any lift, and the level
/// jumps with it, or it is over before the air is calm again.
package struct LevelChangeDetector: Sendable {
  /// What may be tuned.
  package struct Parameters: Hashable, Sendable {
    /// Time constant of the low-pass (two poles), in seconds.
    package var smoothing = 0.6
    /// Time constant of the low-pass of `rise`, in seconds: less is sooner and noisier.
    package var lightSmoothing = 0.3
    /// Slower than this, in m/s, is weather, faster somebody who goes up or down.
    package var slowest = 0.12
    /// Faster than this, in m/s, is a door and no lift.
    package var fastest = 4.0
    /// How long, in seconds, the air must be calm after a change.
    package var calm = 2.5
    /// The smallest height, in metres, that is a change of level.
    package var minimum = 2.0
    /// Time constant with which the level follows the weather, in seconds.
    package var weatherTime = 30.0
    /// The longest time between samples, in seconds, over which a height means something.
    package var longestGap = 60.0

    /// The defaults.
    package init() {}
  }

  private struct State: Sendable {
    var last: Timestamp?
    var poles = (0.0, 0.0)
    /// The height some tenths of a second ago, to tell the rate from.
    var trail = 0.0
    /// The height as `rise` has it.
    var light = 0.0
    var level = 0.0
    var calmSeconds = 0.0
    var begin: Timestamp?
    /// The latest height that followed from the one before it.
    var newest = 0.0
    /// Seconds since heights jumped away from it.
    var jump = 0.0
  }

  /// What may be tuned.
  package let parameters: Parameters
  private var state = State()

  /// How fast it goes up, in m/s.
  package private(set) var rate = 0.0
  /// Metres above the level it last stood on.
  package private(set) var climbed = 0.0
  /// Metres that it went up by the latest sample; what a door did is none. Some tenths of a second
  /// behind.
  package private(set) var rise = 0.0

  /// Makes a detector that has seen nothing yet.
  package init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Whether it goes up or down at this moment.
  package var isMoving: Bool {
    state.begin != nil && state.calmSeconds < 0.5 && abs(climbed) > 0.6
  }

  /// Whether it has gone neither up nor down for some seconds.
  package var isCalm: Bool { state.calmSeconds >= parameters.calm }

  /// One sample of the barometer, in hPa. Returns the change of level that it ends.
  package mutating func update(pressure: Double, at time: Timestamp) -> Climb? {
    rise = 0
    // From the highest airfield to the deepest mine.
    guard pressure.isFinite, pressure > 400, pressure < 1200 else { return nil }
    let height = Self.height(of: pressure)
    guard let last = state.last else { return restart(height, time) }
    let dt = time.seconds(since: last)
    guard dt > 0 else { return dt < -1 ? restart(height, time) : nil }
    guard dt <= parameters.longestGap else { return restart(height, time) }
    state.last = time
    follow(height, dt)
    return judge(time, dt)
  }

  /// Metres above the sea of a pressure in hPa in the standard atmosphere (ISO 2533): T₀/L (1 −
  /// (p/p₀)^0.190263).
  private static func height(of pressure: Double) -> Double {
    44330.77 * (1 - pow(pressure / 1013.25, 0.190263))
  }

  private mutating func restart(_ height: Double, _ time: Timestamp) -> Climb? {
    state = State()
    state.last = time
    state.poles = (height, height)
    (state.trail, state.level, state.newest, state.light) = (height, height, height, height)
    (rate, climbed) = (0, 0)
    return nil
  }

  private mutating func follow(_ height: Double, _ dt: Double) {
    // A jump that no lift makes is waited for, and if it stays, taken out of all that is compared
    // with it.
    let jump = height - state.newest
    if abs(jump) > 1.2 + parameters.fastest * dt {
      state.jump += dt
      if state.jump < 1 { return }
      shift(by: jump)
    }
    state.jump = 0
    state.newest = height
    let gain = dt / (parameters.smoothing + dt)
    let before = state.light
    state.light += (height - state.light) * (dt / (parameters.lightSmoothing + dt))
    rise = state.light - before
    state.poles.0 += (height - state.poles.0) * gain
    state.poles.1 += (state.poles.0 - state.poles.1) * gain
    let trailed = state.trail
    state.trail += (state.poles.1 - state.trail) * (dt / (1 + dt))
    rate = (state.trail - trailed) / dt
  }

  private mutating func shift(by jump: Double) {
    state.poles.0 += jump
    state.poles.1 += jump
    state.trail += jump
    state.light += jump
    state.level += jump
  }

  private mutating func judge(_ time: Timestamp, _ dt: Double) -> Climb? {
    climbed = state.poles.1 - state.level
    if abs(rate) > parameters.slowest {
      if state.begin == nil { state.begin = time }
      state.calmSeconds = 0
      return nil
    }
    state.calmSeconds += dt
    guard state.calmSeconds >= parameters.calm else { return nil }
    defer { state.begin = nil }
    if abs(climbed) >= parameters.minimum, let begin = state.begin {
      let change = Climb(begin: begin, end: time, height: climbed)
      state.level = state.poles.1
      climbed = 0
      return change
    }
    state.level += (state.poles.1 - state.level) * (dt / (parameters.weatherTime + dt))
    return nil
  }
}
