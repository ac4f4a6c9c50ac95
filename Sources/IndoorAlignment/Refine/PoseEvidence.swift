internal import IndoorGeometry
internal import IndoorModel

/// What tells two poses of one plan apart that both lie on the walls: a building's mirror image,
/// its half turn, or the next room along a corridor.
///
/// Each kind of evidence speaks for a pose, against it, or not at all, and needs a clear lead to
/// speak: what a drawing and a venue disagree on by chance is not to decide where it lies.
struct PoseEvidence {
  /// What one pose makes of the evidence.
  struct Signs {
    /// Root mean square distance of the anchors' points from their places, in metres.
    var anchorMetres: Double?
    /// Names that come to lie in the units that bear them.
    var names = 0
    var marks = LevelMarks.Seen()
    /// Distance in metres from each point of the linework to its wall.
    var distances: [Float] = []
    /// Metres of walls that the linework lies along.
    var metWalls = 0.0
    /// Share of the walls beneath the drawing that it shows.
    var shareBeneath = 0.0
  }

  private let icp: LineICP
  private let lines: LineIndex?
  private let names: SharedNames
  private let marks: LevelMarks
  private let anchors: [(page: PagePoint, place: LocalPoint)]
  /// Metres a unit of the linework, nearly.
  private let scale: Double

  /// Anchors speak against a pose that leaves them this many metres off, and three times as far as
  /// the other.
  private static let anchorMetres = 1.0
  private static let anchorRatio = 3.0
  /// Names by which a pose must lead, share of all that it must bring to their places, and most
  /// that the other may have of its own.
  private static let nameLead = 3
  private static let nameShare = 0.7
  private static let nameRatio = 0.5
  /// Share of the walls beneath the drawing that it must show. Houses of one type have their
  /// numbers in nearly the same places, and their long walls.
  private static let nameWallShare = 0.85
  /// Openings by which a pose must lead, in gaps and in those that the other finds closed; more of
  /// them let drawing and venue differ further.
  private static let doorLead = 3
  /// Most closed openings of a pose, as a share of the other's.
  private static let doorRatio = 0.34
  /// Metres of treads a square metre that make stairs; two flights at 28 cm have 2 to 3.
  private static let treads = 1.2
  /// Most that the other pose may find there, as a share.
  private static let treadRatio = 0.3
  /// Metres within which a line lies on a wall under one pose, and beyond which it doesn't under
  /// the other.
  private static let near: Float = 0.3
  private static let far: Float = 0.6
  /// Length of such lines that speaks: metres, and share of all lines; more leans towards refusing.
  private static let wallMetres = 5.0
  private static let wallShare = 0.015
  /// Most of such lines that may speak for the other pose, as a share.
  private static let wallRatio = 0.25
  /// Least length of walls by which the pose must meet more, as a share of such lines' length. A
  /// line that lies on a wall by chance meets one that its own line is on already.
  private static let wallGain = 0.3

  /// - Parameter scale: metres a unit of the linework, nearly.
  init(
    _ linework: Linework, walls: WallMap, scale: Double, names: SharedNames, marks: LevelMarks,
    anchors: [(page: PagePoint, place: LocalPoint)]
  ) {
    icp = LineICP(walls: walls, linework: linework.thinned(to: 8000))
    lines = marks.isEmpty || scale <= 0 ? nil : LineIndex(linework, cell: 0.3 / scale)
    self.names = names
    self.marks = marks
    self.anchors = anchors
    self.scale = scale
  }

  /// What a placement of the page makes of the evidence; `linesToLocal` is the same of the
  /// linework, whose y axis points up.
  func signs(
    of pageToLocal: AffineTransform, linesToLocal: AffineTransform, _ pose: Pose
  ) -> Signs {
    var signs = Signs()
    if !anchors.isEmpty {
      let squares = anchors.reduce(0.0) { sum, anchor in
        let miss = pageToLocal.apply(anchor.page, as: LocalPoint.self).distance(to: anchor.place)
        return sum + miss * miss
      }
      signs.anchorMetres = (squares / Double(anchors.count)).squareRoot()
    }
    signs.names = names.home(by: pageToLocal).count
    if let lines { signs.marks = marks.seen(in: lines, linesToLocal) }
    signs.distances = icp.distances(of: pose)
    signs.metWalls = icp.coverage(of: pose).metres
    signs.shareBeneath = names.count > 0 ? icp.shareBeneath(pose) : 0
    return signs
  }

  /// What speaks for the first of two poses.
  func lead(of a: Signs, over b: Signs) -> Set<PlanEvidence> {
    var kinds: Set<PlanEvidence> = []
    if let own = a.anchorMetres, let other = b.anchorMetres,
      other > max(Self.anchorMetres, Self.anchorRatio * own)
    {
      kinds.insert(.anchors)
    }
    if a.names - b.names >= Self.nameLead,
      Double(a.names) >= Self.nameShare * Double(names.count),
      Double(b.names) <= Self.nameRatio * Double(a.names), a.shareBeneath >= Self.nameWallShare
    {
      kinds.insert(.names)
    }
    let (own, other) = (a.marks, b.marks)
    let count = own.open + own.closed
    if own.open - other.open >= Self.doorLead, other.closed - own.closed >= Self.doorLead,
      Double(own.closed) <= Self.doorRatio * Double(other.closed), own.open * 2 >= count
    {
      kinds.insert(.doors)
    }
    let flights = zip(own.treads, other.treads)
    let gained = flights.count {
      $0.0 >= Self.treads && $0.1 <= Self.treadRatio * $0.0
    }
    let lost = flights.contains { $0.1 >= Self.treads && $0.0 < Self.treads }
    if gained > 0, !lost { kinds.insert(.stairs) }
    if leadsOnWalls(a, b) { kinds.insert(.walls) }
    return kinds
  }

  /// Whether the lines that lie on walls under one of two poses alone do so under the first.
  private func leadsOnWalls(_ a: Signs, _ b: Signs) -> Bool {
    var (first, second, total) = (0.0, 0.0, 0.0)
    for (i, point) in icp.linework.points.enumerated()
    where i < a.distances.count && i < b.distances.count {
      let weight = Double(point.weight)
      total += weight
      if a.distances[i] < Self.near, b.distances[i] > Self.far { first += weight }
      if b.distances[i] < Self.near, a.distances[i] > Self.far { second += weight }
    }
    return first * scale >= Self.wallMetres && first >= Self.wallShare * total
      && second <= Self.wallRatio * first
      && a.metWalls - b.metWalls >= Self.wallGain * first * scale
  }
}

extension LineICP {
  /// Distance in metres from each point to the wall of its direction, infinite where it lies beside
  /// none.
  fileprivate func distances(of pose: Pose) -> [Float] {
    let m = Coefficients(pose, 0, 0)
    return linework.points.map { point in
      guard let r = residual(point, m), r.along < 0.75 else { return .infinity }
      return abs(r.value)
    }
  }
}
