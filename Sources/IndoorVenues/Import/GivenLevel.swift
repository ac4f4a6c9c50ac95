import IndoorJSON
import IndoorModel

/// The level that an import was told for features that name none.
struct GivenLevel {
  let level: VenueImport.Level?
  /// Where such features are, settled when the levels are in.
  var key = LevelKey(ordinal: 0)
  /// What they say of levels all the same.
  var said = SaidLevels()
}

/// What features of a file say of their levels in ways that aren't the convention's, such as
/// ArcGIS' `LEVEL_ID`: which level they mean nobody knows, but where they mean several, not all of
/// them are on the one that was given for the file.
struct SaidLevels {
  /// A property and what it says.
  typealias Name = (property: String, level: String)

  /// What such properties are called, in small letters.
  private static let properties: Set<String> = [
    "level", "level_id", "levelid", "level_name", "levelname", "level_number", "floor_id",
    "floorid", "floor_name", "floorname", "floor_number", "storey", "geschoss", "etage",
    "stockwerk", "niveau", "piso", "andar", "verdieping",
  ]

  /// What they are called that may say other things too: of what a floor is made, or how many
  /// pianos there are.
  private static let ambiguous: Set<String> = ["floor", "story", "piano", "planta"]
  /// What levels are called in words and by letters alone, beside `nouns`.
  private static let words: Set<String> = [
    "ground", "first", "second", "third", "fourth", "basement", "mezzanine", "lower", "upper",
    "one", "two", "three", "four", "terra", "terreno", "primo", "secondo", "terzo", "baja",
    "primera", "segunda", "tercera", "sótano", "sotano", "seminterrato", "eg", "og", "ug", "kg",
    "dg", "g", "gf", "lg", "b", "pb", "pt", "rdc",
  ]
  private static let nouns: Set<String> = [
    "floor", "level", "storey", "story", "piano", "planta", "piso", "etage", "étage", "stock",
    "stockwerk", "geschoss", "obergeschoss", "untergeschoss", "basement", "fl",
  ]

  private var first: [String: String] = [:]
  private var told: Set<String> = []
  private(set) var findings: [VenueFinding] = []

  /// What the properties say of a feature that names no level by the convention's `level_id` or
  /// `ordinal`, without the numbers in `level`, which are compared with the given level's.
  static func names(of properties: JSONNode) -> [Name] {
    guard properties["level_id"]?.isNull ?? true, properties["ordinal"]?.isNull ?? true else {
      return []
    }
    return properties.members.compactMap { name, value in
      let plain = name.lowercased()
      // Several levels are those of stairs.
      guard let text = GeoJSONVenueReader.text(value), !text.contains(";") else { return nil }
      if ambiguous.contains(plain) { return isLevel(text) ? (name, text) : nil }
      guard Self.properties.contains(plain),
        plain != "level" || GeoJSONVenueReader.ordinal(value) == nil
      else { return nil }
      return (name, text)
    }
  }

  /// Whether a text is how a level is called, and nothing else: words of those, or one code such as
  /// 2, 2nd, L2 or F.L2; with a code beside "floor" may stand which part of it is meant.
  private static func isLevel(_ text: String) -> Bool {
    guard text.utf8.count < 48 else { return false }
    let parts = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard (1...4).contains(parts.count) else { return false }
    // As tables' programs write a whole number.
    if let number = Double(text), number == number.rounded() { return abs(number) < 200 }
    let codes = parts.indices.filter {
      isCode(parts[$0]) && !($0 + 1 < parts.count && units.contains(parts[$0 + 1]))
    }
    guard let code = codes.first else {
      return parts.contains(where: words.contains)
        && parts.allSatisfy { words.contains($0) || nouns.contains($0) }
    }
    let beside = codes.flatMap { [$0 - 1, $0 + 1] }.filter(parts.indices.contains)
    return beside.contains { nouns.contains(parts[$0]) }
      || codes.count == 1
        && parts.indices.allSatisfy {
          $0 == code || parts[$0].count == 1 || words.contains(parts[$0])
        }
  }

  /// Whether a part is a number, perhaps with some letters before it and behind it what makes it an
  /// ordinal or a storey.
  private static func isCode(_ part: String) -> Bool {
    let letters = part.prefix { $0.isLetter }
    let digits = part[letters.endIndex...].prefix { $0.isNumber }
    let rest = part[digits.endIndex...]
    return letters.count < 4 && (1...3).contains(digits.count) && rest.count < 5
      && !units.contains(String(rest))
  }

  /// Of how thick or high a floor is.
  private static let units: Set<String> = ["mm", "cm", "dm", "m", "in", "ft"]

  /// Takes in a feature that is on the level given, and finds where it is another than the first
  /// one's of its file: once a file and property.
  mutating func note(_ feature: VenueFeature, on key: LevelKey) {
    for (property, level) in feature.faults.levelNames {
      let column = "\(property)\n\(feature.place.source.name)"
      guard let other = first[column] else {
        first[column] = level
        continue
      }
      guard level.lowercased() != other.lowercased(), told.insert(column).inserted else { continue }
      findings.append(
        VenueFinding(
          .otherLevel,
          "\(feature.place.text): \(property) is \(Self.quoted(level, beside: other)) here and"
            + " \(Self.quoted(other, beside: level)) before, and all"
            + " of it is on level \(key.ordinal), which was given; make a file of each level's"
            + " features, or give them their levels' ordinal"))
    }
  }

  /// A text in quotation marks: of a long one what follows the part that it has in common with
  /// another.
  private static func quoted(_ text: String, beside other: String) -> String {
    guard max(text.count, other.count) > 60 else { return "\"\(text)\"" }
    let shared = zip(text, other).prefix { $0 == $1 }.count
    let rest = text.dropFirst(max(0, shared - 20))
    return "\"\(shared > 20 ? "…" : "")\(rest.prefix(60))\(rest.count > 60 ? "…" : "")\""
  }
}
