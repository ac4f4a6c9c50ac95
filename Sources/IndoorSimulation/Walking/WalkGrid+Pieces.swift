import IndoorGeometry

/// Which free cells of a level hang together.
struct FloorPieces {
  /// The piece that each cell belongs to, from 0 on; -1 where one can't stand. Shape: rows ×
  /// columns.
  private(set) var piece: [Int32] = []
  /// Cells of each piece.
  private(set) var sizes: [Int] = []

  /// No pieces.
  init() {}

  /// The pieces of a grid's free cells.
  ///
  /// - Parameters:
  ///   - isCornerEnough: whether cells that meet at a corner alone hang together, as walkers pass
  ///     there.
  ///   - isWanted: whether a free cell is looked at.
  init(
    of grid: WalkGrid, isCornerEnough: Bool, where isWanted: (Int) -> Bool = { _ in true }
  ) {
    let (columns, count) = (grid.raster.columns, grid.clearance.count)
    var piece = [Int32](repeating: -1, count: count)
    func isOpen(_ cell: Int) -> Bool { piece[cell] < 0 && grid.isFree(cell) && isWanted(cell) }
    for start in 0..<count where isOpen(start) {
      let number = Int32(clamping: sizes.count)
      var size = 0
      piece[start] = number
      var open = [start]
      while let here = open.popLast() {
        size += 1
        let x = here % columns
        let across = (x > 0 ? -1 : 0)...(x + 1 < columns ? 1 : 0)
        for down in -1...1 {
          for step in across where isCornerEnough || down == 0 || step == 0 {
            let next = here + down * columns + step
            guard next >= 0, next < count, isOpen(next),
              step == 0 || down == 0 || !grid.isBarred(here, step, down)
            else { continue }
            piece[next] = number
            open.append(next)
          }
        }
      }
      sizes.append(size)
    }
    self.piece = piece
  }

  /// The number of the largest piece, the first of equal ones.
  var largest: Int32? {
    sizes.indices.max { sizes[$0] < sizes[$1] }.map { Int32(clamping: $0) }
  }
}

extension WalkGrid {
  /// The piece of floor at a point, or next to it; `nil` where the level has none.
  func piece(at point: LocalPoint) -> Int32? { nearestFree(to: point).map { pieces.piece[$0] } }

  /// The cells with some room around them in the largest piece of floor that hangs together, of
  /// the cells that are wanted.
  func largestPiece(where isWanted: (Int) -> Bool = { _ in true }) -> [Int] {
    let pieces = FloorPieces(of: self, isCornerEnough: false, where: isWanted)
    guard let largest = pieces.largest else { return [] }
    return clearance.indices.filter { pieces.piece[$0] == largest && clearance[$0] >= 0.6 }
  }
}
