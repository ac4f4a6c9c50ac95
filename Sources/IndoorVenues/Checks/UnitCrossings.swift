import IndoorGeometry
import IndoorModel

/// Whether GEOS can be asked for what two units have in common, or cover together.
///
/// Rooms cross each other a few times by mistake. Two combs with a thousand teeth do a million
/// times, for which GEOS takes minutes and gigabytes.
struct UnitCrossings {
  /// What is the matter with units that cross too often, as the rest of a sentence.
  static let tooMany = "have too many edges across or close to each other to be compared"

  /// Pairs of edges of two units that can't cross too often.
  private static let few = 40_000
  /// Pairs of edges of two units whose boxes meet that are looked at, at some 40 ns each.
  private static let near = 50_000_000

  /// Crossings that all of a venue's pairs may have, at some 30 µs each.
  private var crossings = 200_000
  /// Edges of all of a venue's pairs that are looked at. Heaps of thousands cross seldom for each.
  private var edges = 5_000_000

  /// Whether two shapes have too many edges across or close to each other, each valid by itself.
  mutating func areTooMany(between one: ShapeEdges, and other: ShapeEdges) -> Bool {
    guard one.count > Self.few / max(1, other.count), edges > 0 else { return false }
    let (first, second) = (one.edges(meeting: other.box), other.edges(meeting: one.box))
    edges -= first.count + second.count
    guard first.count > Self.few / max(1, second.count) else { return false }
    let tangle = EdgeTangle(edges: first + second)
    guard tangle.pairs(atMost: Self.near) != nil,
      let found = tangle.crossings(atMost: crossings, touching: false)
    else { return true }
    crossings -= found
    return false
  }

  /// The first two of a level's units and its outline that have too many, as the beginning of a
  /// sentence.
  mutating func first(of level: Level, units: [Unit], frame: LocalFrame) -> String? {
    let shapes =
      [(name: "the outline", area: level.outline)]
      + units.map { (name: "unit \"\($0.id)\"", area: $0.geometry) }
    func edges(_ area: [Polygon<Coordinate>]) -> Int {
      area.reduce(0) { $1.rings.reduce($0) { $0 + $1.count } }
    }
    let most = shapes.lazy.map { edges($0.area) }.max() ?? 0
    let rich = shapes.filter { edges($0.area) > Self.few / max(1, most) }.compactMap { shape in
      ShapeEdges(shape.area.map { frame.local(from: $0) }).map { (name: shape.name, edges: $0) }
    }
    guard rich.count > 1 else { return nil }
    let tree = BoxTree(rich.map(\.edges.box))
    for (index, one) in rich.enumerated() {
      for other in tree.items(meeting: one.edges.box) where other > index {
        if areTooMany(between: one.edges, and: rich[other].edges) {
          return "\(one.name) and \(rich[other].name) of level \"\(level.id)\""
        }
      }
    }
    return nil
  }
}

/// A shape's edges, by place.
final class ShapeEdges {
  /// How many there are.
  let count: Int
  let box: BoundingBox<LocalPoint>
  private let polygons: [Polygon<LocalPoint>]
  /// The edges and the boxes of each run of them, which are laid out when they are asked for.
  private lazy var edges: [EdgeTangle.Line] = polygons.flatMap(\.rings).flatMap { ring in
    zip(ring, ring.dropFirst() + ring.prefix(1)).map { EdgeTangle.Line(a: $0, b: $1) }
  }
  private lazy var tree = BoxTree(
    stride(from: 0, to: edges.count, by: Self.run).map { start in
      let run = edges[start..<min(edges.count, start + Self.run)]
      var box = BoundingBox(minimum: edges[start].a, maximum: edges[start].a)
      for edge in run {
        box.extend(to: edge.a)
        box.extend(to: edge.b)
      }
      return box
    })

  private static let run = 64

  /// `nil` for a shape without vertices.
  init?(_ polygons: [Polygon<LocalPoint>]) {
    guard let box = BoundingBox(polygons.flatMap(\.exterior)) else { return nil }
    self.polygons = polygons
    self.box = box
    count = polygons.reduce(0) { $1.rings.reduce($0) { $0 + $1.count } }
  }

  /// The edges that may meet a box, in their order.
  func edges(meeting box: BoundingBox<LocalPoint>) -> [EdgeTangle.Line] {
    tree.items(meeting: box).sorted().flatMap { run in
      edges[run * Self.run..<min(edges.count, (run + 1) * Self.run)]
    }
  }
}
