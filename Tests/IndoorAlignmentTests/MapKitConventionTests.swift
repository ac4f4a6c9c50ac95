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

  /// Two anchors due north of each other: their Mercator distance is the geodesic one over cos φ,
  /// on a sphere. MapKit divides by M(φ)/a instead of by nothing, so along the meridian it is
  /// right, where the sphere is 0.3% off.
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

  /// East to west the ground's metres are N(φ) cos φ a radian and MapKit takes M(φ) cos φ: at
  /// 48.86° it overshoots by N/M - 1 = 0.29%, half of it at either end.
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

  /// The anchors that the Art Institute of Chicago publishes for its app's plans (aic-mobile-cms,
  /// `Floor.php`, on a page of 2400 x 2400), and those of Apple's Footprint sample; where the
  /// convention puts other points was computed in forty digits by mpmath, with Karney's geodesic
  /// (geographiclib).
  @Test(arguments: [
    (
      [
        (855.955, 1338.365, 41.88002009571711, -87.62398928403854),
        (1011.94, 1338.365, 41.8800240897643, -87.62334823608397),
      ],
      0.341140564639, 0.479451398376,
      [
        (0.0, 0.0, 41.875887478593, -87.627475122079), (2400, 0, 41.875949164915, -87.617575050887),
        (2400, 2400, 41.883320251766, -87.617657896671),
      ]
    ),
    (
      [(26.2, 86.4, 37.770419, -122.465726), (570.1, 317.7, 37.769288, -122.466376)],
      0.233450730407, -137.470377948,
      [(0, 0, 37.770590576044, -122.4658297935), (800, 400, 37.768833156651, -122.46667900077)]
    ),
  ])
  func `published anchors place their pages as the convention's formulas do`(
    anchors: [(Double, Double, Double, Double)], metresPerUnit: Double, turn: Double,
    places: [(Double, Double, Double, Double)]
  ) throws {
    let pair = anchors.map {
      Anchor(
        page: PagePoint(x: $0.0, y: $0.1), coordinate: Coordinate(latitude: $0.2, longitude: $0.3))
    }
    let page = PlanPage(
      number: 1,
      box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 2400, y: 2400)),
      rotate: 0, userUnit: 1, isImage: false)
    var aligner = PlanAligner(page: page)
    let metric = try aligner.align(pair)
    aligner.convention = .mapkit
    let alignment = try aligner.align(pair)
    #expect(abs(alignment.metresPerUnit / metresPerUnit - 1) < 1e-9)
    #expect(abs(alignment.rotationDegrees - turn) < 1e-7)
    for (x, y, latitude, longitude) in places {
      let point = PagePoint(x: x, y: y)
      let place = alignment.frame.local(
        from: Coordinate(latitude: latitude, longitude: longitude))
      // Thirteen decimals of a degree leave a micrometre.
      #expect(
        alignment.frame.local(from: alignment.coordinate(of: point)).distance(to: place) < 1e-5)
      let other = metric.frame.local(from: metric.coordinate(of: point))
      #expect(other.distance(to: metric.frame.local(from: alignment.coordinate(of: point))) > 0.05)
    }
  }
}
