import IndoorGuide
import IndoorJSON
import IndoorModel
import IndoorXML

/// Reads what CollectiveAccess' services answer, as XML and as JSON: rows of its tables, each with
/// bundles of whatever names a catalogue has.
///
/// Objects, entities and the rest become items, storage locations groups, tours and their stops
/// tours. An object's key is its id; other tables' keys begin with their row's word, `entity:7`, as
/// each table counts for itself.
struct CollectiveAccessReader {
  var builder: ContentBuilder
  /// Stops by their tour, until all tours are read.
  private var stops: [String: [GuideStop]] = [:]
  /// The languages that labels are in, and the guide.
  var languages: Set<String> = []
  /// How many rows were read.
  private var count = 0
  /// Whether it was told that rows have no id.
  private var isKeylessTold = false
  /// The rows that say of themselves that they aren't to be shown: the first, and how many.
  private var unshown: (owner: GuideOwner, line: Int?, what: String, count: Int)?

  static func read(
    _ stream: XMLStream, into builder: inout ContentBuilder
  ) throws(ContentError) {
    var reader = CollectiveAccessReader(builder: builder)
    try reader.read(stream)
    reader.finish()
    builder = reader.builder
  }

  static func read(_ document: JSONDocument, into builder: inout ContentBuilder) {
    var reader = CollectiveAccessReader(builder: builder)
    reader.read(document)
    reader.finish()
    builder = reader.builder
  }

  private init(builder: ContentBuilder) { self.builder = builder }

  // MARK: XML

  private mutating func read(_ stream: XMLStream) throws(ContentError) {
    var depth = 0
    var hit: Row?
    var bundle: (name: String, value: String)?
    while let part = try Self.next(stream) {
      switch part {
      case .start(let name, let attributes):
        depth += 1
        if depth == 1, name != "CaSearchResult" {
          throw .syntax(
            "\(stream.name):\(stream.line)", "is XML of \"\(name.prefix(40))\", not CaSearchResult")
        }
        if depth == 2 {
          hit = Row(table: name, line: stream.line)
          let ids = attributes.filter { $0.key.hasSuffix("_id") }
          let own = ids.first { attribute in
            Self.tables.contains { $0.id == attribute.key && $0.table == name }
          }
          hit?.id = (own ?? ids.min { $0.key < $1.key })?.value
        }
        if depth == 3 { bundle = (name, "") }
        if depth > 3, bundle?.value.isEmpty == false { bundle?.value += " " }
      case .text(let text):
        if depth >= 3 { bundle?.value += text }
      case .end:
        if depth == 3, let bundle {
          hit?.bundles.append((bundle.name, .string(Self.unescaped(bundle.value))))
        }
        if depth == 2, let hit { add(hit) }
        depth -= 1
      }
    }
  }

  private static func next(_ stream: XMLStream) throws(ContentError) -> XMLStream.Part? {
    do throws(XMLError) { return try stream.next() } catch { throw ContentError(error) }
  }

  /// A value that was escaped once more than it should.
  private static func unescaped(_ value: String) -> String {
    value.utf8.contains(UInt8(ascii: "&")) ? PlainText.unescaped(value) : value
  }

  // MARK: JSON

  private mutating func read(_ document: JSONDocument) {
    let root = document.root
    if root["ok"]?.bool == false {
      builder.find(
        .badValue, line: 1,
        "its ok is false, so that the service has not answered all; ask it again")
    }
    guard root["results"] != nil || root["total"] != nil || root["preferred_labels"] == nil else {
      return add(row(Property(root).members, line: nil))
    }
    let lines = document.lines(ofElementsIn: "results")
    let results = root["results"]?.listed { $0.members.contains { Self.isRow($0.key) } }
    if results?.isEmpty == true { builder.seeNothing() }
    if let written = root["results"], results == nil, Property(written).saysAnything {
      builder.find(
        .badValue, "its results are no list of rows, and are passed over; write them as one")
    }
    for (index, node) in (results ?? []).enumerated() {
      add(
        row(
          Property(node).members, line: lines.indices.contains(index) ? lines[index] : nil))
    }
    for (name, value) in root.members where !["results", "ok"].contains(name) {
      builder.flatten(name, Property(value), of: .collection)
    }
  }

