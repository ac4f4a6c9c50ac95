import IndoorAlignment
import IndoorGeometry
import IndoorModel
import Testing

struct MapKitConventionTests {
  private func align(_ anchors: [Anchor]) throws -> PlanAlignment {
    var aligner = PlanAligner(page: PlanAlignerTests.page, frame: PlanAlignerTests.frame)
    aligner.convention = .mapkit
    return try aligner.align(anchors)
  }

  /// Two anchors due north of each other: their Mercator distance is the geodesic one over cos φ, on a sphere. MapKit
  /// divides by M(φ)/a instead of by nothing, so along the meridian it is right, where the sphere is 0.3% off.
  @Test func `along the meridian MapKit's scale reproduces the anchors`() throws {
    let (south, north) = (
      Coordinate(latitude: 48.860, longitude: 2.3376),
      Coordinate(latitude: 48.862, longitude: 2.3376)
    )
    let alignment = try align([
      Anchor(page: PagePoint(x: 1000, y: 0), coordinate: south),
      Anchor(page: PagePoint(x: 1000, y: 1000), coordinate: north),
    ])
    for (y, place) in [(0.0, south), (1000, north)] {
      let shown = alignment.coordinate(of: PagePoint(x: 1000, y: y))
      let miss = PlanAlignerTests.frame.local(from: shown)
        .distance(to: PlanAlignerTests.frame.local(from: place))
      #expect(miss < 0.001)
    }
  }

  /// East to west the ground's metres are N(φ) cos φ a radian and MapKit takes M(φ) cos φ: at 48.86° it overshoots by
  /// N/M - 1 = 0.29%, half of it at either end.
  @Test func `along the parallel MapKit overshoots by the ratio of the radii of curvature`() throws
  {
    let (west, east) = (
      Coordinate(latitude: 48.8606, longitude: 2.33), Coordinate(latitude: 48.8606, longitude: 2.34)
    )
    let alignment = try align([
      Anchor(page: PagePoint(x: 0, y: 500), coordinate: west),
      Anchor(page: PagePoint(x: 2000, y: 500), coordinate: east),
    ])
    let ratio =
      Ellipsoid.primeVerticalRadius(latitude: 48.8606)
      / Ellipsoid.meridionalRadius(latitude: 48.8606)
    let shown = alignment.coordinate(of: PagePoint(x: 2000, y: 500))
    #expect(abs((shown.longitude - 2.335) / 0.005 - ratio) < 1e-7)
    #expect(ratio > 1.0028 && ratio < 1.0030)
    #expect(alignment.warnings.map(\.code).contains(.conventionOffset))
    #expect(abs(alignment.rotationDegrees) < 1e-9)
  }

  @Test func `pageToMapPoint is exact in MapKit's convention`() throws {
    let alignment = try align([
      PlanAlignerTests.anchor(100, 100), PlanAlignerTests.anchor(1900, 900),
    ])
    let p: LocalPoint = alignment.pageToMapPoint.apply(PagePoint(x: 0, y: 1000))
    let place = alignment.coordinate(of: PagePoint(x: 0, y: 1000))
    #expect(abs((place.longitude + 180) / 360 * 268_435_456 - p.x) < 1e-6)
    let m = alignment.pageToMapPoint
    #expect(abs(m.a + m.d) < 1e-12 && abs(m.b - m.c) < 1e-12)
  }

  @Test func `MapKit's convention takes two anchors`() {
    #expect(throws: AlignmentError.self) {
      try align(
        [(100.0, 100.0), (1900, 900), (1900, 100)].map { PlanAlignerTests.anchor($0.0, $0.1) })
    }
  }
}
