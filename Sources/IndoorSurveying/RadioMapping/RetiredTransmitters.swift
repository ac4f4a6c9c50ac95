import IndoorGeometry
import IndoorModel

/// Finds transmitters that a renewed survey no longer heard.
///
/// A transmitter is retired where walks that began at least a month after it was last heard came within 4 m of half of the places,
/// and of three of them at least, where it had been heard well (-80 dBm or more): those walks would have heard it.
struct RetiredTransmitters {
  /// Microseconds that a renewed survey is younger: access points fail for a day and come back.
  static let renewal: Int64 = 30 * 86_400_000_000
  /// Strength, in dBm, from which on a transmitter is missed where it isn't heard.
  static let well: Int8 = -80
  /// How many of its places must have been walked again, and what share of them.
  static let fewest = 3, share = 0.5

  /// When each row was taken, in microseconds of its walk's clock. Shape: rows.
  let times: [Int64]

  /// The retired ones, as indices into the map's transmitters.
  func find(in map: RadioMap) -> Set<UInt32> {
    guard times.count == map.rowCount, let newest = times.max() else { return [] }
    var last = [Int64](repeating: .min, count: map.transmitters.count)
    for row in 0..<map.rowCount {
      for entry in map.entries(of: row) {
        let transmitter = Int(map.transmitterIndices[entry])
        last[transmitter] = max(last[transmitter], times[row])
      }
    }
    func isOld(_ transmitter: Int, at time: Int64) -> Bool {
      let (due, overflow) = last[transmitter].addingReportingOverflow(Self.renewal)
      return !overflow && due <= time
    }
    let old = Set(last.indices.filter { isOld($0, at: newest) })
    guard !old.isEmpty else { return [] }

    let nearby = SurveyedNearby(map, groups: map.walks)
    var places = [Int](repeating: 0, count: map.transmitters.count)
    var missed = places
    for row in 0..<map.rowCount {
      let heard = map.entries(of: row).filter {
        map.rssi[$0] >= Self.well && old.contains(Int(map.transmitterIndices[$0]))
      }
      guard !heard.isEmpty else { continue }
      let level = map.levels[Int(map.levelIndices[row])]
      let visit = nearby.rows(near: map.places[row], on: level).reduce(times[row]) {
        max($0, times[$1])
      }
      for entry in heard {
        let transmitter = Int(map.transmitterIndices[entry])
        places[transmitter] += 1
        if isOld(transmitter, at: visit) { missed[transmitter] += 1 }
      }
    }
    return Set(
      old.filter {
        missed[$0] >= Self.fewest && Double(missed[$0]) >= Self.share * Double(places[$0])
      }.map { UInt32(truncatingIfNeeded: $0) })
  }
}

extension RadioMap {
  /// The map without some of its transmitters, and without the rows that hear nothing else.
  func removing(_ retired: Set<UInt32>) -> RadioMap? {
    retired.isEmpty ? self : selecting(0..<rowCount, without: retired)
  }

  /// Some of the rows, ascending, with the levels and transmitters that they refer to and no others.
  func selecting(_ rows: Range<Int>, without retired: Set<UInt32> = []) -> RadioMap? {
    var isHeard = [Bool](repeating: false, count: transmitters.count)
    for entry in Int(rowStarts[rows.lowerBound])..<Int(rowStarts[rows.upperBound]) {
      isHeard[Int(transmitterIndices[entry])] = true
    }
    for transmitter in retired { isHeard[Int(transmitter)] = false }
    let kept = transmitters.indices.filter { isHeard[$0] }
    var numbers = [UInt32](repeating: 0, count: transmitters.count)
    for (number, index) in kept.enumerated() {
      numbers[index] = UInt32(truncatingIfNeeded: number)
    }
    var selected: [Int] = []
    var starts: [UInt32] = [0]
    var indices: [UInt32] = []
    var strengths: [Int8] = []
    for row in rows {
      for entry in entries(of: row) where isHeard[Int(transmitterIndices[entry])] {
        indices.append(numbers[Int(transmitterIndices[entry])])
        strengths.append(rssi[entry])
      }
      let end = UInt32(truncatingIfNeeded: strengths.count)
      guard starts.last != end else { continue }
      starts.append(end)
      selected.append(row)
    }
    let levelsUsed = Set(selected.map { levelIndices[$0] }).sorted()
    let levelNumbers = Dictionary(
      uniqueKeysWithValues: zip(
        levelsUsed, levelsUsed.indices.map { UInt16(truncatingIfNeeded: $0) }))
    return RadioMap(
      levels: levelsUsed.map { levels[Int($0)] }, transmitters: kept.map { transmitters[$0] },
      places: selected.map { places[$0] },
      levelIndices: selected.map { levelNumbers[levelIndices[$0]] ?? 0 },
      walks: selected.map { walks[$0] }, rowStarts: starts, transmitterIndices: indices,
      rssi: strengths, matching: matching)
  }
}
