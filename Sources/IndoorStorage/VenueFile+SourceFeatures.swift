import GRDB
public import IndoorModel

extension VenueFile {
  /// The features kept as they came, in the order they were saved.
  public func sourceFeatures() throws(StorageError) -> [SourceFeature] {
    try read { db in
      try Self.rows(db, .sourceFeatures, "feature_type, feature_id, json") { f in
        SourceFeature(type: try f.text(0), id: try f.text(1), json: try f.text(2))
      }
    }
  }

  /// The manifest that was kept of an archive, where one was.
  package func sourceManifest() throws(StorageError) -> SourceFeature? {
    try read { db in
      try Fields.all(
        Row.fetchCursor(
          db,
          sql: "SELECT feature_type, feature_id, json, id FROM source_features"
            + " WHERE feature_type = 'manifest' ORDER BY id LIMIT 1"), of: .sourceFeatures
      ) { SourceFeature(type: try $0.text(0), id: try $0.text(1), json: try $0.text(2)) }.first
    }
  }

  /// Keeps features as they come from an archive, beside what was kept of others: what a source
  /// that is no archive says anew of a feature, an export writes over what was kept of it. Where a
  /// whole archive comes, all that was kept goes, but beside another venue's. The manifest is the
  /// first one's then, as an archive has one.
  static func save(
    _ features: [SourceFeature], isWhole: Bool, in db: Database, time: String
  ) throws {
    if features.isEmpty { return }
    let known = try Set(
      Fields.all(
        Row.fetchCursor(
          db, sql: "SELECT feature_id FROM source_features WHERE feature_type = 'venue'"),
        of: .sourceFeatures
      ) { try $0.text(0).comparedID })
    let venues = features.filter { $0.type == "venue" }.map(\.id.comparedID)
    if isWhole, !venues.isEmpty, known.count < 2, known.isEmpty || !known.isDisjoint(with: venues) {
      try db.execute(sql: "DELETE FROM source_features")
    }
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO source_features (feature_type, feature_id, json) VALUES (?, ?, ?)
          ON CONFLICT (feature_type, feature_id) DO UPDATE SET json = excluded.json
            WHERE feature_type <> 'manifest'
        """)
    for feature in features {
      let what = "\(feature.type) \(feature.id)"
      try statement.execute(arguments: [
        try Storable.text(feature.type, what), try Storable.text(feature.id, what),
        try Storable.text(feature.json, what),
      ])
    }
    try GeoPackageTables.touch(.sourceFeatures, at: time, in: db)
  }

  /// Takes out what was kept of features that are there no more.
  static func forget(_ ids: [String], of type: String, in db: Database) throws {
    let statement = try db.cachedStatement(
      sql: "DELETE FROM source_features WHERE feature_type = ? AND feature_id = ?")
    for id in ids { try statement.execute(arguments: [type, id]) }
  }
}
