/// Days and months that spreadsheets make of 1-2 and 1/2, in their languages.
enum DateWords {
  /// Whether a text is a day of a year's months or a month, `02-Jan`, `Jan-02`, `01. Feb`,
  /// `févr-01` or `2月1日`, or a day with the midnight that programs write behind it.
  static func isDay(_ text: String) -> Bool {
    if isMidnight(text) { return true }
    guard mayBeDay(text.utf8) else { return false }
    if text.wholeMatch(of: #/\d{1,2}[月월] ?\d{1,2}[日일]/#) != nil { return true }
    if let match = text.wholeMatch(of: #/(\d{1,2})(?:[-\/ ]|\. ?)(\p{L}{3,5})\.?/#) {
      return months.contains(String(match.2))
    }
    if let match = text.wholeMatch(of: #/(\p{L}{3,5})\.?(?:-|[\/ ](?=0))(\d{1,2})/#) {
      return months.contains(String(match.1))
    }
    return false
  }

  /// Whether it has so few digits and so many letters as days and months have: nearly all codes are
  /// of digits alone.
  private static func mayBeDay(_ text: String.UTF8View) -> Bool {
    guard text.count <= 24 else { return false }
    var (digits, letters, isASCII) = (0, 0, true)
    for byte in text {
      if (0x30...0x39).contains(byte) {
        digits += 1
      } else if byte >= 0x80 {
        (letters, isASCII) = (letters + 1, false)
      } else if (0x61...0x7A).contains(byte | 0x20) {
        letters += 1
      }
    }
    return letters >= 3 && digits >= 1 && digits <= (isASCII ? 2 : 4)
  }

  /// Whether a text is a day with midnight, `2026-05-31 00:00:00`, as a cell that has a date is
  /// written by programs that know no days alone.
  static func isMidnight(_ text: String) -> Bool {
    (16...32).contains(text.utf8.count)
      && text.utf8.dropFirst(10).first == UInt8(ascii: " ")
      && text.wholeMatch(of: #/\d{4}-\d{2}-\d{2} 00:00(:00(\.0+)?)?/#) != nil
  }

  /// As spreadsheets shorten them (CLDR, abbreviated and stand-alone), without points.
  private static let months = Set(
    """
    Jan Feb Mar Apr May Jun Jul Aug Sep Sept Oct Nov Dec Jän Mär März Mrz Mai Juni Juli Okt Dez \
    jan feb mar apr may jun jul aug sep sept oct nov dec janv févr fév mars avr mai juin juil août \
    déc gen mag giu lug ago set ott dic ene abr fev mrt mei okt maj dez out sty lut kwi cze lip sie \
    wrz paź lis gru
    """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
