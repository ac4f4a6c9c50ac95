import CGEOS
import IndoorGeometry

/// Finds what reaches out of an outline.
///
/// The outline grown by the margin tells, made whole where it has few vertices; GEOS takes minutes
/// to grow one of very many, so such a one is grown piece by piece.
struct OutsideSearch {
  private let arena: GEOSArena
  private let outline: OpaquePointer
  private let polygons: [Polygon<LocalPoint>]
  private let margin: Double
  private var found: Set<Int> = []

  /// Vertices of an outline that is grown whole.
  private static let few = 20_000
  /// Vertices of a piece that is grown, and metres under which a piece isn't cut any more.
  private static let ofPiece = 2000, smallest = 0.25

  /// - Parameters:
  ///   - outline: the outline for GEOS.
  ///   - polygons: the same outline.
  init(
    _ arena: GEOSArena, _ outline: OpaquePointer, polygons: [Polygon<LocalPoint>], margin: Double
  ) {
    self.arena = arena
    self.outline = outline
    self.polygons = polygons
    self.margin = margin
  }

  /// Those of the areas, by their places, that reach out of the outline by more than the margin.
  mutating func outside(_ areas: [OpaquePointer]) -> [Int] {
    guard arena.vertices(of: outline) > Self.few else {
      return outside(of: outline, Array(areas.enumerated())).map { areas in areas.map(\.offset) }
        ?? []
    }
    guard let prepared = arena.prepared(outline), let box = arena.box(of: outline) else {
      return []
    }
    // What meets the outline is looked at piece by piece: GEOS would look at all of it each time.
    var rest = areas.enumerated().filter {
      GEOSPreparedContainsProperly_r(arena.handle, prepared, $0.element) != 1
    }
    let around = box.grown(by: margin)
    for (index, area) in rest where !isInside(area, around) { found.insert(index) }
    rest.removeAll { found.contains($0.offset) }
    search(around, polygons, rest)
    return found.sorted()
  }

  private func isInside(_ area: OpaquePointer, _ box: BoundingBox<LocalPoint>) -> Bool {
    arena.box(of: area).map { box.contains($0.minimum) && box.contains($0.maximum) } ?? true
  }

  /// Those of the pieces that a part of the outline, grown, doesn't cover; `nil` where GEOS can't
  /// say.
  private func outside(
    of part: OpaquePointer, _ pieces: [(offset: Int, element: OpaquePointer)]
  ) -> [(offset: Int, element: OpaquePointer)]? {
    guard let grown = arena.keep(GEOSBuffer_r(arena.handle, part, margin, 4)),
      let prepared = arena.prepared(grown)
    else { return nil }
    return pieces.filter { GEOSPreparedCovers_r(arena.handle, prepared, $0.element) == 0 }
  }

  /// Looks at the pieces of areas in a box, by the outline's part in and around it.
  private mutating func search(
    _ box: BoundingBox<LocalPoint>, _ part: [Polygon<LocalPoint>],
    _ pieces: [(offset: Int, element: OpaquePointer)]
  ) {
    let pieces = pieces.filter { !found.contains($0.offset) }
    guard !pieces.isEmpty else { return }
    let vertices = part.reduce(0) { $1.rings.reduce($0) { $0 + $1.count } }
    guard vertices > Self.ofPiece, max(box.width, box.height) > Self.smallest else {
      // Thousands of vertices on a hand's breadth are no drawing, and nothing can be said of it.
      guard vertices <= Self.few else { return }
      guard let area = arena.area(of: part) else {
        return found.formUnion(pieces.filter { arena.area($0.element) > 0 }.map(\.offset))
      }
      for piece in outside(of: area, pieces) ?? [] { found.insert(piece.offset) }
      return
    }
    for half in box.halves {
      var search = self
      arena.freeing {
        let inside = pieces.compactMap { piece in
          arena.clip(piece.element, to: half).map { (offset: piece.offset, element: $0) }
        }
        if !inside.isEmpty {
          let around = half.grown(by: 3 * margin)
          search.search(half, part.compactMap { $0.clipped(to: around) }, inside)
        }
      }
      found = search.found
    }
  }
}
