public import IndoorModel

/// Addresses that are several names of one radio: an access point sends each of its networks under
/// an address of its own.
public enum VirtualTransmitters {
  /// Share of the scans of either that must have both.
  static let together = 0.6
  /// Mean difference of their strengths, in decibels, that two names of one radio don't reach.
  static let difference = 4.0

  /// The groups of two and more, largest first; each ascending.
  ///
  /// Makers count in the last hexadecimal digit, or in the first octet with its locally
  /// administered bit set. What agrees in the rest is a group where it is heard together and alike.
  public static func groups(of map: RadioMap) -> [[Transmitter]] {
    var candidates: [UInt64: [Int]] = [:]
    for (index, transmitter) in map.transmitters.enumerated() {
      guard case .wifi(let address) = transmitter else { continue }
      candidates[(address & 0xFF_FFFF_FFFF) >> 4, default: []].append(index)
    }
    candidates = candidates.filter { $0.value.count > 1 }
    var slots: [Int: (key: UInt64, position: Int)] = [:]
    for (key, indices) in candidates {
      for (position, index) in indices.enumerated() { slots[index] = (key, position) }
    }
    var pairs = candidates.mapValues { PairCounts($0.count) }
    var heard: [UInt64: [(position: Int, rssi: Int8)]] = [:]
    for row in 0..<map.rowCount {
      heard.removeAll(keepingCapacity: true)
      for entry in map.entries(of: row) {
        guard let slot = slots[Int(map.transmitterIndices[entry])] else { continue }
        heard[slot.key, default: []].append((slot.position, map.rssi[entry]))
      }
      for (key, readings) in heard { pairs[key]?.add(readings) }
    }
    var groups: [[Transmitter]] = []
    for (key, indices) in candidates.sorted(by: { $0.key < $1.key }) {
      for group in pairs[key]?.groups() ?? [] {
        groups.append(group.map { map.transmitters[indices[$0]] })
      }
    }
    return groups.sorted { $0.count > $1.count }
  }

  /// How often and how alike a few addresses are heard together.
  private struct PairCounts {
    private let count: Int
    private var scans: [Int]
    private var both: [Int]
    private var differences: [Int]

    /// Addresses that agree but for 12 bits; more than these are no access point's.
    private static let most = 64

    init(_ count: Int) {
      self.count = min(count, Self.most)
      scans = Array(repeating: 0, count: self.count)
      both = Array(repeating: 0, count: self.count * self.count)
      differences = both
    }

    mutating func add(_ readings: [(position: Int, rssi: Int8)]) {
      for a in readings where a.position < count {
        scans[a.position] += 1
        for b in readings where b.position < a.position {
          both[a.position * count + b.position] += 1
          differences[a.position * count + b.position] += abs(Int(a.rssi) - Int(b.rssi))
        }
      }
    }

    /// Addresses tied by any pair that belongs together.
    func groups() -> [[Int]] {
      var group = Array(0..<count)
      for a in 0..<count {
        for b in 0..<a where isOne(a, b) {
          let (from, to) = (max(group[a], group[b]), min(group[a], group[b]))
          for index in 0..<count where group[index] == from { group[index] = to }
        }
      }
      return Dictionary(grouping: 0..<count, by: { group[$0] }).values.filter { $0.count > 1 }
        .sorted { $0[0] < $1[0] }
    }

    private func isOne(_ a: Int, _ b: Int) -> Bool {
      let (together, apart) = (both[a * count + b], scans[a] + scans[b])
      guard together >= 3 else { return false }
      let share = Double(together) / Double(apart - together)
      let difference = Double(differences[a * count + b]) / Double(together)
      return share >= VirtualTransmitters.together && difference < VirtualTransmitters.difference
    }
  }
}
