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
      let digits = Self.hexadecimal(high, digits: 16) + Self.hexadecimal(low, digits: 16)
      var uuid = ""
      for (index, digit) in digits.enumerated() {
        if [8, 12, 16, 20].contains(index) { uuid += "-" }
        uuid.append(digit)
      }
      self.init(kind: "beacon", address: "\(uuid)/\(major)/\(minor)")
    case .column(let name):
      self.init(kind: "column", address: try Storable.text(name, "a transmitter's name"))
    }
  }

  func transmitter() throws(Damage) -> Transmitter {
    switch kind {
    case "wifi": return .wifi(try octets())
    case "bluetooth": return .bluetooth(try octets())
    case "column": return .column(address)
    case "beacon":
      let parts = address.split(separator: "/", omittingEmptySubsequences: false)
      let uuid = parts.first.map { $0.filter { $0 != "-" } } ?? ""
      guard parts.count == 3, uuid.utf8.count == 32, let major = UInt16(parts[1]),
        let minor = UInt16(parts[2]), let high = UInt64(uuid.prefix(16), radix: 16),
        let low = UInt64(uuid.suffix(16), radix: 16)
      else { throw damage }
      return .beacon(uuidHigh: high, uuidLow: low, major: major, minor: minor)
    default: throw damage
    }
  }

  private var damage: Damage { Damage("transmitter \(kind) \(address) is none") }

  /// Twelve digits, a colon after every second.
  private func octets() throws(Damage) -> UInt64 {
    var bits: UInt64 = 0
    var count = 0
    for character in address.utf8 {
      if count % 3 == 2 {
        guard character == UInt8(ascii: ":") else { throw damage }
      } else {
        bits = bits << 4 | UInt64(try digit(character))
      }
      count += 1
    }
    guard count == 17 else { throw damage }
    return bits
  }

  private func digit(_ character: UInt8) throws(Damage) -> UInt8 {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: throw damage
    }
  }

  private static func octets(_ bits: UInt64) throws(Unstorable) -> String {
    guard bits >> 48 == 0 else { throw Unstorable("an address has more than 48 bits") }
    return stride(from: 40, through: 0, by: -8)
      .map { hexadecimal(bits >> UInt64($0) & 0xff, digits: 2) }
      .joined(separator: ":")
  }

  private static func hexadecimal(_ value: UInt64, digits: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
