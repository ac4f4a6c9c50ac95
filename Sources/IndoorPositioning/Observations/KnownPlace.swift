public import IndoorGeometry
public import IndoorModel

/// A place that a device is known to have been at, whoever knows it: a QR code or an NFC tag that
/// was read, a door that opened, a tap on the map, a satellite fix.
///
///     let position = positioner.update(.fix(KnownPlace(code.coordinate, radius: 2, time: now)))
public struct KnownPlace: Hashable, Sendable {
  /// When.
  public var time: Timestamp
  /// Where, in WGS 84.
  public var coordinate: Coordinate
  /// Radius, in metres, that holds 68% of such places' errors.
  public var radius: Double
  /// On which level; `nil` where that isn't known.
  public var level: LevelKey?

  /// Makes a known place.
  public init(
    _ coordinate: Coordinate, radius: Double, level: LevelKey? = nil, time: Timestamp
  ) {
    self.time = time
    self.coordinate = coordinate
    self.radius = radius
    self.level = level
  }
}
