import IndoorGeometry
import IndoorModel

/// Finds transmitters that were taken down or swapped for others.
///
/// A transmitter is out where the last two walks that came within 10 m of a place where it had been
/// heard over -70 dBm no longer heard it. Both began after it was last heard, with another phone or
/// on another day than each other and than every walk that heard it, so that neither a phone's
/// deafness nor one bad hour takes it out; and they heard others of its kind (`SurveyEvidence`), at
/// least a quarter as many there as who heard it, since recorders may keep one network's alone.
/// Tables of fingerprints are nobody's walks, and say nothing here.
struct SwappedTransmitters {
  /// Strength, in dBm, over which a transmitter is heard all around.
  static let strong: Int8 = -70
  /// Metres within which a walk passes a place.
  static let reach = 10.0
  /// The share of what those hear of its kind who hear it that others hear there at least.
  static let share = 0.25
  /// How many walks have to miss it.
  static let walks = 2

  /// When each row was taken, in microseconds of its walk's clock. Shape: rows.
  let times: [Int64]
  /// What is known of the map's walks; `nil` for one that says nothing here.
  let labels: [WalkLabel?]

  private struct Cell: Hashable {
    var level: UInt16
    var x: Int64
    var y: Int64
  }

  /// A phone on a day.
  private struct Session: Hashable {
    var device: String?
    var day: Int64
  }

  /// A walk's rows in a cell.
  private struct Visit {
    var walk: Int
    var rows: [Int]
  }

  /// Those of a map, as indices into its transmitters.
  func find(in map: RadioMap) -> Set<UInt32> {
    guard times.count == map.rowCount else { return [] }
    let evidence = SurveyEvidence(map, times: times)
    var starts = [Int64](repeating: .max, count: labels.count)
    for row in 0..<map.rowCount {
      let walk = Int(map.walks[row])
      guard labels.indices.contains(walk), labels[walk] != nil else { continue }
      starts[walk] = min(starts[walk], times[row])
    }
    let last = evidence.lastHeard()
    let later = labels.indices.filter { labels[$0] != nil }.map { starts[$0] }.sorted()
    guard later.count >= Self.walks else { return [] }
    let due = later[later.count - Self.walks]
    let isOld = last.map { $0 < due }
    guard isOld.contains(true) else { return [] }
    let visits = visits(of: map, starts)
    let counts = KindCounts(map)
    let sessions = sessions
    // Shape of all three: transmitters.
    var strongRows = [[Int]](repeating: [], count: last.count)
    var heard = [Set<Int>](repeating: [], count: last.count)
    var latest = [Int](repeating: -1, count: last.count)
    for row in 0..<map.rowCount {
      let walk = Int(map.walks[row])
      for entry in map.entries(of: row) {
        let transmitter = Int(map.transmitterIndices[entry])
        guard isOld[transmitter] else { continue }
        // Rows of a walk stand together.
        if latest[transmitter] != walk, let session = sessions[walk] {
          heard[transmitter].insert(session)
        }
        latest[transmitter] = walk
        if map.rssi[entry] > Self.strong { strongRows[transmitter].append(row) }
      }
    }
    let swapped = strongRows.indices.filter { transmitter in
      let rows = strongRows[transmitter]
      return !rows.isEmpty
        && isMissed(
          at: rows, after: last[transmitter], heard: heard[transmitter], in: map, visits, starts,
          sessions, evidence, counts, HeardKinds.Kind(map.transmitters[transmitter]))
    }
    return Set(swapped.map { UInt32(truncatingIfNeeded: $0) })
  }

  /// The walks' sessions, numbered; none for a walk that says nothing here.
  private var sessions: [Int: Int] {
    var numbers: [Session: Int] = [:]
    var sessions: [Int: Int] = [:]
    for (walk, label) in labels.enumerated() {
      guard let label else { continue }
      let session = Session(device: label.device, day: label.day)
      sessions[walk] = numbers[session] ?? numbers.count
      numbers[session] = sessions[walk]
    }
    return sessions
  }

  /// Whether two sessions missed a transmitter: of walks that began after a moment and came within
  /// reach of one of the rows where it was strong, and not among those that ever heard it.
  private func isMissed(
    at rows: [Int], after moment: Int64, heard: Set<Int>, in map: RadioMap,
    _ visits: [Cell: [Visit]], _ starts: [Int64], _ sessions: [Int: Int],
    _ evidence: SurveyEvidence, _ counts: KindCounts, _ kind: HeardKinds.Kind
  ) -> Bool {
    var seen: Set<Int> = []
    for (cell, places) in Dictionary(grouping: rows, by: { Self.cell(of: $0, in: map) }) {
      let least = Self.share * counts.mean(of: kind, in: places)
      for dx in Int64(-1)...1 {
        for dy in Int64(-1)...1 {
          // The latest come first.
          for visit in visits[Cell(level: cell.level, x: cell.x + dx, y: cell.y + dy)] ?? [] {
            guard starts[visit.walk] > moment else { break }
            guard let session = sessions[visit.walk], !heard.contains(session),
              !seen.contains(session), evidence.hears(visit.walk, kind),
              case let near = passing(visit, near: places, in: map), !near.isEmpty,
              counts.mean(of: kind, in: near) >= least
            else { continue }
            seen.insert(session)
            if seen.count >= Self.walks { return true }
          }
        }
      }
    }
    return false
  }

  private func passing(_ visit: Visit, near rows: [Int], in map: RadioMap) -> [Int] {
    visit.rows.filter { row in
      rows.contains { map.places[row].distance(to: map.places[$0]) <= Self.reach }
    }
  }

  /// Which walks came to each cell, the latest first.
  private func visits(of map: RadioMap, _ starts: [Int64]) -> [Cell: [Visit]] {
    var visits: [Cell: [Visit]] = [:]
    for row in 0..<map.rowCount {
      let walk = Int(map.walks[row])
      guard labels.indices.contains(walk), labels[walk] != nil else { continue }
      let cell = Self.cell(of: row, in: map)
      // Rows of a walk stand together.
      if let end = visits[cell]?.indices.last, visits[cell]?[end].walk == walk {
        visits[cell]?[end].rows.append(row)
      } else {
        visits[cell, default: []].append(Visit(walk: walk, rows: [row]))
      }
    }
    return visits.mapValues { $0.sorted { starts[$0.walk] > starts[$1.walk] } }
  }

  private static func cell(of row: Int, in map: RadioMap) -> Cell {
    func index(_ metres: Double) -> Int64 {
      Int64(max(-1e15, min(1e15, (metres / reach).rounded(.down))))
    }
    let place = map.places[row]
    return Cell(level: map.levelIndices[row], x: index(place.x), y: index(place.y))
  }
}

/// How many transmitters of a kind rows hear.
private struct KindCounts {
  private let kinds: [HeardKinds.Kind]
  private let map: RadioMap

  init(_ map: RadioMap) {
    self.map = map
    kinds = map.transmitters.map { HeardKinds.Kind($0) }
  }

  /// Their mean, over some rows.
  func mean(of kind: HeardKinds.Kind, in rows: [Int]) -> Double {
    let heard = rows.reduce(0) { sum, row in
      sum + map.entries(of: row).count { kinds[Int(map.transmitterIndices[$0])] == kind }
    }
    return Double(heard) / Double(max(1, rows.count))
  }
}
