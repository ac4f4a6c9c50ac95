public import IndoorGeometry
import IndoorLibc
public import IndoorModel

/// What positioners know of a venue: what is heard where, and where one can walk. Several of them
/// may share it.
public struct PositioningMap: Sendable {
  /// The venue's local frame.
  public let frame: LocalFrame
  /// The levels that the radio map knows.
  package let levels: [LevelKey]
  /// The radio map's rows by cosine similarity, which trackers weigh their particles by.
  let cosine: CosineIndex
  /// The same rows as neighbours of a scan that stands alone.
  let nearest: NearestRowsIndex
  /// The rows by place.
  let strips: RowStrips
  let ground: Ground
  /// How many rows the radio map has.
  package var rowCount: Int { cosine.rows.count }
  /// What the lift's button says for each level. Shape: levels, or none where no venue is known.
  private let labels: [String?]
  /// The units of each level. Shape: levels, or none where no venue is known.
  private let units: [LevelUnits]
  /// The levels that were drawn or surveyed.
  private let known: Set<LevelKey>
  /// Around all that was drawn or surveyed of each level, and how far beside it places of it lie,
  /// in metres. Shape: levels.
  private let boxes: [(box: BoundingBox<LocalPoint>?, beside: Double)]

  /// Makes a map of a venue with its units and outlines.
  public init(venue: Venue, map: RadioMap) {
    var surveyed: [[LocalPoint]] = Array(repeating: [], count: map.levels.count)
    for (place, level) in zip(map.places, map.levelIndices) { surveyed[Int(level)].append(place) }
    let units = map.levels.map { LevelUnits(venue: venue, level: $0) }
    self.init(
      frame: venue.frame, map: map,
      walkable: GroundGrid(venue: venue, levels: map.levels, units: units, surveyed: surveyed),
      corridors: CorridorField(units: units), labels: map.levels.map { venue.level($0)?.label },
      units: units, drawn: Self.boxes(of: venue),
      surroundings: Surroundings(venue: venue, levels: map.levels, units: units))
  }

  /// Makes a map without walls.
  package init(frame: LocalFrame, map: RadioMap) {
    self.init(
      frame: frame, map: map, walkable: GroundGrid(), corridors: CorridorField(), labels: [],
      units: [])
  }

  private init(
    frame: LocalFrame, map: RadioMap, walkable: GroundGrid, corridors: CorridorField,
    labels: [String?], units: [LevelUnits], drawn: [LevelKey: BoundingBox<LocalPoint>?] = [:],
    surroundings: Surroundings = Surroundings()
  ) {
    let rows = MapRows(map)
    self.frame = frame
    levels = map.levels
    cosine = CosineIndex(map: map, rows: rows)
    nearest = NearestRowsIndex(map: map, rows: rows)
    strips = RowStrips(rows)
    ground = Ground(
      walkable: walkable, corridors: corridors, surveyed: SurveyedGround(rows),
      levels: LevelStack(map.levels), surroundings: surroundings)
    self.labels = labels
    self.units = units
    known = Set(map.levels).union(drawn.keys)
    var boxes = map.levels.map { drawn[$0] ?? nil }
    let besides = boxes.map { $0 == nil ? Self.farthestBesideSurvey : Self.farthestBeside }
    for (place, level) in zip(map.places, map.levelIndices) {
      boxes[Int(level)] = boxes[Int(level)] ?? BoundingBox(CollectionOfOne(place))
      boxes[Int(level)]?.extend(to: place)
    }
    self.boxes = zip(boxes, besides).map { ($0, $1) }
  }

  /// The box around each level's outline and units; none where nothing is drawn of it.
  private static func boxes(of venue: Venue) -> [LevelKey: BoundingBox<LocalPoint>?] {
    let units = Dictionary(grouping: venue.units, by: \.level)
    return Dictionary(
      venue.levels.map { level in
        let polygons = level.outline + (units[level.key] ?? []).flatMap(\.geometry)
        let corners = polygons.lazy.flatMap(\.exterior).map { venue.frame.local(from: $0) }
        return (level.key, BoundingBox(corners.filter(\.isFinite)))
      }
    ) { first, _ in first }
  }

  /// Metres beyond which a place's radius says less than any scan.
  private static let widestPlace = 100.0
  /// Metres that a place on a level lies at most beside what is drawn of it, or beside what was
  /// surveyed where nothing is, and times its radius.
  private static let farthestBeside = 150.0, farthestBesideSurvey = 1000.0, radiiBeside = 3.0

