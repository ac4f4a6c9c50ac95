import Foundation
import GRDB
import IndoorGeometry
public import IndoorModel

extension VenueFile {
  /// The venue: buildings by id, levels by building and ordinal, units and openings in the order
  /// they were first saved. `nil` in a file without an import yet.
  public func venue() throws(StorageError) -> Venue? { try read(Self.venue) }

  static func venue(_ db: Database) throws -> Venue? {
    guard var venue = try venueRow(db) else { return nil }
    venue.buildings = try buildings(db)
    venue.levels = try levels(db)
    let keys = venue.levels.map(\.key)
    var drawn = try DrawnFeatures(.units, levels: keys, in: db)
    venue.units = try rows(
      db, .units, "unit_id, building, ordinal, category, name, geom"
    ) { f in
      guard
        let level = drawn.level(
          building: try f.optionalText(1), ordinal: try f.optionalOrdinal(2))
      else { return nil }
      return Unit(
        id: try f.optionalText(0) ?? drawn.id(of: f.integer(6)), level: level,
        category: try f.optionalText(3), name: try f.optionalText(4), geometry: try f.polygons(5))
    }.compactMap(\.self)
    drawn = try DrawnFeatures(.openings, levels: keys, in: db)
    venue.openings = try rows(
      db, .openings, "opening_id, building, ordinal, category, name, geom"
    ) { f in
      guard
        let level = drawn.level(
          building: try f.optionalText(1), ordinal: try f.optionalOrdinal(2))
      else { return nil }
      var line: [Coordinate] = []
      if let geometry = try f.geometry(5) {
        guard case .lineString(let value) = geometry else {
          throw f.damage(5, "is no line")
        }
        line = value
      }
      return Opening(
        id: try f.optionalText(0) ?? drawn.id(of: f.integer(6)), level: level,
        category: try f.optionalText(3), name: try f.optionalText(4), line: line)
    }.compactMap(\.self)
    return venue
  }

  static func buildings(_ db: Database) throws -> [Building] {
    try rows(db, .buildings, "building_id, name") { f in
      Building(id: try f.text(0), name: try f.optionalText(1))
    }.sorted { $0.id < $1.id }
  }

  static func levels(_ db: Database) throws -> [Level] {
    try rows(db, .levels, "level_id, building, ordinal, label, name, geom") { f in
      Level(
        id: try f.text(0), key: try f.level(1),
        label: try f.text(3), name: try f.optionalText(4), outline: try f.polygons(5))
    }.sorted { ($0.key, $0.id) < ($1.key, $1.id) }
  }

  /// Whether a venue is stored; quick, however large it is.
  public func hasVenue() throws(StorageError) -> Bool {
    try read { db in try Self.venueRow(db) != nil }
  }

  /// Stores a venue: its buildings, levels, units and openings replace those of the same id, and
  /// the others stay but for the units and openings whose ids are given. The origin is that of the
  /// first venue saved, whatever this one says. What was kept of them as it came stays, beside
  /// `features`; where these have the venue itself, they are kept instead of all that was.
  ///
  /// - Parameters:
  ///   - venue: what is stored.
  ///   - units: ids of the units that go.
  ///   - openings: ids of the openings that go.
  ///   - features: what is kept of the sources as it came.
  ///   - basis: the venue that this one was made from; `nil` where nobody else writes.
  /// - Throws: `.unstorable` for a coordinate out of range, a NUL in a text or a second level of
  ///   one building and ordinal, `.changed` where the file's venue isn't the basis' any more; then
  ///   nothing is stored.
  public func save(
    _ venue: Venue, removingUnits units: [String] = [], openings: [String] = [],
    keeping features: [SourceFeature] = [], on basis: VenueBasis? = nil
  ) throws(StorageError) {
    try write { db, time in
      try replace(venue, units, openings, features, true, basis, in: db, time: time)
    }
  }

