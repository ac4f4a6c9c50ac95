import Foundation
import GRDB
import IndoorGeometry
import IndoorModel

/// Walks into their tables, within one transaction.
final class WalkWriter {
  private let db: Database
  private let frame: LocalFrame
  private let time: String
  private let transmitters: TransmitterCache
  private let insertWalk: Statement
  private let updateWalk: Statement
  private let insertPoint: Statement
  private let insertFingerprint: Statement
  private var leftovers: Leftovers
  private var walkExtent: Extent?
  private var pointExtent: Extent?
  private var fingerprintExtent: Extent?

  init(db: Database, frame: LocalFrame, time: String, transmitters: TransmitterCache) throws {
    self.db = db
    self.frame = frame
    self.time = time
    self.transmitters = transmitters
    insertWalk = try db.cachedStatement(
      sql: """
        INSERT INTO walks
          (geom, hash, recording, device, surveyor, fingerprint_count, planned_path,
           unplaced_scans, unplaced_waypoints, clock_step_back_s, longest_silence_s)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING
        """)
    updateWalk = try db.cachedStatement(
      sql: """
        UPDATE walks SET geom = ?, device = ?, surveyor = ?, fingerprint_count = ?,
            planned_path = ?, unplaced_scans = ?, unplaced_waypoints = ?, clock_step_back_s = ?,
            longest_silence_s = ?, merged_order = iif(merged_order IS NULL, NULL, ?)
          WHERE hash = ?
        """)
    insertPoint = try db.cachedStatement(
      sql: """
        INSERT INTO survey_points (geom, walk_id, time_us, building, ordinal, x_m, y_m)
          VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    insertFingerprint = try db.cachedStatement(
      sql: """
        INSERT INTO fingerprints
          (geom, walk_id, time_us, building, ordinal, x_m, y_m, reading_count, readings)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    leftovers = try Leftovers(db: db)
  }

  /// Stores what is new of them and returns how many that were.
  func append(_ walks: [SurveyWalk]) throws -> Int {
    var new = 0
    for walk in walks where try append(walk) { new += 1 }
    guard new > 0 else { return 0 }
    try touch()
    return new
  }

  /// Stores them in place of what is stored under their hashes, and those that are new behind the
  /// others. Returns how many were there.
  func replace(_ walks: [SurveyWalk]) throws -> Int {
    var known = 0
    for walk in walks {
      if let id = try update(walk) {
        known += 1
        try insertPlaces(of: walk, id)
      } else {
        _ = try append(walk)
      }
    }
    if !walks.isEmpty { try touch() }
    return known
  }

  private func touch() throws {
    try GeoPackageTables.touch(.walks, extent: walkExtent, at: time, in: db)
    try GeoPackageTables.touch(.surveyPoints, extent: pointExtent, at: time, in: db)
    try GeoPackageTables.touch(.fingerprints, extent: fingerprintExtent, at: time, in: db)
  }

  private func what(_ walk: SurveyWalk) -> String { "the walk \(walk.recording)" }

  /// The line of a walk's path, where all its numbers can be stored.
  private func line(of walk: SurveyWalk) throws -> Data? {
    let what = what(walk)
    try Storable.finite(walk.path.lazy.flatMap { [$0.place.x, $0.place.y] }, what)
    try Storable.finite(walk.fingerprints.lazy.flatMap { [$0.place.x, $0.place.y] }, what)
    let remarks = walk.remarks
    try Storable.finite([remarks?.clockStepBack ?? 0, remarks?.longestSilence ?? 0], what)
    // A line needs two places.
    let line = Storable.geometry(walk.path.map(\.place), in: frame) {
      $0.count > 1 ? .lineString($0) : nil
    }
    return try VenueFile.encode(line, what, extent: &walkExtent)
  }

  private func append(_ walk: SurveyWalk) throws -> Bool {
    let what = what(walk)
    let remarks = walk.remarks
    try insertWalk.execute(arguments: [
      try line(of: walk), try Storable.text(walk.hash, what),
      try Storable.text(walk.recording, what), try Storable.optionalText(walk.device, what),
      try Storable.optionalText(walk.surveyor, what), walk.fingerprints.count,
      try Storable.optionalText(walk.plannedPath, what), remarks?.unplacedScans,
      remarks?.unplacedWaypoints, remarks?.clockStepBack, remarks?.longestSilence,
    ])
    guard db.changesCount == 1 else { return false }
    try insertPlaces(of: walk, db.lastInsertedRowID)
    return true
  }

  /// Gives a walk's row what is to be read of it now, and keeps its number, its name, and whether
  /// it is hidden. Returns the number, or `nil` where the walk isn't there.
  private func update(_ walk: SurveyWalk) throws -> Int64? {
    let what = what(walk)
    let remarks = walk.remarks
    let hash = try Storable.text(walk.hash, what)
    try updateWalk.execute(arguments: [
      try line(of: walk), try Storable.optionalText(walk.device, what),
      try Storable.optionalText(walk.surveyor, what), walk.fingerprints.count,
      try Storable.optionalText(walk.plannedPath, what), remarks?.unplacedScans,
      remarks?.unplacedWaypoints, remarks?.clockStepBack, remarks?.longestSilence,
      VenueFile.order(of: walk), hash,
    ])
    guard db.changesCount == 1 else { return nil }
    return try Int64.fetchOne(db, sql: "SELECT id FROM walks WHERE hash = ?", arguments: [hash])
  }

  /// Stores a walk's places and scans in place of all that is stored under its number.
  private func insertPlaces(of walk: SurveyWalk, _ id: Int64) throws {
    let what = what(walk)
    try leftovers.remove(ofWalk: id)
    for point in walk.path {
      try insertPoint.execute(arguments: [
        try geometry(point.place, extent: &pointExtent), id, point.time.microseconds,
        try Storable.text(point.level.building, what),
        try Storable.ordinal(point.level.ordinal, what), point.place.x, point.place.y,
      ])
    }
    let table = try transmitters.table(
      with: walk.fingerprints.lazy.flatMap { $0.scan.readings.lazy.map(\.transmitter) }, in: db,
      time: time)
    // Rows of a table share their place with many others.
    var last: (place: LocalPoint, geometry: Data?)?
    for fingerprint in walk.fingerprints {
      let place = fingerprint.place
      let geometry =
        if let last, last.place == place { last.geometry } else {
          try geometry(place, extent: &fingerprintExtent)
        }
      last = (place, geometry)
      let readings = try ReadingsBlob.encode(fingerprint.scan.readings) { transmitter in
        guard let number = table.numbers[transmitter] else {
          throw Unstorable("a transmitter has no number")
        }
        return number
      }
      try insertFingerprint.execute(arguments: [
        geometry, id, fingerprint.scan.time.microseconds,
        try Storable.text(fingerprint.level.building, what),
        try Storable.ordinal(fingerprint.level.ordinal, what), place.x, place.y,
        fingerprint.scan.readings.count, try Storable.blob(readings, what),
      ])
    }
  }

  private func geometry(_ place: LocalPoint, extent: inout Extent?) throws(Unstorable) -> Data? {
    let point = Storable.geometry([place], in: frame) { $0.first.map(Geometry.point) }
    return try VenueFile.encode(point, "a place", extent: &extent)
  }
}

/// What is stored under walks' numbers: a program that minds no foreign keys may have removed the
/// walk that had a number before, and left what was its.
private struct Leftovers {
  private let remove: [Statement]
  /// The largest number that anything is stored under.
  private var last: Int64 = .min

  init(db: Database) throws {
    remove = try [Layer.surveyPoints, .fingerprints].map {
      try db.cachedStatement(sql: "DELETE FROM \($0.table) WHERE walk_id = ?")
    }
    for table in [Layer.surveyPoints, .fingerprints].map(\.table) {
      // Texts, which are no walk's number, come after all that are.
      let statement = try db.cachedStatement(
        sql: "SELECT max(walk_id) FROM \(table) WHERE walk_id <= \(Int64.max)")
      last = max(last, try Int64.fetchOne(statement) ?? .min)
    }
  }

  /// Removes all that is stored under a number that a walk is given now.
  mutating func remove(ofWalk id: Int64) throws {
    if id <= last { for statement in remove { try statement.execute(arguments: [id]) } }
    last = max(last, id)
  }
}
