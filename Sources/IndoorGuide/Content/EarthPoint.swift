package import IndoorGeometry
import IndoorLibc

/// A place on the ellipsoid as metres from the Earth's middle, for distances in a few operations.
struct EarthPoint: Sendable {
  let x, y, z: Double

  init(x: Double, y: Double, z: Double) { (self.x, self.y, self.z) = (x, y, z) }

  init(_ place: Coordinate) {
    let (latitude, longitude) = (Angle.radians(place.latitude), Angle.radians(place.longitude))
    let radius = Ellipsoid.primeVerticalRadius(latitude: place.latitude)
    x = radius * cos(latitude) * cos(longitude)
    y = radius * cos(latitude) * sin(longitude)
    z = radius * (1 - Ellipsoid.eccentricitySquared) * sin(latitude)
  }

  /// Metres along the ellipsoid: the chord, bent as on a sphere of the mean radius. Of the geodesic
  /// it is off by less than a millimetre within 50 km, and 0.3% anywhere.
  func metres(to other: EarthPoint) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    let square = dx * dx + dy * dy + dz * dz
    let chord = square.squareRoot()
    // To a nanometre within a kilometre, where nearly all is.
    if square < 1e10 { return chord * (1 + square * Self.bend) }
    return 2 * Self.radius * asin(min(1, chord / (2 * Self.radius)))
  }

  /// Mean radius, in metres.
  private static let radius = 6_371_008.8
  private static let bend = 1 / (24 * radius * radius)
}

extension Guide {
  /// Metres along the ellipsoid between two places.
  package static func metres(from first: Coordinate, to second: Coordinate) -> Double {
    EarthPoint(first).metres(to: EarthPoint(second))
  }
}