  /// Whether a name is one that rows have.
  private static func isRow(_ name: String) -> Bool {
    ["id", "idno", "display_label", "preferred_labels"].contains(name)
      || tables.contains { $0.id == name } || name.hasPrefix("ca_")
  }

  private func row(_ members: Property.Members, line: Int?) -> Row {
    var row = Row(table: "ca_objects", line: line)
    // Of several ids one is the row's own, and the others lead elsewhere: a stop's to its tour.
    let own = Self.tables.first { Self.plain(members[$0.id]) != nil }
    for (name, value) in members.pairs {
      switch name {
      case "id": row.id = row.id ?? Self.plain(value)
      case "ok": continue
      case "idno" where value["value"].saysAnything:
        row.bundles.append(("idno", value["value"]))
      default:
        if let own, name == own.id {
          (row.table, row.id) = (own.table, Self.plain(value))
        } else {
          row.bundles.append((name, value))
        }
      }
    }
    return row
  }

  /// A value as `find` has it, or as `item` does: `{"value": "5"}`.
  private static func plain(_ value: Property) -> String? { value.word ?? value["value"].word }

  /// Tables and what their rows are counted with. A row may name rows of tables behind its own: a
  /// stop its tour and object, an object its location.
  private static let tables: [(id: String, table: String)] = [
    ("stop_id", "ca_tour_stops"), ("tour_id", "ca_tours"), ("object_id", "ca_objects"),
    ("occurrence_id", "ca_occurrences"), ("entity_id", "ca_entities"),
    ("collection_id", "ca_collections"), ("place_id", "ca_places"),
    ("location_id", "ca_storage_locations"),
  ]

  // MARK: Rows

  /// A row of a table as it came.
  struct Row {
    var table: String
    var line: Int?
    var id: String?
    var bundles: [(name: String, value: Property)] = []

    /// The first value of a bundle that ends so.
    func word(_ names: String...) -> String? {
      for name in names {
        for bundle in bundles where bundle.name == name || Self.ends(bundle.name, with: name) {
          if let word = CollectiveAccessReader.first(bundle.value) { return word }
        }
      }
      return nil
    }

    /// All values of the bundle that is called so, or else so in the row's own table, or in another
    /// behind whatever names, each once. What further tables call so is theirs, and what stands
    /// under parents and children is another row's.
    ///
    /// - Parameter table: the table whose it may be; `nil` where it is the row's own alone.
    func values(_ name: String, of table: String? = nil) -> [String] {
      var found: [Int: (name: String, values: [String])] = [:]
      for bundle in bundles where bundle.name == name || Self.ends(bundle.name, with: name) {
        guard let rank = rank(of: bundle.name, table),
          found[rank].map({ $0.name == bundle.name }) != false
        else { continue }
        let values = CollectiveAccessReader.all(bundle.value)
        if !values.isEmpty { found[rank, default: (bundle.name, [])].values += values }
      }
      var seen: Set<String> = []
      return found.min { $0.key < $1.key }?.value.values.filter { seen.insert($0).inserted } ?? []
    }

    /// How well a bundle's name says what is meant, 0 best; `nil` where it is another's.
    private func rank(of written: String, _ other: String?) -> Int? {
      let parts = written.split(separator: ".").dropLast().map(String.init)
      if parts.isEmpty { return 0 }
      if parts == [table] { return 1 }
      guard let other, !parts.contains(where: Self.relatives.contains) else { return nil }
      if parts == [other] { return 2 }
      let noun = String(other.dropFirst(3))
      // Tables that relate two others bear the names of both.
      if parts.contains(where: {
        $0 == other || $0.contains("_x_\(noun)") || $0.contains("\(noun)_x_")
      }) {
        return 3
      }
      return parts.contains { $0.hasPrefix("ca_") && $0 != table } ? nil : 4
    }

