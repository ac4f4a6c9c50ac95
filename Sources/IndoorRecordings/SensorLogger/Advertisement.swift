import IndoorModel

/// Which beacon an advertisement names: an iBeacon or an Eddystone-UID, whatever address sent it.
enum Advertisement {
  /// The beacon of what Sensor Logger writes down in hexadecimal.
  ///
  /// - Parameters:
  ///   - manufacturer: the company's number, little-endian, and its data.
  ///   - service: `uuid:data` of each service, with `|` between them.
  ///   - raw: the advertisement as it was sent.
  static func beacon(manufacturer: Field, service: Field, raw: Field) -> Transmitter? {
    if let bytes = manufacturer.hexadecimal, let beacon = iBeacon(bytes) { return beacon }
    if !service.isNothing, let beacon = eddystone(service) { return beacon }
    return raw.hexadecimal.flatMap { beacon(inStructures: $0) }
  }

  /// Apple's number, 0x004C, comes first.
  private static func iBeacon(_ bytes: some Collection<UInt8>) -> Transmitter? {
    bytes.starts(with: [0x4C, 0x00]) ? Transmitter(manufacturerData: bytes) : nil
  }

  private static func eddystone(_ services: Field) -> Transmitter? {
    for service in services.text.split(separator: "|").prefix(16) {
      guard let colon = service.lastIndex(of: ":") else { continue }
      let uuid = service[..<colon].trimmingSpaces.lowercased()
      guard uuid == "feaa" || uuid.hasPrefix("0000feaa-") else { continue }
      let data = String(service[service.index(after: colon)...].trimmingSpaces)
      if let bytes = Field.with(data, { $0.hexadecimal }),
        let beacon = Transmitter(eddystoneServiceData: bytes)
      {
        return beacon
      }
    }
    return nil
  }

  /// Bluetooth Core 5.4, volume 3, part C, 11: length, type, data. 0xFF is a manufacturer's, 0x16 a
  /// service's with a number of 16 bits.
  private static func beacon(inStructures bytes: [UInt8]) -> Transmitter? {
    var at = 0
    while at + 1 < bytes.count, bytes[at] > 0 {
      let end = at + 1 + Int(bytes[at])
      guard end <= bytes.count else { return nil }
      let data = bytes[(at + 2)..<max(at + 2, end)]
      if bytes[at + 1] == 0xFF, let beacon = iBeacon(data) { return beacon }
      if bytes[at + 1] == 0x16, data.starts(with: [0xAA, 0xFE]),
        let beacon = Transmitter(eddystoneServiceData: data.dropFirst(2))
      {
        return beacon
      }
      at = end
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String { String(self).trimmed }
}
