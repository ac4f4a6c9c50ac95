/// Rows of a radio map by the cells that they were taken in.
struct RowCells {
  /// A cell of a level, by the level's number in the map.
  struct Key: Hashable {
    var level: UInt16
    var column: Int32
    var row: Int32
  }

  private var lists: [[UInt32]] = []
  private var indices: [Key: Int32] = [:]
  /// By level.
  private var grids: [Grid?] = []

  /// A level's cells side by side, which take far less time to look up than by their hashes.
  private struct Grid {
    private var west: Int32
    private var south: Int32
    private var east: Int32
    private var north: Int32
    private var cells: Int
    /// The place of each cell's list, -1 where it has none, row after row; empty where cells lie so
    /// far apart that a table would be nearly empty.
    private(set) var slots: [Int32] = []

    /// The box around another one's cells and one more.
    init(_ other: Grid?, and key: Key) {
      west = min(other?.west ?? key.column, key.column)
      east = max(other?.east ?? key.column, key.column)
      south = min(other?.south ?? key.row, key.row)
      north = max(other?.north ?? key.row, key.row)
      cells = (other?.cells ?? 0) + 1
    }

    /// Makes room for a table of so many cells at most for each that has rows.
    mutating func makeSlots(most: Int) {
      let (columns, rows) = (Int(east) - Int(west) + 1, Int(north) - Int(south) + 1)
      guard columns <= most * cells, rows <= most * cells / columns else { return }
      slots = Array(repeating: -1, count: columns * rows)
    }

    /// A cell's place in the table, -1 where there is none; `nil` outside of the box.
    func slot(_ key: Key) -> Int? {
      guard key.column >= west, key.column <= east, key.row >= south, key.row <= north else {
        return nil
      }
      guard !slots.isEmpty else { return -1 }
      return (Int(key.row) - Int(south)) * (Int(east) - Int(west) + 1) + Int(key.column) - Int(west)
    }

    mutating func set(_ index: Int32, at key: Key) {
      if let slot = slot(key), slot >= 0 { slots[slot] = index }
    }
  }

  /// Cells of a table for each that has rows, at most.
  private static let sparse = 64

  /// Adds a row to a cell.
  mutating func append(_ number: UInt32, to key: Key) {
    if let index = indices[key] {
      lists[Int(index)].append(number)
    } else {
      indices[key] = Int32(truncatingIfNeeded: lists.count)
      lists.append([number])
    }
  }

  /// Lays the tables out once all rows are there.
  mutating func finish() {
    grids = Array(repeating: nil, count: (indices.keys.map { Int($0.level) }.max() ?? -1) + 1)
    for key in indices.keys { grids[Int(key.level)] = Grid(grids[Int(key.level)], and: key) }
    for level in grids.indices { grids[level]?.makeSlots(most: Self.sparse) }
    for (key, index) in indices { grids[Int(key.level)]?.set(index, at: key) }
  }

  /// The rows of a cell, in the order they were added.
  subscript(key: Key) -> [UInt32] {
    let level = Int(key.level)
    guard level < grids.count, let slot = grids[level]?.slot(key) else { return [] }
    let index = slot < 0 ? indices[key] ?? -1 : grids[level]?.slots[slot] ?? -1
    return index < 0 ? [] : lists[Int(index)]
  }
}
