import IndoorModel

/// A name of a table's columns or of features' properties, and what stands under it.
struct NamedValues {
  let name: String
  /// Whether the name may be another's, or have others.
  private let isCompared: Bool
  /// Some of its values.
  private(set) var values: [String] = []
  /// The rows or features that have one, in their order, where the name is compared.
  private(set) var rows: [Int] = []

  init(name: String, known: Set<String>) {
    self.name = name
    isCompared = AlmostNames.areCompared(name, known)
  }

  /// Whether what other rows have says nothing more.
  var isFull: Bool { values.count >= 20 && !isCompared }

  /// Takes what a row has.
  mutating func add(_ value: String, of row: Int) {
    if values.count < 20 || isCompared && values.count < 40 && !values.contains(value) {
      values.append(value)
    }
    if isCompared { rows.append(row) }
  }
}

/// Names that other programs give what our own tables and features call otherwise: a column called
/// so is a text, and what it would have said is lacking.
struct AlmostNames {
  /// What is meant, what says the same, what may say it as well, what else it is called, and what
  /// its values look like then: a work's number may be 1911.23.4, and its dates 1640 to 1642.
  private struct Name: Sendable {
    let meant: String
    var alike: [String] = []
    var also: [String] = []
    /// What else has a meaning where this one is called so.
    var beside: String?
    let others: [String]
    var fits: @Sendable (String) -> Bool = { _ in true }
  }

  private static let all = [
    Name(meant: "latitude", also: ["location"], others: ["lat", "latitud", "y"]) {
      isDegrees($0, 90)
    },
    Name(meant: "longitude", also: ["location"], others: ["lon", "lng", "long", "longitud", "x"]) {
      isDegrees($0, 180)
    },
    Name(
      meant: "latitude and longitude", alike: ["latitude", "longitude"],
      others: ["wkt", "geom", "geometry"]
    ) { $0.uppercased().hasPrefix("POINT") },
    Name(
      meant: "latitude and longitude", alike: ["latitude", "longitude"],
      also: ["location", "lat", "long", "lng", "lon"],
      others: [
        "coordinates", "coordinate", "coords", "latlng", "latlon", "lat_lng", "lat_lon", "gps",
      ],
      fits: areDegrees),
    // What may be elsewhere, or a place's name.
    Name(
      meant: "latitude and longitude", alike: ["latitude", "longitude"],
      also: ["lat", "long", "lng", "lon"],
      others: ["location", "position", "geo", "point", "place"],
      fits: areFineDegrees),
    Name(
      meant: "level", alike: ["ordinal"], others: ["floor"] + storeys
    ) { $0.count <= 24 },
    Name(meant: "floor", others: ["level"] + storeys) { $0.count <= 24 },
    Name(meant: "groups", others: ["group"]), Name(meant: "group", others: ["groups"]),
    Name(meant: "codes", others: ["code", "number", "numbers"], fits: isDialled),
    Name(meant: "code", others: ["codes"], fits: isDialled),
    Name(
      meant: "image", others: ["images", "picture", "pictures", "photo", "photos"], fits: isFile),
    Name(
      meant: "fileName", also: ["imagefileName", "ImagefileName"],
      others: ["image", "images", "picture", "pictures", "photo", "photos", "file"], fits: isFile),
    Name(meant: "audio", others: ["audios", "sound", "sounds"], fits: isFile),
    Name(
      meant: "opening_hours", others: ["hours", "opening hours", "openinghours", "opening_ho"]
    ) {
      $0.contains(":") || $0.contains("24/7")
    },
    Name(meant: "hidden", others: ["is_hidden", "ishidden", "closed"]) { Words.answer($0) != nil },
    Name(meant: "closed", others: ["hidden"]) { Words.answer($0) != nil },
    Name(meant: "begins", others: ["begin", "start", "starts", "start_date"], fits: isOfToday),
    Name(meant: "ends", others: ["end", "end_date"], fits: isOfToday),
    Name(meant: "parent", others: ["group", "groups", "parent_group"]),
    Name(meant: "sort", others: ["order", "position", "sequence"]) { Double(decimal: $0) != nil },
    Name(
      meant: "sort", beside: "bumper",
      others: [
        "number", "nr", "nr.", "no", "seq", "rank", "stop_no", "step", "index", "pos", "sort_order",
        "reihenfolge", "stop", "stop_number", "stopnumber",
      ]
    ) {
      // What somebody dials has three digits or more.
      Double(decimal: $0).map { $0 < 100 } == true
    },
    Name(meant: "uri", others: ["url", "file", "filename", "path", "src"]),
    Name(meant: "type", others: ["mime", "mimetype", "mime_type", "media_type"]),
    Name(meant: "alt", others: ["alt_text", "alttext", "alternative"]),
    Name(meant: "licence", others: ["license"]), Name(meant: "credit", others: ["credits"]),
    Name(meant: "language", others: ["lang"]),
    Name(meant: "medium", alike: ["item"], others: ["media"]),
    Name(meant: "medium", others: ["image", "audio"], fits: isFile),
    Name(meant: "item", alike: ["medium"], others: ["items"]),
  ]

  private static let storeys = [
    "storey", "étage", "geschoß", "nivel", "nível", "verdieping", "våning", "etasje",
    "kerros", "楼层", "etage", "ebene", "stockwerk", "geschoss", "niveau", "piso", "planta",
  ]

  private static let compared = Set(
    all.flatMap { $0.others + $0.alike + $0.also + [$0.meant] }.map { $0.lowercased() }
  ).union(IdleNames.statuses.keys).union(IdleNames.stages)

