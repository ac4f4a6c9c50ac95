package import IndoorModel

/// Which walks have scans of others: the same readings at the same times, as of a recording that
/// was imported from a copy that was interrupted, and whole.
package struct SharedScans {
  /// An earlier walk that has the same scans.
  package struct Twin: Hashable, Sendable {
    /// Its number, in the order in which walks were added.
    package let walk: Int
    /// How many scans it has that can tell.
    package let scans: Int
    /// How many of these the later walk has, too.
    package let shared: Int
    /// How many the later walk has that can tell.
    package let ownScans: Int
  }

  private struct Key: Hashable {
    var time: Int64
    var content: UInt64
  }

  /// Where each scan was first.
  private var seen: [Key: Int] = [:]
  private var counts: [Int] = []

  /// Scans under which two walks may have the same by chance.
  private static let fewest = 2

  /// Microseconds since 1970 before which times are those of a table without dates, which each of
  /// its walks counts from 0.
  private static let dated: Int64 = 365 * 86_400_000_000

  /// Share of a table's rows, 0 to 1, from which on they are no few copies.
  package static let mostCopies = WalkChecks.mostBad

  package init() {}

  /// Whether another scan that heard the same at the same time is a copy.
  package static func isTelling(_ time: Int64, readings: Int) -> Bool {
    readings >= WalkChecks.minimumAlike || readings > 0 && time >= dated
  }

  /// Takes the next walk's telling scans, by when and what; returns the earlier walk of
  /// which it has most.
  package mutating func add(_ scans: some Sequence<(time: Int64, content: UInt64)>) -> Twin? {
    let number = counts.count
    var (count, shared) = (0, [Int: Int]())
    for scan in scans {
      count += 1
      let first = seen[Key(time: scan.time, content: scan.content), default: number]
      if first == number {
        seen[Key(time: scan.time, content: scan.content)] = number
      } else {
        shared[first, default: 0] += 1
      }
    }
    counts.append(count)
    guard let most = shared.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) else { return nil }
    let shorter = Double(min(count, counts[most.key]))
    guard most.value >= Self.fewest, Double(most.value) >= WalkChecks.mostBad * shorter else {
      return nil
    }
    return Twin(walk: most.key, scans: counts[most.key], shared: most.value, ownScans: count)
  }

  /// Takes what a radio map takes of the next walk.
  package mutating func add(_ rows: WalkRows) -> Twin? {
    let map = rows.map
    let names = map.transmitters.map(Self.name)
    return add(
      rows.times.enumerated().lazy.filter {
        Self.isTelling($0.element, readings: map.entries(of: $0.offset).count)
      }.map { row, time in (time: time, content: Self.content(of: map, row: row, names)) })
  }

  /// What a row of a radio map heard and how strongly; `nil` where that can't tell by itself.
  package static func content(of rows: WalkRows, row: Int) -> UInt64? {
    guard isTelling(0, readings: rows.map.entries(of: row).count) else { return nil }
    return content(of: rows.map, row: row, rows.map.transmitters.map(name))
  }

  private static func content(of map: RadioMap, row: Int, _ names: [UInt64]) -> UInt64 {
    map.entries(of: row).reduce(0) {
      $0 &+ mixed(names[Int(map.transmitterIndices[$1])], map.rssi[$1])
    }
  }

  /// What a scan heard and how strongly, as a number, whatever the order.
  package static func content(_ readings: [Reading]) -> UInt64 {
    readings.reduce(0) { $0 &+ mixed(name($1.transmitter), $1.rssi) }
  }

  private static func name(_ transmitter: Transmitter) -> UInt64 {
    UInt64(bitPattern: Int64(transmitter.hashValue))
  }

  /// MurmurHash3's finalizer, after which sums of neighbours differ.
  private static func mixed(_ name: UInt64, _ rssi: Int8) -> UInt64 {
    var bits = name &+ UInt64(UInt8(bitPattern: rssi)) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    bits = (bits ^ (bits >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return bits ^ (bits >> 33)
  }
}
