import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import IndoorModel
import Testing

struct FitDepthTests {
  private typealias Base = PlanAlignerTests

  private func align(
    _ anchors: [Anchor], robust: Bool = false, declared: Double? = nil,
    frame: LocalFrame = PlanAlignerTests.frame
  ) throws -> PlanAlignment {
    var aligner = PlanAligner(page: Base.page, frame: frame)
    aligner.isRobust = robust
    aligner.declaredMetresPerUnit = declared
    return try aligner.align(anchors)
  }

  private func codes(_ alignment: PlanAlignment) -> [AlignmentWarning.Code] {
    alignment.warnings.map(\.code)
  }

  /// Six places that no symmetry maps onto themselves, with small errors.
  private static let places: [(x: Double, y: Double, off: (Double, Double))] = [
    (50, 60, (0.05, -0.04)), (1900, 100, (-0.06, 0.02)), (1800, 950, (0.03, 0.05)),
    (150, 900, (-0.02, -0.06)), (700, 420, (0.04, 0.03)), (1300, 700, (-0.05, 0.01)),
  ]

  private func noisy(_ count: Int, by map: AffineTransform = PlanAlignerTests.truth) -> [Anchor] {
    Self.places.prefix(count).map { Base.anchor($0.x, $0.y, off: $0.off, by: map) }
  }

  @Test func `a stretched plan is fitted by an affine map and reported`() throws {
    let stretch = AffineTransform(a: 0.1, b: 0, c: 0, d: 0.11, tx: 0, ty: 0)
    let alignment = try align(noisy(5, by: stretch))
    #expect(alignment.model == .affine)
    #expect(abs(alignment.pageToLocal.a - 0.1) < 2e-4)
    #expect(abs(alignment.pageToLocal.d - 0.11) < 2e-4)
    #expect(codes(alignment).contains(.unequalScales))
  }

  @Test func `a plan true to scale stays a similarity, whatever its anchors' errors`() throws {
    // A tenth of the F test's draws at 10%, a hundredth at 1%: of 400 some 4, never 20.
    var random = SplitMix64(seed: 21)
    var affine = 0
    for _ in 0..<400 {
      let anchors = Self.places.map {
        Base.anchor($0.x, $0.y, off: (0.3 * random.normal(), 0.3 * random.normal()))
      }
      if try align(anchors).model == .affine { affine += 1 }
    }
    #expect(affine >= 1 && affine <= 14, "\(affine) of 400")
  }

  @Test(arguments: [4, 5, 6])
  func `a wrong anchor among four or more is named, and left out when asked`(count: Int) throws {
    for wrong in 0..<count {
      var anchors = noisy(count)
      let p = Self.places[wrong]
      anchors[wrong] = Base.anchor(p.x, p.y, off: (6, -3))
      let alignment = try align(anchors)
      #expect(alignment.anchors.map(\.isOutlier) == (0..<count).map { $0 == wrong })
      #expect(codes(alignment).contains(.outlier))
      let robust = try align(anchors, robust: true)
      #expect(robust.anchors[wrong].isLeftOut)
      #expect(abs(robust.anchors[wrong].residualMetres - 45.0.squareRoot()) < 0.5)
      #expect(robust.rmseMetres.map { $0 < 0.1 } == true)
    }
  }

  @Test func `two wrong anchors of six do not hide each other`() throws {
    var anchors = noisy(6)
    anchors[1] = Base.anchor(1900, 100, off: (8, 8))
    anchors[2] = Base.anchor(1800, 950, off: (8, 8))
    let alignment = try align(anchors, robust: true)
    #expect(alignment.anchors.map(\.isOutlier) == [false, true, true, false, false, false])
  }

  @Test func `honest anchors are seldom called wrong`() throws {
    var random = SplitMix64(seed: 8)
    var accused = 0
    for _ in 0..<400 {
      let anchors = Self.places.map {
        Base.anchor($0.x, $0.y, off: (0.3 * random.normal(), 0.3 * random.normal()))
      }
      if try align(anchors).anchors.contains(where: \.isOutlier) { accused += 1 }
    }
    #expect(accused <= 12, "\(accused) of 400")
  }

  @Test func `leaving one out by the formula is leaving it out`() throws {
    let anchors = noisy(5)
    let alignment = try align(anchors)
    for i in anchors.indices {
      var others = anchors
      others.remove(at: i)
      let without = try align(others)
      let place: LocalPoint = without.pageToLocal.apply(anchors[i].page)
      let miss = place.distance(to: Base.frame.local(from: anchors[i].coordinate))
      #expect(abs(miss - (alignment.anchors[i].leaveOneOutMetres ?? .nan)) < 1e-6)
    }
    // The hat matrix's trace is the number of parameters, per axis.
    #expect(abs(alignment.anchors.reduce(0) { $0 + $1.leverage } - 2) < 1e-9)
  }

