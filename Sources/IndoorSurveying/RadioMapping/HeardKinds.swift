import IndoorModel

/// What kinds of radio the walks of a map heard any of: iPhones hear beacons alone, others have
/// Bluetooth off.
struct HeardKinds {
  enum Kind: CaseIterable {
    case wifi, beacon, bluetooth, column

    init(_ transmitter: Transmitter) {
      switch transmitter {
      case .wifi: self = .wifi
      case .beacon: self = .beacon
      case .bluetooth: self = .bluetooth
      case .column: self = .column
      }
    }
  }

  /// Shape: walks.
  private let kinds: [Set<Kind>]

  init(_ map: RadioMap) {
    let transmitters = map.transmitters.map(Kind.init)
    var kinds = [Set<Kind>](repeating: [], count: Int(map.walks.max() ?? 0) + 1)
    for row in 0..<map.rowCount {
      for entry in map.entries(of: row) {
        kinds[Int(map.walks[row])].insert(transmitters[Int(map.transmitterIndices[entry])])
      }
    }
    self.kinds = kinds
  }

  /// Whether a walk heard anything of a kind.
  func hears(_ walk: Int, _ kind: Kind) -> Bool {
    kinds.indices.contains(walk) && kinds[walk].contains(kind)
  }
}