  /// Stores a venue as `save` does, and settles its origin: one that lies far off all that the file
  /// holds then is set anew, as long as nothing is in its local metres.
  ///
  /// - Parameter isWhole: whether the features are a whole archive's.
  /// - Returns: the venue as the file has it now; `nil` where its origin was near.
  package func saveSettlingOrigin(
    _ venue: Venue, removingUnits units: [String], openings: [String],
    keeping features: [SourceFeature], isWhole: Bool, on basis: VenueBasis
  ) throws(StorageError) -> Venue? {
    try write { db, time in
      try replace(venue, units, openings, features, isWhole, basis, in: db, time: time)
      return try Self.settleOrigin(after: venue, in: db, time: time)
    }
  }

  private func replace(
    _ venue: Venue, _ units: [String], _ openings: [String], _ features: [SourceFeature],
    _ isWhole: Bool, _ basis: VenueBasis?, in db: Database, time: String
  ) throws {
    try basis?.check(.whole, in: db, path: path)
    try Self.save(features, isWhole: isWhole, in: db, time: time)
    try Self.remove(units, from: .units, idColumn: "unit_id", in: db)
    try Self.remove(openings, from: .openings, idColumn: "opening_id", in: db)
    try Self.forget(units, of: "unit", in: db)
    try Self.forget(openings, of: "opening", in: db)
    try Self.save(venue, on: basis, in: db, path: path, time: time)
  }

  static func save(
    _ venue: Venue, on basis: VenueBasis?, in db: Database, path: String, time: String
  ) throws {
    let doubled = try doubledLevels(db)
    let name = "the venue"
    try Storable.coordinates([venue.origin], "the venue's origin")
    try db.execute(
      sql: """
        INSERT INTO venue (id, venue_id, name, origin_latitude, origin_longitude)
          VALUES (1, ?, ?, ?, ?)
          ON CONFLICT (id) DO UPDATE SET venue_id = excluded.venue_id, name = excluded.name
        """,
      arguments: [
        try Storable.text(venue.id, name), try Storable.text(venue.name, name),
        venue.origin.latitude, venue.origin.longitude,
      ])
    try GeoPackageTables.touch(.venue, at: time, in: db)
    try Self.save(venue.buildings, in: db, time: time)
    try Self.save(venue.levels, in: db, time: time)
    if let level = try doubledLevels(db).subtracting(doubled).min() {
      // Whoever knows what was there has made no second one, but of a venue that has two itself.
      guard basis == nil || venue.levels.count(where: { $0.key == level }) > 1 else {
        throw StorageError.changed(path)
      }
      throw Unstorable("building \"\(level.building)\" has two levels of ordinal \(level.ordinal)")
    }
    try Self.save(
      venue.units.map { unit in
        Area(
          id: unit.id, level: unit.level, category: unit.category, name: unit.name,
          geometry: unit.geometry.isEmpty ? nil : .multiPolygon(unit.geometry))
      }, of: .units, idColumn: "unit_id", in: db, time: time)
    try Self.save(
      venue.openings.map { opening in
        Area(
          id: opening.id, level: opening.level, category: opening.category, name: opening.name,
          geometry: opening.line.isEmpty ? nil : .lineString(opening.line))
      }, of: .openings, idColumn: "opening_id", in: db, time: time)
  }

  /// The venue's local frame, which everything with local metres needs.
  static func frame(_ db: Database, path: String) throws -> LocalFrame {
    guard let venue = try venueRow(db) else { throw StorageError.noVenue(path) }
    return venue.frame
  }

  static func venueRow(_ db: Database) throws -> Venue? {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT venue_id, name, origin_latitude, origin_longitude FROM venue ORDER BY id")
    let venue = try Fields.first(rows, of: .venue) { f in
      let origin = Coordinate(latitude: try f.double(2), longitude: try f.double(3))
      guard origin.isValid else { throw Damage("the venue's origin is out of range") }
      return Venue(id: try f.text(0), name: try f.text(1), origin: origin)
    }
    // Levels are stored with their venue.
    if venue == nil, try Row.fetchOne(db, sql: "SELECT 1 FROM levels LIMIT 1") != nil {
      throw Damage("its table venue is empty, and it has levels")
    }
    return venue
  }

