import IndoorModel

/// What kinds of radio the walks of a map would have heard: iPhones hear beacons alone, others have
/// Bluetooth off, and some recorders keep next to nothing.
struct HeardKinds {
  enum Kind: UInt8, CaseIterable {
    case wifi = 1
    case beacon = 2
    case bluetooth = 4
    case column = 8

    init(_ transmitter: Transmitter) {
      switch transmitter {
      case .wifi: self = .wifi
      case .beacon: self = .beacon
      case .bluetooth: self = .bluetooth
      case .column: self = .column
      }
    }
  }

  /// The share of what the walks hear of a kind in a scan, their median, that one hears at least
  /// who would have heard others, too: a recorder may keep one network's alone.
  private static let least = 0.25

  /// The kinds of which a walk says what isn't there, as raw values, added. Shape: walks.
  private let kinds: [UInt8]

  init(_ map: RadioMap) {
    let count = Int(map.walks.max() ?? 0) + 1
    let bits = map.transmitters.map { Kind($0).rawValue }
    var rows = [Int](repeating: 0, count: count)
    // Shape: kinds, walks.
    var heard = Kind.allCases.map { _ in [Int](repeating: 0, count: count) }
    let masks = Kind.allCases.map(Self.mask)
    for row in 0..<map.rowCount {
      let walk = Int(map.walks[row])
      rows[walk] += 1
      for entry in map.entries(of: row) {
        let bit = bits[Int(map.transmitterIndices[entry])]
        for (kind, mask) in masks.enumerated() where mask & bit != 0 { heard[kind][walk] += 1 }
      }
    }
    var kinds = [UInt8](repeating: 0, count: count)
    for (kind, heard) in zip(Kind.allCases, heard) {
      let means = zip(heard, rows).map { $1 > 0 ? Double($0) / Double($1) : 0 }
      let some = means.filter { $0 > 0 }.sorted()
      guard !some.isEmpty else { continue }
      let median = some[some.count / 2]
      for walk in 0..<count where means[walk] > 0 && means[walk] >= Self.least * median {
        kinds[walk] |= kind.rawValue
      }
    }
    self.kinds = kinds
  }

  /// What a phone hears with a kind: none hears addresses and no beacons.
  private static func mask(_ kind: Kind) -> UInt8 {
    kind.rawValue | (kind == .beacon ? Kind.bluetooth.rawValue : 0)
  }

  /// Whether a walk would have heard what is of a kind: it heard not much less of it than others.
  func hears(_ walk: Int, _ kind: Kind) -> Bool {
    kinds.indices.contains(walk) && kinds[walk] & kind.rawValue != 0
  }
}
