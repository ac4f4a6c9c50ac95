import GRDB
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// Guides in the file, and what another program sees of them.
struct GuideStorageTests {
  /// Something of every noun.
  static func content() -> GuideContent {
    var content = GuideContent(
      GuideCollection(
        key: "c", format: "csv", version: "1.3", hash: "0f", language: "en",
        zone: "Europe/Berlin", licence: "CC0-1.0"))
    let place = Coordinate(latitude: 41.5, longitude: -87.25)
    content.items = [
      GuideItem(
        key: "1", kind: "object", place: GuidePlace(place, building: "A", ordinal: -1), sort: 2.5,
        groups: ["g", "none"], template: "page", source: "items.csv:2"),
      GuideItem(key: "0", kind: "event", isHidden: true),
    ]
    content.groups = [
      GuideGroup(
        key: "g", parent: "h", kind: "gallery", label: "G", sort: 1, place: GuidePlace(place),
        isClosed: true, source: "groups.csv:2"),
      GuideGroup(key: "h", label: "H"),
    ]
    let item = GuideOwner(.item, "1")
    content.texts = [
      GuideText(item, "title", language: "en", "Bowl"),
      GuideText(item, "title", language: "zh-Hant", "碗"),
      GuideText(item, "note", language: "en", "<b>a</b>", isHTML: true, position: 3),
      GuideText(GuideOwner(.stop, "t", position: 1), "title", language: "en", ""),
      GuideText(.collection, "hours", language: "en", "daily"),
    ]
    content.codes = [
      GuideCode("109", rank: 0, owner: item, medium: "m"),
      GuideCode("109", rank: 1, owner: GuideOwner(.tour, "t")),
    ]
    var medium = GuideMedium(key: "m", uri: "m.mp3", type: "audio/mpeg", language: "en")
    medium.about.credit = "A B"
    medium.about.licence = "CC BY"
    medium.about.isFreeOnly = true
    medium.about.alternative = "sound"
    medium.about.transcript = "words"
    content.media = [
      medium, GuideMedium(key: "m", uri: "m-es.mp3", type: "audio/mpeg", language: "es"),
    ]
    content.uses = [
      GuideMediumUse(item, medium: "m", role: "audio"),
      GuideMediumUse(GuideOwner(.item, "0"), medium: "gone", role: "image"),
    ]
    content.tours = [
      GuideTour(
        key: "t", sort: 1, place: GuidePlace(ordinal: 1),
        stops: [
          GuideStop(sort: 2, item: "1", medium: "m", bumper: "b"), GuideStop(),
        ], source: "tours.csv:2")
    ]
    content.rules = [
      GuideRule(item, .hours("Mo-Fr 10:00-17:00")),
      GuideRule(item, .interval(begin: "2026-01-01", end: nil)),
    ]
    content.templates = [
      GuideTemplate(
        name: "page",
        pages: [
          GuideTemplate.Page(tab: "", file: "a.html", html: "<p>"),
          GuideTemplate.Page(tab: "audio", label: "Listen", icon: "i.png"),
        ]),
      GuideTemplate(name: "bare"),
    ]
    content.findings = [
      GuideFinding(.unknownKey, item: "1", source: "items.csv:2", "a key is unknown; check it")
    ]
    return content
  }

