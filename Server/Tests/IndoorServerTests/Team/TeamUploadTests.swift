import Foundation
import IndoorAuthoring
import IndoorModel
import IndoorStorage
import Testing

/// Walks that are stored at once, and the versions and radio maps that follow.
@Suite(
  .enabled(if: PostgresServer.isThere, "needs PostgreSQL; \"make setup-team\" installs it"),
  .serialized)
struct TeamUploadTests {
  private let world: TeamWorld

  init() throws { world = try TeamWorld() }

  /// What makes a server that brings walks in wait in the middle of it.
  private static let hold = "LOCK TABLE indoor.version IN EXCLUSIVE MODE"
  private static let stands =
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
  private static let open = "SELECT count(*) FROM indoor.job"

  @Test func `a walk is stored as the rows that an import makes, before a version has it`() throws {
    let server = try world.start("one")
    let (holder, pipe) = try world.database.server.hold(Self.hold, in: world.database.name)
    let hash = try TeamWorld.send(1, to: server.client)
    #expect(
      try world.database.query(
        "SELECT published, built FROM indoor.walk WHERE hash = '\(hash)'") == "f|f")
    #expect(try world.database.query("SELECT max(number) FROM indoor.version") == "1")
    try pipe.fileHandleForWriting.close()
    holder.waitUntilExit()
    // The same walk, imported into the file that was pushed and pushed into another store.
    let (file, recording) = (world.scratch.path("m.gpkg"), world.scratch.path("walk.jsonl"))
    try Data(try TeamWorld.walk(1)).write(to: URL(fileURLWithPath: recording))
    _ = try ImportSurvey(venue: file, sources: [recording]).run()
    let other = try world.database.server.database()
    for command in [["init"], ["push", file]] {
      let run = try ServerProcess.run(
        ["team"] + command + ["--store", other.address], in: world.scratch)
      #expect(run.status == 0, "\(run)")
    }
    let rows = """
      SELECT md5(string_agg(w::text, '|')) FROM (SELECT hash, device, surveyor, planned_path,
        unplaced_scans, unplaced_waypoints, clock_step_back_s, longest_silence_s, origin_latitude,
        origin_longitude, path::text, transmitters, walk.fingerprints, seq, time_us, building, ordinal,
        east, north, readings FROM indoor.walk JOIN indoor.fingerprint f
        ON f.venue = walk.venue AND f.walk = walk.number WHERE hash = '\(hash)' ORDER BY seq) w
      """
    #expect(try world.database.query(rows) == other.query(rows))
    // The version that follows has what the import has.
    #expect(try world.wait(Self.open, "0"))
    let pulled = world.scratch.path("pulled.gpkg")
    #expect(try world.team(["pull", pulled, "--venue", "m"]).status == 0)
    let (one, two) = (try VenueFile.open(file), try VenueFile.open(pulled))
    var walks: [String: Int] = [:]
    try one.forEachWalk { walks[$0.hash] = $0.hashValue }
    try two.forEachWalk { #expect(walks[$0.hash] == $0.hashValue, "\($0.recording)") }
    #expect(try one.walkCount() == two.walkCount())
  }