  @Test(arguments: [3, 4, 6])
  func `two anchors whose places are exchanged are named`(count: Int) throws {
    var anchors = noisy(count)
    (anchors[0].coordinate, anchors[2].coordinate) = (anchors[2].coordinate, anchors[0].coordinate)
    let alignment = try align(anchors)
    let warning = alignment.warnings.first { $0.code == .swappedAnchors }
    #expect(warning?.message.contains("places of 1 and 3 are exchanged") == true)
  }

  /// Three corners of a rectangle, the third with the place of the fourth: 1 and 2 exchanged turn
  /// the plan by half, and then all fit.
  @Test func `an exchange that a wrong third anchor explains as well is said to be one of two`()
    throws
  {
    var anchors = [Base.anchor(100, 100), Base.anchor(900, 600), Base.anchor(900, 100)]
    anchors[2].coordinate = Base.anchor(100, 600).coordinate
    let warning = try align(anchors).warnings.first { $0.code == .swappedAnchors }
    #expect(
      warning?.message.contains("of 1 and 2 are exchanged, or once that of 3 is another") == true)
    #expect(warning?.message.contains("swap them") == false)
  }

  /// Of a rectangle's corners one diagonal exchanged is the other one exchanged and a half turn.
  @Test func `exchanges that fit equally well are all named`() throws {
    var anchors = [
      Base.anchor(100, 100), Base.anchor(900, 100), Base.anchor(900, 600), Base.anchor(100, 600),
    ]
    (anchors[0].coordinate, anchors[2].coordinate) = (anchors[2].coordinate, anchors[0].coordinate)
    let warning = try align(anchors).warnings.first { $0.code == .swappedAnchors }
    #expect(
      warning?.message.contains("of 1 and 3, or of 2 and 4 are exchanged, each as well") == true)
    #expect(warning?.message.contains("swap them") == false)
  }

  @Test func `latitude and longitude exchanged though in range are seen against the venue`() throws
  {
    let anchors = noisy(3).map {
      Anchor(
        page: $0.page,
        coordinate: Coordinate(latitude: $0.coordinate.longitude, longitude: $0.coordinate.latitude)
      )
    }
    #expect(try codes(align(anchors)).contains(.swappedCoordinates))
    let far = LocalFrame(origin: Coordinate(latitude: 40, longitude: 2))
    #expect(try codes(align(noisy(3), frame: far)).contains(.farFromVenue))
    // What the venue holds says where it is, and not an origin that lies far off it.
    var aligner = PlanAligner(page: Base.page, frame: far)
    let corners = noisy(3).map(\.coordinate)
    let level = Level(
      id: "l", key: LevelKey(ordinal: 0), label: "0", outline: [Polygon(exterior: corners)])
    aligner.ground = VenueGround(
      Venue(id: "v", name: "v", origin: far.origin, levels: [level]))
    #expect(try !codes(aligner.align(noisy(3))).contains(.farFromVenue))
    #expect(try codes(aligner.align(anchors)).contains(.swappedCoordinates))
  }

  @Test func `a scale far from the declared one is reported`() throws {
    #expect(try codes(align(noisy(3), declared: 0.0707)).contains(.scaleMismatch))
    #expect(try !codes(align(noisy(3), declared: 0.1001)).contains(.scaleMismatch))
  }

  /// 10,000 draws of anchors with their declared errors; how far the fitted page lies from the true
  /// one, root mean square.
  @Test(arguments: [2, 3, 4, 6])
  func `predicted errors are those of ten thousand draws, within 5 percent`(count: Int) throws {
    let (ground, picked) = (0.3, 1.5)
    let points = [Base.page.box.centre] + Base.page.corners
    var random = SplitMix64(seed: UInt64(count))
    var squares = [Double](repeating: 0, count: points.count)
    var predicted = [Double](repeating: 0, count: points.count)
    let draws = 10_000
    for _ in 0..<draws {
      let anchors = Self.places.prefix(count).map { place in
        var anchor = Base.anchor(
          place.x, place.y, off: (ground * random.normal(), ground * random.normal()))
        anchor.page.x += picked * random.normal()
        anchor.page.y += picked * random.normal()
        (anchor.sigmaMetres, anchor.sigmaPage) = (ground, picked)
        return anchor
      }
      let alignment = try align(anchors)
      for (i, point) in points.enumerated() {
        let fitted: LocalPoint = alignment.pageToLocal.apply(point)
        let miss = fitted.distance(to: Base.truth.apply(point))
        squares[i] += miss * miss
        predicted[i] += alignment.predictedError(at: point)
      }
    }
    for i in points.indices {
      let actual = (squares[i] / Double(draws)).squareRoot()
      #expect(
        abs(predicted[i] / Double(draws) / actual - 1) < 0.05,
        "point \(i): \(predicted[i] / Double(draws)) m predicted, \(actual) m found")
    }
  }

  /// A page three times as wide on the ground as high, whose picked points are its only errors: an
  /// affine map's ellipses.
  @Test func `error ellipses hold the share of ten thousand draws that they say`() throws {
    let stretch = AffineTransform(a: 0.26, b: 0.15, c: -0.05, d: 0.0866, tx: 0, ty: 0)
    let points = [Base.page.box.centre, Base.page.corners[2]]
    var random = SplitMix64(seed: 68)
    let draws = 10_000
    var misses = [[LocalPoint]](repeating: [], count: points.count)
    var truth: PlanAlignment?
    for draw in 0...draws {
      let anchors = Self.places.map { place in
        var anchor = Base.anchor(place.x, place.y, by: stretch)
        (anchor.sigmaMetres, anchor.sigmaPage) = (0.02, 2)
        // The first is without error: what it predicts is held against the others.
        guard draw > 0 else { return anchor }
        anchor.page.x += 2 * random.normal()
        anchor.page.y += 2 * random.normal()
        return anchor
      }
      let alignment = try align(anchors)
      guard draw > 0 else {
        truth = alignment
        continue
      }
      for (i, point) in points.enumerated() {
        let (fitted, right) = (
          alignment.pageToLocal.apply(point, as: LocalPoint.self),
          stretch.apply(point, as: LocalPoint.self)
        )
        misses[i].append(LocalPoint(x: fitted.x - right.x, y: fitted.y - right.y))
      }
    }
    let alignment = try #require(truth)
    #expect(alignment.model == .affine)
    for (i, point) in points.enumerated() {
      let ellipse = alignment.errorEllipse(at: point)
      #expect(ellipse.semiMajor > 2.5 * ellipse.semiMinor)
      // The page's x axis lies at 30° on the ground, and stretches its errors most.
      #expect(abs(ellipse.directionDegrees - 30) < 2)
      let (c, s) = (
        cos(ellipse.directionDegrees * .pi / 180), sin(ellipse.directionDegrees * .pi / 180)
      )
      for (share, factor) in [(0.68, 1.5096), (0.95, 2.4477)] {
        let inside = misses[i].filter { miss in
          let (u, v) = (c * miss.x + s * miss.y, c * miss.y - s * miss.x)
          return hypot(u / ellipse.semiMajor, v / ellipse.semiMinor) < factor
        }
        // Four standard deviations of a share of ten thousand.
        let tolerance = 4 * (share * (1 - share) / Double(draws)).squareRoot()
        #expect(abs(Double(inside.count) / Double(draws) - share) < tolerance)
      }
    }
  }

  @Test func `a similarity's error is the same along every axis`() throws {
    let ellipse = try align(noisy(3)).errorEllipse(at: Base.page.corners[1])
    #expect(abs(ellipse.semiMajor / ellipse.semiMinor - 1) < 1e-12)
    #expect(ellipse.directionDegrees == 0)
  }

  @Test func `anchors off the page or copied are told once, with their names`() throws {
    var anchors = noisy(4)
    anchors[1].page.x = 5000
    anchors[3].page = anchors[0].page
    let warnings = try align(anchors).warnings
    let off = warnings.filter { $0.code == .anchorOffPage }
    #expect(off.count == 1 && off.first?.message.hasPrefix("anchor 2 lies beyond") == true)
    let same = warnings.filter { $0.code == .coincidingAnchors }
    #expect(same.count == 1 && same.first?.message.hasPrefix("anchors 1 and 4 share") == true)

    let many = (0..<400).map { Base.anchor(Double($0 % 20) * 150, Double($0 / 20) * 40) }
    let told = try align(many).warnings.filter { $0.code == .anchorOffPage }
    // 150 · 14 lies beyond the page of 2,000: six of each twenty.
    #expect(told.count == 1)
    #expect(told.first?.message.hasPrefix("anchors 15, 16, 17, 18, 19 and 115 more lie") == true)
    #expect(try !codes(align(many)).contains(.shortBaseline))
  }

  @Test func `anchors half a world apart are told without a venue`() throws {
    let far = [
      Anchor(page: PagePoint(x: 0, y: 0), coordinate: Coordinate(latitude: 52.5, longitude: 13.4)),
      Anchor(
        page: PagePoint(x: 900, y: 900), coordinate: Coordinate(latitude: -33.9, longitude: 151.2)),
    ]
    let alignment = try PlanAligner(page: Base.page).align(far)
    let warning = alignment.warnings.first { $0.code == .farApart }
    // Berlin to Sydney, by PROJ's geod.
    #expect(warning?.message.contains("16091 km") == true, "\(warning?.message ?? "")")
  }
}