    private static let relatives: Set = ["parent", "hierarchy", "children"]

    /// The same, of numbers that the services may have joined by semicolons.
    func words(_ name: String, of table: String) -> [String] {
      var seen: Set<String> = []
      return values(name, of: table).flatMap(Self.parts).filter { seen.insert($0).inserted }
    }

    private static func parts(_ word: String) -> [String] {
      let parts = word.split(separator: ";").map { Words.trimmed(String($0)) }
      return parts.allSatisfy { UInt64($0) != nil } ? parts : [word]
    }

    /// Whether the last part of a name, behind a dot, is a word.
    private static func ends(_ name: String, with word: String) -> Bool {
      let (name, word) = (name.utf8, word.utf8)
      guard name.count > word.count else { return false }
      let end = name.suffix(word.count + 1)
      return end.first == UInt8(ascii: ".") && end.dropFirst().elementsEqual(word)
    }
  }

  private mutating func add(_ row: Row) {
    count += 1
    let label = row.word("displayLabel", "display_label", "preferred_labels")
    // A stop is known by its tour.
    let isStop = row.table == "ca_tour_stops" && row.word("tour_id") != nil
    let id =
      row.id ?? row.word("object_id", "id") ?? (isStop ? "" : key(of: row, called: label))
    switch row.table {
    case "ca_storage_locations":
      let group = GuideGroup(
        key: id, parent: row.word("parent_id"), kind: "storage location", label: label ?? id)
      guard builder.add(group, line: row.line) else { return }
      noteUnshown(row, of: GuideOwner(.group, id))
      say(row, of: GuideOwner(.group, id))
    case "ca_tours":
      let owner = GuideOwner(.tour, builder.add(GuideTour(key: id), line: row.line))
      noteUnshown(row, of: owner)
      say(row, of: owner)
    case "ca_tour_stops":
      guard let tour = row.word("tour_id") else {
        builder.find(
          .danglingStop, line: row.line,
          "the stop \(id) names no tour, and is in none; say its tour_id")
        return say(row, of: GuideOwner(.stop, id))
      }
      var stop = GuideStop(
        sort: row.word("rank", "sort").flatMap { Double(decimal: $0) },
        item: row.words("object_id", of: "ca_objects").first)
      stop.source = builder.place(row.line)
      tellOdd(stop, row, of: tour)
      // The files before may have had some of its stops.
      let before = builder.tour(tour).map { builder.content.tours[$0].stops.count } ?? 0
      say(row, of: GuideOwner(.stop, tour, position: before + (stops[tour]?.count ?? 0)))
      stops[tour, default: []].append(stop)
    default:
      let key = Self.item(id, of: row.table)
      var item = GuideItem(key: key, kind: Self.kind(of: row.table))
      if let text = Self.georeference(row.bundles) {
        item.place.coordinate = builder.coordinate(
          text.place, of: GuideOwner(.item, key), line: row.line)
        if text.isOneOfSeveral {
          builder.find(
            .severalPoints, item: key, line: row.line,
            "its places are several, and the last is taken; give each a work of its own")
        }
      }
      item.groups += row.words("location_id", of: "ca_storage_locations")
      let owner = GuideOwner(.item, builder.add(item, line: row.line))
      for code in row.values("idno") {
        builder.content.codes.append(GuideCode(code, rank: 1, owner: owner))
      }
      noteUnshown(row, of: owner)
      say(row, of: owner)
    }
  }

  /// Keeps that a row isn't accessible to the public, or was deleted. Catalogues that never used
  /// `access` have 0 in all rows, so that these are told and not hidden; depots may well have it.
  private mutating func noteUnshown(_ row: Row, of owner: GuideOwner) {
    let access = row.values("access")
    let what: String? =
      if row.values("deleted").contains(where: { Words.answer($0) == true }) {
        "deleted"
      } else if owner.kind != .group,
        access.contains(where: { $0 == "0" || $0 == "not accessible to public" })
      {
        "not accessible to the public (access)"
      } else {
        nil
      }
    guard let what else { return }
    let count = (unshown?.count ?? 0) + 1
    unshown = unshown ?? (owner, row.line, what, 0)
    unshown?.count = count
  }

