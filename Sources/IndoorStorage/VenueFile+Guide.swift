import GRDB
public import IndoorModel

extension VenueFile {
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

  /// Stores a collection instead of what the file has of it. Rows of items, groups, media and tours
  /// that stay keep their ids.
  ///
  /// - Throws: `.unstorable` for a coordinate out of range or a NUL in a text; then nothing is
  ///   stored.
  public func save(_ content: GuideContent) throws(StorageError) {
    try write { db, time in
      let writer = try GuideWriter(content, db)
      try writer.write()
      for layer in Layer.guide {
        try GeoPackageTables.touch(
          layer, extent: layer.table == Layer.guideItems.table ? writer.extent : nil, at: time,
          in: db)
      }
    }
  }
}
