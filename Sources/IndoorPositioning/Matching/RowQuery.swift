import IndoorGeometry
import IndoorModel

/// What a scan says of a map's transmitters, in the values that rows are compared by.
struct RowQuery: Sendable {
  /// The transmitters that the map knows, with their values.
  private(set) var entries: ContiguousArray<(transmitter: UInt32, value: Float)> = []
  /// The same transmitters, ascending, where they are few; none otherwise.
  private(set) var transmitters: ContiguousArray<UInt32> = []
  /// The value of each of the map's transmitters, 0 where the scan has none. Shape: transmitters.
  private(set) var values: ContiguousArray<Float>
  /// What the distance needs of the scan as a whole.
  private(set) var size: Float = 0
  /// The readings that the map knows, and what part of their value is left at their age.
  private var heard: ContiguousArray<(transmitter: UInt32, rssi: Int, fresh: Float)> = []

  /// Up to so many transmitters are rather looked up in long lists than lists gone through.
  private static let few = 32
  /// More of them would overflow a block's sum of bounds.
  private static let mostReadings = 60_000

  init(transmitters: Int) {
    values = ContiguousArray(repeating: 0, count: transmitters)
    heard.reserveCapacity(512)
    entries.reserveCapacity(512)
    self.transmitters.reserveCapacity(512)
  }

  /// Looks readings up.
  ///
  /// - Parameter isAbsent: for each transmitter whether it is left out; none where it is empty.
  mutating func lookUp(
    _ readings: [Reading], in rows: MapRows, without isAbsent: ContiguousArray<Bool>
  ) {
    heard.removeAll(keepingCapacity: true)
    for reading in readings where heard.count < Self.mostReadings {
      guard let transmitter = rows.number(of: reading.transmitter),
        isAbsent.isEmpty || !isAbsent[Int(transmitter)]
      else { continue }
      let fresh = Float(Hearing.share(age: reading.age, of: Hearing.freshness))
      heard.append((transmitter, Int(reading.rssi), fresh))
    }
  }

  /// The value of the eighth strongest transmitter; 0 where there are fewer.
  var leastOfStrongest: Float {
    var strongest = SIMD8<Float>(repeating: 0)
    for (_, value) in entries where value > strongest.min() {
      let least = strongest.min()
      if let lane = strongest.indices.first(where: { strongest[$0] == least }) {
        strongest[lane] = value
      }
    }
    return strongest.min()
  }

  /// Fills in what a device with an offset, in whole decibels, heard; of a transmitter twice, the
  /// strongest counts.
  mutating func fill(offset: Int, _ index: NearestRowsIndex) {
    for entry in entries { values[Int(entry.transmitter)] = 0 }
    entries.removeAll(keepingCapacity: true)
    for (transmitter, rssi, fresh) in heard {
      let value = index.values[max(-128, min(127, rssi - offset)) + 128] * fresh
      let before = values[Int(transmitter)]
      guard value > before else { continue }
      values[Int(transmitter)] = value
      if before > 0, let at = entries.firstIndex(where: { $0.transmitter == transmitter }) {
        entries[at].value = value
      } else {
        entries.append((transmitter, value))
      }
    }
    transmitters.removeAll(keepingCapacity: true)
    if entries.count <= Self.few {
      // A sort of the standard library's may allocate.
      for (transmitter, _) in entries {
        var at = transmitters.count
        while at > 0, transmitters[at - 1] > transmitter { at -= 1 }
        transmitters.insert(transmitter, at: at)
      }
    }
    var sum: Float = 0
    for (_, value) in entries { sum += index.matching.distance.term(value) }
    size = index.matching.distance.size(ofSum: sum)
  }
}
