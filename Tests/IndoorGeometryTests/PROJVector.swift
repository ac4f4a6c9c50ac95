import IndoorGeometry

/// A point of a local frame as PROJ 9.1.1 has it.
struct PROJVector: Sendable {
  let origin: Coordinate
  let coordinate: Coordinate
  let east: Double
  let north: Double

  static let all: [PROJVector] = [
    PROJVector(
      origin: Coordinate(latitude: 30.2936, longitude: 120.0759),
      coordinate: Coordinate(latitude: 30.2945, longitude: 120.0771),
      east: 115.440139740, north: 99.772281480),
    PROJVector(
      origin: Coordinate(latitude: 48.8606, longitude: 2.3376),
      coordinate: Coordinate(latitude: 48.8631, longitude: 2.3301),
      east: -550.290927202, north: 278.044776805),
    PROJVector(
      origin: Coordinate(latitude: -33.8568, longitude: 151.2153),
      coordinate: Coordinate(latitude: -33.9018, longitude: 151.2453),
      east: 2774.728820148, north: -4991.814527711),
    PROJVector(
      origin: Coordinate(latitude: 0.0, longitude: 0.0),
      coordinate: Coordinate(latitude: -0.03, longitude: 0.04),
      east: 4452.779389582, north: -3317.229091528),
    PROJVector(
      origin: Coordinate(latitude: 84.9, longitude: 10.0),
      coordinate: Coordinate(latitude: 84.93, longitude: 10.35),
      east: 3454.634726770, north: 3361.063621954),
    PROJVector(
      origin: Coordinate(latitude: -84.9, longitude: -70.0),
      coordinate: Coordinate(latitude: -84.87, longitude: -70.3),
      east: -2996.068124795, north: 3342.737862985),
    PROJVector(
      origin: Coordinate(latitude: 40.0, longitude: -105.0),
      coordinate: Coordinate(latitude: 39.96, longitude: -104.95),
      east: 4272.183240707, north: -4440.172712633),
  ]
}
