import IndoorGeometry

/// A level's walls from its outline and units: each once, without the openings in it.
enum LevelWalls {
  /// Pairs of edges near each other that are looked at. A mall's level has some ten thousand.
  private static let most = 50_000_000

  /// - Throws: `SimulationError` with `.tooDense` where there are too many edges on each other.
  static func walls(
    of units: [WalkedLevel.Area], outline: [Polygon<LocalPoint>],
    openings: [(LocalPoint, LocalPoint)], level: String
  ) throws(SimulationError) -> [WalkedLevel.Wall] {
    // The strongest claim on a shared wall comes first; a void's edge has none.
    let order = units.sorted { loss(of: $0.category) > loss(of: $1.category) }
    var edges = edges(of: outline, loss: 6.9)
    for unit in order { edges += Self.edges(of: unit.polygons, loss: loss(of: unit.category)) }
    // Openings come before all edges: what they cover isn't wall.
    let tree = BoxTree((openings + edges.map { ($0.start, $0.end) }).map { box(of: $0, $1) })
    var pieces: [[(LocalPoint, LocalPoint)]] = openings.map { [$0] }
    var walls: [WalkedLevel.Wall] = []
    var looked = 0
    var seen: Set<Ends> = []
    for edge in edges {
      // What a wall covers whole needn't be laid along all others again.
      guard seen.insert(Ends(edge)).inserted else {
        pieces.append([])
        continue
      }
      var taken: [(LocalPoint, LocalPoint)] = []
      let box = box(of: edge.start, edge.end)
      let near = BoundingBox(
        minimum: LocalPoint(x: box.minimum.x - margin, y: box.minimum.y - margin),
        maximum: LocalPoint(x: box.maximum.x + margin, y: box.maximum.y + margin))
      tree.forEach(meeting: near) { other in
        if other < pieces.count { taken += pieces[other] }
        looked += 1
        return looked <= most
      }
      guard looked <= most else { throw .tooDense(level: level) }
      let left = LineCover.uncovered(from: edge.start, to: edge.end, by: taken)
      walls += left.map { WalkedLevel.Wall(start: $0.0, end: $0.1, loss: edge.loss) }
      pieces.append(left)
    }
    return walls
  }

  /// Both ends of an edge, from whichever side it is drawn.
  private struct Ends: Hashable {
    let low: LocalPoint
    let high: LocalPoint

    init(_ edge: WalkedLevel.Wall) {
      let isUp = (edge.start.x, edge.start.y) < (edge.end.x, edge.end.y)
      low = isUp ? edge.start : edge.end
      high = isUp ? edge.end : edge.start
    }
  }

  static func box(of a: LocalPoint, _ b: LocalPoint) -> BoundingBox<LocalPoint> {
    var box = BoundingBox(minimum: a, maximum: a)
    box.extend(to: b)
    return box
  }

  /// Metres around an edge in which others may cover it, with some room for rounding.
  private static let margin = LineCover.reach + 0.01

  private static func edges(of polygons: [Polygon<LocalPoint>], loss: Double) -> [WalkedLevel.Wall]
  {
    var edges: [WalkedLevel.Wall] = []
    for ring in polygons.lazy.flatMap(\.rings) {
      for (a, b) in zip(ring, ring.dropFirst() + ring.prefix(1)) where a.distance(to: b) > 0.01 {
        edges.append(WalkedLevel.Wall(start: a, end: b, loss: loss))
      }
    }
    return edges
  }

  /// COST 231's multi-wall model, table 4.7.1: light walls 3.4 dB, heavy ones 6.9 dB. Glass is
  /// lighter, a lift's steel heavier.
  private static func loss(of category: String) -> Double {
    switch category {
    case "opentobelow": 0
    case "unenclosedarea", "terrace": 2
    case "elevator": 10
    case "stairs", "nonpublic", "structure": 6.9
    default: 3.4
    }
  }
}
