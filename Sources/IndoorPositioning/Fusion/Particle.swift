/// One guess at where the device is, and at what its heading and steps are off by.
struct Particle: Sendable {
  /// Metres east.
  var x: Float
  /// Metres north.
  var y: Float
  /// Course less the heading that motion gives, in radians clockwise.
  var offset: Float
  /// True step length over the one that motion gives.
  var scale: Float
  /// Weight; all sum to 1 after each scan.
  var weight: Float
  /// Index of the level.
  var level: Int32
}
