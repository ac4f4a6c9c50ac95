import IndoorJSON
import IndoorModel

/// Several values in one text, as people and programs write them, and numbers for keypads in which
/// something looks wrong.
enum ListText {
  /// The values: parted by bars or line breaks, as within a spreadsheet's cell, or FileMaker's
  /// signs for repeating fields, a list of JSON (`["901", "902"]`, as GDAL writes into tables), or
  /// one as GDAL writes into GeoJSON and geopackages, `(2:901,902)`.
  static func parts(_ text: String) -> [String] {
    let values =
      json(text) ?? counted(text)
      ?? text.unicodeScalars.split(whereSeparator: parts).map(String.init)
    return values.map(Words.trimmed).filter { !$0.isEmpty }
  }

  /// Whether values are parted by a sign: a bar, a line break, or the group separator that
  /// FileMaker exports between values of one field.
  private static func parts(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "|", "\n", "\r", "\u{1D}": true
    default: Words.isOtherBreak(scalar)
    }
  }

  private static func json(_ text: String) -> [String]? {
    guard text.hasPrefix("["), text.hasSuffix("]"), text.utf8.count < 100_000,
      let document = try? JSONDocument(
        bytes: Array(text.utf8), name: "list",
        limits: JSONLimits(maximumBytes: text.utf8.count, maximumDepth: 2))
    else { return nil }
    let words = document.root.elements.map { Property($0).word }
    let known = words.compactMap(\.self)
    return known.count == words.count ? known : nil
  }

  /// OGR's text of a list of strings or numbers: how many there are, and each after a comma.
  private static func counted(_ text: String) -> [String]? {
    guard text.hasPrefix("("), text.hasSuffix(")"), let colon = text.firstIndex(of: ":"),
      let count = Int(text[..<colon].dropFirst()), count > 0
    else { return nil }
    let values = text[text.index(after: colon)...].dropLast()
      .split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return values.count == count ? values : nil
  }

  /// What looks wrong about numbers that are dialled, as the rest of a sentence.
  static func odd(codes: [String]) -> [String] {
    var odd: [String] = []
    // 3.0 may stand beside 3.1, so it isn't made a 3.
    if let whole = codes.lazy.compactMap(whole).first {
      odd.append(
        "is as programs write whole numbers, and is what has to be dialled; write \(whole)")
    }
    if let word = codes.first(where: isNothing) {
      odd.append("is \(word), which nobody dials; leave it empty where there is none")
    }
    if let day = codes.first(where: DateWords.isDay) {
      odd.append("is \(day), as spreadsheets write 1-2 or 1/2; write what has to be dialled")
    }
    let plain = codes.map(withPlainSigns)
    if let joined = plain.first(where: isSeveral) {
      odd.append(
        "is one code with \(joined.contains(";") ? "a semicolon" : "a comma") in it; part several by |"
      )
    }
    if codes.contains(where: isList) {
      odd.append(
        "is one code, a list with brackets as programs write one; write the numbers, parted by |")
    }
    if plain.contains(where: isTwo) {
      odd.append("is one code; where these are several, part them by |")
    }
    return odd
  }

  /// What looks wrong about the name of a medium's file, as the rest of a sentence.
  static func odd(medium: String) -> String? {
    if isNothing(medium) || medium.lowercased() == "null" {
      return "is what programs write for nothing, and counts as a file's name; leave it empty where"
        + " there is none"
    }
    if medium.last == ")", medium.firstRange(of: " (http") != nil {
      return "is a name and an address in one; write one of them"
    }
    if let why = MediumText.odd(medium) { return why }
    for sign in [";", ","] {
      let parts = medium.split(separator: sign).map { Words.trimmed(String($0)) }
      // A name may have such a sign in it, but then hardly an ending before it.
      // An address may have such signs, too, and no blanks.
      let isAddress = medium.prefix(10).contains("://") && !medium.contains("\(sign) ")
      if parts.count > 1,
        parts.allSatisfy({
          MediaType.of($0) != MediaType.unknown && (!isAddress || $0.contains("://"))
        })
      {
        return
          "is one medium with a \(sign == ";" ? "semicolon" : "comma") in it; part several by |"
      }
    }
    return nil
  }

  /// Whether it only says that there is none.
  private static func isNothing(_ code: String) -> Bool {
    ["n/a", "na", "n.a.", "none", "nil", "tbd", "-", "--", "\u{2013}", "\u{2014}", "?"]
      .contains(code.lowercased())
  }

  /// A code in which what parts numbers on keyboards of other scripts, and blanks and words that
  /// do, are this one's signs.
  private static func withPlainSigns(_ code: String) -> String {
    guard code.utf8.count <= 200 else { return code }
    let signs: [Character: Character] = [
      "\u{3001}": ",", "\u{FF64}": ",", "\u{60C}": ",", "\u{61B}": ";", "\u{A0}": " ",
      "\u{3000}": " ", "\u{202F}": " ", "\t": " ",
    ]
    let plain = String(code.folded.map { signs[$0] ?? $0 })
    return [" and ", " und ", " et ", " y ", " e ", "<br>", "<br/>"].reduce(plain) {
      $0.replacing($1, with: " & ")
    }
  }

  /// Whether it is numbers in brackets, as Python, PostgreSQL and R write a list: `['101', '601']`,
  /// `{101,601}`, `c("101", "601")`.
  private static func isList(_ code: String) -> Bool {
    guard let last = code.last, "]})".contains(last), code.utf8.count < 1000 else { return false }
    let list = code.hasPrefix("c(") ? code.dropFirst() : code[...]
    guard let first = list.first, "[{(".contains(first) else { return false }
    let parts = list.dropFirst().dropLast().split { ", ;'\"".contains($0) }
    return (parts.count > 1 || !parts.isEmpty && code.contains { "'\"".contains($0) })
      && parts.allSatisfy { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// Whether it is several numbers that blanks, `&` or `+` part, or of three digits each a slash:
  /// `101/900`, `105 & 106`. A hall and its first work may be `12/1`, and a year and a month
  /// `1887/0402`.
  private static func isTwo(_ code: String) -> Bool {
    guard code.utf8.count <= 24 else { return false }
    let parts = code.split { "/&+ ".contains($0) }
    guard parts.count > 1, code.utf8.first.map({ (0x30...0x39).contains($0) }) == true,
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return false }
    return !code.contains("/") || parts.allSatisfy { $0.count == 3 && $0.first != "0" }
  }

  /// The whole number that 340.0, 340,0, 1.02E+02 and 1,02E+02 are; `nil` for digits alone and for
  /// anything else.
  private static func whole(_ code: String) -> Int? {
    let signs = ".eE".utf8
    let point = code.hasSuffix(",0") || code.utf8.contains(where: "eE".utf8.contains)
    let code = point ? code.replacing(",", with: ".") : code
    guard code.utf8.contains(where: signs.contains) else { return nil }
    return Double(decimal: code).flatMap { Int(exactly: $0) }
  }

  /// Whether numbers are parted by what they are parted by elsewhere; `1887,0402.1` and `1887,0402`
  /// are one each, in which a year comes first and then a month and a day.
  private static func isSeveral(_ code: String) -> Bool {
    let code = code.replacing(", ", with: ";")
    let groups = code.split(separator: ",")
    let isThousands =
      groups.first?.count ?? 4 <= 3 && groups.dropFirst().allSatisfy { $0.count == 3 }
    let isOne = !isThousands && groups.dropFirst().contains { $0.hasPrefix("0") }
    let parts = (isOne ? code : code.replacing(",", with: ";"))
      .split(separator: ";", omittingEmptySubsequences: false)
    return parts.count > 1
      && parts.allSatisfy { part in
        let part = Words.trimmed(String(part))
        return !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
      }
  }
}
