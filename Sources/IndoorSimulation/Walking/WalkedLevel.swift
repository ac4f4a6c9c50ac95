import IndoorGeometry
import IndoorModel

/// One level of a venue in local metres, as radio waves and feet meet it; a class, since rays ask
/// it millions of times.
final class WalkedLevel: Sendable {
  let key: LevelKey
  /// What the lift's button says.
  let label: String
  let outline: [Polygon<LocalPoint>]
  let units: [Area]
  /// Walls without the openings in them, each once.
  let walls: [Wall]
  /// Both ends of each door and passage.
  let openings: [(LocalPoint, LocalPoint)]
  /// Around the outline and all units; `nil` where there are none.
  let box: BoundingBox<LocalPoint>?
  /// Walls by place.
  let wallTree: BoxTree
  /// What units leave open without a slab below them.
  private let voids: PolygonIndex
  private let insides: PolygonIndex
  private let unitTree: BoxTree
  private let doorTree: BoxTree

  /// Whether the venue says where the doors are; where it doesn't, shops and rooms are closed.
  var hasOpenings: Bool { !openings.isEmpty }

  /// Metres from floor to floor, as a venue states no heights.
  static let height = 4.5
  /// Metres above the ground floor.
  var elevation: Double { Double(key.ordinal) * Self.height }

  struct Area {
    let id: String
    let name: String
    let category: String
    let polygons: [Polygon<LocalPoint>]
    let box: BoundingBox<LocalPoint>

    func contains(_ point: LocalPoint) -> Bool {
      box.contains(point) && polygons.contains { $0.contains(point) }
    }
    var area: Double { polygons.reduce(0) { $0 + $1.area } }
  }

  struct Wall {
    var start: LocalPoint
    var end: LocalPoint
    /// Attenuation at 2.4 GHz, in dB.
    var loss: Double
  }

  /// - Throws: `SimulationError` with `.tooDense` where there are too many walls on each other.
  init(
    level: Level, units: [Unit], openings: [Opening], frame: LocalFrame
  ) throws(SimulationError) {
    key = level.key
    label = level.label
    outline = level.outline.map { frame.local(from: $0) }
    self.units = units.compactMap { unit in
      let polygons = unit.geometry.map { frame.local(from: $0) }
      guard let box = BoundingBox(polygons.flatMap(\.exterior)) else { return nil }
      return Area(
        id: unit.id, name: unit.name ?? "", category: unit.category ?? "", polygons: polygons,
        box: box)
    }
    self.openings = openings.compactMap { opening -> (LocalPoint, LocalPoint)? in
      guard let first = opening.line.first, let last = opening.line.last else { return nil }
      return (frame.local(from: first), frame.local(from: last))
    }
    box = BoundingBox(
      outline.flatMap(\.exterior) + self.units.flatMap { [$0.box.minimum, $0.box.maximum] })
    unitTree = BoxTree(self.units.map(\.box))
    doorTree = BoxTree(
      self.openings.map { a, b in
        let middle = LocalPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
        return BoundingBox(minimum: middle, maximum: middle)
      })
    voids = PolygonIndex(
      self.units.lazy.filter { $0.category == "opentobelow" }.flatMap(\.polygons).map { [$0] })
    insides = PolygonIndex(outline.map { [$0] })
    walls = try LevelWalls.walls(
      of: self.units, outline: outline, openings: self.openings, level: level.id)
    wallTree = BoxTree(walls.map { LevelWalls.box(of: $0.start, $0.end) })
  }

  /// Whether a unit of a category is at a place.
  func hasUnit(_ category: String, at place: LocalPoint) -> Bool {
    !unitTree.forEach(meeting: BoundingBox(minimum: place, maximum: place)) {
      units[$0].category != category || !units[$0].contains(place)
    }
  }

  /// Whether a place has no slab below it.
  func isOpenToBelow(_ place: LocalPoint) -> Bool {
    voids.smallestArea(containing: place) != nil
  }

  /// Whether a place lies outside of the outline; of a level without one nothing does.
  func isOutdoors(_ place: LocalPoint) -> Bool {
    !outline.isEmpty && insides.smallestArea(containing: place) == nil
  }

  /// The middles of the doors within so many metres of a box.
  func doors(around box: BoundingBox<LocalPoint>, within metres: Double) -> [LocalPoint] {
    let around = BoundingBox(
      minimum: LocalPoint(x: box.minimum.x - metres, y: box.minimum.y - metres),
      maximum: LocalPoint(x: box.maximum.x + metres, y: box.maximum.y + metres))
    return doorTree.items(meeting: around).map { index in
      let (a, b) = openings[index]
      return LocalPoint(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2)
    }
  }

  /// Whether visitors can walk in a unit of a category: rooms need doors for that.
  func isWalkable(_ category: UnitCategory) -> Bool {
    guard category.isPublic, !category.isSolid else { return false }
    return hasOpenings || category.isWalkway || category.leadsToLevels
  }
}
