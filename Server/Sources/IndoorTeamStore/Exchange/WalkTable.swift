import IndoorFiles
import IndoorGeometry
import IndoorModel
import IndoorStorage

/// Walks and their fingerprints as rows.
struct WalkTable {
  let connection: Connection
  let venue: StoredVenue

  private var id: Parameter { .int(Int32(clamping: venue.number)) }

  /// Stores the walks of a venue file that aren't there yet, and what was done to those that are.
  ///
  /// - Returns: how many no version had before.
  /// - Throws: `TeamStoreError`, `StorageError`.
  func store(_ side: VenueSide) throws -> Int {
    guard let frame = try side.file.levels()?.frame else { return 0 }
    let known = try connection.run(
      "SELECT hash, name, removed_at, removed_by FROM walk WHERE venue = $1::int", id)
    var rows: [String: Mark] = [:]
    for row in 0..<known.count {
      rows[try known.required(known.text(row, 0), "a walk's hash")] = Mark(
        name: known.text(row, 1), time: known.text(row, 2), by: known.text(row, 3))
    }
    var new: [String] = []
    try side.file.forEachStoredWalk(besides: Set(rows.keys)) { walk in
      if try add(walk, origin: frame.origin, isPublished: true) {
        new.append(walk.hash)
        rows[walk.hash] = Mark(name: walk.recording)
      }
    }
    for walk in side.walks {
      let mark = Mark(name: walk.recording, time: walk.removal?.time, by: walk.removal?.by)
      guard rows[walk.hash] != mark else { continue }
      try connection.run(
        """
        UPDATE walk SET name = $3, removed_at = $4, removed_by = $5
          WHERE venue = $1::int AND hash = $2
        """, id, .text(walk.hash), .text(walk.recording), .optional(mark.time), .optional(mark.by))
    }
    let waited = try connection.run(
      """
      UPDATE walk SET published = true, problem = NULL
        WHERE venue = $1::int AND NOT published AND hash = ANY($2::text[]) RETURNING hash
      """, id, .text(WalkText.list(side.walks.map(\.hash))))
    let published = new + (0..<waited.count).compactMap { waited.text($0, 0) }
    try connection.run(
      """
      INSERT INTO transmitter SELECT DISTINCT unnest(transmitters), venue FROM walk
        WHERE venue = $1::int AND hash = ANY($2::text[]) ON CONFLICT DO NOTHING
      """, id, .text(WalkText.list(published)))
    return published.count
  }

  /// What is done to a walk after it was stored.
  private struct Mark: Equatable {
    var name: String?
    var time: String?
    var by: String?
  }

  /// Stores a walk with its fingerprints, unless another did so at the same time.
  ///
  /// - Parameters:
  ///   - origin: of the walk's local metres.
  ///   - isPublished: whether a version has it; else it waits for one.
  /// - Returns: whether it is new.
  func add(_ walk: SurveyWalk, origin: Coordinate, isPublished: Bool) throws -> Bool {
    var written = WalkText.Readings()
    let readings = walk.fingerprints.map { written.bytes(of: $0.scan.readings) }
    let remarks = walk.remarks
    let rows = try connection.run(
      """
      INSERT INTO walk
        (venue, number, hash, name, device, surveyor, planned_path, unplaced_scans,
         unplaced_waypoints, clock_step_back_s, longest_silence_s, origin_latitude,
         origin_longitude, path, transmitters, fingerprints, published, built)
        VALUES ($1::int, nextval('walk_number'), $2, $3, $4, $5, $6, $7::int, $8::int, $9::float8,
          $10::float8, $11::float8, $12::float8, $13::json, $14::text[], $15::int, $16::bool, $16::bool)
        ON CONFLICT DO NOTHING RETURNING number
      """, id, .text(walk.hash), .text(walk.recording), .optional(walk.device),
      .optional(walk.surveyor), .optional(walk.plannedPath), .optional(remarks?.unplacedScans),
      .optional(remarks?.unplacedWaypoints), remarks.map { .double($0.clockStepBack) } ?? .null,
      remarks.map { .double($0.longestSilence) } ?? .null, .double(origin.latitude),
      .double(origin.longitude), .text(WalkText.path(walk.path)),
      .text(WalkText.list(written.transmitters.map(\.description))),
      .int(Int32(clamping: walk.fingerprints.count)), .bool(isPublished))
    guard rows.count == 1 else { return false }
    let number = try rows.required(rows.int(0, 0), "a walk's number")
    try connection.copy(
      "fingerprint (venue, walk, seq, time_us, building, ordinal, east, north, readings)"
    ) { rows in
      for (index, fingerprint) in walk.fingerprints.enumerated() {
        rows.add(
          id, .long(Int64(number)), .int(Int32(clamping: index)),
          .long(fingerprint.scan.time.microseconds), .text(fingerprint.level.building),
          .int(Int32(clamping: fingerprint.level.ordinal)), .double(fingerprint.place.x),
          .double(fingerprint.place.y),
          .bytes(readings[index]))
      }
    }
    return true
  }
}
