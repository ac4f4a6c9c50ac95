import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

/// What `CLLocation` is given: Apple's documentation calls negative accuracies, courses and speeds
/// invalid.
struct LocationValuesTests {
  private var position: Position {
    Position(
      time: Timestamp(microseconds: 1_767_225_600_250_000), place: LocalPoint(x: 0, y: 0),
      coordinate: Coordinate(latitude: 0, longitude: 0), level: LevelKey(ordinal: 0),
      levelConfidence: 1, horizontalAccuracy: nil, heading: Heading(degrees: 10, accuracy: 5),
      sources: [])
  }

  @Test func `what is unknown is negative, and where a device faces is no course`() {
    let values = LocationValues(position)
    #expect(values.horizontalAccuracy < 0 && values.course < 0 && values.courseAccuracy < 0)
    #expect(values.speed < 0)
    // 2026-01-01 00:00:00.25 UTC.
    #expect(values.secondsSince1970 == 1_767_225_600.25)
  }

  @Test func `what is known is as it is`() {
    var position = position
    position.horizontalAccuracy = 3.5
    position.course = Heading(degrees: 271, accuracy: 12)
    position.speed = 1.25
    let values = LocationValues(position)
    #expect(values.horizontalAccuracy == 3.5 && values.course == 271)
    #expect(values.courseAccuracy == 12 && values.speed == 1.25)
  }
}
