import IndoorGeometry
import IndoorModel

/// Whether GEOS can be asked for what two units have in common, or cover together.
///
/// Rooms cross each other a few times by mistake. Two combs with a thousand teeth do a million
/// times, for which GEOS takes minutes and gigabytes.
struct UnitCrossings {
  /// Pairs of edges of two shapes that can't cross too often.
  private static let few = 40_000
  /// Pairs of edges of two shapes whose boxes meet that are looked at, at some 40 ns each, and 100
  /// by GEOS.
  private static let near = 50_000_000
  /// Crossings that two shapes may have, at 30 to 100 µs each.
  private static let most = 100_000

  /// Crossings of all of a venue's levels beyond what rooms have that are drawn a little over each
  /// other, and pairs of edges that are looked at for that. GEOS takes 7 to 20 µs and up to a
  /// kilobyte for each crossing where all are united.
  private var joined = 700_000, meetings = 2 * near
  /// How often each edge crosses others where rooms are drawn a little over their neighbours.
  private static let usual = 2

  /// Crossings that all of a venue's pairs may have, and pairs of edges that are looked at in all.
  private var crossings = most, looks = 2 * near
  /// Edges of all of a venue's pairs that are looked at. Heaps of thousands cross seldom for each.
  private var edges = 5_000_000

  private static let tooMany = "have too many edges across or close to each other to be compared"

  /// What is the matter with two shapes, each valid by itself, that have too many edges across each
  /// other, as the rest of a sentence; `nil` for nearly all.
  mutating func matter(between one: ShapeEdges, and other: ShapeEdges) -> String? {
    guard one.count > Self.few / max(1, other.count), edges > 0 else { return nil }
    let (first, second) = (one.edges(meeting: other.box), other.edges(meeting: one.box))
    edges -= first.count + second.count
    guard first.count > Self.few / max(1, second.count) else { return nil }
    let tangle = EdgeTangle(edges: first + second)
    let others =
      "have many edges across or close to each other, as others do, too many for all to be compared"
    guard let pairs = tangle.pairs(atMost: min(Self.near, looks)) else {
      return looks < Self.near ? others : Self.tooMany
    }
    looks -= pairs
    guard let found = tangle.crossings(atMost: Self.most, touching: false) else {
      return Self.tooMany
    }
    crossings -= found
    return crossings < 0 ? others : nil
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
    let rich = shapes.filter { edges($0.area) > Self.few / max(1, most) }
      .compactMap { shape in
        ShapeEdges(shape.area.map { frame.local(from: $0) }).map { (name: shape.name, edges: $0) }
      }.sorted { $0.edges.count > $1.edges.count }
    guard rich.count > 1 else { return nil }
    let tree = BoxTree(rich.map(\.edges.box))
    // Of two that can cross too often one has more edges than the root of how many pairs are few.
    for (index, one) in rich.enumerated() where one.edges.count > 200 && self.edges > 0 {
      var matter: String?
      tree.forEach(meeting: one.edges.box) { other in
        self.edges -= 1
        guard other > index else { return self.edges > 0 }
        matter = self.matter(between: one.edges, and: rich[other].edges).map {
          "\(one.name) and \(rich[other].name) of level \"\(level.id)\" \($0)"
        }
        return matter == nil && self.edges > 0
      }
      if let matter { return matter }
    }
    return nil
  }

  /// What is the matter with a level's units and its outline taken together, as the beginning of a
  /// sentence: a few hundred strips across each other cross a million times, though each two do
  /// four times.
  mutating func heap(of level: Level, units: [Unit], frame: LocalFrame) -> String? {
    let shapes =
      [(name: "the outline", area: level.outline)]
      + units.map { (name: "unit \"\($0.id)\"", area: $0.geometry) }
    let count = shapes.reduce(0) { sum, shape in
      shape.area.reduce(sum) { $1.rings.reduce($0) { $0 + $1.count } }
    }
    // Each crosses half of the others at most.
    let usual = Self.usual * count
    guard count * count / 4 > joined + usual else { return nil }
    var edges: [EdgeTangle.Line] = []
    // Where each shape's edges end.
    var ends: [Int] = []
    for shape in shapes {
      for ring in shape.area.lazy.map({ frame.local(from: $0) }).flatMap(\.rings) {
        edges += zip(ring, ring.dropFirst() + ring.prefix(1)).map { EdgeTangle.Line(a: $0, b: $1) }
      }
      ends.append(edges.count)
    }
    let tangle = EdgeTangle(edges: edges, run: 1)
    // A level of rows askew, which uses up all that is shared, shall hide no other level's grid:
    // where most pairs aren't looked at, one in ten of those that are may cross.
    let looks = 1_000_000 + 100 * count + meetings
    var left = looks
    let found = tangle.crossings(atMost: joined + usual, budget: &left)
    meetings = min(meetings, left)
    if let found, left > 0 || found < looks / 10 {
      joined -= max(0, found - usual)
      return nil
    }
    let names = tangle.firstCrossing().map { [$0, $1] }?.compactMap { edge in
      ends.firstIndex { edge < $0 }.map { shapes[$0].name }
    }
    return
      "\((names ?? []).joined(separator: ", ")) and others of level \"\(level.id)\" cross each other too often"
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