  /// Whether a name is any of these, or of those that mean something.
  static func areCompared(_ name: String, _ known: Set<String>) -> Bool {
    let small = name.folded
    return compared.contains(small) || known.contains { $0.lowercased() == small }
  }

  @Sendable private static func isDegrees(_ value: String, _ most: Double) -> Bool {
    Double(decimal: value).map { abs($0) <= most } ?? false
  }

  /// Two numbers with decimals that may be degrees; decimal commas are none.
  @Sendable private static func areDegrees(_ value: String) -> Bool { degrees(in: value) != nil }

  /// The same, of which one at least says more than a hundredth of a degree.
  @Sendable private static func areFineDegrees(_ value: String) -> Bool {
    guard let (first, second) = degrees(in: value) else { return false }
    return [first, second].contains { ($0.split(separator: ".").last?.count ?? 0) >= 3 }
      && (isDegrees(first, 90) || isDegrees(second, 90))
  }

  /// The two numbers.
  static func degrees(in value: String) -> (String, String)? {
    let parts = value.split { ",; []()".contains($0) }.map(String.init)
    guard parts.count == 2, parts.allSatisfy({ $0.contains(".") && isDegrees($0, 180) }) else {
      return nil
    }
    return (parts[0], parts[1])
  }

  /// As somebody dials it, or several.
  @Sendable private static func isDialled(_ value: String) -> Bool {
    value.split { "|,; []\"".contains($0) }.allSatisfy {
      $0.count <= 6 && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
  }

  @Sendable private static func isFile(_ value: String) -> Bool {
    value.contains(".") && !value.contains(". ")
  }

  /// A date of this century.
  @Sendable private static func isOfToday(_ value: String) -> Bool {
    value.hasPrefix("20") && value.count > 6
  }

  /// Whether values look like what a name that means something has.
  static func fits(_ values: [String], as name: String) -> Bool {
    all.first { $0.meant == name }.map { values.allSatisfy($0.fits) } ?? true
  }

  /// What they are called, what is meant, and whether that is there, too, for other rows.
  private var meant: [(name: String, meant: String, isThere: Bool)] = []

  var isEmpty: Bool { meant.isEmpty }
  /// The names.
  var names: [String] { meant.map(\.name) }
  /// The first name.
  var first: String? { meant.first?.name }

  /// Finds names that stand for what nothing else says.
  ///
  /// - Parameters:
  ///   - columns: names as they are written, and what stands under each.
  ///   - known: those that mean something.
  ///   - titles: texts that people read first, which may be in other capitals alone.
  init(in columns: [NamedValues], known: Set<String>, titles: Set<String> = []) {
    let all = Self.all
    let cases = Dictionary(grouping: known.union(titles).sorted()) { $0.lowercased() }
    let there = Dictionary(columns.map { ($0.name, Set($0.rows)) }) { first, _ in first }
    for column in columns
    where !column.values.isEmpty && !known.contains(column.name) && !titles.contains(column.name) {
      let small = Words.onOneLine(column.name).folded
      // Of tables that were joined, one row may say one and the next the other.
      func isSaid(_ name: String) -> Bool {
        there[name].map { !$0.isDisjoint(with: column.rows) } ?? false
      }
      func isGiven(_ same: [String]) -> Bool {
        guard !titles.isDisjoint(with: same) else { return same.contains(where: isSaid) }
        // What has a title by any of their names has one.
        return titles.reduce(into: Set(column.rows)) { $0.subtract(there[$1] ?? []) }.isEmpty
      }
      let found: String? =
        if let same = cases[small] {
          isGiven(same) ? nil : same.first
        } else {
          all.first { other in
            let says = other.alike.isEmpty ? [other.meant] : other.alike
            let all = says + [other.meant] + (other.also + other.others).filter(known.contains)
            return other.others.contains(small) && other.beside.map(known.contains) != false
              && says.contains(where: known.contains)
              && !all.contains(where: isSaid) && column.values.allSatisfy(other.fits)
          }?.meant
        }
      guard let found, !meant.contains(where: { $0.meant == found }) else { continue }
      meant.append((column.name, found, there[found] != nil))
    }
    // What says both says nothing more where others say each.
    if meant.contains(where: { $0.meant == "latitude" }) {
      meant.removeAll { $0.meant == "latitude and longitude" }
    }
  }

  /// What is to be said of them.
  ///
  /// - Parameter noun: what has such names: one, and several.
  func sentence(_ noun: (one: String, several: String)) -> String {
    func list(_ words: [String]) -> String {
      words.count < 2
        ? words.joined()
        : words.dropLast().joined(separator: ", ") + " and " + (words.last ?? "")
    }
    let (names, known) = (list(meant.map(\.name)), list(meant.map(\.meant)))
    // Two can't have one name.
    let (areThere, isOneThere) = (meant.allSatisfy(\.isThere), meant.contains(where: \.isThere))
    if meant.count == 1 {
      let call =
        areThere
        ? "put it into \(known) where that is empty,"
        : known.contains(" and ") ? "part it into \(known)" : "call it \(known)"
      return "the \(noun.one) \(names) is a text of that name and means nothing here; \(call)"
        + " if that is what it says"
    }
    let call =
      areThere
      ? "put them into \(known) where these are empty,"
      : "call them \(known)" + (isOneThere ? ", or put them into these where they are there," : "")
    return "the \(noun.several) \(names) are texts of these names and mean nothing here; \(call)"
      + " if that is what they say"
  }
}
