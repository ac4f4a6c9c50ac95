/// The level that a text says something is on: for properties such as `floor` that may as well
/// say of what a floor is made.
package enum LevelText {
  /// What levels are called in words and by letters alone.
  private static let names: Set<String> = [
    "ground", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "basement", "mezzanine", "lower",
    "upper", "top", "main", "one", "two", "three", "four", "terra", "terreno", "primo", "secondo",
    "terzo", "quarto", "rialzato", "ammezzato", "baja", "primera", "segunda", "tercera", "sótano",
    "sotano", "semisótano",
    "semisotano", "seminterrato",
    "erdgeschoss", "obergeschoss", "untergeschoss", "dachgeschoss", "eg", "og", "ug", "kg", "dg",
    "g", "gf", "lg", "b", "pb", "pt", "rdc",
  ]
  private static let nouns: Set<String> = [
    "floor", "level", "storey", "story", "piano", "planta", "piso", "etage", "étage", "stock",
    "stockwerk", "geschoss", "ebene", "niveau", "lvl", "fl",
  ]
  /// What stands beside a level's name and is none; buildings have numbers of their own.
  private static let buildings: Set<String> = [
    "building", "bldg", "block", "tower", "wing", "haus", "gebäude",
  ]
  private static let numberWords: Set<String> = ["one", "two", "three", "four"]
  /// Storeys that have numbers in front: 2. Obergeschoss.
  private static let numbered: Set<String> = [
    "kg", "dg", "obergeschoss", "untergeschoss", "kellergeschoss", "dachgeschoss",
  ]
  /// What tells one level from another of its number, and is none by itself.
  private static let kinds: Set<String> = ["parking", "garage", "underground", "sub", "podium"]
  private static let directions: Set<String> = ["east", "west", "north", "south"]
  /// What makes a number a thickness, an area, a load or a share.
  private static let units: Set<String> = [
    "mm", "cm", "dm", "m", "m2", "m²", "m³", "qm", "sqm", "in", "inch", "inches", "ft", "feet",
    "yd",
    "sqft", "g", "kg", "t", "kpa", "kn", "lx", "db", "l", "w", "h",
  ]

  private enum Part {
    case code, name, noun, companion, letters, other
  }

  /// The level that it says, where it says little else: words that levels have and one code such as
  /// 2, 2nd, L2 or F.L2, or the two of them side by side. What only stands beside them isn't in it.
  package static func level(_ text: String) -> String? {
    if let number = number(text) {
      guard isOrdinal(number) else { return nil }
      return number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
    guard text.utf8.count < 200, text.count < 48, !text.contains("%") else { return nil }
    let pieces = text.split { !$0.isLetter && !$0.isNumber }
    // More words tell a tale.
    guard pieces.count < 7 else { return nil }
    let words = pieces.map(String.init)
    let parts = words.indices.map {
      part(at: $0, of: words, before: text[pieces[$0].endIndex...].first)
    }
    let codes = parts.count { $0 == .code }
    let isNamed = parts.contains(.name)
    let says =
      parts.contains(.other)
      ? zip(parts, parts.dropFirst()).contains {
        $0 == .noun && ($1 == .code || $1 == .name) || $1 == .noun && ($0 == .code || $0 == .name)
      } : codes == 1 || isNamed || codes > 1 && parts.contains(.noun)
    guard says else { return nil }
    return zip(pieces, parts).filter { $1 == .code || $1 == .name || $1 == .letters }
      .map { (isBelow($0.0, in: text) ? "-" : "") + $0.0.lowercased() }.joined(separator: " ")
  }

  /// Whether a minus stands before a number, and no dash between two.
  private static func isBelow(_ piece: Substring, in text: String) -> Bool {
    let before = text[..<piece.startIndex]
    guard piece.first?.isNumber == true, let sign = before.last, "-\u{2212}\u{2013}".contains(sign)
    else {
      return false
    }
    return before.dropLast().last?.isNumber != true
  }

  /// Whether a number may be a level's: a storey, one between two, or the hundreds that rooms begin
  /// with.
  private static func isOrdinal(_ number: Double) -> Bool {
    let size = abs(number)
    return size < 10 && (2 * size).rounded() == 2 * size
      || size < 1000 && size == size.rounded() && (size < 200 || Int(size) % 100 == 0)
  }

  /// A number as tables' programs write it, and no other spelling of one.
  private static func number(_ text: String) -> Double? {
    let plain = text.filter { !$0.isWhitespace }.replacing(",", with: ".")
    guard plain.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+-.".utf8.contains($0) }) else {
      return nil
    }
    return Double(plain)
  }

  /// - Parameter separator: what follows the word.
  private static func part(at index: Int, of words: [String], before separator: Character?) -> Part
  {
    let word = words[index].lowercased()
    if nouns.contains(word) { return .noun }
    let isNumberSign = ["no", "nr"].contains(word) && index > 0
    if isNumberSign && buildings.contains(words[index - 1].lowercased())
      || isOfBuilding(index, words, before: separator)
    {
      return .companion
    }
    if names.contains(word) { return .name }
    if kinds.contains(word) { return .letters }
    if isCode(words[index]) {
      // "in" is a word unless it ends the text.
      let next = index + 1 < words.count ? words[index + 1] : ""
      let isMeasured = isUnit(next) && (next != "in" || index + 2 == words.count)
      return isMeasured ? .other : .code
    }
    if directions.contains(word) || buildings.contains(word.filter { !$0.isNumber }) {
      return .companion
    }
    return word.count < 3 && !word.contains(where: \.isNumber) ? .letters : .other
  }

  /// Whether a word is a building's number or letter: 2 in Haus 2, EG, but not in Haus 2. OG.
  private static func isOfBuilding(
    _ index: Int, _ words: [String], before separator: Character?
  ) -> Bool {
    func lower(_ index: Int) -> String {
      words.indices.contains(index) ? words[index].lowercased() : ""
    }
    let isNumbered =
      ["no", "nr"].contains(lower(index - 1)) && buildings.contains(lower(index - 2))
    guard isNumbered || buildings.contains(lower(index - 1)) else { return false }
    let word = lower(index)
    let digits = word.prefix(while: isDigit)
    if digits.isEmpty { return word.count == 1 || numberWords.contains(word) }
    // F and M are storeys' letters: 2F, 2M.
    guard ["", "a", "b", "c", "d", "e"].contains(word[digits.endIndex...]) else { return false }
    let (next, last) = (lower(index + 1), lower(index + 2))
    let isShort = ["og", "ug"].contains(next)
    let isStorey = isShort || numbered.contains(next) || nouns.contains(next)
    // A storey's own number or name may follow: Building 12. Floor 2.
    guard isStorey, !isCode(last), !names.contains(last) else { return true }
    return !(separator == "." || separator == " " && isShort)
  }

  /// A single letter is one only where it is small, as are kg: 2M is a mezzanine, 1. KG a basement.
  private static func isUnit(_ word: String) -> Bool {
    units.contains(word)
      || word.count > 1 && units.contains(word.lowercased()) && !names.contains(word.lowercased())
  }

  /// Whether a word is a number, perhaps with some letters before it and behind it what makes it an
  /// ordinal or a storey.
  private static func isCode(_ word: String) -> Bool {
    let letters = word.prefix { $0.isLetter }
    let digits = word[letters.endIndex...].prefix(while: isDigit)
    let rest = word[digits.endIndex...]
    return (1...3).contains(digits.count) && rest.count < 5 && rest.allSatisfy(\.isLetter)
      && (letters.count < 4 || nouns.contains(letters.lowercased()))
      && !isUnit(String(rest))
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { $0.properties.numericType == .decimal }
  }
}
