import IndoorLibc

/// The smallest box of latitudes and longitudes around places, across the antimeridian where that
/// is shorter.
package struct GeographicBounds: Sendable {
  private var south = Double.infinity
  private var north = -Double.infinity
  /// From -180 to 180.
  private var west = Double.infinity
  private var east = -Double.infinity
  /// From 0 to 360.
  private var turnedWest = Double.infinity
  private var turnedEast = -Double.infinity

  /// Around nothing yet.
  package init() {}

  /// Around places.
  package init(around places: some Sequence<Coordinate>) {
    for place in places { extend(to: place) }
  }

  /// Widens it to reach a place.
  package mutating func extend(to coordinate: Coordinate) {
    let turned = coordinate.longitude < 0 ? coordinate.longitude + 360 : coordinate.longitude
    south = min(south, coordinate.latitude)
    north = max(north, coordinate.latitude)
    west = min(west, coordinate.longitude)
    east = max(east, coordinate.longitude)
    turnedWest = min(turnedWest, turned)
    turnedEast = max(turnedEast, turned)
  }

  private var crossesAntimeridian: Bool { turnedEast - turnedWest < east - west }

  /// The box's middle, or `nil` where it holds nothing.
  package var centre: Coordinate? {
    guard south <= north else { return nil }
    let middle = crossesAntimeridian ? (turnedWest + turnedEast) / 2 : (west + east) / 2
    return Coordinate(
      latitude: (south + north) / 2, longitude: middle > 180 ? middle - 360 : middle)
  }

  /// The longer side, in metres along the meridian and along the middle parallel.
  package var extent: Double {
    guard let centre else { return 0 }
    let width = crossesAntimeridian ? turnedEast - turnedWest : east - west
    let radians = Double.pi / 180
    return max(
      (north - south) * radians * Ellipsoid.meridionalRadius(latitude: centre.latitude),
      width * radians * Ellipsoid.primeVerticalRadius(latitude: centre.latitude)
        * cos(centre.latitude * radians))
  }
  /// The place in it that is nearest to another one, by latitude and longitude; `nil` where it
  /// holds nothing.
  package func nearest(to place: Coordinate) -> Coordinate? {
    guard south <= north else { return nil }
    // On the side of the Earth on which the box is.
    let west = crossesAntimeridian ? turnedWest : west
    let east = crossesAntimeridian ? turnedEast : east
    let longitude = place.unbroken(near: (west + east) / 2).longitude
    let clamped = min(max(longitude, west), east)
    return Coordinate(
      latitude: min(max(place.latitude, south), north),
      longitude: clamped > 180 ? clamped - 360 : clamped)
  }
}