  /// Whether a known place says anything here: it lies within 100 km, on or near a level that there
  /// is where it names one, and, but for satellites', whose radius grows in buildings, within 100
  /// m.
  package func counts(_ known: KnownPlace) -> Bool { place(of: known) != nil }

  /// A known place in a filter's own terms; `nil` where it is none.
  func place(of known: KnownPlace) -> PlaceModel.Place? {
    guard known.coordinate.isValid, known.radius >= 0, known.radius.isFinite else { return nil }
    let place = frame.local(from: known.coordinate)
    guard place.isFinite, abs(place.x) < 1e5, abs(place.y) < 1e5 else { return nil }
    guard known.source == .satellites || known.radius <= Self.widestPlace else { return nil }
    let index = known.level.flatMap(index)
    guard known.level == nil || index != nil else { return nil }
    if let index, let box = boxes[index].box, known.source != .satellites,
      box.gap(to: BoundingBox(minimum: place, maximum: place))
        > boxes[index].beside + Self.radiiBeside * known.radius
    {
      return nil
    }
    return PlaceModel.Place(
      x: Float(place.x), y: Float(place.y),
      sigma: max(known.radius, PlaceModel.minimumRadius) / PlaceModel.radius,
      level: index.map { Int32($0) },
      levels: known.level == nil ? levels(around: place, within: known.radius) : [])
  }

  /// The level's index. Where one building alone has such a level it needs no name; one without a
  /// name is none of the others.
  private func index(of level: LevelKey) -> Int? {
    if let index = levels.firstIndex(of: level) { return index }
    let alike = known.filter { $0.ordinal == level.ordinal }
    guard level.building.isEmpty, alike.count == 1, let only = alike.first else { return nil }
    return levels.firstIndex(of: only)
  }

  /// The levels of the buildings in which one can stand at a place or around it; none where that
  /// says nothing, as there is one building alone, or where it is none of them.
  private func levels(around place: LocalPoint, within radius: Double) -> [Int32] {
    guard levels.contains(where: { $0.building != levels.first?.building }) else { return [] }
    let around = (0..<8).map { Double($0) * .pi / 4 }.map {
      LocalPoint(x: place.x + radius * cos($0), y: place.y + radius * sin($0))
    }
    let points = [place] + around
    let near = levels.indices.filter { level in
      points.contains {
        ground.walkable.kind(x: Float($0.x), y: Float($0.y), level: level)
          != GroundGrid.Cell.blocked.rawValue
      }
    }
    let buildings = Set(near.map { levels[$0].building })
    return levels.indices.filter { buildings.contains(levels[$0].building) }.map { Int32($0) }
  }

  /// What counts of the ground.
  func ground(for parameters: Positioner.Parameters) -> Ground {
    parameters.inputs.contains(.map) ? ground : ground.withoutWalls
  }

  /// Gives a position another place, level, radius and heading.
  func put(_ fix: Fix, into position: inout Position) {
    let coordinate = frame.coordinate(from: fix.place)
    guard fix.place.isFinite, coordinate.isValid else { return }
    position.place = fix.place
    position.coordinate = coordinate
    position.level = levels[fix.level]
    position.levelConfidence = fix.levelShare
    position.horizontalAccuracy = fix.radius
    position.heading = fix.heading
    position.levelLabel = label(ofLevel: fix.level)
    position.unit = fix.isOutdoors ? nil : unit(at: fix.place, level: fix.level)
    if fix.isOutdoors {
      position.conditions = .outdoors
    } else {
      position.conditions.remove(.outdoors)
    }
    position.course = position.speed ?? 0 > 0 ? fix.heading : nil
  }

  /// What a place is to walkers, on a level by its index.
  package func walkability(at place: LocalPoint, level: Int) -> GroundGrid.Cell? {
    GroundGrid.Cell(
      rawValue: ground.walkable.kind(x: Float(place.x), y: Float(place.y), level: level))
  }

  /// The label of a level, by its index.
  func label(ofLevel level: Int) -> String? { labels.isEmpty ? nil : labels[level] }

  /// The id of the smallest unit that holds a place.
  func unit(at place: LocalPoint, level: Int) -> String? {
    units.isEmpty ? nil : units[level].unit(at: place)?.id
  }
}
