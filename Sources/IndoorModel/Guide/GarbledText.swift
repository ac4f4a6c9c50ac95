/// Texts that went through a wrong encoding: UTF-8 that was read as Windows-1252 or Latin-1, and
/// letters that were replaced by U+FFFD.
public enum GarbledText {
  /// The first letters of a text that look so, as `Ã¼`; `nil` where none do.
  public static func first(in text: String) -> String? {
    var lead: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar == "\u{FFFD}" { return String(scalar) }
      if let lead, isGarbled(lead, scalar) {
        return String(lead) + String(scalar)
      }
      lead = scalar
    }
    return nil
  }

  /// Whether two characters are the bytes of one letter of UTF-8, of which the first is no letter
  /// before such a sign in any language: a capital `Ã` may well end a word before a blank or a
  /// quotation mark.
  private static func isGarbled(_ lead: Unicode.Scalar, _ next: Unicode.Scalar) -> Bool {
    switch lead {
    case "\u{C3}": signs.contains(next) || next == "\u{AD}"
    case "\u{C2}", "\u{C4}", "\u{C5}", "\u{CE}", "\u{CF}", "\u{D0}", "\u{D1}":
      signs.contains(next)
    case "\u{E2}": next == "\u{20AC}" || next == "\u{80}"
    default: false
    }
  }

  /// What the bytes 80 to BF are in Windows-1252 and Latin-1, without what stands behind words:
  /// blanks, quotation marks, dashes, dots, ordinals' signs and the soft hyphens between syllables.
  private static let signs: Set<Unicode.Scalar> = {
    var signs = Set((0x80...0x9F).compactMap { Unicode.Scalar($0 as UInt32) })
    signs.formUnion("¡¢£¤¥¦§¨©¬¯°±²³´µ¶·¸¹¼½¾¿".unicodeScalars)
    signs.formUnion("€ƒˆŠŒŽ˜šœžŸ".unicodeScalars)
    return signs
  }()
}
