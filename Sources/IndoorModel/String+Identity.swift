extension String {
  /// Whether it is a UUID as RFC 9562 writes it (section 4): 8, 4, 4, 4 and 12 hexadecimal digits,
  /// in capitals or small letters.
  package var isUUID: Bool {
    utf8.count == 36
      && utf8.enumerated().allSatisfy { place, byte in
        if [8, 13, 18, 23].contains(place) { return byte == UInt8(ascii: "-") }
        return (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
      }
  }

  /// What an id is compared by: the text as it is read, in whatever normal form of Unicode its
  /// bytes are, as Swift compares texts; and of a UUID the digits without regard to case (RFC 9562,
  /// section 4).
  package var comparedID: String { isUUID ? lowercased() : self }

  /// What people's names for buildings, levels and places are compared by: without capitals, and
  /// with one blank between words.
  package var comparedName: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
  }
}