  @Test func `what is saved of a guide is read back`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    let content = Self.content()
    try file.save(content)
    var other = GuideContent(GuideCollection(key: "b", format: "aic"))
    other.items = [GuideItem(key: "1", kind: "object")]
    try file.save(other)
    #expect(try VenueFile.open(folder.file(), readOnly: true).guides() == [content, other])
    #expect(try file.guideKeys() == ["c", "b"])
    #expect(try file.guide("none") == nil)
  }

  /// The columns stand side by side for whoever edits the table.
  @Test func `hours and dates in one row both count`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    try file.save(Self.content())
    try file.write { db, _ in
      try db.execute(sql: "UPDATE guide_rules SET ends = '2026-03-01' WHERE hours IS NOT NULL")
    }
    let item = GuideOwner(.item, "1")
    #expect(
      try VenueFile.open(folder.file(), readOnly: true).guides().flatMap(\.rules) == [
        GuideRule(item, .hours("Mo-Fr 10:00-17:00")),
        GuideRule(item, .interval(begin: nil, end: "2026-03-01")),
        GuideRule(item, .interval(begin: "2026-01-01", end: nil)),
      ])
    // An editor of tables leaves empty texts where a cell was emptied.
    try file.write { db, _ in
      try db.execute(sql: "UPDATE guide_rules SET begins = '', ends = ' ' WHERE hours IS NOT NULL")
      try db.execute(sql: "UPDATE guide_rules SET hours = '' WHERE hours IS NULL")
    }
    #expect(
      try VenueFile.open(folder.file(), readOnly: true).guides().flatMap(\.rules) == [
        GuideRule(item, .hours("Mo-Fr 10:00-17:00")),
        GuideRule(item, .interval(begin: "2026-01-01", end: nil)),
      ])
  }

  @Test func `what was found of a tour or a group is read back as theirs`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var content = Self.content()
    try file.save(content)
    // Older programs name the columns that they know.
    try file.write { db, _ in
      try db.execute(
        sql: """
          INSERT INTO guide_findings (collection_id, rule, item, message)
            SELECT id, 'bad-value', 't', 'a value is none; write one' FROM guide_collections
          """)
    }
    content.findings.append(
      GuideFinding(.badValue, of: GuideOwner(.tour, "t"), "a value is none; write one"))
    #expect(try VenueFile.open(folder.file(), readOnly: true).guides() == [content])
    content.findings += [.group, .tour, .stop, .medium].map { kind in
      GuideFinding(.badValue, of: GuideOwner(kind, "1"), "a value is none; write one")
    }
    content.findings.append(GuideFinding(.missingKey, "something has no key; give it one"))
    try file.save(content)
    #expect(try VenueFile.open(folder.file(), readOnly: true).guides() == [content])
    #expect(content.findings.map(\.item) == ["1", "t", nil, "1", "1", "1", nil])
  }

  @Test func `what is said of some of a collection is theirs alone`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var content = Self.content()
    content.texts += (0..<4).map {
      GuideText(GuideOwner(.stop, "t", position: $0), "note", language: "en", "stop \($0)")
    }
    content.texts.append(GuideText(GuideOwner(.medium, "m"), "title", language: "en", "Sound"))
    try file.save(content)
    let owners = [
      GuideOwner(.stop, "t", position: 3), GuideOwner(.item, "1"),
      GuideOwner(.stop, "t", position: 0),
    ]
    let said = try file.guide("c", of: owners)
    #expect(
      said.texts.map(\.value).sorted()
        == ["<b>a</b>", "Bowl", "Sound", "stop 0", "stop 3", "碗"].sorted())
    #expect(said.uses.map(\.medium) == ["m"] && said.media.map(\.language) == ["en", "es"])
    #expect(try file.guide("c", of: []).texts.isEmpty)
  }

  @Test func `rows keep their ids when a collection is stored again`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    var content = Self.content()
    content.items += (0..<5).map { GuideItem(key: "k\($0)", kind: "object") }
    try file.save(content)
    func ids() throws -> [String: Int64] {
      try file.read { db in
        try Dictionary(
          uniqueKeysWithValues: Row.fetchAll(db, sql: "SELECT item, id FROM guide_items").map {
            ($0[0], $0[1])
          })
      }
    }
    let before = try ids()
    content.items.removeFirst(2)
    content.items.reverse()
    content.items.insert(GuideItem(key: "new", kind: "object"), at: 0)
    content.media.removeLast()
    try file.save(content)
    let after = try ids()
    #expect(try file.guide("c") == content)
    #expect(Set(after.keys) == ["new", "k0", "k1", "k2", "k3", "k4"])
    #expect((0..<5).allSatisfy { after["k\($0)"] == before["k\($0)"] })
  }

  @Test func `keys in the other normal form of Unicode take the place of those stored`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    for e in ["\u{E9}", "e\u{301}"] {
      var content = GuideContent(GuideCollection(key: "c\(e)", format: "f"))
      content.items = [GuideItem(key: "k\(e)", kind: "object")]
      content.groups = [GuideGroup(key: "g\(e)", kind: "room", label: "Room")]
      try file.save(content)
      #expect(try file.guides() == [content])
      #expect(try file.guideKeys().map { Array($0.utf8) } == [Array("c\(e)".utf8)])
    }
  }

  @Test func `what can't be stored leaves the file as it was`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    let content = Self.content()
    try file.save(content)
    var wrong = content
    wrong.items[0].place.coordinate = Coordinate(latitude: 91, longitude: 0)
    var nul = content
    nul.texts[0].value = "a\0b"
    for bad in [wrong, nul] {
      let error = #expect(throws: StorageError.self) { try file.save(bad) }
      #expect(error?.code == .unstorable)
    }
    #expect(try file.guide("c") == content)
  }

  @Test func `media hang on items as the Related Tables Extension has it`() throws {
    let folder = try TemporaryFolder()
    let file = try VenueFile.create(folder.file())
    try file.save(Self.content())
    try file.read { db throws in
      // OGC 18-000, requirements 1 to 5: the extension is declared, and the mapping has both ids.
      let relation = try #require(try Row.fetchOne(db, sql: "SELECT * FROM gpkgext_relations"))
      #expect(relation["base_table_name"] == "guide_items")
      #expect(relation["related_table_name"] == "guide_media")
      #expect(relation["relation_name"] == "media")
      let mapping: String = relation["mapping_table_name"]
      let extensions = try String.fetchSet(
        db,
        sql: "SELECT table_name FROM gpkg_extensions WHERE extension_name = 'gpkg_related_tables'")
      #expect(extensions == ["gpkgext_relations", mapping])
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT item, medium, language FROM \(mapping)
            JOIN guide_items ON base_id = guide_items.id
            JOIN guide_media ON related_id = guide_media.id ORDER BY language
          """)
      #expect(rows.map { $0[0] as String } == ["1", "1"])
      #expect(rows.map { $0[2] as String } == ["en", "es"])
    }
  }
}