  /// A table's rows in the order they were first saved, with their numbers behind the columns asked
  /// for, by which damage is told.
  static func rows<Value>(
    _ db: Database, _ layer: Layer, _ columns: String, _ make: (Fields) throws -> Value
  ) throws -> [Value] {
    let cursor = try Row.fetchCursor(
      db, sql: "SELECT \(columns), id FROM \(layer.table) ORDER BY id")
    do {
      return try Fields.all(cursor, of: layer, make)
    } catch let damage as Damage {
      // Of a layer that was saved in another reference system no row is to blame.
      throw try GeoPackageTables.otherReferenceSystem(of: layer, in: db) ?? damage
    }
  }
}

/// What units and openings have in common.
private struct Area {
  let id: String
  let level: LevelKey
  let category: String?
  let name: String?
  let geometry: Geometry?
}

extension VenueFile {
  private static func save(_ buildings: [Building], in db: Database, time: String) throws {
    if buildings.isEmpty { return }
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO buildings (building_id, name) VALUES (?, ?)
          ON CONFLICT (building_id) DO UPDATE SET name = excluded.name
        """)
    for building in buildings {
      let what = "building \(building.id)"
      try statement.execute(arguments: [
        try Storable.text(building.id, what), try Storable.optionalText(building.name, what),
      ])
    }
    try GeoPackageTables.touch(.buildings, at: time, in: db)
  }

  private static func save(_ levels: [Level], in db: Database, time: String) throws {
    if levels.isEmpty { return }
    let rows = try KeyedRows(
      "levels", key: ["level_id"], columns: ["building", "ordinal", "label", "name", "geom"],
      besides: "outline_from = CASE WHEN geom IS ?6 THEN outline_from END", in: db)
    var extent: Extent?
    for level in levels {
      let what = "level \(level.id)"
      let geometry = level.outline.isEmpty ? nil : Geometry.multiPolygon(level.outline)
      let blob = try encode(geometry, what, extent: &extent)
      try rows.put([
        try Storable.text(level.id, what), try Storable.text(level.key.building, what),
        try Storable.ordinal(level.key.ordinal, what), try Storable.text(level.label, what),
        try Storable.optionalText(level.name, what), blob,
      ])
    }
    try GeoPackageTables.touch(.levels, extent: extent, at: time, in: db)
  }

  private static func remove(
    _ ids: [String], from layer: Layer, idColumn: String, in db: Database
  ) throws {
    let statement = try db.cachedStatement(
      sql: "DELETE FROM \(layer.table) WHERE \(idColumn) = ?")
    for id in ids { try statement.execute(arguments: [id]) }
  }

  private static func save(
    _ areas: [Area], of layer: Layer, idColumn: String, in db: Database, time: String
  ) throws {
    if areas.isEmpty { return }
    let rows = try KeyedRows(
      layer.table, key: [idColumn], columns: ["building", "ordinal", "category", "name", "geom"],
      in: db)
    var extent: Extent?
    for area in areas {
      let what = "\(idColumn) \(area.id)"
      let blob = try encode(area.geometry, what, extent: &extent)
      try rows.put([
        try Storable.text(area.id, what), try Storable.text(area.level.building, what),
        try Storable.ordinal(area.level.ordinal, what),
        try Storable.optionalText(area.category, what),
        try Storable.optionalText(area.name, what), blob,
      ])
    }
    try GeoPackageTables.touch(layer, extent: extent, at: time, in: db)
  }

  /// A geometry's blob; widens `extent` by it.
  static func encode(
    _ geometry: Geometry?, _ what: @autoclosure () -> String, extent: inout Extent?
  ) throws(Unstorable) -> Data? {
    guard let geometry else { return nil }
    let coordinates = geometry.coordinates
    try Storable.coordinates(coordinates, what())
    for coordinate in coordinates { extent = Extent(extent, and: coordinate) }
    return try Storable.blob(GeometryBlob.encode(geometry), what())
  }
}
