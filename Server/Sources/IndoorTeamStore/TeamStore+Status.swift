public import IndoorGeometry
import IndoorLibc

extension TeamStore {
  /// What is known of a store as a whole.
  public struct Status: Sendable {
    /// The version of its tables.
    public let version: Int
    /// PostgreSQL's version: `15.18`.
    public let server: String
    /// Whether PostGIS is there, so that QGIS shows units and plans.
    public let hasGeometry: Bool
    /// How many venues there are.
    public let venues: Int
    /// How many walks count in the newest versions.
    public let walks: Int
    /// How many walks were removed there.
    public let removed: Int
    /// Fingerprints of the walks that count.
    public let fingerprints: Int
    /// What the database takes on its disk, in bytes.
    public let bytes: Int
  }

  /// Looks at the store.
  ///
  /// - Throws: `.connectionLost`.
  public func status() throws(TeamStoreError) -> Status {
    let rows = try connection.run(
      """
      SELECT (SELECT version FROM store), current_setting('server_version'),
        EXISTS (SELECT FROM pg_attribute WHERE attrelid = 'unit'::regclass AND attname = 'geom'
          AND NOT attisdropped),
        count(*), coalesce(sum(walks), 0)::bigint, coalesce(sum(removed), 0)::bigint,
        coalesce(sum(fingerprints), 0)::bigint, pg_database_size(current_database())
        FROM venue
      """)
    return Status(
      version: rows.int(0, 0) ?? 0, server: rows.text(0, 1) ?? "", hasGeometry: rows.bool(0, 2),
      venues: rows.int(0, 3) ?? 0, walks: rows.int(0, 4) ?? 0, removed: rows.int(0, 5) ?? 0,
      fingerprints: rows.int(0, 6) ?? 0, bytes: rows.int(0, 7) ?? 0)
  }

  /// A venue of the store.
  public struct Listed: Sendable {
    /// Its id.
    public let id: String
    /// What it is called.
    public let title: String
    /// Its newest version.
    public let version: Int
    /// Who published that.
    public let by: String
    /// When: ISO 8601 in UTC, to the second.
    public let time: String
    /// Its walks that count.
    public let walks: Int
    /// Bytes of its file.
    public let bytes: Int
    /// How far its origin is from the place that was asked for, in metres; `nil` where none was.
    public let distance: Double?
  }

  /// The store's venues by id; the nearest to a place first, where one is given.
  ///
  /// - Throws: `.connectionLost`.
  public func venues(near place: Coordinate? = nil) throws(TeamStoreError) -> [Listed] {
    let rows = try connection.run(
      """
      SELECT name, title, venue.version, pushed_by,
        to_char(pushed AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        walks, latitude, longitude, bytes
        FROM venue JOIN version ON version.venue = venue.id AND number = venue.version
        ORDER BY name COLLATE "C"
      """)
    let venues = (0..<rows.count).map { row in
      let origin = rows.double(row, 6).flatMap { latitude in
        rows.double(row, 7).map { Coordinate(latitude: latitude, longitude: $0) }
      }
      return Listed(
        id: rows.printed(row, 0), title: rows.printed(row, 1), version: rows.int(row, 2) ?? 0,
        by: rows.printed(row, 3), time: rows.text(row, 4) ?? "", walks: rows.int(row, 5) ?? 0,
        bytes: rows.int(row, 8) ?? 0,
        distance: place.flatMap { place in origin.map { Self.distance(place, $0) } })
    }
    guard place != nil else { return venues }
    return venues.sorted { ($0.distance ?? .infinity, $0.id) < ($1.distance ?? .infinity, $1.id) }
  }

  /// Metres over a sphere of the Earth's mean radius, by the haversine formula.
  private static func distance(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let (north, east) = (b.latitude - a.latitude, b.longitude - a.longitude)
    let (u, v) = (sin(north * radians / 2), sin(east * radians / 2))
    let h = u * u + cos(a.latitude * radians) * cos(b.latitude * radians) * v * v
    return 2 * 6_371_008.8 * asin(min(1, h.squareRoot()))
  }
}
