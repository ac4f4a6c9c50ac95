public import IndoorGeometry
public import IndoorModel

/// What positioners know of a venue: what is heard where, and where one can walk. Several of them may share it.
public struct PositioningMap: Sendable {
  /// The venue's local frame.
  public let frame: LocalFrame
  /// The radio map's index.
  public let index: RadioIndex
  /// The radio map's rows as neighbours of a scan that stands alone.
  public let neighbours: NeighbourIndex
  let walkable: WalkableGrid
  let corridors: CorridorField
  let ground: SurveyedGround
  /// What the lift's button says for each level. Shape: levels, or none where no venue is known.
  private let labels: [String?]
  /// The units of each level. Shape: levels, or none where no venue is known.
  private let units: [LevelUnits]

  /// Makes a map of a venue with its units and outlines.
  public init(venue: Venue, map: RadioMap) {
    frame = venue.frame
    index = RadioIndex(map: map)
    neighbours = NeighbourIndex(map: map)
    var surveyed: [[LocalPoint]] = Array(repeating: [], count: map.levels.count)
    for (place, level) in zip(map.places, map.levelIndices) { surveyed[Int(level)].append(place) }
    units = map.levels.map { LevelUnits(venue: venue, level: $0) }
    labels = map.levels.map { venue.level($0)?.label }
    walkable = WalkableGrid(venue: venue, levels: map.levels, units: units, surveyed: surveyed)
    corridors = CorridorField(units: units)
    ground = SurveyedGround(index: index)
  }

  /// Makes a map without walls.
  public init(frame: LocalFrame, map: RadioMap) {
    self.init(
      frame: frame, index: RadioIndex(map: map), neighbours: NeighbourIndex(map: map),
      walkable: WalkableGrid())
  }

  init(
    frame: LocalFrame, index: RadioIndex, neighbours: NeighbourIndex, walkable: WalkableGrid
  ) {
    self.frame = frame
    self.index = index
    self.neighbours = neighbours
    self.walkable = walkable
    corridors = CorridorField()
    ground = SurveyedGround(index: index)
    labels = []
    units = []
  }

  /// The label of a level, by its index.
  func label(ofLevel level: Int) -> String? { labels.isEmpty ? nil : labels[level] }

  /// The id of the smallest unit that holds a place.
  func unit(at place: LocalPoint, level: Int) -> String? {
    units.isEmpty ? nil : units[level].unit(at: place)?.id
  }
}

/// The units of one level and what finds them.
struct LevelUnits: Sendable {
  let units: [Unit]
  let areas: [[Polygon<LocalPoint>]]
  let index: PolygonIndex

  init(venue: Venue, level: LevelKey) {
    let frame = venue.frame
    units = venue.units.filter { $0.level == level }
    areas = units.map { $0.geometry.map { frame.local(from: $0) } }
    index = PolygonIndex(areas)
  }

  /// The smallest unit that holds a place.
  func unit(at place: LocalPoint) -> Unit? {
    index.smallestArea(containing: place).map { units[$0] }
  }
}
