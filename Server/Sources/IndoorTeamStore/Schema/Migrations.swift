/// The store's tables, step by step; once released a step never changes.
///
/// Each step is a transaction that also counts itself, so that one which is broken off never was.
struct Migrations {
  let connection: Connection
  private let steps: [@Sendable (Connection) throws(TeamStoreError) -> Void]

  /// Every step so far: step n makes version n.
  static let all: [@Sendable (Connection) throws(TeamStoreError) -> Void] = [
    schema1, schema2, schema3,
  ]

  init(
    _ connection: Connection,
    steps: [@Sendable (Connection) throws(TeamStoreError) -> Void] = Migrations.all
  ) {
    self.connection = connection
    self.steps = steps
  }

  /// The store's version; 0 where the database holds none.
  func version() throws(TeamStoreError) -> Int {
    let table = try connection.run("SELECT to_regclass('indoor.store') IS NOT NULL")
    guard table.bool(0, 0) else { return 0 }
    let rows = try connection.run("SELECT version FROM indoor.store")
    guard rows.count == 1, let version = rows.int(0, 0) else {
      throw .damaged("\(connection.address)", "the table indoor.store has not its one row")
    }
    return version
  }

  /// Sees that a version is this program's.
  ///
  /// - Throws: `.noStore`, `.olderStore`, `.newerStore`.
  func check(_ version: Int) throws(TeamStoreError) {
    let store = "\(connection.address)"
    guard version > 0 else { throw .noStore(store) }
    guard version >= steps.count else { throw .olderStore(store, version, known: steps.count) }
    guard version <= steps.count else { throw .newerStore(store, version, known: steps.count) }
  }

  /// Takes the steps that are missing, in order. Who comes at the same time waits.
  ///
  /// - Returns: the version before and now.
  /// - Throws: `.newerStore`; what a step that failed began is undone.
  func run() throws -> (before: Int, now: Int) {
    let before = try version()
    guard before <= steps.count else {
      throw TeamStoreError.newerStore("\(connection.address)", before, known: steps.count)
    }
    for (index, step) in steps.enumerated() {
      try connection.transaction {
        try connection.run("SELECT pg_advisory_xact_lock(hashtext('indoor.store'))")
        guard try version() == index else { return }
        try step(connection)
        try connection.run("UPDATE indoor.store SET version = $1::int", .int(Int32(index + 1)))
      }
    }
    try addGeometry()
    return (before, steps.count)
  }

  /// Gives units and plans a geometry for QGIS where PostGIS is, now or since the last time.
  private func addGeometry() throws {
    guard try hasPostGIS() else { return }
    for table in ["unit", "plan"] {
      try connection.script(
        """
        ALTER TABLE indoor.\(table) ADD COLUMN IF NOT EXISTS geom geometry(Geometry, 4326)
          GENERATED ALWAYS AS (ST_SetSRID(ST_GeomFromGeoJSON(geojson->>'geometry'), 4326)) STORED
        """)
      try connection.script(
        "CREATE INDEX IF NOT EXISTS \(table)_geom ON indoor.\(table) USING gist (geom)")
    }
  }

  /// Whether PostGIS is there; it is taken into the database where the machine has it and this user
  /// may.
  private func hasPostGIS() throws(TeamStoreError) -> Bool {
    let rows = try connection.run(
      """
      SELECT installed_version IS NOT NULL FROM pg_available_extensions WHERE name = 'postgis'
      """)
    guard rows.count == 1 else { return false }
    if rows.bool(0, 0) { return true }
    do throws(TeamStoreError) {
      try connection.script("CREATE EXTENSION IF NOT EXISTS postgis SCHEMA public")
    } catch {
      if error.code == .notAllowed { return false }
      throw error
    }
    return true
  }
}