  @Test func `what is asked after an upload knows of it, on every server`() throws {
    let (first, second) = (try world.start("first"), try world.start("second"))
    let hash = try TeamWorld.send(1, to: first.client)
    #expect(try TeamWorld.hashes(try second.client.get("/v1/venues/m/walks")).contains(hash))
    let other = try TeamWorld.send(2, to: second.client)
    #expect(try first.client.get("/v1/venues/m/walks/\(other)").status == 200)
    let third = try TeamWorld.send(3, to: second.client)
    #expect(try first.client.get("/v1/venues/m/paths").text.contains(third))
    let fourth = try TeamWorld.send(4, to: second.client)
    #expect(try first.client.send("DELETE", "/v1/venues/m/walks/\(fourth)").status == 200)
    #expect(try TeamWorld.put(try TeamWorld.walk(1), to: second.client).status == 200)
    #expect(
      try world.database.query("SELECT count(*) FROM indoor.walk WHERE NOT published") == "0")
  }

  @Test func `many walks are one version and one radio map`() throws {
    let server = try world.start("one")
    let before = try #require(Int(try world.database.query("SELECT version FROM indoor.venue")))
    for number in 1...6 { _ = try TeamWorld.send(number, to: server.client) }
    #expect(try world.wait(Self.open, "0"))
    #expect(
      try world.database.query("SELECT version - \(before) FROM indoor.venue") == "1")
    #expect(
      try world.database.query("SELECT count(*) FROM indoor.walk WHERE NOT (published AND built)")
        == "0")
    let pulled = world.scratch.path("pulled.gpkg")
    #expect(try world.team(["pull", pulled, "--venue", "m"]).status == 0)
    #expect(try VenueFile.open(pulled).radioMapVersions().count == 2)
    let told = try server.client.get("/v1/venues/m").json()["team"] as? [String: Any]
    #expect(told?["version"] as? Int == before + 1 && told?["waiting"] as? Int == 0)
  }

  @Test func `what a server was doing when it was killed is done by another`() throws {
    let first = try world.start("first")
    let (holder, pipe) = try world.database.server.hold(Self.hold, in: world.database.name)
    let hash = try TeamWorld.send(1, to: first.client)
    #expect(try world.wait(Self.stands, "1"))
    let second = try world.start("second")
    first.kill()
    #expect(try world.database.query("SELECT tries FROM indoor.job") == "1")
    try pipe.fileHandleForWriting.close()
    holder.waitUntilExit()
    #expect(try world.wait(Self.open, "0"))
    #expect(
      try world.database.query("SELECT published AND built FROM indoor.walk WHERE hash = '\(hash)'")
        == "t")
    #expect(try TeamWorld.hashes(try second.client.get("/v1/venues/m/walks")).contains(hash))
  }

  @Test func `a walk that can't be brought in is told of, and keeps no other out`() throws {
    let server = try world.start("one")
    let (holder, pipe) = try world.database.server.hold(Self.hold, in: world.database.name)
    let poisoned = try TeamWorld.send(1, to: server.client)
    let good = try TeamWorld.send(2, to: server.client)
    _ = try world.database.query(
      """
      UPDATE indoor.fingerprint SET readings = '\\x01' WHERE seq = 0 AND walk =
        (SELECT number FROM indoor.walk WHERE hash = '\(poisoned)')
      """)
    try pipe.fileHandleForWriting.close()
    holder.waitUntilExit()
    #expect(try world.wait(Self.open, "0"))
    let hashes = try TeamWorld.hashes(try server.client.get("/v1/venues/m/walks"))
    #expect(hashes.contains(good) && !hashes.contains(poisoned))
    let sentence = "walk \(poisoned.prefix(12)): its rows contradict each other"
    #expect(try server.client.get("/v1/venues/m").text.contains(sentence))
    let status = try world.team(["status"])
    #expect(status.output.contains("m: \(sentence)"), "\(status)")
  }

  @Test func `work that fails again and again is given up and told of, until a version comes`()
    throws
  {
    // A page that every try needs.
    _ = try world.database.query(
      "CREATE TABLE kept AS SELECT * FROM indoor.page; UPDATE indoor.page SET bytes = '\\x00'")
    let server = try ServerProcess(
      "--store", world.database.address, venues: world.scratch.folder("none"), in: world.scratch)
    defer { server.stop() }
    _ = try world.database.query(
      """
      UPDATE indoor.walk SET built = false, published = false WHERE number =
        (SELECT max(number) FROM indoor.walk)
      """)
    #expect(try world.wait("SELECT max(tries) FROM indoor.job", "5"))
    #expect(try world.wait("SELECT count(*) FROM indoor.job WHERE said IS NOT NULL", "1"))
    let status = try world.team(["status"])
    #expect(status.output.contains("m: the radio map of new walks was tried 5 times"), "\(status)")
    #expect(status.output.contains("lacks a page"), "\(status)")
    _ = try world.database.query(
      "UPDATE indoor.page SET bytes = kept.bytes FROM kept WHERE kept.hash = page.hash AND kept.venue = page.venue"
    )
    sleep(2)
    #expect(try world.database.query("SELECT tries FROM indoor.job") == "5")
    let file = world.scratch.path("m.gpkg")
    _ = try ChangeWalks(
      venue: file, walks: [try #require(try ListWalks(venue: file).run().walks.first).hash],
      change: .rename("other"), by: "anna"
    ).run()
    #expect(try world.team(["push", file]).status == 0)
    #expect(try world.wait(Self.open, "0"))
  }

  @Test func `walks that nobody asked to bring in are found`() throws {
    let server = try world.start("one")
    // As if whoever stored the walk had died before asking.
    _ = try world.database.query(
      """
      CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER lose BEFORE INSERT ON indoor.job FOR EACH ROW EXECUTE FUNCTION lose()
      """)
    let hash = try TeamWorld.send(1, to: server.client)
    #expect(try world.database.query(Self.open) == "0")
    _ = try world.database.query("DROP TRIGGER lose ON indoor.job")
    #expect(
      try world.wait("SELECT published AND built FROM indoor.walk WHERE hash = '\(hash)'", "t"))
  }

  @Test(.enabled(if: SmallDisk.canBe, "needs the right to mount a small disk"))
  func `a full disk is told, nothing is stored half, and room is enough to go on`() throws {
    let disk = try SmallDisk(megabytes: 40)
    defer { withExtendedLifetime(disk) {} }
    let server = try world.start("one")
    _ = try server.client.get("/v1/venues/m")
    let (database, name) = (world.database, "small\(UUID().uuidString.prefix(8).lowercased())")
    // What the store's tables grow by lies on the small disk.
    #expect(
      try database.query("CREATE TABLESPACE \(name) LOCATION '\(disk.path)'") == "CREATE TABLESPACE"
    )
    let moved = try database.query(
      """
      SELECT string_agg(format('ALTER TABLE indoor.%I SET TABLESPACE \(name);', c.relname), ' ')
        FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid
        JOIN indoor.venue ON satisfies_hash_partition('indoor.recording'::regclass, 64,
          substring(c.relname from '[0-9]+$')::int, venue.id)
        WHERE i.inhparent IN ('indoor.recording'::regclass, 'indoor.fingerprint'::regclass)
      """)
    #expect(moved.contains("recording_") && moved.contains("fingerprint_"))
    #expect(try database.query(moved) == "ALTER TABLE\nALTER TABLE")
    _ = try database.query("CREATE TABLE filler (bytes bytea) TABLESPACE \(name)")
    _ = try database.query("ALTER TABLE filler ALTER bytes SET STORAGE EXTERNAL")
    for size in [1 << 20, 8192, 1000] {
      while try database.query(
        "INSERT INTO filler SELECT decode(repeat('5a', \(size)), 'hex') FROM generate_series(1, 4)"
      ).hasPrefix("INSERT") {}
    }
    let refused = try TeamWorld.put(try TeamWorld.walk(1), to: server.client)
    #expect(refused.status == 507 && refused.text.contains("no room left"), "\(refused)")
    #expect(
      try database.query(
        "SELECT (SELECT count(*) FROM indoor.recording), count(*) FROM indoor.walk WHERE NOT published"
      )
        == "0|0")
    _ = try database.query("DROP TABLE filler")
    _ = try TeamWorld.send(1, to: server.client)
    #expect(try world.wait(Self.open, "0"))
    server.stop()
    _ = try database.query(moved.replacing(name, with: "pg_default"))
    _ = try database.query("DROP TABLESPACE \(name)")
  }
}
