import IndoorGeometry
import Testing

struct LocalFrameTests {
  /// Metres: what the series may differ from PROJ 9.1.1.
  static let tolerance = 1e-6

  /// What `cs2cs` of PROJ 9.1.1 gives for `+proj=tmerc +lat_0=… +lon_0=… +k=1 +ellps=WGS84`, to 0.1
  /// µm.
  @Test(arguments: PROJVector.all)
  func `local metres agree with PROJ to a micrometre`(vector: PROJVector) {
    let frame = LocalFrame(origin: vector.origin)
    let point = frame.local(from: vector.coordinate)
    #expect(abs(point.x - vector.east) < Self.tolerance)
    #expect(abs(point.y - vector.north) < Self.tolerance)
    let back = frame.coordinate(from: LocalPoint(x: vector.east, y: vector.north))
    #expect(abs(back.latitude - vector.coordinate.latitude) < 1e-11)
    #expect(abs(back.longitude - vector.coordinate.longitude) < 1e-10)
  }

  @Test func `the frame holds across the antimeridian`() {
    let frame = LocalFrame(origin: Coordinate(latitude: -16.5, longitude: 179.999))
    let east = frame.local(from: Coordinate(latitude: -16.5, longitude: -179.999))
    #expect(east.x > 200 && east.x < 220)
    #expect(abs(frame.coordinate(from: east).longitude + 179.999) < 1e-10)
  }
}
