import CGEOS
import IndoorGeometry

/// Finds what reaches out of an outline.
///
/// The outline grown by the margin tells, made whole where it has few vertices; GEOS takes minutes
/// to grow one of very many, so such a one is grown piece by piece.
struct OutsideSearch {
  private let arena: GEOSArena
  private let outline: OpaquePointer
  private let margin: Double
  private var found: Set<Int> = []

  /// Vertices of an outline that is grown whole.
  private static let few = 20_000
  /// Vertices of a piece that is grown, and metres under which a piece isn't cut any more.
  private static let ofPiece = 2000, smallest = 0.25

  init(_ arena: GEOSArena, _ outline: OpaquePointer, margin: Double) {
    self.arena = arena
    self.outline = outline
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
    var rest = areas.enumerated().filter {
      GEOSPreparedCovers_r(arena.handle, prepared, $0.element) == 0
    }
    let around = box.grown(by: margin)
    for (index, area) in rest where !isInside(area, around) { found.insert(index) }
    rest.removeAll { found.contains($0.offset) }
    search(around, outline, rest)
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
    _ box: BoundingBox<LocalPoint>, _ part: OpaquePointer,
    _ pieces: [(offset: Int, element: OpaquePointer)]
  ) {
    let pieces = pieces.filter { !found.contains($0.offset) }
    guard !pieces.isEmpty else { return }
    let vertices = arena.vertices(of: part)
    guard vertices > Self.ofPiece, min(box.width, box.height) > Self.smallest else {
      // Thousands of vertices on a hand's breadth are no drawing, and nothing can be said of it.
      guard vertices <= Self.few else { return }
      for piece in outside(of: part, pieces) ?? [] { found.insert(piece.offset) }
      return
    }
    for quarter in box.quarters {
      var search = self
      arena.freeing {
        let inside = pieces.compactMap { piece in
          arena.clip(piece.element, to: quarter).map { (offset: piece.offset, element: $0) }
        }
        if let part = arena.clip(part, to: quarter.grown(by: 3 * margin)) {
          search.search(quarter, part, inside)
        } else {
          search.found.formUnion(inside.filter { arena.area($0.element) > 0 }.map(\.offset))
        }
      }
      found = search.found
    }
  }
}
