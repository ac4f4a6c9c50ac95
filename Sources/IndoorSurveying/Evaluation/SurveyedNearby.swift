import IndoorGeometry
import IndoorModel

/// Which places of a map have been surveyed: its rows by squares, so that the nearest are found
/// quickly.
struct SurveyedNearby: Sendable {
  /// Metres within which a row covers a place.
  static let reach = 4.0

  private struct Cell: Hashable, Sendable {
    var level: LevelKey
    var x: Int64
    var y: Int64
  }

  private let map: RadioMap
  private let times: [Int64]
  /// The rows of each square by group, the newest first where their times are known: what is asked
  /// is mostly answered by the first row of another group, however many there are.
  private let cells: [Cell: [UInt32: [Int]]]

  /// By when the rows were taken, whatever group they are of: of a table each row is a walk.
  ///
  /// - Parameters:
  ///   - map: the map.
  ///   - times: when each row was taken.
  init(_ map: RadioMap, times: [Int64]) {
    self.init(map, groups: [UInt32](repeating: 0, count: map.rowCount), times: times)
  }

  /// - Parameters:
  ///   - map: the map.
  ///   - groups: for each row, what is left out with it.
  init(_ map: RadioMap, groups: [UInt32]) { self.init(map, groups: groups, times: []) }

  private init(_ map: RadioMap, groups: [UInt32], times: [Int64]) {
    self.map = map
    self.times = times
    var cells: [Cell: [UInt32: [Int]]] = [:]
    for row in 0..<map.rowCount {
      let level = map.levels[Int(map.levelIndices[row])]
      cells[Self.cell(level, map.places[row]), default: [:]][groups[row], default: []].append(row)
    }
    if !times.isEmpty {
      cells = cells.mapValues { $0.mapValues { $0.sorted { times[$0] > times[$1] } } }
    }
    self.cells = cells
  }

  /// Whether a row of another group came within reach of a place.
  func covers(_ place: LocalPoint, on level: LevelKey, leavingOut group: UInt32?) -> Bool {
    around(place, on: level).contains { parts in
      parts.contains { $0.key != group && $0.value.contains { isNear($0, place) } }
    }
  }

  /// When the newest row within reach of a place was taken.
  func newest(near place: LocalPoint, on level: LevelKey) -> Int64? {
    var newest: Int64?
    for rows in around(place, on: level).lazy.flatMap(\.values) {
      for row in rows {
        if let newest, times[row] <= newest { break }
        guard isNear(row, place) else { continue }
        newest = times[row]
        break
      }
    }
    return newest
  }

  private func isNear(_ row: Int, _ place: LocalPoint) -> Bool {
    map.places[row].distance(to: place) <= Self.reach
  }

  private func around(_ place: LocalPoint, on level: LevelKey) -> [[UInt32: [Int]]] {
    let middle = Self.cell(level, place)
    return (Int64(-1)...1).flatMap { dx in
      (Int64(-1)...1).compactMap { dy in
        cells[Cell(level: level, x: middle.x + dx, y: middle.y + dy)]
      }
    }
  }

  private static func cell(_ level: LevelKey, _ place: LocalPoint) -> Cell {
    func index(_ metres: Double) -> Int64 {
      Int64(max(-1e15, min(1e15, (metres / reach).rounded(.down))))
    }
    return Cell(level: level, x: index(place.x), y: index(place.y))
  }
}
