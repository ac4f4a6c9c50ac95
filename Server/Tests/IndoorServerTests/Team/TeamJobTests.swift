import Foundation
import IndoorStorage
import Testing

/// The work that follows uploads, where servers die, meet or give up.
@Suite(
  .enabled(if: PostgresServer.isThere, "needs PostgreSQL; \"make setup-team\" installs it"),
  .serialized)
struct TeamJobTests {
  private let world: TeamWorld

  init() throws { world = try TeamWorld() }

  private static let open = "SELECT count(*) FROM indoor.job"
  private static let unbuilt = "SELECT count(*) FROM indoor.walk WHERE NOT (published AND built)"

  /// Waits until a server has a venue's work and no transaction, for longer than between two
  /// statements: it builds a radio map.
  private func waitForBuilding() throws {
    let seen = try world.database.query(
      """
      DO $$ BEGIN
        FOR look IN 1..4000 LOOP
          PERFORM pg_stat_clear_snapshot();
          IF EXISTS (SELECT FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE locktype = 'advisory' AND datname = current_database() AND state = 'idle'
              AND query = 'COMMIT' AND clock_timestamp() - state_change > '20 milliseconds'::interval)
          THEN RETURN; END IF;
          PERFORM pg_sleep(0.005);
        END LOOP;
        RAISE EXCEPTION 'nobody builds';
      END $$
      """)
    #expect(seen == "DO", "\(seen)")
  }

  @Test func `a server that dies while it builds a radio map leaves the work to another`() throws {
    let first = try world.start("first")
    let hash = try TeamWorld.send(1, to: first.client)
    try waitForBuilding()
    first.kill()
    let second = try world.start("second")
    #expect(try world.wait(Self.open, "0"))
    #expect(try world.database.query(Self.unbuilt) == "0")
    #expect(try TeamWorld.hashes(try second.client.get("/v1/venues/m/walks")).contains(hash))
  }

  @Test func `who publishes while a radio map is built doesn't wait, and both come out`() throws {
    let first = try world.start("first")
    let hash = try TeamWorld.send(1, to: first.client)
    try waitForBuilding()
    first.pause()
    let second = try world.start("second")
    let later = try TeamWorld.send(2, to: second.client)
    let known = try TeamWorld.hashes(try second.client.get("/v1/venues/m/walks"))
    #expect(known.contains(hash) && known.contains(later))
    #expect(try world.database.query(Self.open) == "1")
    first.goOn()
    #expect(try world.wait(Self.open, "0"))
    #expect(try world.database.query(Self.unbuilt) == "0")
    for server in [first, second] {
      let all = try TeamWorld.hashes(try server.client.get("/v1/venues/m/walks"))
      #expect(all.contains(hash) && all.contains(later))
    }
  }

  @Test func `a walk that was set aside, and work that was given up, are tried again on demand`()
    throws
  {
    let server = try world.start("one")
    _ = try server.client.get("/v1/venues/m")
    let hash = try TeamWorld.send(1, to: server.client)
    let spoiled = try world.database.query(
      """
      CREATE TABLE kept AS SELECT f.* FROM indoor.fingerprint f JOIN indoor.walk w
        ON w.venue = f.venue AND w.number = f.walk WHERE w.hash = '\(hash)' AND seq = 0;
      UPDATE indoor.fingerprint f SET readings = '\\x01' FROM kept
        WHERE f.venue = kept.venue AND f.walk = kept.walk AND f.seq = kept.seq
      """)
    #expect(spoiled == "SELECT 1\nUPDATE 1")
    #expect(try world.wait(Self.open, "0"))
    let aside = try world.team(["status"])
    #expect(aside.output.contains("m: walk \(hash.prefix(12)): its rows contradict"), "\(aside)")
    // As if five servers had failed at it since.
    _ = try world.database.query(
      """
      UPDATE indoor.fingerprint f SET readings = kept.readings FROM kept
        WHERE f.venue = kept.venue AND f.walk = kept.walk AND f.seq = kept.seq;
      INSERT INTO indoor.job SELECT id, now() + '1 hour', 5, 'it broke' FROM indoor.venue
      """)
    let given = try world.team(["status"]).output
    #expect(given.contains("tried 5 times, and isn't any more (it broke)"), "\(given)")
    #expect(given.contains("\"indoor-server team retry m\" tries again"), "\(given)")
    #expect(try world.team(["retry", "elsewhere"]).errors.contains("elsewhere"))
    #expect(try world.database.query("SELECT tries FROM indoor.job") == "5")
    #expect(try world.team(["retry", "m"]).status == 0)
    #expect(try world.wait(Self.open, "0"))
    #expect(try world.database.query(Self.unbuilt) == "0")
    #expect(!(try world.team(["status"]).output.contains("m: ")))
    #expect(try TeamWorld.hashes(try server.client.get("/v1/venues/m/walks")).contains(hash))
  }
}
