import GRDB
import IndoorGeometry
import IndoorModel

/// Puts a collection of a guide into its tables.
struct GuideWriter {
  let extent: Extent?

  let content: GuideContent
  let db: Database
  let id: Int64

  init(_ content: GuideContent, _ db: Database) throws {
    self.content = content
    self.db = db
    extent = Extent(content.items.compactMap(\.place.coordinate))
    let collection = content.collection
    let what = "the collection"
    if let stored = try GuideReader.storedKey(collection.key, in: db),
      !stored.utf8.elementsEqual(collection.key.utf8)
    {
      try db.execute(
        sql: "UPDATE guide_collections SET collection = ? WHERE collection = ?",
        arguments: [try Storable.text(collection.key, what), stored])
    }
    let id = try Int64.fetchOne(
      db,
      sql: """
        INSERT INTO guide_collections (collection, format, version, hash, language, zone, licence)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (collection) DO UPDATE SET format = excluded.format,
            version = excluded.version, hash = excluded.hash, language = excluded.language,
            zone = excluded.zone, licence = excluded.licence
          RETURNING id
        """,
      arguments: [
        try Storable.text(collection.key, what), try Storable.text(collection.format, what),
        try Storable.optionalText(collection.version, what),
        try Storable.text(collection.hash, what), try Storable.text(collection.language, what),
        try Storable.optionalText(collection.zone, what),
        try Storable.optionalText(collection.licence, what),
      ])
    guard let id else { throw Damage("guide_collections takes no row") }
    self.id = id
  }

  func write() throws {
    for table in [
      "guide_texts", "guide_codes", "guide_media_uses", "guide_rules", "guide_templates",
      "guide_findings",
    ] {
      try db.execute(sql: "DELETE FROM \(table) WHERE collection_id = ?", arguments: [id])
    }
    let titles = content.titles
    try items(titles)
    try groups()
    try media()
    try tours(titles)
    try texts()
    try codesAndUses()
    try rest()
  }

  private func items(_ titles: [GuideOwner: String]) throws {
    try remove(from: "guide_items", named: "item", but: content.items.map(\.key))
    try db.execute(
      sql: """
        DELETE FROM guide_memberships
          WHERE item_id IN (SELECT id FROM guide_items WHERE collection_id = ?)
        """, arguments: [id])
    let rows = try KeyedRows(
      "guide_items", key: ["collection_id", "item"],
      columns: [
        "geom", "kind", "title", "building", "ordinal", "sort", "position", "template",
        "is_hidden", "source",
      ], in: db)
    for (position, item) in content.items.enumerated() {
      let what = "item \(item.key)"
      var geometry: [UInt8]?
      if let coordinate = item.place.coordinate {
        try Storable.coordinates([coordinate], what)
        geometry = GeometryBlob.encode(.point(coordinate))
      }
      try Storable.finite([item.sort].compactMap(\.self), what)
      let title = titles[GuideOwner(.item, item.key)]
      let key = try Storable.text(item.key, what)
      try rows.put([
        id, key, try geometry.map { try Storable.blob($0, what) },
        try Storable.text(item.kind, what), try Storable.optionalText(title, what),
        try Storable.optionalText(item.place.building, what),
        try item.place.ordinal.map { try Storable.ordinal($0, what) }, item.sort,
        position, try Storable.optionalText(item.template, what), item.isHidden,
        try Storable.optionalText(item.source, what),
      ])
      let itemID = try rows.id(of: [id, key])
      try put(groups: item.groups.map { try Storable.text($0, what) }, of: itemID)
    }
  }

  /// Puts an item's groups in, many by one statement.
  private func put(groups: [String], of item: Int64?) throws {
    for start in stride(from: 0, to: groups.count, by: Self.mostAtOnce) {
      let part = groups[start..<min(start + Self.mostAtOnce, groups.count)]
      let rows = repeatElement("(?, ?)", count: part.count).joined(separator: ", ")
      let row = try db.cachedStatement(
        sql: "INSERT INTO guide_memberships (item_id, group_key) VALUES \(rows)")
      var values: [(any DatabaseValueConvertible)?] = []
      for group in part { values += [item, group] }
      try row.execute(arguments: StatementArguments(values))
    }
  }

  /// Rows that one statement puts in at most.
  private static let mostAtOnce = 200

