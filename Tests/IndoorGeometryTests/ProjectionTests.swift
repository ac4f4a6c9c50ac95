import IndoorGeometry
import Testing

struct ProjectionTests {
  /// IOGP Geomatics Guidance Note 7-2, the worked example of method 1024 (Popular Visualisation
  /// Pseudo Mercator).
  @Test func `web mercator agrees with the guidance note to a centimetre`() {
    let coordinate = Coordinate(
      latitude: 24 + 22.0 / 60 + 54.433 / 3600, longitude: -(100 + 20.0 / 60))
    let point = WebMercator.point(from: coordinate)
    #expect(abs(point.x - -11_169_055.58) < 0.01)
    #expect(abs(point.y - 2_800_000.00) < 0.01)
    let back = WebMercator.coordinate(from: point)
    #expect(abs(back.latitude - coordinate.latitude) < 1e-12)
    #expect(abs(back.longitude - coordinate.longitude) < 1e-12)
  }

  /// NGA.STND.0036: the semi-minor axis is 6,356,752.3142 m, the polar radius of curvature
  /// 6,399,593.6258 m.
  @Test func `radii of curvature are the standard's at equator and pole`() {
    let a = 6_378_137.0
    let b = 6_356_752.3142
    #expect(abs(Ellipsoid.meridionalRadius(latitude: 0) - b * b / a) < 1e-3)
    #expect(abs(Ellipsoid.primeVerticalRadius(latitude: 0) - a) < 1e-9)
    #expect(abs(Ellipsoid.meridionalRadius(latitude: 90) - 6_399_593.6258) < 1e-3)
    #expect(abs(Ellipsoid.primeVerticalRadius(latitude: 90) - 6_399_593.6258) < 1e-3)
  }
}
