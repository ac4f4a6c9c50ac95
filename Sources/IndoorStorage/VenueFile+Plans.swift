import Foundation
import GRDB
import IndoorGeometry
public import IndoorModel

extension VenueFile {
  private static let placementColumns = """
    id, building, ordinal, page, box_min_x, box_min_y, box_max_x, box_max_y, rotate, user_unit, \
    is_image, a, b, c, d, tx, ty, file_name, media_type
    """

  /// Where the plans lie, by building and ordinal, without the plans' bytes.
  public func placements() throws(StorageError) -> [PlanPlacement] {
    try read(Self.placements)
  }

  static func placements(_ db: Database) throws -> [PlanPlacement] {
    try rows(db, .plans, placementColumns) { try placement($0, in: db) }
      .sorted { $0.level < $1.level }
  }

  /// The plan placed on a level, or `nil` where there is none.
  public func plan(for level: LevelKey) throws(StorageError) -> Plan? {
    try read { db in
      let rows = try Row.fetchCursor(
        db,
        sql: "SELECT \(Self.placementColumns) FROM plans WHERE building = ? AND ordinal = ?",
        arguments: [try Storable.text(level.building, "the building"), level.ordinal])
      return try Fields.first(rows, of: .plans) { f in
        let files = try Row.fetchCursor(
          db, sql: "SELECT original, preview FROM plan_files WHERE id = ?",
          arguments: [try f.integer(0)])
        let plan = try Fields.first(files, of: .planFiles) { blobs in
          Plan(
            placement: try Self.placement(f, in: db), fileName: try f.text(17),
            mediaType: try f.text(18), original: [UInt8](try blobs.blob(0)),
            preview: [UInt8](try blobs.blob(1)))
        }
        guard let plan else { throw Damage("a plan has lost its bytes") }
        return plan
      }
    }
  }