  private func groups() throws {
    try remove(from: "guide_groups", named: "group_key", but: content.groups.map(\.key))
    let row = try db.makeStatement(
      sql: """
        INSERT INTO guide_groups (collection_id, group_key, parent, kind, label, sort, position,
            latitude, longitude, building, ordinal, is_closed, source)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (collection_id, group_key) DO UPDATE SET parent = excluded.parent,
            kind = excluded.kind, label = excluded.label, sort = excluded.sort,
            position = excluded.position, latitude = excluded.latitude,
            longitude = excluded.longitude, building = excluded.building,
            ordinal = excluded.ordinal, is_closed = excluded.is_closed, source = excluded.source
        """)
    for (position, group) in content.groups.enumerated() {
      let what = "group \(group.key)"
      try Storable.finite([group.sort].compactMap(\.self), what)
      try row.execute(
        arguments: [
          id, try Storable.text(group.key, what), try Storable.optionalText(group.parent, what),
          try Storable.text(group.kind, what), try Storable.text(group.label, what), group.sort,
          position,
        ] + (try place(group.place, what)) + [
          group.isClosed, try Storable.optionalText(group.source, what),
        ])
    }
  }

  private func media() throws {
    try remove(from: "guide_media", named: "medium", but: content.media.map(\.key))
    for (medium, rows) in Dictionary(grouping: content.media, by: \.key) {
      let languages = databaseQuestionMarks(count: rows.count)
      try db.execute(
        sql: """
          DELETE FROM guide_media
            WHERE collection_id = ? AND medium = ? AND language NOT IN (\(languages))
          """,
        arguments: [id, medium] + StatementArguments(rows.map(\.language)))
    }
    let row = try db.makeStatement(
      sql: """
        INSERT INTO guide_media (collection_id, medium, uri, content_type, language, credit,
            licence, is_free_only, alternative, transcript)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (collection_id, medium, language) DO UPDATE SET uri = excluded.uri,
            content_type = excluded.content_type, credit = excluded.credit,
            licence = excluded.licence, is_free_only = excluded.is_free_only,
            alternative = excluded.alternative, transcript = excluded.transcript
        """)
    for medium in content.media {
      let what = "medium \(medium.key)"
      let about = medium.about
      try row.execute(arguments: [
        id, try Storable.text(medium.key, what), try Storable.text(medium.uri, what),
        try Storable.text(medium.type, what), try Storable.text(medium.language, what),
        try Storable.optionalText(about.credit, what),
        try Storable.optionalText(about.licence, what), about.isFreeOnly,
        try Storable.optionalText(about.alternative, what),
        try Storable.optionalText(about.transcript, what),
      ])
    }
  }

  private func tours(_ titles: [GuideOwner: String]) throws {
    try remove(from: "guide_tours", named: "tour", but: content.tours.map(\.key))
    try db.execute(
      sql: """
        DELETE FROM guide_stops
          WHERE tour_id IN (SELECT id FROM guide_tours WHERE collection_id = ?)
        """, arguments: [id])
    let row = try db.makeStatement(
      sql: """
        INSERT INTO guide_tours (collection_id, tour, title, sort, position, latitude, longitude,
            building, ordinal, source)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (collection_id, tour) DO UPDATE SET title = excluded.title,
            sort = excluded.sort, position = excluded.position, latitude = excluded.latitude,
            longitude = excluded.longitude, building = excluded.building,
            ordinal = excluded.ordinal, source = excluded.source
          RETURNING id
        """)
    let stopRow = try db.makeStatement(
      sql: "INSERT INTO guide_stops (tour_id, sort, item, medium, bumper) VALUES (?, ?, ?, ?, ?)")
    for (position, tour) in content.tours.enumerated() {
      let what = "tour \(tour.key)"
      try Storable.finite([tour.sort].compactMap(\.self) + tour.stops.compactMap(\.sort), what)
      let title = titles[GuideOwner(.tour, tour.key)]
      row.arguments =
        [
          id, try Storable.text(tour.key, what), try Storable.optionalText(title, what), tour.sort,
          position,
        ] + (try place(tour.place, what)) + [try Storable.optionalText(tour.source, what)]
      let tourID = try Int64.fetchOne(row)
      for stop in tour.stops {
        try stopRow.execute(arguments: [
          tourID, stop.sort, try Storable.optionalText(stop.item, what),
          try Storable.optionalText(stop.medium, what),
          try Storable.optionalText(stop.bumper, what),
        ])
      }
    }
  }

  private func place(_ place: GuidePlace, _ what: String) throws -> StatementArguments {
    if let coordinate = place.coordinate { try Storable.coordinates([coordinate], what) }
    return [
      place.coordinate?.latitude, place.coordinate?.longitude,
      try Storable.optionalText(place.building, what),
      try place.ordinal.map { try Storable.ordinal($0, what) },
    ]
  }

  /// Takes out the rows of a table whose keys are none of these, to the byte.
  private func remove(from table: String, named column: String, but keys: [String]) throws {
    let kept = Set(keys.map { Array($0.utf8) })
    let known = try String.fetchAll(
      db, sql: "SELECT \(column) FROM \(table) WHERE collection_id = ?", arguments: [id])
    let row = try db.makeStatement(
      sql: "DELETE FROM \(table) WHERE collection_id = ? AND \(column) = ?")
    for key in known where !kept.contains(Array(key.utf8)) {
      try row.execute(arguments: [id, key])
    }
  }
}
