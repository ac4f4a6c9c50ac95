import IndoorAuthoring
import IndoorFiles
import IndoorGeometry
import IndoorModel
import IndoorStorage

/// Writes a venue's new version into the store, within a transaction: the pages that it hasn't, and
/// what people and QGIS ask for by SQL.
struct PublishVersion {
  let connection: Connection
  let venue: StoredVenue
  let side: VenueSide
  /// The walks that the side's maker knew, of which its radio map is built where that is new.
  let known: [StoredWalk]
  /// The version before.
  let head: VersionRow?
  /// Who publishes it.
  let by: String

  /// What was new.
  struct Result {
    var number: Int
    var pages: Int
    var walks: Int
  }

  private var id: Parameter { .int(Int32(clamping: venue.number)) }

  /// - Throws: `TeamStoreError`, `StorageError`.
  func run() throws -> Result {
    let number = (head?.number ?? 0) + 1
    let pages = try storePages()
    let walks = try WalkTable(connection: connection, venue: venue).store(side)
    if head?.parts[.geometry] != side.parts[.geometry] {
      try storeGeometry()
      // Walks on levels that were missing may come in now.
      try connection.run(
        "UPDATE walk SET problem = NULL WHERE venue = $1::int AND NOT built AND problem IS NOT NULL",
        id)
    }
    if head?.parts[.plans] != side.parts[.plans]
      || head?.parts[.geometry] != side.parts[.geometry]
    {
      try storePlans()
    }
    func digest(_ part: VenuePart) -> Parameter { .bytes(side.parts[part] ?? []) }
    try connection.run(
      """
      INSERT INTO version
        (venue, number, digest, pages, geometry, plans, guide, radio_map, pushed_by)
        VALUES ($1::int, $2::int, $3, $4, $5, $6, $7, $8, $9)
      """, id, .int(Int32(clamping: number)), .bytes(side.pages.digest), .bytes(side.pages.bytes),
      digest(.geometry), digest(.plans), digest(.guide), digest(.radioMap), .text(by))
    try describe(number)
    if head?.parts[.radioMap] != side.parts[.radioMap] {
      try connection.run(
        """
        UPDATE walk SET built = true
          WHERE venue = $1::int AND published AND NOT built AND hash = ANY($2::text[])
        """, id, .text(WalkText.list(known.map(\.hash))))
    }
    // Who gave up on the walks that wait may have a reason to try again.
    try connection.run(
      """
      UPDATE job SET tries = 0, due = now() WHERE venue = (SELECT venue FROM job
        WHERE venue = $1::int AND tries >= $2::int FOR UPDATE SKIP LOCKED)
      """, id, .int(VenueJob.mostTries))
    try connection.run("SELECT pg_notify('indoor', $1)", .text("version \(venue.name) \(number)"))
    return Result(number: number, pages: pages, walks: walks)
  }

  /// Says beside the venue's id what lists tell of it.
  private func describe(_ number: Int) throws {
    let walks = side.walks.filter { $0.removal == nil }
    try connection.run(
      """
      UPDATE venue SET version = $2::int, bytes = $3::bigint, walks = $4::int, removed = $5::int,
        fingerprints = $6::bigint, aside = CASE WHEN aside > 0 THEN (SELECT count(*) FROM walk
          WHERE walk.venue = $1::int AND NOT built AND problem IS NOT NULL) ELSE 0 END
        WHERE id = $1::int
      """, id, .int(Int32(clamping: number)),
      .long(Int64(side.pages.hashes.count * PageList.pageSize)), .int(Int32(clamping: walks.count)),
      .int(Int32(clamping: side.walks.count - walks.count)),
      .long(walks.reduce(0) { $0 + Int64($1.placed) }))
  }

  /// Sends the pages that no version of the venue had.
  private func storePages() throws -> Int {
    let before = Set(head?.pages.hashes ?? [])
    var places: [[UInt8]: Int] = [:]
    for (index, hash) in side.pages.hashes.enumerated() where !before.contains(hash) {
      places[hash] = index
    }
    guard !places.isEmpty else { return 0 }
    let known = try connection.run(
      "SELECT hash FROM page WHERE venue = $1::int AND hash = ANY($2::bytea[])", id,
      .list(places.keys))
    for row in 0..<known.count {
      if let hash = known.bytes(row, 0) { places[hash] = nil }
    }
    let file = try PageReader(side.path)
    try connection.copy("page (venue, hash, bytes)") { rows in
      for (hash, index) in places.sorted(by: { $0.value < $1.value }) {
        guard let page = try file.page(index) else { throw TeamStoreError.unreadable(side.path) }
        rows.add(id, .bytes(hash), .bytes(page))
      }
    }
    return places.count
  }

  private func storeGeometry() throws {
    guard let known = try side.file.venue() else { return }
    try connection.run(
      "UPDATE venue SET title = $2, latitude = $3::float8, longitude = $4::float8 WHERE id = $1::int",
      id, .text(known.name), .double(known.origin.latitude), .double(known.origin.longitude))
    try connection.run("DELETE FROM unit WHERE venue = $1::int", id)
    let features = UnitFeature.all(of: known)
    try connection.copy("unit (venue, id, building, ordinal, category, name, geojson)") { rows in
      for (unit, feature) in zip(known.units, features) {
        rows.add(
          id, .text(unit.id), .text(unit.level.building), .int(Int32(clamping: unit.level.ordinal)),
          .optional(unit.category), .optional(unit.name), .text(feature.text))
      }
    }
  }

  private func storePlans() throws {
    try connection.run("DELETE FROM plan WHERE venue = $1::int", id)
    guard let frame = try side.file.levels()?.frame else { return }
    for placement in try side.file.placements() {
      let corners = placement.page.corners.map { frame.coordinate(from: placement.local(from: $0)) }
      let ring = (corners + corners.prefix(1)).map { "[\($0.longitude),\($0.latitude)]" }
      try connection.run(
        """
        INSERT INTO plan (venue, building, ordinal, page, anchors, geojson)
          VALUES ($1::int, $2, $3::int, $4::int, $5::int, $6::json)
        """, id, .text(placement.level.building), .int(Int32(clamping: placement.level.ordinal)),
        .int(Int32(clamping: placement.page.number)),
        .int(Int32(clamping: placement.anchors.count)),
        .text(
          """
          {"type":"Feature","properties":{},\
          "geometry":{"type":"Polygon","coordinates":[[\(ring.joined(separator: ","))]]}}
          """))
    }
  }
}