  /// Tells a stop's order that is none, and objects of which it is at the first alone.
  private mutating func tellOdd(_ stop: GuideStop, _ row: Row, of tour: String) {
    if stop.sort == nil, let rank = row.word("rank", "sort") {
      builder.find(
        .badValue, of: GuideOwner(.tour, tour), line: row.line,
        "a stop's rank \(rank.prefix(24)) can't be used as such and is kept as a text; "
          + ContentBuilder.writeNumber)
    }
    let objects = row.words("object_id", of: "ca_objects")
    if objects.count > 1 {
      builder.find(
        .badValue, of: GuideOwner(.tour, tour), line: row.line,
        "a stop is at \(objects.count) objects, of which \(objects[0].prefix(24)) counts; write a stop for each"
      )
    }
  }

  /// What a row without an id is called, the first of which is told.
  private mutating func key(of row: Row, called label: String?) -> String {
    let kind: GuideOwner.Kind =
      switch row.table {
      case "ca_storage_locations": .group
      case "ca_tours": .tour
      case "ca_tour_stops": .stop
      default: .item
      }
    let former = "row \(builder.content.items.count + 1)"
    // Items are kept under their row's word.
    let stored = kind == .item ? Self.item(former, of: row.table) : former
    let found = builder.key(
      at: "row \(count)", as: kind, former: stored, titles: [label].compactMap(\.self))
    let key = found == stored ? former : found
    if !isKeylessTold {
      builder.find(
        .missingKey, of: GuideOwner(kind, kind == .item ? Self.item(key, of: row.table) : key),
        line: row.line,
        "rows have no id, so that this one is called \(key), which changes with the file; give each an "
          + "id")
    }
    isKeylessTold = true
    return key
  }

  /// The key of an item: an object's id, that of another table behind its row's word.
  private static func item(_ id: String, of table: String) -> String {
    table == "ca_objects" ? id : "\(kind(of: table)):\(id)"
  }

  private static func kind(of table: String) -> String {
    kinds[table] ?? String(table.drop { $0 != "_" }.dropFirst())
  }

  private static let kinds = [
    "ca_objects": "object", "ca_entities": "entity", "ca_occurrences": "occurrence",
    "ca_collections": "collection", "ca_places": "place",
  ]

  /// The first text of a value, of lists and languages however deep.
  static func first(_ value: Property) -> String? {
    if case .string = value { return value.word }
    // Lazily mapped lists would ask each value twice, which doubles with every level.
    for inner in value.members.all.map(\.value) + elements(value) {
      if let word = first(inner) { return word }
    }
    return nil
  }

  /// All texts of a value.
  static func all(_ value: Property) -> [String] {
    switch value {
    case .nothing: []
    case .string: value.word.map { [$0] } ?? []
    case .array(let values): values.flatMap(all)
    case .dictionary(let members): members.all.flatMap { all($0.value) }
    }
  }

  private static func elements(_ value: Property) -> [Property] {
    if case .array(let values) = value { values } else { [] }
  }

  private mutating func finish() {
    if let unshown {
      let more =
        unshown.count > 1
        ? " (\(unshown.count - 1) more are deleted or not accessible), and they are shown"
        : ", and it is shown"
      builder.find(
        .badValue, of: unshown.owner, line: unshown.line,
        "its row says that it is \(unshown.what)\(more); leave such rows out of what is asked for")
    }
    for (index, tour) in builder.content.tours.enumerated() {
      if let stops = stops.removeValue(forKey: tour.key) {
        builder.content.tours[index].stops += stops
      }
    }
    for (key, stops) in stops.sorted(by: { $0.key < $1.key }) {
      builder.add(GuideTour(key: key, stops: stops))
    }
  }
}
