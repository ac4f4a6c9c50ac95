#if canImport(CoreLocation)
  public import CoreLocation
  import Foundation

  extension Position {
    /// The position as CoreLocation has it. The clock has to count from the Unix epoch. What is
    /// unknown is negative there; the level stays behind, as a `CLLocation`'s floor can't be set.
    public var location: CLLocation {
      let values = LocationValues(self)
      return CLLocation(
        coordinate: CLLocationCoordinate2D(
          latitude: coordinate.latitude, longitude: coordinate.longitude),
        altitude: 0, horizontalAccuracy: values.horizontalAccuracy, verticalAccuracy: -1,
        course: values.course, courseAccuracy: values.courseAccuracy, speed: values.speed,
        speedAccuracy: -1, timestamp: Date(timeIntervalSince1970: values.secondsSince1970))
    }
  }
#endif
