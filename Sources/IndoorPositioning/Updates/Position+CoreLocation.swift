#if canImport(CoreLocation)
  public import CoreLocation
  import Foundation

  extension Position {
    /// The position as CoreLocation has it. The clock has to count from the Unix epoch. What is unknown is negative there;
    /// the level stays behind, as a `CLLocation`'s floor can't be set.
    public var location: CLLocation {
      CLLocation(
        coordinate: CLLocationCoordinate2D(
          latitude: coordinate.latitude, longitude: coordinate.longitude),
        altitude: 0, horizontalAccuracy: horizontalAccuracy ?? -1, verticalAccuracy: -1,
        course: course?.degrees ?? -1, courseAccuracy: course?.accuracy ?? -1, speed: speed ?? -1,
        speedAccuracy: -1, timestamp: Date(timeIntervalSince1970: Double(time.microseconds) * 1e-6))
    }
  }
#endif
