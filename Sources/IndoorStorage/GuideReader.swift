import GRDB
import IndoorGeometry
import IndoorModel

/// Gets a collection of a guide out of its tables.
struct GuideReader {
  let db: Database
  private let id: Int64
  let collection: GuideCollection

  /// A reader of the collection of a key; `nil` where there is none.
  init?(_ db: Database, _ key: String) throws {
    guard let stored = try Self.storedKey(key, in: db) else { return nil }
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT id, collection, format, version, hash, language, zone, licence
          FROM guide_collections WHERE collection = ?
        """, arguments: [stored])
    let found = try Fields.first(rows, of: .guideCollections) { f in
      let collection = GuideCollection(
        key: try f.text(1), format: try f.text(2), version: try f.optionalText(3),
        hash: try f.text(4), language: try f.text(5), zone: try f.optionalText(6),
        licence: try f.optionalText(7))
      return (id: try f.integer(0), collection: collection)
    }
    guard let found else { return nil }
    self.db = db
    (id, collection) = found
  }

  /// A collection's key as the file spells it, which may be in another normal form of Unicode;
  /// `nil` where there is none.
  static func storedKey(_ key: String, in db: Database) throws -> String? {
    let keys = try VenueFile.rows(db, .guideCollections, "collection") { f in try f.text(0) }
      .filter { $0 == key }
    return keys.first { $0.utf8.elementsEqual(key.utf8) } ?? keys.first
  }

  func content() throws -> GuideContent {
    var content = GuideContent(collection)
    content.items = try items()
    content.groups = try groups()
    content.texts = try texts()
    content.codes = try rows(
      .guideCodes, "owner_kind, owner_key, owner_position, code, rank, medium"
    ) { f in
      GuideCode(
        try f.text(3), rank: try f.int(4), owner: try owner(f), medium: try f.optionalText(5))
    }
    content.media = try media()
    content.uses = try uses()
    content.tours = try tours()
    content.rules = try rows(
      .guideRules, "owner_kind, owner_key, owner_position, hours, begins, ends"
    ) { f in
      let owner = try owner(f)
      let row = try (3...5).map { try f.optionalText($0) }
      // Who edits the table may write both into one row, and leave an empty text of either; a row
      // that says nothing at all is told as it stands.
      let said = row.map { $0?.contains { !$0.isWhitespace } == true ? $0 : nil }
      let counted = said.contains { $0 != nil } ? said : row
      var rules = counted[0].map { [GuideRule(owner, .hours($0))] } ?? []
      if rules.isEmpty || counted[1] != nil || counted[2] != nil {
        rules.append(GuideRule(owner, .interval(begin: counted[1], end: counted[2])))
      }
      return rules
    }.flatMap(\.self)
    content.templates = try templates()
    content.findings = try findings(of: content)
    return content
  }

  /// What the collection says of some owners: their texts, what they show, and the texts of that.
  func content(of owners: [GuideOwner]) throws -> GuideContent {
    var content = GuideContent(collection)
    let wanted = Set(owners)
    var seen: Set<GuideOwner> = []
    func say(_ owner: GuideOwner) throws {
      content.texts += try texts(of: owner).filter {
        owner.kind == .medium || wanted.contains($0.owner)
      }
      if owner.kind == .medium { content.media += try media(named: owner.key) }
    }
    for owner in owners {
      // The stops of a tour differ in their positions alone, and are read at once.
      let owner = GuideOwner(owner.kind, owner.key)
      guard seen.insert(owner).inserted else { continue }
      try say(owner)
      let shown = try uses(of: owner).filter { wanted.contains($0.owner) }
      content.uses += shown
      for medium in shown.map({ GuideOwner(.medium, $0.medium) }) {
        if seen.insert(medium).inserted { try say(medium) }
      }
    }
    return content
  }

  private func texts(of owner: GuideOwner? = nil) throws -> [GuideText] {
    let written = try rows(
      .guideTexts,
      "owner_kind, owner_key, owner_position, name, language, value, is_html, position",
      of: owner
    ) { f in
      GuideText(
        try self.owner(f), try f.text(3), language: try f.text(4), try f.text(5),
        isHTML: try f.integer(6) != 0, position: try f.int(7))
    }
    // A work that was drawn in QGIS has its title there.
    let titled = Set(written.lazy.filter { GuideText.titles.contains($0.name) }.map(\.owner))
    return written
      + (try labels(of: owner).filter { !titled.contains($0.owner) }.map {
        GuideText($0.owner, "title", language: collection.language, $0.text)
      })
  }

  /// What programs of maps label items and tours with.
  func labels(of owner: GuideOwner? = nil) throws -> [(owner: GuideOwner, text: String)] {
    try Self.labelled.filter { owner == nil || owner?.kind == $0.kind }.flatMap { kind in
      try rows(
        kind.layer, "\(kind.key), title",
        where: "AND title <> ''" + (owner == nil ? "" : " AND \(kind.key) = ?"),
        owner.map { [$0.key] } ?? []
      ) { f in (owner: GuideOwner(kind.kind, try f.text(0)), text: try f.text(1)) }
    }
  }

  private static let labelled: [(kind: GuideOwner.Kind, layer: Layer, key: String)] = [
    (.item, .guideItems, "item"), (.tour, .guideTours, "tour"),
  ]

  private func uses(of owner: GuideOwner? = nil) throws -> [GuideMediumUse] {
    try rows(
      .guideMediaUses, "owner_kind, owner_key, owner_position, medium, role", of: owner
    ) { f in GuideMediumUse(try self.owner(f), medium: try f.text(3), role: try f.text(4)) }
  }

  private func media(named key: String? = nil) throws -> [GuideMedium] {
    try rows(
      .guideMedia,
      "medium, uri, content_type, language, credit, licence, is_free_only, alternative, transcript",
      where: key == nil ? "" : "AND medium = ?", key.map { [$0] } ?? []
    ) { f in
      var medium = GuideMedium(
        key: try f.text(0), uri: try f.text(1), type: try f.text(2), language: try f.text(3))
      medium.about.credit = try f.optionalText(4)
      medium.about.licence = try f.optionalText(5)
      medium.about.isFreeOnly = try f.integer(6) != 0
      medium.about.alternative = try f.optionalText(7)
      medium.about.transcript = try f.optionalText(8)
      return medium
    }
  }

  private func items() throws -> [GuideItem] {
    var groups: [Int64: [String]] = [:]
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT item_id, guide_memberships.group_key, guide_memberships.id FROM guide_memberships
          JOIN guide_items ON guide_items.id = item_id WHERE collection_id = ?
          ORDER BY guide_memberships.id
        """, arguments: [id])
    while let row = try cursor.next() {
      let f = Fields(row, of: Layer.guideMemberships.table)
      groups[try f.integer(0), default: []].append(try f.text(1))
    }
    return try rows(
      .guideItems,
      "id, item, kind, geom, building, ordinal, sort, template, is_hidden, source",
      order: "position, id"
    ) { f in
      var place = GuidePlace(building: try f.optionalText(4), ordinal: try f.optionalOrdinal(5))
      switch try f.geometry(3) {
      case nil: break
      case .point(let coordinate): place.coordinate = coordinate
      default: throw f.damage(3, "is not a point")
      }
      return GuideItem(
        key: try f.text(1), kind: try f.text(2), place: place, sort: try f.optionalDouble(6),
        groups: groups[try f.integer(0)] ?? [], template: try f.optionalText(7),
        isHidden: try f.integer(8) != 0, source: try f.optionalText(9))
    }
  }

  private func groups() throws -> [GuideGroup] {
    try rows(
      .guideGroups,
      """
      group_key, parent, kind, label, sort, latitude, longitude, building, ordinal, is_closed, source
      """, order: "position, id"
    ) { f in
      GuideGroup(
        key: try f.text(0), parent: try f.optionalText(1), kind: try f.text(2),
        label: try f.text(3), sort: try f.optionalDouble(4), place: try place(f, 5),
        isClosed: try f.integer(9) != 0, source: try f.optionalText(10))
    }
  }

  private func tours() throws -> [GuideTour] {
    var stops: [Int64: [GuideStop]] = [:]
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT tour_id, guide_stops.sort, item, medium, bumper, guide_stops.id FROM guide_stops
          JOIN guide_tours ON guide_tours.id = tour_id WHERE collection_id = ?
          ORDER BY guide_stops.id
        """, arguments: [id])
    while let row = try cursor.next() {
      let f = Fields(row, of: Layer.guideStops.table)
      stops[try f.integer(0), default: []].append(
        GuideStop(
          sort: try f.optionalDouble(1), item: try f.optionalText(2),
          medium: try f.optionalText(3), bumper: try f.optionalText(4)))
    }
    return try rows(
      .guideTours, "id, tour, sort, latitude, longitude, building, ordinal, source",
      order: "position, id"
    ) { f in
      GuideTour(
        key: try f.text(1), sort: try f.optionalDouble(2), place: try place(f, 3),
        stops: stops[try f.integer(0)] ?? [], source: try f.optionalText(7))
    }
  }

  private func templates() throws -> [GuideTemplate] {
    var templates: [GuideTemplate] = []
    let stored = try rows(.guideTemplates, "template, tab, label, icon, file, html") { f in
      let page = try f.optionalText(1).map { tab in
        GuideTemplate.Page(
          tab: tab, label: try f.optionalText(2), icon: try f.optionalText(3),
          file: try f.optionalText(4), html: try f.optionalText(5))
      }
      return (name: try f.text(0), page: page)
    }
    for (name, page) in stored {
      if templates.last?.name != name { templates.append(GuideTemplate(name: name)) }
      if let page { templates[templates.count - 1].pages.append(page) }
    }
    return templates
  }

  func rows<Value>(
    _ layer: Layer, _ columns: String, of owner: GuideOwner? = nil, where condition: String = "",
    _ values: StatementArguments = [], order: String = "id",
    _ make: (Fields) throws -> Value
  ) throws -> [Value] {
    var (condition, arguments) = (condition, values)
    if let owner {
      condition = "AND owner_kind = ? AND owner_key = ?"
      arguments = [owner.kind.rawValue, owner.key]
    }
    let statement = try db.cachedStatement(
      sql: """
        SELECT \(columns), id FROM \(layer.table) WHERE collection_id = ? \(condition)
          ORDER BY \(order)
        """)
    let cursor = try Row.fetchCursor(statement, arguments: [id] + arguments)
    return try Fields.all(cursor, of: layer, make)
  }

  private func owner(_ f: Fields) throws -> GuideOwner {
    guard let kind = GuideOwner.Kind(rawValue: try f.text(0)) else {
      throw Damage("an owner in the guide is of no kind that is known")
    }
    return GuideOwner(kind, try f.text(1), position: try f.int(2))
  }

  private func place(_ f: Fields, _ column: Int) throws -> GuidePlace {
    var place = GuidePlace(
      building: try f.optionalText(column + 2), ordinal: try f.optionalOrdinal(column + 3))
    if let latitude = try f.optionalDouble(column),
      let longitude = try f.optionalDouble(column + 1)
    {
      place.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    return place
  }
}