  /// Stores a placed plan, in place of the one that its level had.
  ///
  /// - Parameters:
  ///   - plan: the plan with its placement.
  ///   - tiles: its picture on the ground, for QGIS to show.
  ///   - warnings: the codes of what was said of its placement.
  ///   - made: a venue whose levels, new or with a new outline, come from this plan; stored with
  ///     it, all or nothing.
  ///   - replaces: whether it takes the place of a plan that the level has; else that one stays,
  ///     and
  ///     nothing is stored.
  ///   - basis: the venue that the plan was placed on; `nil` where nobody else writes.
  /// - Throws: `.noVenue` in a file without a venue, `.unstorable` for numbers that are not finite,
  ///   `.changed` where the venue isn't the basis' any more; then nothing is stored.
  public func save(
    _ plan: Plan, tiles: RasterTiles? = nil, warnings: [String] = [], making made: Venue? = nil,
    replaces: Bool = true, on basis: VenueBasis? = nil
  ) throws(StorageError) {
    try write { db, time in
      try basis?.check(made == nil ? .keys : .whole, in: db, path: path)
      let level = plan.placement.level
      if !replaces, try Self.hasPlan(on: level, in: db) { return }
      if let made {
        try Self.save(made, on: basis, in: db, path: path, time: time)
        for level in made.levels where !level.outline.isEmpty {
          try db.execute(
            sql: "UPDATE levels SET outline_from = ? WHERE level_id = ?",
            arguments: [Self.fromPlan, level.id])
        }
      }
      let frame = try Self.frame(db, path: path)
      let placement = plan.placement
      let what = "the plan \(plan.fileName)"
      let box = placement.page.box
      let numbers =
        [box.minimum.x, box.minimum.y, box.maximum.x, box.maximum.y, placement.page.userUnit]
        + placement.pageToLocal.coefficients
      try Storable.finite(numbers, what)
      let corners = placement.page.corners.map { placement.local(from: $0) }
      let outline = Storable.geometry(corners, in: frame) { .polygon(Polygon(exterior: $0)) }
      var extent: Extent?
      let geometry = try Self.encode(outline, what, extent: &extent)
      let building = try Storable.text(placement.level.building, what)
      try TileTables.remove(placement.level, in: db)
      try db.execute(
        sql: "DELETE FROM plans WHERE building = ? AND ordinal = ?",
        arguments: [building, placement.level.ordinal])
      try db.execute(
        sql: """
          INSERT INTO plans (building, ordinal, page, rotate, is_image, file_name, media_type, geom,
            tile_table, warnings,
            box_min_x, box_min_y, box_max_x, box_max_y, user_unit, a, b, c, d, tx, ty)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          building, try Storable.ordinal(placement.level.ordinal, what), placement.page.number,
          placement.page.rotate, placement.page.isImage, try Storable.text(plan.fileName, what),
          try Storable.text(plan.mediaType, what), geometry,
          try TileTables.save(tiles, of: placement.level, plan.fileName, in: db, time: time),
          try Storable.text(warnings.joined(separator: " "), what),
        ] + StatementArguments(numbers))
      let id = db.lastInsertedRowID
      try db.execute(
        sql: "INSERT INTO plan_files (id, original, preview) VALUES (?, ?, ?)",
        arguments: [
          id, try Storable.blob(plan.original, what), try Storable.blob(plan.preview, what),
        ])
      try GeoPackageTables.touch(.plans, extent: extent, at: time, in: db)
      try GeoPackageTables.touch(.planFiles, at: time, in: db)
      try Self.save(placement.anchors, ofPlan: id, in: db, time: time)
      if let tying = placement.tying {
        try Self.save(tying, of: placement, plan: id, frame: frame, in: db, time: time)
      }
    }
  }

  private static func hasPlan(on level: LevelKey, in db: Database) throws -> Bool {
    try Row.fetchOne(
      db, sql: "SELECT 1 FROM plans WHERE building = ? AND ordinal = ?",
      arguments: [try Storable.text(level.building, "the building"), level.ordinal]) != nil
  }

  /// Takes a level's plan out, with its picture and anchors; the level and its outline stay.
  ///
  /// - Returns: whether there was one.
  public func removePlan(of level: LevelKey) throws(StorageError) -> Bool {
    try write { db, time in
      try TileTables.remove(level, in: db)
      try db.execute(
        sql: "DELETE FROM plans WHERE building = ? AND ordinal = ?",
        arguments: [level.building, level.ordinal])
      let isRemoved = db.changesCount > 0
      if isRemoved { try GeoPackageTables.touch(.plans, at: time, in: db) }
      return isRemoved
    }
  }

  /// The plans' file names, by level.
  public func planNames() throws(StorageError) -> [LevelKey: String] {
    try read { db in
      try Dictionary(
        Self.rows(db, .plans, "building, ordinal, file_name") { f in
          (try f.level(0), try f.text(2))
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Plans whose picture for other programs is gone: a sentence's part each, `the plan "east.pdf"
  /// of level 1`.
  public func plansWithoutPicture() throws(StorageError) -> [String] {
    try read { db in
      let cursor = try Row.fetchCursor(
        db,
        sql: """
          SELECT file_name, ordinal, id FROM plans WHERE tile_table IS NOT NULL AND NOT (
            tile_table IN (SELECT name FROM sqlite_master WHERE type = 'table')
            AND tile_table IN (SELECT table_name FROM gpkg_contents WHERE data_type = 'tiles')
            AND tile_table IN (SELECT table_name FROM gpkg_tile_matrix_set)
            AND tile_table IN (SELECT table_name FROM gpkg_tile_matrix)) ORDER BY id
          """)
      var plans: [String] = []
      while let row = try cursor.next() {
        let f = Fields(row, of: Layer.plans.table)
        plans.append("the plan \"\(try f.text(0))\" of level \(try f.ordinal(1))")
      }
      return plans
    }
  }

  /// The levels whose outline is that of what their plan draws, until one is imported.
  public func levelsOutlinedByPlan() throws(StorageError) -> Set<LevelKey> {
    try read { db in
      try Set(
        Self.rows(db, .levels, "building, ordinal, outline_from") { f in
          try f.optionalText(2) == Self.fromPlan
            ? f.level(0) : nil
        }.compactMap(\.self))
    }
  }

  private static let fromPlan = "plan"

  private static func save(
    _ anchors: [Anchor], ofPlan plan: Int64, in db: Database, time: String
  ) throws {
    var extent: Extent?
    for anchor in anchors {
      let what = "an anchor"
      try Storable.finite(
        [anchor.page.x, anchor.page.y, anchor.sigmaMetres ?? 0, anchor.sigmaPage ?? 0], what)
      let geometry = try encode(.point(anchor.coordinate), what, extent: &extent)
      try db.execute(
        sql: """
          INSERT INTO plan_anchors (geom, plan_id, page_x, page_y, name, sigma_m, sigma_page)
            VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          geometry, plan, anchor.page.x, anchor.page.y,
          try Storable.optionalText(anchor.name, what),
          anchor.sigmaMetres, anchor.sigmaPage,
        ])
    }
    try GeoPackageTables.touch(.planAnchors, extent: extent, at: time, in: db)
  }

  private static func placement(_ f: Fields, in db: Database) throws -> PlanPlacement {
    let page = PlanPage(
      number: try f.int(3),
      box: BoundingBox(
        minimum: PagePoint(x: try f.double(4), y: try f.double(5)),
        maximum: PagePoint(x: try f.double(6), y: try f.double(7))),
      rotate: try f.int(8), userUnit: try f.double(9), isImage: try f.integer(10) != 0)
    let pageToLocal = AffineTransform(
      a: try f.double(11), b: try f.double(12), c: try f.double(13), d: try f.double(14),
      tx: try f.double(15), ty: try f.double(16))
    let area = abs(pageToLocal.determinant)
    guard page.rotate % 90 == 0 else { throw f.damage(8, "is no quarter turn") }
    guard area > 0, area.isFinite else { throw Damage("plans, a to d leave nothing of the page") }
    let corners = page.corners.map { pageToLocal.apply($0, as: LocalPoint.self) }
    guard corners.allSatisfy({ abs($0.x) < 1e8 && abs($0.y) < 1e8 }) else {
      throw Damage("plans, a to ty put the page off the earth")
    }
    return PlanPlacement(
      level: try f.level(1), page: page,
      pageToLocal: pageToLocal,
      anchors: try anchors(ofPlan: try f.integer(0), in: db),
      tying: try tying(ofPlan: try f.integer(0), in: db))
  }

  private static func anchors(ofPlan plan: Int64, in db: Database) throws -> [Anchor] {
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT geom, page_x, page_y, name, sigma_m, sigma_page, id FROM plan_anchors
          WHERE plan_id = ? ORDER BY id
        """,
      arguments: [plan])
    var anchors: [Anchor] = []
    while let row = try cursor.next() {
      let f = Fields(row, of: Layer.planAnchors.table)
      guard case .point(let coordinate) = try f.geometry(0) else {
        throw f.damage(0, "is not a Point")
      }
      anchors.append(
        Anchor(
          page: PagePoint(x: try f.double(1), y: try f.double(2)), coordinate: coordinate,
          name: try f.optionalText(3), sigmaMetres: try f.optionalDouble(4),
          sigmaPage: try f.optionalDouble(5)))
    }
    return anchors
  }
}
