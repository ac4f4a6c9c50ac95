import Foundation
import GRDB
import IndoorGeometry
public import IndoorModel

extension VenueFile {
  /// Moves plans that are stored already, all or none: their placements, what ties them, and their
  /// pictures on the ground, by level; files and anchors stay.
  ///
  /// - Parameters:
  ///   - placements: where the plans lie from now on.
  ///   - tiles: their pictures there.
  ///   - before: where plans lay when that was worked out; `nil` where nobody else writes.
  /// - Throws: `.unstorable` for numbers that are not finite, or a level without a plan, `.changed`
  ///   where a plan doesn't lie there any more; then nothing is stored.
  public func move(
    _ placements: [PlanPlacement], tiles: [LevelKey: RasterTiles] = [:],
    from before: [PlanPlacement]? = nil
  ) throws(StorageError) {
    try write { db, time in
      if let before {
        let stored = try Set(Self.placements(db))
        guard before.allSatisfy(stored.contains) else { throw StorageError.changed(path) }
      }
      let frame = try Self.frame(db, path: path)
      for placement in placements {
        let what = "the plan of level \(placement.level.ordinal)"
        let numbers = placement.pageToLocal.coefficients
        try Storable.finite(numbers, what)
        let corners = placement.page.corners.map { placement.local(from: $0) }
        let outline = Storable.geometry(corners, in: frame) { .polygon(Polygon(exterior: $0)) }
        var extent: Extent?
        let geometry = try Self.encode(outline, what, extent: &extent)
        let id = try Int64.fetchOne(
          db,
          sql: """
            UPDATE plans SET geom = ?, a = ?, b = ?, c = ?, d = ?, tx = ?, ty = ?
              WHERE building = ? AND ordinal = ? RETURNING id
            """,
          arguments: [geometry] + StatementArguments(numbers) + [
            try Storable.text(placement.level.building, what), placement.level.ordinal,
          ])
        guard let id else { throw Unstorable("\(what) is not in the file") }
        try TileTables.remove(placement.level, in: db)
        let table = try TileTables.save(
          tiles[placement.level], of: placement.level, what, in: db, time: time)
        try db.execute(
          sql: "UPDATE plans SET tile_table = ? WHERE id = ?", arguments: [table, id])
        try db.execute(sql: "DELETE FROM plan_tyings WHERE id = ?", arguments: [id])
        try db.execute(sql: "DELETE FROM plan_ties WHERE plan_id = ?", arguments: [id])
        if let tying = placement.tying {
          try Self.save(tying, of: placement, plan: id, frame: frame, in: db, time: time)
        }
        try GeoPackageTables.touch(.plans, extent: extent, at: time, in: db)
      }
    }
  }

  static func save(
    _ tying: LevelTying, of placement: PlanPlacement, plan: Int64, frame: LocalFrame,
    in db: Database, time: String
  ) throws {
    let what = "a tie between levels"
    try Storable.finite(tying.untied.coefficients, what)
    try db.execute(
      sql: "INSERT INTO plan_tyings (id, a, b, c, d, tx, ty) VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [plan] + StatementArguments(tying.untied.coefficients))
    var extent: Extent?
    for tied in tying.ties {
      let tie = tied.tie
      let numbers = [
        tie.page.x, tie.page.y, tie.sigmaMetres, tied.before.x, tied.before.y, tied.after.x,
        tied.after.y,
      ]
      try Storable.finite(numbers, what)
      let place = frame.coordinate(from: placement.local(from: tie.page))
      let geometry = try encode(.point(place), what, extent: &extent)
      try db.execute(
        sql: """
          INSERT INTO plan_ties (geom, plan_id, connector, is_found, page_x, page_y, sigma_m,
            before_x_m, before_y_m, after_x_m, after_y_m)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [geometry, plan, try Storable.text(tie.connector, what), tie.isFound]
          + StatementArguments(numbers))
    }
    try GeoPackageTables.touch(.planTyings, at: time, in: db)
    try GeoPackageTables.touch(.planTies, extent: extent, at: time, in: db)
  }

  static func tying(ofPlan plan: Int64, in db: Database) throws -> LevelTying? {
    let rows = try Row.fetchCursor(
      db, sql: "SELECT a, b, c, d, tx, ty, id FROM plan_tyings WHERE id = ?", arguments: [plan])
    let untied = try Fields.first(rows, of: .planTyings) { f in
      AffineTransform(
        a: try f.double(0), b: try f.double(1), c: try f.double(2), d: try f.double(3),
        tx: try f.double(4), ty: try f.double(5))
    }
    guard let untied else { return nil }
    let cursor = try Row.fetchCursor(
      db,
      sql: """
        SELECT connector, is_found, page_x, page_y, sigma_m, before_x_m, before_y_m, after_x_m,
          after_y_m, id FROM plan_ties WHERE plan_id = ? ORDER BY id
        """,
      arguments: [plan])
    let ties = try Fields.all(cursor, of: .planTies) { f in
      LevelTying.Tied(
        tie: LevelTie(
          connector: try f.text(0), page: PagePoint(x: try f.double(2), y: try f.double(3)),
          sigmaMetres: try f.double(4), isFound: try f.integer(1) != 0),
        before: try f.point(5), after: try f.point(7))
    }
    return LevelTying(untied: untied, ties: ties)
  }
}
