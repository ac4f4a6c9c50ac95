import IndoorAlignment
import IndoorGeometry
import IndoorLibc
import IndoorModel
import Testing

/// Levels whose true places are known by construction, drawn from their anchors' and ties' errors.
struct LevelAlignerTests {
  private typealias Map = IndoorGeometry.AffineTransform

  private static let frame = LocalFrame(origin: Coordinate(latitude: 48.86, longitude: 2.34))
  private static let shafts = [
    "east lift": LocalPoint(x: 40, y: 12), "west lift": LocalPoint(x: -38, y: -9),
    "stairs": LocalPoint(x: 5, y: 25),
  ]

  /// A page of 1000 by 700 units, 0.12 m each, turned by 17° on the ground, its own for every
  /// level.
  private static func truth(_ ordinal: Int) -> Map {
    let angle = 0.3 + 0.8 * Double(ordinal)
    let (c, s) = (0.12 * cos(angle), 0.12 * sin(angle))
    let shift = LocalPoint(x: -(500 * c - 350 * s), y: -(500 * s + 350 * c))
    return Map(a: c, b: s, c: -s, d: c, tx: shift.x, ty: shift.y)
  }

  private static let page = PlanPage(
    number: 1,
    box: BoundingBox(minimum: PagePoint(x: 0, y: 0), maximum: PagePoint(x: 1000, y: 700)),
    rotate: 0, userUnit: 1, isImage: false)

  private static let good = [(-45.0, -30.0), (45, -30), (45, 30), (-45, 30)]
  /// 8 m apart in a building of 120 m.
  private static let poor = [(-20.0, 10.0), (-12, 10)]

  /// A level placed by anchors at local places, with 0.1 m of error on the ground and 0.5 units on
  /// the page.
  private static func placed(
    _ ordinal: Int, at places: [(Double, Double)], _ random: inout SplitMix64
  ) throws -> PlanPlacement {
    let back = try #require(truth(ordinal).inverse)
    let anchors = places.map { place -> Anchor in
      let local = LocalPoint(x: place.0, y: place.1)
      let point: PagePoint = back.apply(local)
      return Anchor(
        page: PagePoint(x: point.x + 0.5 * random.normal(), y: point.y + 0.5 * random.normal()),
        coordinate: frame.coordinate(
          from: LocalPoint(x: local.x + 0.1 * random.normal(), y: local.y + 0.1 * random.normal())),
        sigmaMetres: 0.1, sigmaPage: 0.5)
    }
    return try PlanAligner(page: page, frame: frame).align(anchors)
      .placement(on: LevelKey(ordinal: ordinal))
  }

  /// The shafts on a level's page, each 0.15 m off per axis.
  private static func ties(
    _ ordinals: [Int], _ random: inout SplitMix64
  ) throws -> [LevelTiePoint] {
    try ordinals.flatMap { ordinal in
      let back = try #require(truth(ordinal).inverse)
      return shafts.sorted { $0.key < $1.key }.map { name, place in
        let seen = LocalPoint(
          x: place.x + 0.15 * random.normal(), y: place.y + 0.15 * random.normal())
        return LevelTiePoint(
          level: LevelKey(ordinal: ordinal),
          tie: LevelTie(connector: name, page: back.apply(seen), sigmaMetres: 0.15))
      }
    }
  }

  /// Sum of squared distances of the page's corners from where they belong, in square metres, and
  /// their number.
  private static func miss(_ map: Map, _ ordinal: Int) -> (sum: Double, worst: Double) {
    let squares = page.corners.map { corner -> Double in
      let distance = map.apply(corner, as: LocalPoint.self)
        .distance(to: truth(ordinal).apply(corner, as: LocalPoint.self))
      return distance * distance
    }
    return (squares.reduce(0, +), squares.max() ?? 0)
  }

  @Test func `a level with poor anchors becomes as good as its ties to good ones, as predicted`()
    throws
  {
    var random = SplitMix64(seed: 9)
    let draws = 1000
    var before = [Double](repeating: 0, count: 3)
    var after = before
    var predicted = before
    for _ in 0..<draws {
      let placements = try [
        Self.placed(0, at: Self.good, &random), Self.placed(1, at: Self.poor, &random),
        Self.placed(2, at: Self.good, &random),
      ]
      let alignment = try LevelAligner(frame: Self.frame).align(
        placements, ties: Self.ties([0, 1, 2], &random))
      for i in 0..<3 {
        before[i] += Self.miss(placements[i].pageToLocal, i).sum / 4
        after[i] += Self.miss(alignment.levels[i].placement.pageToLocal, i).sum / 4
        // Anchors and ties are placed alike in every draw, and so are the predictions.
        predicted[i] = alignment.levels[i].predictedAfter
      }
      #expect(alignment.rmsAfter < alignment.rmsBefore)
    }
    let rms = { (sum: Double) in (sum / Double(draws)).squareRoot() }
    // From 1.2 m down: by a factor of four at least, and no well-anchored level pays for it.
    #expect(rms(before[1]) > 0.9)
    #expect(rms(after[1]) < rms(before[1]) / 4)
    #expect(rms(after[0]) <= rms(before[0]) && rms(after[2]) <= rms(before[2]))
    for i in 0..<3 {
      // The worst corner is predicted, all four are measured.
      #expect(rms(after[i]) <= predicted[i] * 1.05 && rms(after[i]) > predicted[i] * 0.6)
    }
  }

