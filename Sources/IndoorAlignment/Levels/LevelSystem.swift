internal import IndoorGeometry
internal import IndoorModel

/// The adjustment's unknowns: for each level a similarity (grow, turn, shift) after its placement,
/// for each connector a place.
///
/// A similarity near the identity is linear in its four numbers: x' = x + α(x − cx) − β(y − cy) +
/// s, y' = y + β(x − cx) + α(y − cy) + t, exactly. So one solution is the adjustment's; nothing is
/// iterated.
struct LevelSystem: Sendable {
  typealias Row = [(unknown: Int, coefficient: Double)]

  let levels: [LevelEvidence]
  let ties: [LevelTiePoint]
  let connectors: [String]
  private let centres: [LocalPoint]
  private let levelOfTie: [Int]
  private let connectorOfTie: [Int]

  /// Precondition: every tie's level is among `levels`.
  init(levels: [LevelEvidence], ties: [LevelTiePoint]) {
    self.levels = levels
    self.ties = ties
    connectors = Set(ties.map(\.tie.connector)).sorted()
    let places = Dictionary(uniqueKeysWithValues: connectors.enumerated().map { ($1, $0) })
    connectorOfTie = ties.map { places[$0.tie.connector] ?? 0 }
    levelOfTie = ties.map { tie in
      levels.firstIndex { $0.placement.level == tie.level } ?? 0
    }
    centres = levels.map { $0.untied.apply($0.placement.page.box.centre) }
  }

  /// Where a level's placement puts a page point before it is tied.
  func untied(_ page: PagePoint, on level: Int) -> LocalPoint { levels[level].untied.apply(page) }

  /// What the level's unknowns add to the x and y of a local place.
  func rows(_ place: LocalPoint, on level: Int) -> (x: Row, y: Row) {
    let (x, y) = (place.x - centres[level].x, place.y - centres[level].y)
    let k = 4 * level
    return ([(k, x), (k + 1, -y), (k + 2, 1)], [(k, y), (k + 1, x), (k + 3, 1)])
  }

  private func tieRows(_ index: Int) -> (x: Row, y: Row, place: LocalPoint) {
    let level = levelOfTie[index]
    let place = untied(ties[index].tie.page, on: level)
    let (x, y) = rows(place, on: level)
    let k = 4 * levels.count + 2 * connectorOfTie[index]
    return (x + [(k, -1)], y + [(k + 1, -1)], place)
  }

  private func variance(_ index: Int) -> Double {
    let sigma = max(1e-6, ties[index].tie.sigmaMetres)
    return sigma * sigma
  }

  func solved() -> NormalEquations.Solution? {
    var normal = NormalEquations(count: 4 * levels.count + 2 * connectors.count)
    addAnchors(to: &normal)
    for i in ties.indices {
      let (x, y, place) = tieRows(i)
      normal.add(x, value: -place.x, variance: variance(i))
      normal.add(y, value: -place.y, variance: variance(i))
    }
    return normal.solved()
  }

  /// The levels each by itself: what their predicted errors were.
  func alone() -> NormalEquations.Solution? {
    var normal = NormalEquations(count: 4 * levels.count)
    addAnchors(to: &normal)
    return normal.solved()
  }

  private func addAnchors(to normal: inout NormalEquations) {
    for (i, level) in levels.enumerated() {
      for point in level.points {
        let place = untied(point.page, on: i)
        let (x, y) = rows(place, on: i)
        normal.add(x, value: point.local.x - place.x, variance: point.variance)
        normal.add(y, value: point.local.y - place.y, variance: point.variance)
      }
    }
  }

  /// A level's placement with its unknowns.
  func placed(_ level: Int, _ solution: NormalEquations.Solution) -> AffineTransform {
    let (a, b) = (solution.unknowns[4 * level], solution.unknowns[4 * level + 1])
    let (s, t) = (solution.unknowns[4 * level + 2], solution.unknowns[4 * level + 3])
    let c = centres[level]
    return levels[level].untied.followed(
      by: AffineTransform(
        a: 1 + a, b: b, c: -b, d: 1 + a, tx: s - a * c.x + b * c.y, ty: t - b * c.x - a * c.y))
  }

  /// Root mean square distance, in metres, by which a page point may be placed wrong.
  func predictedError(
    _ page: PagePoint, on level: Int, _ solution: NormalEquations.Solution
  ) -> Double {
    let (x, y) = rows(untied(page, on: level), on: level)
    return (solution.variance(x) + solution.variance(y)).squareRoot()
  }

  /// Normalised residuals beyond which a tie contradicts the rest: one in a thousand by chance.
  ///
  /// Baarda (1968), "A testing procedure for use in geodetic networks", in both axes together: χ²
  /// with two degrees of freedom exceeds 13.8 once in a thousand.
  static let criticalSquare = 13.8

  /// The ties that contradict the rest, worst first.
  func outliers(
    _ solution: NormalEquations.Solution
  ) -> [(index: Int, square: Double)] {
    ties.indices.compactMap { i in
      let (x, y, place) = tieRows(i)
      // A residual varies by the observation's variance less that of the adjusted value.
      let (vx, vy) = (
        variance(i) - solution.variance(x), variance(i) - solution.variance(y)
      )
      guard vx > 1e-9 * variance(i), vy > 1e-9 * variance(i) else { return nil }
      let (rx, ry) = (solution.value(x) + place.x, solution.value(y) + place.y)
      let square = rx * rx / vx + ry * ry / vy
      return square > Self.criticalSquare ? (i, square) : nil
    }.sorted { $0.square > $1.square }
  }
}
