package import IndoorGeometry
import IndoorLibc

/// Where a venue lies: boxes around each of its levels' outlines, its units and its openings.
///
/// The origin of local metres says it only as long as the venue's first source had no place wrong
/// and nothing was moved since.
package struct VenueGround: Sendable {
  /// Metres that two files of one place, or a venue and what belongs to it, lie apart at most: no
  /// venue is wider.
  package static let farthest = 20_000.0

  private let boxes: [GeographicBounds]
  /// Around all that is drawn.
  package private(set) var bounds = GeographicBounds()

  /// Looks where a venue lies.
  package init(_ venue: Venue) {
    let shapes =
      venue.levels.map(\.outline) + venue.units.map(\.geometry)
      + venue.openings.map { [Polygon(exterior: $0.line)] }
    let all = shapes.compactMap { polygons -> GeographicBounds? in
      let places = polygons.flatMap(\.exterior)
      return places.isEmpty ? nil : GeographicBounds(around: places)
    }
    // One with a corner that lies wrong is near everything.
    let some = all.filter { $0.extent <= Self.farthest }
    boxes = some.isEmpty ? all : some
    for place in shapes.joined().flatMap(\.exterior) { bounds.extend(to: place) }
  }

  /// Where most of it is: the median of the boxes' middles; `nil` where nothing is drawn.
  package var middle: Coordinate? {
    let middles = boxes.compactMap(\.centre)
    guard let first = middles.first else { return nil }
    let near = middles.map { $0.unbroken(near: first.longitude) }
    let longitude = near.map(\.longitude).sorted()[near.count / 2]
    return Coordinate(
      latitude: near.map(\.latitude).sorted()[near.count / 2],
      longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude)
  }

  /// Of all that the venue holds the place nearest to another one; `nil` where nothing is drawn.
  package func nearest(to place: Coordinate) -> Coordinate? {
    var best: (place: Coordinate, metres: Double)?
    for box in boxes {
      guard let near = box.nearest(to: place) else { continue }
      let metres = Self.metres(from: place, to: near)
      if metres < best?.metres ?? .infinity { best = (near, metres) }
      if metres == 0 { break }
    }
    return best?.place
  }

  /// Metres that an origin of local metres lies outside of the box around all that is drawn; 0
  /// within it, and where nothing is.
  package func metres(toOrigin origin: Coordinate) -> Double {
    bounds.nearest(to: origin).map { Self.metres(from: origin, to: $0) } ?? 0
  }

  /// Metres between two places on the sphere of the mean radius: 0.6% off at most.
  package static func metres(from one: Coordinate, to other: Coordinate) -> Double {
    let north = sin(Angle.radians(other.latitude - one.latitude) / 2)
    let east = sin(Angle.radians(other.longitude - one.longitude) / 2)
    let share =
      north * north
      + cos(Angle.radians(one.latitude)) * cos(Angle.radians(other.latitude)) * east * east
    return 2 * radius * asin(min(1, share.squareRoot()))
  }

  private static let radius = 6_371_008.8
}
