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

  /// The box's extent on the ground, in metres.
  package var ground: (width: Double, height: Double) {
    let local = LocalFrame(origin: southWest).local(from: northEast)
    return (local.x, local.y)
  }

  /// How many times larger or smaller than the box the stated extent is, along the side where it is
  /// most: places go along with it. The competition's floors fit to 0.4%.
  package var misfit: Double {
    let ratios = [width / ground.width, height / ground.height]
    return ratios.map { max($0, 1 / $0) }.max() ?? 1
  }

  /// Whether width and height fit the box as well as they do in the competition's floors, to 2%,
  /// when they are exchanged, and don't as they are.
  var isTurned: Bool {
    let stretch = width / height * (ground.height / ground.width)
    let turned = height / width * (ground.height / ground.width)
    return abs(turned - 1) < 0.02 && abs(stretch - 1) > 0.05
  }

  /// The coordinate of a place in the floor's metres.
  public func coordinate(x: Double, y: Double) -> Coordinate {
    Coordinate(
      latitude: southWest.latitude + y / height * (northEast.latitude - southWest.latitude),
      longitude: southWest.longitude + x / width * (northEast.longitude - southWest.longitude))
  }
}
