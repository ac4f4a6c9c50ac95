/// The encodings of text that aren't read, where UTF-8 is.
package enum ForeignEncoding: String {
  case utf16 = "UTF-16"
  case utf32 = "UTF-32"

  /// What a text that begins so is in, by its byte order mark or by the zeros beside its
  /// characters, where these are ASCII (RFC 4627, section 3); `nil` for UTF-8.
  package init?(_ opening: some Collection<UInt8>) {
    let utf32Marks: [[UInt8]] = [[0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0]]
    let utf16Marks: [[UInt8]] = [[0xFE, 0xFF], [0xFF, 0xFE]]
    if utf32Marks.contains(where: opening.starts(with:)) {
      self = .utf32
    } else if utf16Marks.contains(where: opening.starts(with:)) {
      self = .utf16
    } else if opening.count >= 4, [0, 3].contains(where: { Self.hasOnly($0, of: 4, opening) }) {
      self = .utf32
    } else if opening.count >= 4, [0, 1].contains(where: { Self.hasOnly($0, of: 2, opening) }) {
      self = .utf16
    } else {
      return nil
    }
  }

  /// Whether of every so many bytes that one alone isn't zero.
  private static func hasOnly(
    _ place: Int, of width: Int, _ bytes: some Collection<UInt8>
  ) -> Bool {
    bytes.enumerated().allSatisfy { index, byte in (byte != 0) == (index % width == place) }
  }

  /// What is said of a text in it, behind the file's name.
  package var sentence: String { "is \(rawValue) text; save it as UTF-8" }
}
