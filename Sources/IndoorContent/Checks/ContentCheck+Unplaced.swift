import IndoorGeometry
import IndoorLibc
import IndoorModel

extension ContentCheck {
  /// Tells the sources of which no work has a place, or a level, where texts of theirs seem to say
  /// them: columns and properties that are called in another language, or as another program does.
  mutating func unplaced() {
    let texts = Dictionary(
      grouping: content.texts.lazy.filter { $0.owner.kind == .item }, by: \.owner.key)
    let onLevels = Set(content.groups.lazy.filter { $0.place.ordinal != nil }.map(\.key))
    var order: [String] = []
    var bySource: [String: [GuideItem]] = [:]
    for item in content.items {
      guard let path = item.source.map(Self.path) else { continue }
      if bySource[path] == nil { order.append(path) }
      bySource[path, default: []].append(item)
    }
    for path in order {
      guard let items = bySource[path], items.count >= 3 else { continue }
      let hasPlace = items.contains { $0.place.coordinate != nil }
      let hasLevel = items.contains {
        $0.place.ordinal != nil || $0.groups.contains(where: onLevels.contains)
      }
      guard !hasPlace || !hasLevel else { continue }
      let columns = columns(items, of: path, texts)
      if !hasPlace { tellDegrees(columns, of: path, items.count) }
      if !hasLevel { tellLevels(columns, of: path, items.count) }
    }
  }

  private struct Column {
    let name: String
    var values: [String]
  }

  /// The texts that over half of the works of a source have, and three at least, but those that are
  /// told already by their names.
  private func columns(
    _ items: [GuideItem], of path: String, _ texts: [String: [GuideText]]
  ) -> [Column] {
    let told = findings.filter {
      $0.rule == .almostName && $0.source.map(Self.path) == path
    }
    var columns: [Column] = []
    var places: [String: Int] = [:]
    for item in items {
      for text in texts[item.key] ?? [] where !GuideText.titles.contains(text.name) {
        let value = Words.trimmed(text.value)
        guard !value.isEmpty, value.utf8.count < 60 else { continue }
        if let place = places[text.name] {
          columns[place].values.append(value)
        } else if columns.count < 1000 {
          places[text.name] = columns.count
          columns.append(Column(name: text.name, values: [value]))
        }
      }
    }
    return columns.filter { column in
      column.values.count >= 3 && column.values.count * 2 > items.count
        && !told.contains { $0.message.contains(column.name) }
    }
  }

  private mutating func tellDegrees(_ columns: [Column], of path: String, _ count: Int) {
    let numbers = columns.compactMap { column in
      let degrees = column.values.compactMap(Self.degrees)
      return degrees.count == column.values.count ? (name: column.name, degrees: degrees) : nil
    }
    func isLatitude(_ degrees: [Double]) -> Bool {
      degrees.allSatisfy { value in
        venue.map { abs(value - $0.origin.latitude) < 1 } ?? (abs(value) <= 90)
      }
    }
    func isLongitude(_ degrees: [Double]) -> Bool {
      degrees.allSatisfy { value in
        venue.map { abs(remainder(value - $0.origin.longitude, 360)) < 1 } ?? (abs(value) <= 180)
      }
    }
    for (index, one) in numbers.enumerated() where isLatitude(one.degrees) {
      guard
        let other = numbers.indices.first(where: { $0 != index && isLongitude(numbers[$0].degrees) }
        )
      else { continue }
      let isClear = !isLongitude(one.degrees) || !isLatitude(numbers[other].degrees)
      tell(
        "place", [one.name, numbers[other].name], "have degrees",
        isClear
          ? "call them latitude and longitude"
          : "call that of latitudes latitude, and that of longitudes longitude", of: path, count)
      return
    }
  }

  private mutating func tellLevels(_ columns: [Column], of path: String, _ count: Int) {
    // Where there is one level, what has none is on it all the same.
    guard let venue, Set(venue.levels.map(\.key.ordinal)).count > 1 else { return }
    let levels = ContentLevels(venue)
    let found = columns.first { column in
      if Self.levelNames.contains(column.name.folded) {
        return column.values.allSatisfy { levels[$0] != nil || LevelText.level($0) != nil }
      }
      // Numbers alone may count anything, and so may one word that all have.
      return Set(column.values).count > 1
        && column.values.contains { $0.contains(where: \.isLetter) }
        && column.values.allSatisfy { levels[$0] != nil || Self.isStorey($0) }
    }
    guard let found else { return }
    tell("level", [found.name], "say it", "call it level", of: path, count)
  }

  private mutating func tell(
    _ what: String, _ names: [String], _ verb: String, _ remedy: String, of path: String,
    _ count: Int
  ) {
    let isTable = content.collection.format == "csv"
    let noun =
      names.count == 1
      ? isTable ? "column" : "property" : isTable ? "columns" : "properties"
    find(
      .unplaced, of: .collection, source: path,
      "none of its \(count) works has a \(what), and the \(noun) "
        + "\(names.map { String($0.prefix(60)) }.joined(separator: " and ")) "
        + "\(names.count == 1 ? "seems" : "seem") to \(verb); \(remedy)")
  }

  /// A number with four decimals or more, which a place in degrees has and little else.
  private static func degrees(_ value: String) -> Double? {
    let parts = value.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard parts.count == 2, let decimals = parts.last, decimals.utf8.count >= 4,
      decimals.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Double(parts.joined(separator: ".")), abs(number) <= 180
    else { return nil }
    return number
  }

  /// Whether a value says a level and that it is one, as `2. Obergeschoss`.
  private static func isStorey(_ value: String) -> Bool {
    LevelText.level(value) != nil && storeys.contains(where: value.folded.contains)
  }

  private static let storeys = [
    "geschoss", "floor", "storey", "etage", "étage", "piano", "planta", "niveau", "ebene",
  ]

  private static let levelNames: Set = [
    "piano", "livello", "stock", "stockwerk", "geschoss", "og", "story", "storey", "floor level",
    "floor_level", "floor no", "floor_no", "floor number", "nivel", "nível", "våning",
    "poziom", "piętro", "patro", "kerros", "etasje", "階", "楼层", "樓層", "этаж",
  ]
}
