import GRDB
public import IndoorModel

/// What a venue file holds, counted, without its geometry.
public struct VenueOverview: Hashable, Sendable {
  /// The newest radio map.
  public struct Map: Hashable, Sendable {
    /// Its version, counted from 1.
    public var version: Int
    /// Who is in it.
    public var transmitters: Int
    /// How many were taken out of it by name and stay out.
    public var forgotten: Int
  }

  /// Units by their level.
  public var units: [LevelKey: Int] = [:]
  /// Openings by their level.
  public var openings: [LevelKey: Int] = [:]
  /// Survey walks, without those that were taken back.
  public var walks = 0
  /// Walks that were taken back.
  public var removed = 0
  /// Scans at their places, of all walks that count.
  public var fingerprints = 0
  /// The newest radio map; `nil` where none was built.
  public var radioMap: Map?
  /// The codes of the warnings that the plans were stored with, by their level.
  public var planWarnings: [LevelKey: [String]] = [:]
}

extension VenueFile {
  /// Counts what the file holds; quick, however large it is.
  public func overview() throws(StorageError) -> VenueOverview {
    try read { db in
      try WalkReader.check(db)
      var overview = VenueOverview()
      overview.units = try Self.counts(.units, in: db)
      overview.openings = try Self.counts(.openings, in: db)
      let walks = try Row.fetchOne(
        db,
        sql: """
          SELECT count(*), ifnull(sum(fingerprint_count), 0) FROM walks WHERE \(WalkReader.counts)
          """)
      if let walks {
        let fields = Fields(walks, of: Layer.walks.table)
        (overview.walks, overview.fingerprints) = (try fields.int(0), try fields.int(1))
      }
      overview.removed =
        try Int.fetchOne(
          db, sql: "SELECT count(*) FROM walks WHERE NOT (\(WalkReader.counts))") ?? 0
      let map = try Row.fetchOne(
        db,
        sql: """
          SELECT id, transmitter_count,
              (SELECT count(*) FROM forgotten_transmitters WHERE version = radio_maps.id)
            FROM radio_maps ORDER BY id DESC LIMIT 1
          """)
      overview.radioMap = try map.map {
        let fields = Fields($0, of: Layer.radioMaps.table)
        return VenueOverview.Map(
          version: try fields.int(0), transmitters: try fields.int(1),
          forgotten: try fields.int(2))
      }
      for (level, text) in try Self.rows(
        db, .plans, "building, ordinal, warnings",
        { f in (try f.level(0), try f.optionalText(2)) })
      {
        overview.planWarnings[level] = (text ?? "").split(separator: " ").map(String.init)
      }
      return overview
    }
  }

  private static func counts(_ layer: Layer, in db: Database) throws -> [LevelKey: Int] {
    let drawn = try DrawnFeatures(layer, levels: DrawnFeatures.levels(db), in: db)
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT building, ordinal, count(*), min(id) AS id FROM \(layer.table)
          GROUP BY building, ordinal
        """)
    var counts: [LevelKey: Int] = [:]
    while let row = try cursor.next() {
      let f = Fields(row, of: layer.table)
      let level = drawn.level(building: try f.optionalText(0), ordinal: try f.optionalOrdinal(1))
      if let level { counts[level, default: 0] += try f.int(2) }
    }
    return counts
  }

  /// The venue with its buildings and levels, without units and openings; quick, however large it
  /// is. `nil` in a file without an import yet.
  public func levels() throws(StorageError) -> Venue? {
    try read { db in
      guard var venue = try Self.venueRow(db) else { return nil }
      venue.buildings = try Self.buildings(db)
      venue.levels = try Self.levels(db)
      return venue
    }
  }

  /// The levels that plans, walks or a guide are on, each with what is there, for people: all of
  /// that says its level by building and ordinal.
  package func uses() throws(StorageError) -> [LevelKey: [String]] {
    try read(Self.uses)
  }

  static func uses(_ db: Database) throws -> [LevelKey: [String]] {
    var uses: [LevelKey: [String]] = [:]
    for (layer, what) in [
      (Layer.plans, "a plan"), (.surveyPoints, "walks"), (.fingerprints, "fingerprints"),
    ] {
      for (building, ordinal) in try places(layer, in: db) {
        guard let building else { continue }
        uses[LevelKey(building: building, ordinal: ordinal), default: []].append(what)
      }
    }
    // A guide names buildings by their ids or names, or not at all: it stays right while another
    // building has the ordinal.
    let floors = GuideFloors(levels: try levels(db), buildings: try buildings(db))
    for (layer, what) in [
      (Layer.guideItems, "a guide's items"), (.guideGroups, "a guide's groups"),
      (.guideTours, "a guide's tours"),
    ] {
      let keys = try places(layer, in: db).flatMap { building, ordinal -> [LevelKey] in
        let keys = floors.levels(ordinal, building: building).map(\.key)
        return (building ?? "").isEmpty && keys.count > 1 ? [] : keys
      }
      for key in Set(keys) { uses[key, default: []].append(what) }
    }
    return uses
  }

  private static func places(
    _ layer: Layer, in db: Database
  ) throws -> [(building: String?, ordinal: Int)] {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT building, ordinal, min(id) AS id FROM \(layer.table)
          WHERE ordinal IS NOT NULL GROUP BY building, ordinal
        """)
    return try Fields.all(rows, of: layer) { f in
      (try f.optionalText(0), try f.optionalOrdinal(1))
    }.compactMap { building, ordinal in ordinal.map { (building, $0) } }
  }
}
