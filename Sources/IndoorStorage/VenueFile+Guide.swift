import Foundation
import GRDB
public import IndoorModel

extension VenueFile: GuideSource {
  /// Keys of the collections of guides that the file has, in the order they were first imported.
  public func guideKeys() throws(StorageError) -> [String] {
    try read { db in
      try Self.rows(db, .guideCollections, "collection") { f in try f.text(0) }
    }
  }

  /// All of a collection, or `nil` where the file has none of that key.
  public func guide(_ key: String) throws(StorageError) -> GuideContent? {
    try read { db in try GuideReader(db, key)?.content() }
  }

  /// All collections, in the order they were first imported.
  public func guides() throws(StorageError) -> [GuideContent] {
    try read { db in
      try Self.rows(db, .guideCollections, "collection") { f in try f.text(0) }
        .compactMap { try GuideReader(db, $0)?.content() }
    }
  }

  /// What programs of maps label a collection's items and tours with, in their order.
  package func guideLabels(
    of key: String
  ) throws(StorageError) -> [(owner: GuideOwner, text: String)] {
    try read { db in try GuideReader(db, key)?.labels() } ?? []
  }

  /// What a collection says of some of its items, tours, stops and media; nothing where the file
  /// has no collection of that key.
  public func guide(
    _ key: String, of owners: [GuideOwner]
  ) throws(StorageError) -> GuideContent {
    let content = try read { db in try GuideReader(db, key)?.content(of: owners) }
    return content ?? GuideContent(GuideCollection(key: key, format: ""))
  }

  /// What was prepared of all collections; whatever changes one of their rows, in this program or
  /// another, takes it out.
  public func preparedGuide(_ part: PreparedGuidePart) throws(StorageError) -> [UInt8]? {
    guard keepsDerived else { return nil }
    return try read { db in
      let large = try Int64.fetchOne(
        db,
        sql: """
          SELECT id FROM guide_prepared
            WHERE part = ? AND typeof(data) = 'blob' AND length(data) > 1000000
          """, arguments: [part.rawValue])
      if let large { return try LargeBlob.read(large, of: .guidePrepared, column: "data", in: db) }
      let rows = try Row.fetchCursor(
        db, sql: "SELECT data FROM guide_prepared WHERE part = ?", arguments: [part.rawValue])
      return try Fields.first(rows, of: .guidePrepared) { f in [UInt8](try f.blob(0)) }
    }
  }

  /// Stores a collection instead of what the file has of it. Rows of items, groups, media and tours
  /// that stay keep their ids.
  ///
  /// - Parameters:
  ///   - content: the collection.
  ///   - prepare: makes of all collections that the file has then what is to be opened fast:
  ///     `Guide.prepared`.
  /// - Throws: `.unstorable` for a coordinate out of range or a NUL in a text; then nothing is
  ///   stored.
  public func save(
    _ content: GuideContent,
    preparing prepare: (([GuideContent]) -> [PreparedGuidePart: [UInt8]])? = nil
  ) throws(StorageError) {
    try save(content, insteadOf: nil, preparing: prepare)
  }

  /// The same, where the file still has what the collection was made from.
  ///
  /// - Parameters:
  ///   - content: the collection.
  ///   - old: what the file had of it, if that counts: `.some(nil)` for nothing.
  ///   - prepare: makes what is to be opened fast.
  /// - Throws: `.changed`, too.
  package func save(
    _ content: GuideContent, insteadOf old: GuideCollection??,
    preparing prepare: (([GuideContent]) -> [PreparedGuidePart: [UInt8]])? = nil
  ) throws(StorageError) {
    let content = content.spelledAlike()
    try write { db, time in
      if let old, try GuideReader(db, content.collection.key)?.collection != old {
        throw StorageError.changed(path)
      }
      let writer = try GuideWriter(content, db)
      try writer.write()
      if let prepare {
        let all = try Self.rows(db, .guideCollections, "collection") { f in try f.text(0) }
          .compactMap { key in
            key == content.collection.key ? content : try GuideReader(db, key)?.content()
          }
        let prepared = prepare(all)
        for part in PreparedGuidePart.allCases {
          guard let data = prepared[part] else { continue }
          try Self.put(data, of: part, in: db)
        }
      }
      for layer in Layer.guide {
        try GeoPackageTables.touch(
          layer, extent: layer.table == Layer.guideItems.table ? writer.extent : nil, at: time,
          in: db)
      }
    }
  }

  private static func put(
    _ data: [UInt8], of part: PreparedGuidePart, in db: Database
  ) throws {
    try Storable.check(blob: data, "the prepared guide")
    try db.execute(
      sql: "INSERT INTO guide_prepared (part, data) VALUES (?, zeroblob(?))",
      arguments: [part.rawValue, data.count])
    let row = db.lastInsertedRowID
    do {
      try LargeBlob.write(data, to: row, of: .guidePrepared, column: "data", in: db)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // Somebody has made an index of it, and bytes that are in one are written by statements
      // alone.
      try db.execute(
        sql: "UPDATE guide_prepared SET data = ? WHERE id = ?", arguments: [Data(data), row])
    }
  }
}
