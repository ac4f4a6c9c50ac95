import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import IndoorModel
import Testing

struct PlanAlignerTests {
  static let frame = LocalFrame(origin: Coordinate(latitude: 48.8606, longitude: 2.3376))
  static let page = PlanPage(
    number: 1,
    box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 2000, y: 1000)),
    rotate: 0, userUnit: 1, isImage: false)
  static var image: PlanPage {
    var image = page
    image.isImage = true
    return image
  }

  /// 0.1 m a unit, turned 30°, shifted.
  static let truth: AffineTransform = {
    let (c, s) = (0.1 * cos(Double.pi / 6), 0.1 * sin(Double.pi / 6))
    return AffineTransform(a: c, b: s, c: -s, d: c, tx: -40, ty: 12)
  }()

  static func anchor(
    _ x: Double, _ y: Double, off: (Double, Double) = (0, 0), by map: AffineTransform = truth
  ) -> Anchor {
    let place: LocalPoint = map.apply(PagePoint(x: x, y: y))
    return Anchor(
      page: PagePoint(x: x, y: y),
      coordinate: frame.coordinate(from: LocalPoint(x: place.x + off.0, y: place.y + off.1)))
  }

  private func align(_ anchors: [Anchor], page: PlanPage = page) throws -> PlanAlignment {
    try PlanAligner(page: page, frame: Self.frame).align(anchors)
  }

  @Test func `two anchors are reproduced to a micrometre`() throws {
    let anchors = [Self.anchor(100, 100), Self.anchor(1900, 900)]
    let alignment = try align(anchors)
    for (got, want) in zip(alignment.pageToLocal.coefficients, Self.truth.coefficients) {
      #expect(abs(got - want) < 1e-9 * 2000)
    }
    for anchor in anchors {
      let place = alignment.coordinate(of: anchor.page)
      #expect(
        Self.frame.local(from: place).distance(to: Self.frame.local(from: anchor.coordinate)) < 1e-6
      )
    }
    #expect(abs(alignment.metresPerUnit - 0.1) < 1e-9)
    #expect(abs(alignment.rotationDegrees - 30) < 1e-7)
    #expect(!alignment.isMirrored)
    #expect(alignment.rmseMetres == nil)
    #expect(alignment.warnings.isEmpty)
  }

  @Test func `an error that all anchors share is in the predicted one everywhere`() throws {
    var alignment = try align([Self.anchor(100, 100), Self.anchor(1900, 900)])
    let points = [Self.page.box.centre] + Self.page.corners
    let own = points.map { alignment.predictedError(at: $0) }
    alignment.sharedErrorMetres = 2
    for (point, error) in zip(points, own) {
      #expect(abs(alignment.predictedError(at: point) - (error * error + 4).squareRoot()) < 1e-9)
    }
  }

  @Test func `an image's matrix has a negative determinant and is not mirrored`() throws {
    let map = AffineTransform(a: 0.1, b: 0, c: 0, d: -0.1, tx: 5, ty: 7)
    let alignment = try align(
      [Self.anchor(0, 0, by: map), Self.anchor(1900, 300, by: map)], page: Self.image)
    #expect(abs(alignment.pageToLocal.d + 0.1) < 1e-9)
    #expect(!alignment.isMirrored)
    #expect(abs(alignment.rotationDegrees) < 1e-7)
  }

  @Test func `four anchors with errors give the similarity of least squares`() throws {
    let alignment = try align([
      Self.anchor(0, 0, off: (0.3, 0)), Self.anchor(2000, 0, off: (0, -0.3)),
      Self.anchor(2000, 1000, off: (-0.1, 0.2)), Self.anchor(0, 1000, off: (-0.2, 0.1)),
    ])
    // By symmetry the errors' mean is zero, and so the rectangle's centre stays where it was.
    let centre: LocalPoint = alignment.pageToLocal.apply(PagePoint(x: 1000, y: 500))
    #expect(centre.distance(to: Self.truth.apply(PagePoint(x: 1000, y: 500))) < 1e-6)
    let rmse = try #require(alignment.rmseMetres)
    #expect(rmse > 0.15 && rmse < 0.27)
    let squares = alignment.anchors.reduce(0) { $0 + $1.residualMetres * $1.residualMetres }
    #expect(abs((squares / 4).squareRoot() - rmse) < 1e-12)
  }

  @Test func `weights follow the anchors' sigmas`() throws {
    var anchors = [
      Self.anchor(0, 0), Self.anchor(2000, 0), Self.anchor(2000, 1000),
      Self.anchor(0, 1000, off: (10, 0)),
    ]
    anchors[3].sigmaMetres = 1000
    let alignment = try align(anchors)
    #expect(alignment.anchors[0].residualMetres < 0.001)
    #expect(abs(alignment.anchors[3].residualMetres - 10) < 0.01)
  }

  /// For a similarity from two anchors of equal variance v at ±L/2, a point at distance d from
  /// their middle has the variance v/2 (1 + 4 d²/L²) per axis.
  @Test func `two anchors' predicted error grows with the distance from them`() throws {
    var anchors = [Self.anchor(900, 500), Self.anchor(1100, 500)]
    for i in anchors.indices { (anchors[i].sigmaMetres, anchors[i].sigmaPage) = (0.5, 0) }
    let alignment = try align(anchors)
    #expect(abs(alignment.predictedError(at: PagePoint(x: 1000, y: 500)) - 0.5) < 1e-9)
    let far = alignment.predictedError(at: PagePoint(x: 1000, y: 1000))
    #expect(abs(far - 0.5 * (1 + 25.0).squareRoot()) < 1e-9)
    #expect(alignment.warnings.map(\.code) == [.shortBaseline])
  }

  @Test func `a mirrored plan is placed in the mirror and reported`() throws {
    let mirror = AffineTransform(a: 0.1, b: 0, c: 0, d: -0.1, tx: 0, ty: 0)
    let alignment = try align(
      [(0.0, 0.0), (2000, 0), (2000, 1000), (300, 800)].map {
        Self.anchor($0.0, $0.1, by: mirror)
      })
    #expect(alignment.isMirrored)
    #expect(alignment.warnings.map(\.code).contains(.mirrored))
    #expect(alignment.rmseMetres.map { $0 < 1e-6 } == true)
  }

  @Test func `without a venue the origin is the anchors' centroid, across the antimeridian too`()
    throws
  {
    let alignment = try PlanAligner(page: Self.page).align([
      Anchor(
        page: PagePoint(x: 0, y: 0), coordinate: Coordinate(latitude: -16.5, longitude: 179.9995)),
      Anchor(
        page: PagePoint(x: 2000, y: 0),
        coordinate: Coordinate(latitude: -16.5, longitude: -179.9985)),
    ])
    #expect(abs(alignment.frame.origin.longitude + 179.9995) < 1e-9)
    #expect(alignment.metresPerUnit > 0.1 && alignment.metresPerUnit < 0.11)
  }

  @Test func `coinciding, close, single and impossible anchors are sentences`() {
    func code(_ anchors: [Anchor]) -> AlignmentError.Code? {
      do throws(AlignmentError) {
        _ = try PlanAligner(page: Self.page, frame: Self.frame).align(anchors)
        return nil
      } catch { return error.code }
    }
    let first = Self.anchor(100, 100)
    #expect(code([]) == .tooFewAnchors)
    #expect(code([first]) == .tooFewAnchors)
    #expect(code([first, first]) == .anchorsTooClose)
    #expect(code([first, Self.anchor(101, 100)]) == .anchorsTooClose)
    // Two metres of a drawing with a line 90 km away.
    var wide = PlanAligner(page: Self.page, frame: Self.frame)
    wide.page.box.maximum = PagePoint(x: 90_000_001, y: 90_000_000)
    let error = #expect(throws: AlignmentError.self) {
      try wide.align([first, Self.anchor(1900, 100)])
    }
    #expect(error?.message.contains("90000001 × 90000000 units") == true, "\(error?.message ?? "")")
    #expect(error?.message.hasSuffix("what lies far off and makes the page so large") == true)
    var same = Self.anchor(1900, 100)
    same.coordinate = first.coordinate
    #expect(code([first, same]) == .anchorsTooClose)
    var swapped = Self.anchor(1900, 100)
    swapped.coordinate = Coordinate(latitude: 120.1, longitude: 30.2)
    #expect(code([first, swapped]) == .coordinateOutOfRange)
    var pole = Self.anchor(1900, 100)
    pole.coordinate = Coordinate(latitude: 89.99, longitude: 30.2)
    #expect(code([first, pole]) == .coordinateOutOfRange)
    var nowhere = Self.anchor(1900, 100)
    nowhere.page.x = .nan
    #expect(code([first, nowhere]) == .badAnchor)
    // A column that was filled down makes a line of a plan, exactly.
    let corners = [(100.0, 100.0), (1900, 100), (1900, 900), (100, 900), (500, 300)]
    for member in [\Coordinate.longitude, \Coordinate.latitude] {
      let filled = corners.map { corner in
        var anchor = Self.anchor(corner.0, corner.1)
        anchor.coordinate[keyPath: member] = first.coordinate[keyPath: member]
        return anchor
      }
      for frame in [Self.frame, nil] {
        let error = #expect(throws: AlignmentError.self) {
          try PlanAligner(page: Self.page, frame: frame).align(filled)
        }
        #expect(error?.message.contains("lie on one line") == true, "\(error?.message ?? "")")
      }
    }
    // Anchors along a corridor are on one line, too, but so are their page points, but for a hand's
    // unsteadiness.
    for seed in 0..<40 {
      var random = SplitMix64(seed: UInt64(seed))
      let corridor = stride(from: 100.0, through: 1900, by: 300).map { x in
        var anchor = Self.anchor(x, 500)
        anchor.page.x += Double.random(in: -1...1, using: &random)
        anchor.page.y += Double.random(in: -1...1, using: &random)
        return anchor
      }
      let alignment = try? align(corridor)
      let off = corridor.map { anchor in
        alignment.map {
          Self.frame.local(from: $0.coordinate(of: anchor.page)).distance(
            to: Self.frame.local(from: anchor.coordinate))
        }
      }
      #expect(off.allSatisfy { $0.map { $0 < 0.3 } == true }, "seed \(seed): \(off)")
    }
  }

  @Test func `pageToWebMercator is the tangent at the page's centre`() throws {
    let alignment = try align([Self.anchor(100, 100), Self.anchor(1900, 900)])
    for (point, tolerance) in [
      (PagePoint(x: 1000, y: 500), 1e-6), (PagePoint(x: 1010, y: 510), 1e-6),
      (PagePoint(x: 0, y: 0), 0.01),
    ] {
      let mercator: WebMercatorPoint = alignment.pageToWebMercator.apply(point)
      let exact = WebMercator.point(from: alignment.coordinate(of: point))
      #expect(mercator.distance(to: exact) < tolerance)
    }
  }

  /// `MKMapPoint(CLLocationCoordinate2D(latitude: 0, longitude: 0))` is (134217728, 134217728), and
  /// the date line 0.
  @Test func `map points count from the north-west`() throws {
    let equator = LocalFrame(origin: Coordinate(latitude: 0, longitude: 0))
    let page = Self.page
    let alignment = try PlanAligner(page: page, frame: equator).align([
      Anchor(
        page: PagePoint(x: 1000, y: 500), coordinate: Coordinate(latitude: 0, longitude: 0)),
      Anchor(
        page: PagePoint(x: 2000, y: 500), coordinate: Coordinate(latitude: 0, longitude: 0.001)),
    ])
    let p: LocalPoint = alignment.pageToMapPoint.apply(PagePoint(x: 1000, y: 500))
    #expect(abs(p.x - 134_217_728) < 1e-3 && abs(p.y - 134_217_728) < 1e-3)
    let east: LocalPoint = alignment.pageToMapPoint.apply(PagePoint(x: 2000, y: 500))
    #expect(abs(east.x - p.x - 0.001 / 360 * 268_435_456) < 1e-3)
    let north: LocalPoint = alignment.pageToMapPoint.apply(PagePoint(x: 1000, y: 600))
    #expect(north.y < p.y)
  }
}
