import IndoorModel

/// UUIDs for features that have other ids.
enum IMDFIdentifier {
  /// The id itself where it is a UUID, else one made of it: the same at every export.
  ///
  /// Version 8 (RFC 9562, section 5.8) of the 128-bit FNV-1a hash (Fowler, Noll, Vo; RFC 9923) of
  /// venue, type and id.
  static func uuid(_ id: String, type: String, venue: String) -> String {
    if id.isUUID { return id }
    var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
    for byte in "\(venue)\0\(type)\0\(id)".utf8 {
      hash = (hash ^ UInt128(byte)) &* 0x0100_0000_0000_0000_0000_013B
    }
    hash = hash & ~(0xF << 76) | (8 << 76)
    hash = hash & ~(0x3 << 62) | (2 << 62)
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for nibble in 0..<32 {
      if [8, 12, 16, 20].contains(nibble) { text.append(UInt8(ascii: "-")) }
      text.append(digits[Int(truncatingIfNeeded: hash >> (124 - 4 * nibble)) & 0xF])
    }
    return String(decoding: text, as: UTF8.self)
  }
}
