/// UUIDs for features that have other ids.
enum IMDFIdentifier {
  /// The id itself where it is a UUID, else one made of it: the same at every export.
  ///
  /// Version 8 (RFC 9562, section 5.8) of the 128-bit FNV-1a hash (Fowler, Noll, Vo; RFC 9923) of venue, type and id.
  static func uuid(_ id: String, type: String, venue: String) -> String {
    if IMDFChecks.isUUID(id) { return id }
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in "\(venue)\0\(type)\0\(id)".utf8 {
      hash = (hash ^ UInt128(byte)) &* 0x0100_0000_0000_0000_0000_013B
    }
    hash = hash & ~(0xF << 76) | (8 << 76)
    hash = hash & ~(0x3 << 62) | (2 << 62)
    let digits = String(hash, radix: 16)
    let padded = Array(String(repeating: "0", count: 32 - digits.count) + digits)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(padded[$0]) }
      .joined(separator: "-")
  }
}
