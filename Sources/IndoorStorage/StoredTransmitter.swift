import IndoorModel

/// A transmitter as two texts: addresses as people write them.
///
///     wifi       00:1a:2b:3c:4d:5e
///     bluetooth  00:1a:2b:3c:4d:5e
///     beacon     f7826da6-4fa2-4e98-8024-bc5b71e0893e/1/65535
///     column     WAP001
struct StoredTransmitter {
  let kind: String
  let address: String

  init(kind: String, address: String) {
    self.kind = kind
    self.address = address
  }

  init(_ transmitter: Transmitter) throws(Unstorable) {
    switch transmitter {
    case .wifi(let bits): self.init(kind: "wifi", address: try Self.octets(bits))
    case .bluetooth(let bits): self.init(kind: "bluetooth", address: try Self.octets(bits))
    case .beacon(let high, let low, let major, let minor):
      self.init(
        kind: "beacon", address: "\(Address.uuid(high: high, low: low))/\(major)/\(minor)")
    case .column(let name):
      self.init(kind: "column", address: try Storable.text(name, "a transmitter's name"))
    }
  }

  func transmitter() throws(Damage) -> Transmitter {
    switch kind {
    case "wifi": return .wifi(try octets())
    case "bluetooth": return .bluetooth(try octets())
    case "column": return Transmitter(column: address)
    case "beacon":
      let parts = address.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 3, let uuid = Address.uuid(parts[0]), let major = UInt16(parts[1]),
        let minor = UInt16(parts[2])
      else { throw damage }
      return .beacon(
        uuidHigh: uuid.high, uuidLow: uuid.low, major: major, minor: minor)
    default: throw damage
    }
  }

  private var damage: Damage { Damage("transmitter \(kind) \(address) is none") }

  private func octets() throws(Damage) -> UInt64 {
    guard let bits = Address.bits(address) else { throw damage }
    return bits
  }

  private static func octets(_ bits: UInt64) throws(Unstorable) -> String {
    guard bits >> 48 == 0 else { throw Unstorable("an address has more than 48 bits") }
    return Address.text(bits)
  }
}
