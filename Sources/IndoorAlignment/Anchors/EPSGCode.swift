/// The EPSG code of a coordinate reference system's well-known text.
enum EPSGCode {
  /// The code of the outermost element: `ID["EPSG",25832]`, or `AUTHORITY["EPSG","25832"]` in older
  /// text; `EPSG:25832` itself is one, too.
  ///
  /// OGC 18-010r7, 7.3.4: an element's own id stands among its direct parts; those of its base, its
  /// datum and its units stand deeper. Of a compound system without one, as of map coordinates and
  /// heights, the first part's counts, which is the map's.
  static func outermost(in text: Substring) -> Int? {
    let bare = text.drop { $0 == " " }
    if bare.hasPrefix("EPSG:") { return Int(bare.dropFirst(5).prefix { $0.isNumber }) }
    var (depth, isQuoted) = (0, false)
    var word = ""
    var found: Int?
    var (isCompound, parts, mapCode) = (false, 0, Int?.none)
    var index = text.startIndex
    while index < text.endIndex {
      let character = text[index]
      index = text.index(after: index)
      if character == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      switch character {
      case "[", "(":
        let isID = word == "ID" || word == "AUTHORITY"
        if depth == 0 { isCompound = word == "COMPOUNDCRS" || word == "COMPD_CS" }
        if depth == 1, isID { found = code(text[index...]) ?? found }
        if depth == 1, !isID { parts += 1 }
        if depth == 2, isID, isCompound, parts == 1 { mapCode = code(text[index...]) ?? mapCode }
        depth += 1
        word = ""
      case "]", ")":
        depth -= 1
        word = ""
        if depth <= 0 { return found ?? mapCode }
      case ",", " ": word = ""
      default: if word.utf8.count < 20 { word.append(character) }
      }
    }
    return nil
  }

  /// `"EPSG",25832]` or `"EPSG","25832"]`.
  private static func code(_ text: Substring) -> Int? {
    let parts = text.prefix { $0 != "]" && $0 != ")" }.split(separator: ",").map {
      $0.filter { $0 != "\"" && $0 != " " }
    }
    guard parts.count >= 2, parts[0] == "EPSG" else { return nil }
    return Int(parts[1])
  }
}
