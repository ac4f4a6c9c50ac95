import IndoorModel

/// A position in the numbers of CoreLocation's `CLLocation`, where what is unknown is negative.
package struct LocationValues: Hashable {
  /// Metres.
  package let horizontalAccuracy: Double
  /// Degrees clockwise from true north.
  package let course: Double
  /// Degrees.
  package let courseAccuracy: Double
  /// Metres a second.
  package let speed: Double
  /// Seconds since the Unix epoch, where the observations' clock counts from there.
  package let secondsSince1970: Double

  package init(_ position: Position) {
    horizontalAccuracy = position.horizontalAccuracy ?? -1
    course = position.course?.degrees ?? -1
    courseAccuracy = position.course?.accuracy ?? -1
    speed = position.speed ?? -1
    secondsSince1970 = position.time.seconds(since: Timestamp(microseconds: 0))
  }
}
