public import IndoorGeometry
public import IndoorModel

/// A place that a device is known to have been at, whoever knows it: a QR code or an NFC tag that
/// was read, a door that opened, a tap on the map, a satellite fix.
///
///     let position = positioner.update(.fix(KnownPlace(code.coordinate, radius: 2, time: now)))
///     let outdoors = positioner.update(
///       .fix(KnownPlace(gps.coordinate, radius: 5, time: now, by: .satellites)))
public struct KnownPlace: Hashable, Sendable {
  /// When.
  public var time: Timestamp
  /// Where, in WGS 84.
  public var coordinate: Coordinate
  /// Radius, in metres, that holds 68% of such places' errors.
  public var radius: Double
  /// On which level; `nil` where that isn't known.
  public var level: LevelKey?
  /// Who knows it.
  public var source: Source

  /// Who knows a place.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// Somebody or something at the place: its radius is to be believed.
    case marker
    /// A satellite receiver: its radius is to be believed outdoors, while in a building it may be
    /// off by much more. It leads from the street to the entrances and back, and never says on
    /// which level somebody is.
    case satellites
  }

  /// Makes a known place.
  public init(
    _ coordinate: Coordinate, radius: Double, level: LevelKey? = nil, time: Timestamp,
    by source: Source = .marker
  ) {
    self.time = time
    self.coordinate = coordinate
    self.radius = radius
    self.level = level
    self.source = source
  }
}
