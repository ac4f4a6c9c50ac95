/// The magnetic field as it is around here, learned, and how far a measured one is from it.
///
/// Only the field's horizontal size and its downward part can be compared, as both need no
/// direction of north: the norm and the dip. What a magnet or steel adds to them shows how much it
/// may have added across, which can't be seen and turns the compass.
struct LocalField: Sendable {
  struct Parameters: Hashable, Sendable {
    /// A field further from the learned one than this part of its size is disturbed, and nothing is
    /// learned from it.
    var gate = 0.1
    /// Time constant of learning, in seconds.
    var time = 20.0
    /// How long, in seconds, another field must stay while the device turns, to become the learned
    /// one.
    var reacquisition = 20.0
    /// How fast, in rad/s, the device must turn for that: what lies still beside a magnet learns
    /// nothing.
    var turning = 0.35
  }

  private(set) var horizontal = 0.0
  private(set) var down = 0.0
  private var age = 0.0
  private var candidate = (horizontal: 0.0, down: 0.0)
  private var candidateAge = 0.0

  var size: Double { Self.size(horizontal, down) }

  /// The length of a vector of two components; unlike `hypot` it needs no care for overflow, and is
  /// quick.
  private static func size(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() }

  /// Distance in µT of a field from the learned one, which takes it in where it is near.
  mutating func anomaly(
    horizontal h: Double, down d: Double, over dt: Double, turning rate: Double, _ p: Parameters
  ) -> Double {
    guard age > 0 else {
      (horizontal, down) = (h, d)
      candidate = (h, d)
      age = max(dt, 1e-3)
      return 0
    }
    let distance = Self.size(h - horizontal, d - down)
    if distance < p.gate * size {
      age = min(age + dt, p.time)
      horizontal += (h - horizontal) * dt / (age + dt)
      down += (d - down) * dt / (age + dt)
    }
    reacquire(h, d, dt, rate, p)
    return distance
  }

  private mutating func reacquire(
    _ h: Double, _ d: Double, _ dt: Double, _ rate: Double, _ p: Parameters
  ) {
    let stray = Self.size(h - candidate.horizontal, d - candidate.down)
    guard stray < p.gate * Self.size(candidate.horizontal, candidate.down) else {
      candidate = (h, d)
      candidateAge = 0
      return
    }
    let gain = dt / (2 + dt)
    candidate.horizontal += (h - candidate.horizontal) * gain
    candidate.down += (d - candidate.down) * gain
    if rate > p.turning { candidateAge += dt }
    guard candidateAge >= p.reacquisition else { return }
    (horizontal, down) = candidate
    candidateAge = 0
  }
}
