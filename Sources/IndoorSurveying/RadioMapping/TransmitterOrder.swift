package import IndoorModel

/// An order of transmitters that depends on nothing but them: Wi-Fi, beacons, Bluetooth, columns,
/// each by number or name.
struct TransmitterOrder: Comparable {
  private let kind: UInt8
  private let numbers: (UInt64, UInt64, UInt32)
  private let name: String

  init(_ transmitter: Transmitter) {
    switch transmitter {
    case .wifi(let address): (kind, numbers, name) = (0, (address, 0, 0), "")
    case .beacon(let high, let low, let major, let minor):
      (kind, numbers, name) = (1, (high, low, UInt32(major) << 16 | UInt32(minor)), "")
    case .bluetooth(let address): (kind, numbers, name) = (2, (address, 0, 0), "")
    case .column(let column): (kind, numbers, name) = (3, (0, 0, 0), column)
    }
  }

  static func == (a: TransmitterOrder, b: TransmitterOrder) -> Bool {
    a.kind == b.kind && a.numbers == b.numbers && a.name == b.name
  }

  static func < (a: TransmitterOrder, b: TransmitterOrder) -> Bool {
    if a.kind != b.kind { return a.kind < b.kind }
    if a.numbers != b.numbers { return a.numbers < b.numbers }
    return a.name < b.name
  }
}

extension Collection<Transmitter> {
  /// The transmitters in that order.
  package var inOrder: [Transmitter] {
    map { ($0, TransmitterOrder($0)) }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
