import IndoorModel

/// What kinds of radio the walks of a map heard any of: iPhones hear beacons alone, others have
/// Bluetooth off.
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

  /// The kinds' raw values, added. Shape: walks.
  private let kinds: [UInt8]

  init(_ map: RadioMap) {
    let bits = map.transmitters.map { Kind($0).rawValue }
    var kinds = [UInt8](repeating: 0, count: Int(map.walks.max() ?? 0) + 1)
    for row in 0..<map.rowCount {
      var heard: UInt8 = 0
      for entry in map.entries(of: row) { heard |= bits[Int(map.transmitterIndices[entry])] }
      kinds[Int(map.walks[row])] |= heard
    }
    self.kinds = kinds
  }

  /// Whether a walk heard anything of a kind, or what a phone hears with it: none hears addresses
  /// and no beacons.
  func hears(_ walk: Int, _ kind: Kind) -> Bool {
    let mask = kind.rawValue | (kind == .beacon ? Kind.bluetooth.rawValue : 0)
    return kinds.indices.contains(walk) && kinds[walk] & mask != 0
  }
}
