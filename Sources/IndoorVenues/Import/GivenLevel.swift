import IndoorJSON
import IndoorModel

/// The level that an import was told for features that name none.
struct GivenLevel {
  let level: VenueImport.Level?
  /// Where such features are, settled when the levels are in.
  var key = LevelKey(ordinal: 0)
  /// What they say of levels all the same.
  var said = SaidLevels()
  /// The rooms among them.
  var rooms = StackedRooms()

  /// What they say of other levels, or else where they lie over each other.
  var findings: [VenueFinding] {
    said.findings.isEmpty ? rooms.findings(on: key) : said.findings
  }
}

/// What features of a file say of their levels in ways that aren't the convention's, such as
/// ArcGIS' `LEVEL_ID`: which level they mean nobody knows, but where they mean several, not all of
/// them are on the one that was given for the file.
struct SaidLevels {
  /// A property and what it says.
  typealias Name = (property: String, level: String)

  /// What such properties are called, in small letters and without what parts their words.
  private static let properties: Set<String> = [
    "level", "levelid", "levelname", "levelnumber", "levelno", "levelnum", "levelnr", "levelcode",
    "lvl", "floorid", "floorname", "floornumber", "floorno", "floornum", "floornr", "floorkey",
    "floorcode", "floorlevel", "flr", "storey", "storeyname", "buildingstorey",
    "ifcbuildingstorey", "geschoss", "etage", "stockwerk", "ebene", "niveau", "piso", "andar",
    "verdieping", "kerros",
  ]

  /// What they are called that may say other things too: of what a floor is made, or how many
  /// pianos there are.
  private static let ambiguous: Set<String> = ["floor", "story", "piano", "planta"]

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
      let plain = Self.plain(name)
      // Several levels are those of stairs.
      guard let text = GeoJSONVenueReader.text(value), !text.contains(";") else { return nil }
      if ambiguous.contains(plain) { return LevelText.level(text).map { _ in (name, text) } }
      guard Self.properties.contains(plain),
        plain != "level" || GeoJSONVenueReader.ordinal(value) == nil
      else { return nil }
      return (name, text)
    }
  }

  /// Takes in a feature that is on the level given, and finds where it is another than the first
  /// one's of its file: once a file and property.
  mutating func note(_ feature: VenueFeature, on key: LevelKey) {
    for (property, level) in feature.faults.levelNames {
      let column = "\(property)\n\(feature.place.source.name)"
      guard let other = first[column] else {
        first[column] = level
        continue
      }
      guard level != other, !told.contains(column),
        Self.compared(level, of: property) != Self.compared(other, of: property)
      else { continue }
      told.insert(column)
      findings.append(
        VenueFinding(
          .otherLevel,
          "\(feature.place.text): \(property.seen) is \(Self.quoted(level, beside: other)) here and"
            + " \(Self.quoted(other, beside: level)) before, and all"
            + " of it is on level \(key.ordinal), which was given; make a file of each level's"
            + " features, or give them their levels' ordinal"))
    }
  }

  /// A property's name in small letters, without what parts its words: FLOOR_NO, Floor No.
  private static func plain(_ name: String) -> String {
    String(
      name.seen.folded.replacing("ß", with: "ss").filter { !["_", "-", " ", "."].contains($0) })
  }

  /// What two texts have in common that mean one level.
  private static func compared(_ level: String, of property: String) -> String {
    (ambiguous.contains(plain(property)) ? LevelText.level(level) : nil)
      ?? level.lowercased()
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
