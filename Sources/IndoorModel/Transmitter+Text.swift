extension Transmitter {
  /// A Wi-Fi access point's radio by its BSSID, `06:74:9c:2e:9e:f3`, in either case and with colons
  /// or dashes; `nil` for anything else.
  public init?(wifi bssid: String) {
    guard let bits = Address.bits(bssid) else { return nil }
    self = .wifi(bits)
  }

  /// A column by its name: the Wi-Fi transmitter whose address is written there as
  /// `0674.9c2e.9ef3`, `X06.74.9c.2e.9e.f3` or `06749c2e9ef3`, else one that names no address.
  package init(column name: String) {
    self = Address.bits(grouped: name).map { .wifi($0) } ?? .column(name)
  }

  /// A Bluetooth LE device by its address, `dc:0d:30:4c:bb:05`, in either case and with colons or
  /// dashes; `nil` for anything else. (The UUID by which iOS knows a peripheral is that phone's
  /// own, and names nothing to others.)
  public init?(bluetooth address: String) {
    guard let bits = Address.bits(address) else { return nil }
    self = .bluetooth(bits)
  }

  /// An iBeacon by its proximity UUID, `fda50693-a4e2-4fb1-afcf-c6eb07647825`, in either case, and
  /// by major and minor, 0 to 65,535; `nil` for anything else.
  public init?(beacon uuid: String, major: Int, minor: Int) {
    guard let uuid = Address.uuid(uuid), let major = UInt16(exactly: major),
      let minor = UInt16(exactly: minor)
    else { return nil }
    self = .beacon(uuidHigh: uuid.high, uuidLow: uuid.low, major: major, minor: minor)
  }

  /// An iBeacon by what it advertises: Apple's manufacturer data, with the company's number in
  /// front (0x004C, as on the air) or without (as Android hands it over). `nil` for anything else
  /// that Apple's devices advertise.
  ///
  /// Apple, "Proximity Beacon Specification", release R1: type 0x02, length 0x15, UUID, major,
  /// minor (highest byte first), measured power. iOS shows these bytes to no app: there
  /// CoreLocation ranges beacons.
  public init?(manufacturerData: some Collection<UInt8>) {
    let data =
      manufacturerData.starts(with: [0x4C, 0x00])
      ? manufacturerData.dropFirst(2) : manufacturerData[...]
    guard data.count == 23, data.starts(with: [0x02, 0x15]) else { return nil }
    let bytes = Array(data.dropFirst(2))
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    self = .beacon(
      uuidHigh: number(0..<8), uuidLow: number(8..<16), major: UInt16(number(16..<18)),
      minor: UInt16(number(18..<20)))
  }
}

extension Transmitter: LosslessStringConvertible {
  /// `wifi:06:74:9c:2e:9e:f3`, `bluetooth:dc:0d:30:4c:bb:05`, `beacon:UUID:10065:26049` or
  /// `column:WAP001`.
  public var description: String {
    switch self {
    case .wifi(let bits): "wifi:\(Address.text(bits))"
    case .bluetooth(let bits): "bluetooth:\(Address.text(bits))"
    case .beacon(let high, let low, let major, let minor):
      "beacon:\(Address.uuid(high: high, low: low)):\(major):\(minor)"
    case .column(let name): "column:\(name)"
    }
  }

  /// Reads a `description`, and the spelling of tables and messages: a space after the kind, `ble`
  /// for Bluetooth, `beacon UUID 10065/26049`. `nil` for anything else.
  public init?(_ description: String) {
    guard let end = description.firstIndex(where: { $0 == ":" || $0 == " " }) else { return nil }
    let rest = description[description.index(after: end)...]
    switch description[..<end] {
    case "wifi": self.init(wifi: String(rest))
    case "bluetooth", "ble": self.init(bluetooth: String(rest))
    case "beacon":
      let parts = rest.split(omittingEmptySubsequences: false) { ":/ ".contains($0) }
      guard parts.count == 3, let major = Self.number(parts[1]), let minor = Self.number(parts[2])
      else { return nil }
      self.init(beacon: String(parts[0]), major: major, minor: minor)
    case "column" where !rest.isEmpty: self.init(column: String(rest))
    default: return nil
    }
  }

  /// Digits alone, where `Int` also takes a sign.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int(text) : nil
  }
}