  @Test func `predicted errors at the corners are those of 2,000 draws, within 5 percent`()
    throws
  {
    var random = SplitMix64(seed: 31)
    let draws = 2000
    var squares = [Double](repeating: 0, count: 4)
    var last: LevelAlignment?
    for _ in 0..<draws {
      let placements = try [
        Self.placed(0, at: Self.good, &random), Self.placed(1, at: Self.poor, &random),
      ]
      let alignment = try LevelAligner(frame: Self.frame).align(
        placements, ties: Self.ties([0, 1], &random))
      for (k, corner) in Self.page.corners.enumerated() {
        let map = alignment.levels[1].placement.pageToLocal
        let distance = map.apply(corner, as: LocalPoint.self)
          .distance(to: Self.truth(1).apply(corner, as: LocalPoint.self))
        squares[k] += distance * distance
      }
      last = alignment
    }
    let worst = squares.map { ($0 / Double(draws)).squareRoot() }.max() ?? 0
    let alignment = try #require(last)
    #expect(abs(worst / alignment.levels[1].predictedAfter - 1) < 0.05)
  }

  @Test func `errorless ties leave errorless levels where they are`() throws {
    let placements = [0, 1].map {
      PlanPlacement(
        level: LevelKey(ordinal: $0), page: Self.page, pageToLocal: Self.truth($0))
    }
    let ties = try [0, 1].flatMap { ordinal in
      let back = try #require(Self.truth(ordinal).inverse)
      return Self.shafts.map {
        LevelTiePoint(
          level: LevelKey(ordinal: ordinal),
          tie: LevelTie(connector: $0.key, page: back.apply($0.value), sigmaMetres: 0.1))
      }
    }
    let alignment = try LevelAligner(frame: Self.frame).align(placements, ties: ties)
    #expect(alignment.rmsAfter < 1e-9)
    #expect(alignment.levels.allSatisfy { $0.shiftMetres < 1e-9 && !$0.isByAnchors })
    #expect(alignment.warnings.isEmpty)
  }

  /// Levels that anchors hold to decimetres, and shafts that are tens of metres off between them.
  @Test func `where nothing is left of the ties, those that were left out are named`() throws {
    var random = SplitMix64(seed: 5)
    let placements = try [
      Self.placed(0, at: Self.good, &random), Self.placed(1, at: Self.good, &random),
    ]
    var ties = try Self.ties([0, 1], &random).filter { $0.tie.connector != "stairs" }
    for index in ties.indices where ties[index].level.ordinal == 1 {
      ties[index].tie.page.x += ties[index].tie.connector == "east lift" ? 300 : -280
    }
    var aligner = LevelAligner(frame: Self.frame)
    #expect(throws: Never.self) { try aligner.align(placements, ties: ties) }
    aligner.isRobust = true
    let error = #expect(throws: AlignmentError.self) { try aligner.align(placements, ties: ties) }
    let message = error?.message ?? ""
    #expect(message.contains("east lift on level") && message.contains("west lift on level"))
    #expect(
      message.contains("check their points") && !message.contains("name a point"), "\(message)")
  }

  @Test func `tying again gives the same placements`() throws {
    var random = SplitMix64(seed: 3)
    let placements = try [
      Self.placed(0, at: Self.good, &random), Self.placed(1, at: Self.poor, &random),
    ]
    let ties = try Self.ties([0, 1], &random)
    let aligner = LevelAligner(frame: Self.frame)
    let once = try aligner.align(placements, ties: ties)
    let twice = try aligner.align(once.levels.map(\.placement), ties: ties)
    for (a, b) in zip(once.levels, twice.levels) {
      #expect(a.isByAnchors && b.isByAnchors)
      for corner in Self.page.corners {
        let (p, q): (LocalPoint, LocalPoint) = (
          a.placement.pageToLocal.apply(corner), b.placement.pageToLocal.apply(corner)
        )
        #expect(p.distance(to: q) < 1e-9)
      }
    }
  }

  @Test
  func `a shaft 3 m off on one of three levels is named with the level, and left out when asked`()
    throws
  {
    var random = SplitMix64(seed: 12)
    let placements = try [0, 1, 2].map { try Self.placed($0, at: Self.good, &random) }
    var ties = try Self.ties([0, 1, 2], &random)
    let wrong = try #require(
      ties.firstIndex { $0.level.ordinal == 2 && $0.tie.connector == "stairs" })
    ties[wrong].tie.page.x += 3 / 0.12
    var aligner = LevelAligner(frame: Self.frame)
    let named = try aligner.align(placements, ties: ties)
    #expect(named.warnings.first?.code == .connectorOff)
    #expect(named.warnings.first?.message.hasPrefix("stairs on level 2 ") == true)
    aligner.isRobust = true
    let robust = try aligner.align(placements, ties: ties)
    #expect(robust.leftOut == [ties[wrong]])
    #expect(robust.rmsAfter < 0.3)
  }

  @Test func `levels that share no lift are a sentence`() throws {
    var random = SplitMix64(seed: 1)
    let placements = try [0, 1].map { try Self.placed($0, at: Self.good, &random) }
    let one = try Self.ties([0], &random)
    let error = #expect(throws: AlignmentError.self) {
      try LevelAligner(frame: Self.frame).align(placements, ties: one)
    }
    #expect(error?.message.contains("name a point of one on each") == true)
  }

  @Test(arguments: [
    "lift", "=0:1,2", "lift=0:1", "lift=x:1,2", "lift=0:1,nan", "lift=0:1,2,3", "lift=0;1,2",
  ])
  func `what is no tie is refused`(text: String) {
    #expect(throws: AlignmentError.self) { try LevelTieReference(text) }
  }

  @Test func `a tie names a lift, a level below ground and a page point`() throws {
    let tie = try LevelTieReference("lift A=B=-1:512.5,-3")
    #expect(tie.connector == "lift A=B")
    #expect(tie.ordinal == -1)
    #expect(tie.page == PagePoint(x: 512.5, y: -3))
  }
}
