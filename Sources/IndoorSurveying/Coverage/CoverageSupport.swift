public import IndoorGeometry
public import IndoorModel

/// How many reference points of a map cover a place, for those who measure what that is worth.
@_spi(Measuring) public struct CoverageSupport: Sendable {
  private let places: PlaceIndex

  /// Looks through a map.
  public init(_ map: RadioMap) {
    places = PlaceIndex(map)
  }

  /// Reference points that count within `CoverageGrid.reach` metres of a place.
  public func count(around place: LocalPoint, onLevel level: LevelKey) -> Int {
    places.support(of: place, onLevel: level)
  }
}
