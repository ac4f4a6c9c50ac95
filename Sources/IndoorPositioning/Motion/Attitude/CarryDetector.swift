/// Tells when the device is carried anew: taken from the hand to the ear, put into a pocket.
///
/// Up, seen from the device, then comes to lie elsewhere within a second or two and stays there;
/// while somebody walks on with it as it was, or turns, it doesn't.
struct CarryDetector: Sendable {
  struct Parameters: Hashable, Sendable {
    /// How far up must have moved in the device's frame, as an angle's cosine: 35°.
    var cosine = 0.82
    /// Time constant of what is new, in seconds: an arm's swing is over by then.
    var fast = 0.7
    /// Time constant of what was, in seconds.
    var slow = 3.0
  }

  private var new = Vector3.zero
  private var old = Vector3.zero
  private var isChanging = false

  /// Up in the device's frame, as a unit vector, after some seconds. Whether the carry changed just
  /// now.
  mutating func update(up: Vector3, over dt: Double, _ p: Parameters) -> Bool {
    guard old.squaredLength > 0 else {
      (new, old) = (up, up)
      return false
    }
    new = new + (up - new) * (dt / (p.fast + dt))
    old = old + (new - old) * (dt / (p.slow + dt))
    let lengths = (new.squaredLength * old.squaredLength).squareRoot()
    guard lengths > 1e-6 else { return false }
    let cosine = (new.x * old.x + new.y * old.y + new.z * old.z) / lengths
    let was = isChanging
    // Half the angle again before another change counts.
    isChanging = was ? cosine < 1 - (1 - p.cosine) / 4 : cosine < p.cosine
    return isChanging && !was
  }
}
