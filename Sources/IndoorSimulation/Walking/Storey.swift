import IndoorGeometry
import IndoorModel

/// One level of a venue in local metres, as radio waves and feet meet it.
struct Storey {
  let key: LevelKey
  let outline: [Polygon<LocalPoint>]
  let units: [Area]
  /// Walls without the openings in them, each once.
  let walls: [Wall]
  /// Both ends of each door and passage.
  let openings: [(LocalPoint, LocalPoint)]

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

  init(level: Level, venue: Venue, frame: LocalFrame) {
    key = level.key
    outline = level.outline.map { frame.local(from: $0) }
    units = venue.units.filter { $0.level == level.key }.compactMap { unit in
      let polygons = unit.geometry.map { frame.local(from: $0) }
      guard let box = BoundingBox(polygons.flatMap(\.exterior)) else { return nil }
      return Area(
        id: unit.id, name: unit.name ?? "", category: unit.category ?? "", polygons: polygons,
        box: box)
    }
    openings = venue.openings.filter { $0.level == level.key }.compactMap {
      opening -> (LocalPoint, LocalPoint)? in
      guard let first = opening.line.first, let last = opening.line.last else { return nil }
      return (frame.local(from: first), frame.local(from: last))
    }
    walls = Self.walls(units: units, outline: outline, openings: openings)
  }

  /// COST 231's multi-wall model, table 4.7.1: light walls 3.4 dB, heavy ones 6.9 dB. Glass is lighter, a lift's steel heavier.
  private static func loss(of category: String) -> Double {
    switch category {
    case "opentobelow": 0
    case "unenclosedarea", "terrace": 2
    case "elevator": 10
    case "stairs", "nonpublic", "structure": 6.9
    default: 3.4
    }
  }

  private static func walls(
    units: [Area], outline: [Polygon<LocalPoint>], openings: [(LocalPoint, LocalPoint)]
  ) -> [Wall] {
    var walls: [Wall] = []
    func add(_ polygons: [Polygon<LocalPoint>], loss: Double) {
      for ring in polygons.flatMap(\.rings) {
        for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where a.distance(to: b) > 0.01 {
          let taken = walls.map { ($0.start, $0.end) } + openings
          for piece in LineCover.uncovered(from: a, to: b, by: taken) {
            walls.append(Wall(start: piece.0, end: piece.1, loss: loss))
          }
        }
      }
    }
    // The strongest claim on a shared wall comes first; a void's edge has none.
    let order = units.sorted { loss(of: $0.category) > loss(of: $1.category) }
    add(outline, loss: 6.9)
    for unit in order { add(unit.polygons, loss: loss(of: unit.category)) }
    return walls
  }

  /// Whether people can walk in a unit of a category.
  func isWalkable(_ category: String) -> Bool {
    if ["opentobelow", "nonpublic", "structure", "column"].contains(category) { return false }
    if hasOpenings { return true }
    return ["walkway", "lobby", "stairs", "elevator", "escalator", "steps", "ramp"].contains(
      category)
  }
}
