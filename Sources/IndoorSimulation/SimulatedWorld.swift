package import IndoorGeometry
public import IndoorModel
public import IndoorPositioning

/// A venue with transmitters, steel and weather of a seed, in which walkers record what their
/// phones measure.
///
/// Everything depends on the venue, the seed and the plan of the walk alone.
public struct SimulatedWorld: Sendable {
  let venue: Venue
  let frame: LocalFrame
  let levels: [WalkedLevel]
  let grids: [WalkGrid]
  let radio: RadioField
  let steel: [MagneticSteel]
  let seed: UInt64

  /// Cells of all levels together.
  private static let cells = 32_000_000

  /// Furnishes a venue.
  ///
  /// - Throws: `SimulationError` with `.noFloor` where no level has a place to stand on,
  ///   `.tooDense` where walls lie on each other in heaps.
  public init(venue: Venue, seed: UInt64) throws(SimulationError) {
    self.venue = venue
    self.seed = seed
    let frame = venue.frame
    self.frame = frame
    let units = Dictionary(grouping: venue.units, by: \.level)
    let openings = Dictionary(grouping: venue.openings, by: \.level)
    levels = try venue.levels.sorted { $0.key < $1.key }.map { level throws(SimulationError) in
      try WalkedLevel(
        level: level, units: units[level.key] ?? [], openings: openings[level.key] ?? [],
        frame: frame)
    }
    // A venue of very many levels has coarser cells, or they would take gigabytes.
    let cells = min(WalkGrid.most, Self.cells / max(1, levels.count))
    grids = levels.map { WalkGrid(level: $0, atMost: cells) }
    guard grids.contains(where: \.hasFloor) else {
      throw .noFloor(
        venue: venue.name, isClosed: levels.contains { !$0.units.isEmpty })
    }
    radio = RadioField(levels: levels, grids: grids, seed: seed)
    steel = levels.indices.map { MagneticSteel(level: $0, seed: seed) }
  }

  /// Whether a level's ordinal alone doesn't name it.
  public var hasSeveralBuildings: Bool { Set(levels.map(\.key.building)).count > 1 }

  /// Levels that no walk is on, as nobody can get into their rooms or stand between their walls.
  package var closedLevels: [Level] {
    let closed = Set(zip(levels, grids).filter { !$1.hasFloor }.map(\.0.key))
    return venue.levels.filter { closed.contains($0.key) }.sorted { $0.key < $1.key }
  }

  /// Whether a walker can stand at a place.
  package func isFree(_ place: LocalPoint, on level: LevelKey) -> Bool {
    levels.firstIndex { $0.key == level }.map { grids[$0].isFree(place) } ?? false
  }

  /// Makes a walk.
  ///
  /// - Throws: `SimulationError` where a stop isn't in the venue or no way leads to it.
  public func walk(_ plan: WalkPlan) throws(SimulationError) -> SimulatedWalk {
    let track = try track(of: plan)
    var phone = Phone(world: self, plan: plan)
    return phone.record(track)
  }
}

/// What a walker's phone recorded, and where the walker was.
public struct SimulatedWalk: Sendable {
  /// The recording; a survey's has waypoints.
  public var recording: Recording
  /// Where the walker was, twice a second: without accuracy and without source, as it is the truth.
  public var truth: [Position]
}
