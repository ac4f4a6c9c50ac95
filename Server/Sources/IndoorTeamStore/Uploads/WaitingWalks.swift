import IndoorAuthoring
import IndoorGeometry
import IndoorModel

/// A venue's walks that no version has yet, made of their rows again.
struct WaitingWalks {
  let connection: Connection
  let venue: StoredVenue

  /// Fingerprints of a walk, and bytes of a fingerprint, that no recording comes near.
  private static let most = 1_000_000
  private static let mostBytes = 1 << 20

  private var id: Parameter { .int(Int32(clamping: venue.number)) }

  /// Their hashes, in the order in which they came; or of those that a version has, and no radio
  /// map.
  func hashes(published: Bool = false) throws(TeamStoreError) -> [String] {
    let rows = try connection.run(
      """
      SELECT hash FROM walk WHERE venue = $1::int AND NOT built AND published = $2::bool
        AND problem IS NULL ORDER BY number
      """, id, .bool(published))
    return (0..<rows.count).compactMap { rows.text($0, 0) }
  }

  /// A walk in the local metres of an origin.
  ///
  /// - Throws: `.damagedWalk` where its rows contradict each other.
  func walk(_ hash: String, origin: Coordinate) throws(TeamStoreError) -> SurveyWalk {
    let rows = try connection.run(
      """
      SELECT number, name, device, surveyor, planned_path, unplaced_scans, unplaced_waypoints,
        clock_step_back_s, longest_silence_s, origin_latitude, origin_longitude, path::text,
        to_json(transmitters)::text, fingerprints
        FROM walk WHERE venue = $1::int AND hash = $2
      """, id, .text(hash))
    guard rows.count == 1, let number = rows.int(0, 0), let name = rows.text(0, 1),
      let latitude = rows.double(0, 9), let longitude = rows.double(0, 10),
      let path = rows.text(0, 11).flatMap({ WalkText.path($0) }),
      let transmitters = rows.text(0, 12).flatMap({ Self.transmitters($0) })
    else { throw .damagedWalk(hash) }
    let own = Coordinate(latitude: latitude, longitude: longitude)
    let count = rows.int(0, 13) ?? 0
    guard own.isValid, (1...Self.most).contains(count),
      path.allSatisfy({ $0.place.x.isFinite && $0.place.y.isFinite })
    else { throw .damagedWalk(hash) }
    let fingerprints = try fingerprints(number, hash, count, transmitters)
    return SurveyWalk(
      hash: hash, recording: name, device: rows.text(0, 2), surveyor: rows.text(0, 3),
      plannedPath: rows.text(0, 4), remarks: Self.remarks(rows), path: path,
      fingerprints: fingerprints
    ).moved(from: own, to: origin)
  }

  private func fingerprints(
    _ number: Int, _ hash: String, _ count: Int, _ transmitters: [Transmitter]
  ) throws(TeamStoreError) -> [Fingerprint] {
    let rows = try connection.run(
      """
      SELECT time_us, building, ordinal, east, north, readings FROM fingerprint
        WHERE venue = $1::int AND walk = $2::bigint AND length(readings) <= \(Self.mostBytes)
        ORDER BY seq LIMIT $3::int
      """, id, .long(Int64(number)), .int(Int32(clamping: count + 1)))
    guard rows.count == count else { throw .damagedWalk(hash) }
    var fingerprints: [Fingerprint] = []
    fingerprints.reserveCapacity(rows.count)
    for row in 0..<rows.count {
      guard let time = rows.int(row, 0), let building = rows.text(row, 1),
        let ordinal = rows.int(row, 2), let east = rows.double(row, 3), east.isFinite,
        let north = rows.double(row, 4), north.isFinite,
        let readings = rows.bytes(row, 5).flatMap({ WalkText.readings($0, transmitters) })
      else { throw .damagedWalk(hash) }
      fingerprints.append(
        Fingerprint(
          recording: hash, level: LevelKey(building: building, ordinal: ordinal),
          place: LocalPoint(x: east, y: north),
          scan: Scan(time: Timestamp(microseconds: Int64(time)), readings: readings)))
    }
    return fingerprints
  }

  private static func transmitters(_ json: String) -> [Transmitter]? {
    let all = WalkText.texts(json).map { Transmitter($0) }
    let known = all.compactMap(\.self)
    return known.count == all.count ? known : nil
  }

  private static func remarks(_ rows: Rows) -> SurveyWalk.Remarks? {
    guard let scans = rows.int(0, 5), let waypoints = rows.int(0, 6),
      let stepBack = rows.double(0, 7), let silence = rows.double(0, 8)
    else { return nil }
    return SurveyWalk.Remarks(
      unplacedScans: scans, unplacedWaypoints: waypoints, clockStepBack: stepBack,
      longestSilence: silence)
  }
}

extension TeamStoreError {
  fileprivate static func damagedWalk(_ hash: String) -> TeamStoreError {
    TeamStoreError(
      .damagedWalk,
      "walk \(hash.prefix(12)): its rows contradict each other; send its recording again to a venue "
        + "of another name, or restore the database from a backup")
  }
}
