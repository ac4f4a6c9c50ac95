import IndoorGeometry
package import IndoorModel

extension RadioMap {
  /// The map without some of its transmitters, and without the rows that hear nothing else.
  func removing(_ retired: Set<UInt32>) -> RadioMap? {
    retired.isEmpty ? self : selecting(0..<rowCount, without: retired)
  }

  /// The map without some transmitters, and without the rows that hear nothing else.
  package func without(_ some: Set<Transmitter>) -> RadioMap {
    let numbers = transmitters.indices.filter { some.contains(transmitters[$0]) }
    return removing(Set(numbers.map { UInt32(truncatingIfNeeded: $0) })) ?? self
  }

  /// A share of the rows, evenly out of all, so that there are no more than so many.
  package func thinned(to most: Int) -> RadioMap {
    guard rowCount > most, most > 0 else { return self }
    return selecting((0..<most).map { $0 * rowCount / most }) ?? self
  }

  /// The first rows, no more than so many but for the rest of the walk that reaches them.
  package func firstWalks(rows most: Int) -> RadioMap {
    guard rowCount > most, most > 0 else { return self }
    let end = walks[most...].firstIndex { $0 != walks[most - 1] } ?? rowCount
    return selecting(0..<end) ?? self
  }

  /// Some of the rows, ascending, with the levels and transmitters that they refer to and no
  /// others.
  func selecting(
    _ rows: some Collection<Int>, without retired: Set<UInt32> = []
  ) -> RadioMap? {
    var isHeard = [Bool](repeating: false, count: transmitters.count)
    for row in rows {
      for entry in entries(of: row) { isHeard[Int(transmitterIndices[entry])] = true }
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
