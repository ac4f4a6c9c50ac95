import Foundation
import GRDB
import IndoorModel

/// Walks out of their tables.
enum WalkReader {
  /// The walks that count.
  static let counts = "removed_at IS NULL"
  /// The file's own walks in the order of import, then those of other files in an order of their
  /// own.
  static let order = "merged_order, id"
  static let columns =
    "id, hash, recording, device, surveyor, planned_path, "
    + "unplaced_scans, unplaced_waypoints, clock_step_back_s, longest_silence_s"

  /// More scans than any recording has bytes for; sums of such stay far from what overflows.
  private static let mostScans = 1_000_000_000

  /// Checks what walks are counted, hidden and put in order by, which no reader of one walk looks
  /// at.
  static func check(_ db: Database) throws {
    let row = try Row.fetchOne(
      db,
      sql: """
        SELECT id, fingerprint_count, removed_at, merged_order, unplaced_scans FROM walks
          WHERE typeof(fingerprint_count) <> 'integer'
            OR fingerprint_count NOT BETWEEN 0 AND \(mostScans)
            OR unplaced_scans NOT BETWEEN 0 AND \(mostScans)
            OR (removed_at IS NOT NULL AND julianday(removed_at) IS NULL)
            OR (merged_order IS NOT NULL AND substr(merged_order, 18) IS NOT hash)
          ORDER BY id LIMIT 1
        """)
    guard let row else { return }
    let f = Fields(row, of: Layer.walks.table)
    let number = try f.integer(0)
    let scans = try f.int(1)
    guard (0...mostScans).contains(scans),
      (0...Double(mostScans)).contains(try f.optionalDouble(4) ?? 0)
    else { throw Damage("walks, row \(number) has fewer scans than none, or more than any walk") }
    let what = row.hasNull(atIndex: 3) ? "removed_at is no time" : "merged_order is none"
    throw Damage("walks, row \(number): \(what)")
  }

  /// A walk with its path, without its fingerprints.
  static func walk(_ f: Fields, in db: Database) throws -> SurveyWalk {
    SurveyWalk(
      hash: try f.text(1), recording: try f.text(2), device: try f.optionalText(3),
      surveyor: try f.optionalText(4), plannedPath: try f.optionalText(5),
      remarks: try remarks(f), path: try path(ofWalk: try f.integer(0), in: db),
      fingerprints: [])
  }

  private static func remarks(_ f: Fields) throws -> SurveyWalk.Remarks? {
    guard let scans = try f.optionalDouble(6), let waypoints = try f.optionalDouble(7),
      let stepBack = try f.optionalDouble(8), let silence = try f.optionalDouble(9)
    else { return nil }
    guard let scans = Int(exactly: scans), let waypoints = Int(exactly: waypoints) else {
      throw f.damage(Int(exactly: scans) == nil ? 6 : 7, "is no whole number")
    }
    return SurveyWalk.Remarks(
      unplacedScans: scans, unplacedWaypoints: waypoints, clockStepBack: stepBack,
      longestSilence: silence)
  }

  static func fingerprints(
    ofWalk walk: Int64, hash: String, in db: Database, transmitters: TransmitterCache.Table
  ) throws -> [Fingerprint] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT time_us, building, ordinal, x_m, y_m, readings, id FROM fingerprints
          WHERE walk_id = ? ORDER BY id
        """)
    let cursor = try Row.fetchCursor(statement, arguments: [walk])
    var fingerprints: [Fingerprint] = []
    while let row = try cursor.next() {
      let f = Fields(row, of: Layer.fingerprints.table)
      let readings: [Reading]
      do {
        readings = try f.blob(5).withUnsafeBytes {
          try ReadingsBlob.decode($0, name: "readings", transmitters: transmitters)
        }
      } catch let damage as Damage {
        throw Damage("fingerprints, row \(try f.integer(6)): \(damage.what)")
      }
      fingerprints.append(
        Fingerprint(
          recording: hash, level: try f.level(1),
          place: try f.point(3),
          scan: Scan(time: try f.time(0), readings: readings)))
    }
    return fingerprints
  }

  private static func path(
    ofWalk walk: Int64, in db: Database
  ) throws -> [SurveyWalk.PathPoint] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT time_us, building, ordinal, x_m, y_m, id FROM survey_points
          WHERE walk_id = ? ORDER BY id
        """)
    let cursor = try Row.fetchCursor(statement, arguments: [walk])
    var path: [SurveyWalk.PathPoint] = []
    while let row = try cursor.next() {
      let f = Fields(row, of: Layer.surveyPoints.table)
      path.append(
        SurveyWalk.PathPoint(
          time: try f.time(0),
          level: try f.level(1), place: try f.point(3)))
    }
    return path
  }
}
