import IndoorGeometry
import IndoorModel

/// Which places of a map have been surveyed: its rows by squares, so that the nearest are found
/// quickly.
struct SurveyedNearby {
  /// Metres within which a row covers a place.
  static let reach = 4.0

  private struct Cell: Hashable {
    var level: LevelKey
    var x: Int64
    var y: Int64
  }

  private let map: RadioMap
  private let groups: [UInt32]
  private let cells: [Cell: [Int]]

  /// - Parameter groups: for each row, what is left out with it.
  init(_ map: RadioMap, groups: [UInt32]) {
    self.map = map
    self.groups = groups
    var cells: [Cell: [Int]] = [:]
    for row in 0..<map.rowCount {
      let level = map.levels[Int(map.levelIndices[row])]
      cells[Self.cell(level, map.places[row]), default: []].append(row)
    }
    self.cells = cells
  }

  /// Whether a row of another group came within reach of a place.
  func covers(_ place: LocalPoint, on level: LevelKey, leavingOut group: UInt32?) -> Bool {
    rows(near: place, on: level).contains { groups[$0] != group }
  }

  /// The rows within reach of a place.
  func rows(near place: LocalPoint, on level: LevelKey) -> [Int] {
    let middle = Self.cell(level, place)
    var near: [Int] = []
    for dx in Int64(-1)...1 {
      for dy in Int64(-1)...1 {
        let rows = cells[Cell(level: level, x: middle.x + dx, y: middle.y + dy)] ?? []
        near += rows.filter { map.places[$0].distance(to: place) <= Self.reach }
      }
    }
    return near
  }

  private static func cell(_ level: LevelKey, _ place: LocalPoint) -> Cell {
    func index(_ metres: Double) -> Int64 {
      Int64(max(-1e15, min(1e15, (metres / reach).rounded(.down))))
    }
    return Cell(level: level, x: index(place.x), y: index(place.y))
  }
}
