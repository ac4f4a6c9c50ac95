public import IndoorGeometry

/// A floor's own metres: east and north of the south-west corner of its outline's bounding box.
///
/// x runs along the longitude and y along the latitude, each in the scale that the floor's stated
/// width and height give; these are not exactly ground metres.
public struct CompetitionFloorFrame: Hashable, Sendable {
  /// The outline's bounding box: south-west and north-east corner.
  public let southWest: Coordinate, northEast: Coordinate
  /// Stated extent along the longitude, in the floor's metres.
  public let width: Double
  /// Stated extent along the latitude, in the floor's metres.
  public let height: Double

  /// Makes the frame, or `nil` where the box or the extent is empty or not finite.
  public init?(southWest: Coordinate, northEast: Coordinate, width: Double, height: Double) {
    guard southWest.isValid, northEast.isValid, southWest.latitude < northEast.latitude,
      southWest.longitude < northEast.longitude, width > 0, height > 0, width.isFinite,
      height.isFinite
    else { return nil }
    self.southWest = southWest
    self.northEast = northEast
    self.width = width
    self.height = height
  }

  /// Whether width and height fit the box as well as they do in the competition's floors, to 2%,
  /// when they are exchanged, and don't as they are.
  var isTurned: Bool {
    let local = LocalFrame(origin: southWest).local(from: northEast)
    let stretch = width / height * (local.y / local.x)
    let turned = height / width * (local.y / local.x)
    return abs(turned - 1) < 0.02 && abs(stretch - 1) > 0.05
  }

  /// The coordinate of a place in the floor's metres.
  public func coordinate(x: Double, y: Double) -> Coordinate {
    Coordinate(
      latitude: southWest.latitude + y / height * (northEast.latitude - southWest.latitude),
      longitude: southWest.longitude + x / width * (northEast.longitude - southWest.longitude))
  }
}
