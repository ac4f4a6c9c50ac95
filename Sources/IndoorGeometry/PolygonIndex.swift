/// Which of many areas holds a point: a grid whose cells know the areas that cover them and those
/// whose edges pass.
///
/// Most points fall into cells that an area covers whole and need no test at all; near edges the
/// crossing number test after Franklin's PNPOLY decides. A million points take a tenth of a second
/// among 900 units.
///
/// An area is the inside of all its rings by the even-odd rule, so its polygons must not overlap;
/// different areas may. The grid gets coarser where areas overlap so much that it would grow over
/// some four million entries.
public struct PolygonIndex: Sendable {
  private let grid: Grid
  /// Where each cell's entries begin. Shape: cells + 1.
  private let starts: ContiguousArray<UInt32>
  /// The areas of a cell, smallest first: twice their rank, plus one where the area covers the cell
  /// whole.
  private let entries: ContiguousArray<UInt32>
  /// Where each area's edges begin, by rank. Shape: areas + 1.
  private let edgeStarts: ContiguousArray<Int>
  private let edges: [Edge]
  /// By rank, for areas of many edges.
  private let runs: [Int: Runs]
  /// The caller's number of each area, by rank.
  private let numbers: ContiguousArray<Int>

  /// Makes the index of areas, each of polygons in local metres. Areas with a vertex that isn't
  /// finite are never found.
  public init(_ areas: [[Polygon<LocalPoint>]]) {
    var sizes: [(number: Int, size: Double)] = []
    for (number, polygons) in areas.enumerated()
    where polygons.allSatisfy({ $0.rings.allSatisfy { $0.allSatisfy(\.isFinite) } }) {
      sizes.append((number, polygons.reduce(0) { $0 + $1.area }))
    }
    sizes.sort { ($0.size, $0.number) < ($1.size, $1.number) }
    numbers = ContiguousArray(sizes.map(\.number))

    var edges: [Edge] = []
    var edgeStarts: ContiguousArray<Int> = [0]
    var runs: [Int: Runs] = [:]
    for (rank, number) in numbers.enumerated() {
      let start = edges.count
      let rings = areas[number].flatMap(\.rings).map { ring in
        let first = edges.count
        Edge.append(ring, to: &edges)
        return first..<edges.count
      }
      edgeStarts.append(edges.count)
      if edges.count - start > Runs.many { runs[rank] = Runs(edges, rings: rings) }
    }
    self.runs = runs
    self.edges = edges
    self.edgeStarts = edgeStarts
    let boxes = zip(edgeStarts, edgeStarts.dropFirst()).map { Edge.box(of: edges[$0..<$1]) }
    grid = Grid(around: boxes.compactMap { $0 }, edges: edges)

    var counts = ContiguousArray<UInt32>(repeating: 0, count: grid.cells + 1)
    var marks = ContiguousArray<UInt64>()
    for (rank, box) in boxes.enumerated() {
      guard let box else { continue }
      let slice = edges[edgeStarts[rank]..<edgeStarts[rank + 1]]
      grid.forEachCell(of: slice, in: box) { cell, covers in
        counts[cell + 1] += 1
        marks.append(UInt64(cell) << 32 | UInt64(rank) << 1 | (covers ? 1 : 0))
      }
    }
    for cell in 0..<grid.cells { counts[cell + 1] += counts[cell] }
    starts = counts
    var entries = ContiguousArray<UInt32>(repeating: 0, count: marks.count)
    // Marks come by rank, so that each cell's entries stay in order.
    for mark in marks {
      let cell = Int(mark >> 32)
      entries[Int(counts[cell])] = UInt32(truncatingIfNeeded: mark)
      counts[cell] += 1
    }
    self.entries = entries
  }

  /// The areas by their places in what the index was made of, the smallest first; those that are
  /// never found aside.
  public var bySize: some BidirectionalCollection<Int> { numbers }

  /// The smallest area that holds the point, by its place in what the index was made of; `nil`
  /// where none does. On an edge it may be either side's.
  public func smallestArea(containing point: LocalPoint) -> Int? {
    guard let cell = grid.cell(of: point) else { return nil }
    for entry in entries[Int(starts[cell])..<Int(starts[cell + 1])] {
      let rank = Int(entry >> 1)
      if entry & 1 == 1 || contains(rank, point) { return numbers[rank] }
    }
    return nil
  }

  /// All areas that hold the point, smallest first.
  public func areas(containing point: LocalPoint) -> [Int] {
    guard let cell = grid.cell(of: point) else { return [] }
    return entries[Int(starts[cell])..<Int(starts[cell + 1])].compactMap { entry in
      let rank = Int(entry >> 1)
      return entry & 1 == 1 || contains(rank, point) ? numbers[rank] : nil
    }
  }

  @inline(__always)
  private func contains(_ rank: Int, _ point: LocalPoint) -> Bool {
    let own = edgeStarts[rank]..<edgeStarts[rank + 1]
    guard own.count > Runs.many, let runs = runs[rank] else {
      return Edge.encloses(edges[own], point)
    }
    return runs.enclose(point, edges: edges)
  }
}

extension PolygonIndex {
  /// An edge of a ring.
  struct Edge {
    let x1: Double
    let y1: Double
    let x2: Double
    let y2: Double

    @inline(__always)
    static func encloses(_ edges: some Sequence<Edge>, _ p: LocalPoint) -> Bool {
      var inside = false
      for edge in edges where edge.crosses(p) { inside.toggle() }
      return inside
    }

    @inline(__always)
    private func crosses(_ p: LocalPoint) -> Bool {
      (y1 > p.y) != (y2 > p.y) && p.x < (x2 - x1) * (p.y - y1) / (y2 - y1) + x1
    }

    static func append(_ ring: [LocalPoint], to edges: inout [Edge]) {
      guard var previous = ring.last else { return }
      for vertex in ring {
        edges.append(Edge(x1: vertex.x, y1: vertex.y, x2: previous.x, y2: previous.y))
        previous = vertex
      }
    }

    /// Around the edges of whole rings, which begin at every vertex.
    static func box(of edges: ArraySlice<Edge>) -> BoundingBox<LocalPoint>? {
      BoundingBox(edges.lazy.map { LocalPoint(x: $0.x1, y: $0.y1) })
    }
  }
}
