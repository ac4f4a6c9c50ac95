import Foundation
import IndoorAuthoring
import Testing

/// Stores that lie, break off, are of another version or can't be reached.
@Suite(
  .enabled(if: PostgresServer.isThere, "needs PostgreSQL; \"make setup-team\" installs it"),
  .serialized)
struct TeamFaultTests {
  private let desks: TeamDesks

  init() throws { desks = try TeamDesks() }

  @Test(arguments: [
    "UPDATE indoor.version SET pages = pages || pages",
    "UPDATE indoor.page SET bytes = decode(repeat('00', 1 << 20), 'hex')",
    """
    UPDATE indoor.page SET bytes = decode(repeat('00', 1 << 26), 'hex'),
      hash = sha256(decode(repeat('00', 1 << 26), 'hex')) WHERE hash = (SELECT hash FROM indoor.page LIMIT 1);
    UPDATE indoor.version SET pages = sha256(decode(repeat('00', 1 << 26), 'hex')),
      digest = sha256(sha256(decode(repeat('00', 1 << 26), 'hex')))
    """,
    """
    UPDATE indoor.page SET bytes = 'no venue', hash = sha256('no venue')
      WHERE hash = (SELECT hash FROM indoor.page LIMIT 1);
    UPDATE indoor.version SET pages = sha256('no venue'), digest = sha256(sha256('no venue'))
    """,
  ])
  func `a store that lies is told in one sentence, and the file stays`(lie: String) throws {
    let file = try desks.museum("anna")
    #expect(try desks.team("push", file).status == 0)
    #expect(try desks.database.query(lie).contains("UPDATE"))
    for file in [file, "\(try desks.scratch.folder("ben"))/museum.gpkg"] {
      // What is noted beside it would spare looking.
      try? FileManager.default.removeItem(atPath: "\(file).team")
      let before = try? Data(contentsOf: URL(fileURLWithPath: file))
      let pull = try desks.team("pull", file)
      if before == nil || pull.status != 0 {
        #expect(pull.status == 65, "\(pull)")
        #expect(pull.errors.split(separator: "\n").count == 1, "\(pull)")
      }
      #expect((try? Data(contentsOf: URL(fileURLWithPath: file))) == before)
    }
  }

  @Test func `a store of another version is refused, and nothing is written`() throws {
    let file = try desks.museum("anna")
    let number = try desks.database.query("SELECT version FROM indoor.store")
    _ = try desks.database.query("UPDATE indoor.store SET version = 99")
    for command in [["push", file], ["init"], ["migrate"], ["status"]] {
      let run = try ServerProcess.run(
        ["team"] + command + ["--store", desks.database.address], in: desks.scratch)
      #expect(run.status == 65 && run.errors.contains("version 99"), "\(run)")
    }
    _ = try desks.database.query("UPDATE indoor.store SET version = 0")
    #expect(try desks.team("push", file).errors.contains("no store"))
    #expect(number != "0")
  }

  @Test func `a password in an address and a wrong password are told apart`() throws {
    let secret = try desks.team("status", store: "postgresql://indoor:hush@/d?host=/tmp")
    #expect(secret.status == 64 && !secret.errors.contains("hush"), "\(secret)")
    _ = try desks.database.query("CREATE ROLE locked LOGIN PASSWORD 'right'")
    let file = desks.scratch.path("pgpass")
    try Data("*:*:*:locked:wrong\n".utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let wrong = try ServerProcess.run(
      ["team", "status", "--store", desks.database.address(user: "locked")], in: desks.scratch,
      environment: ["PGPASSFILE": file])
    #expect(wrong.status == 70 && wrong.errors.contains("password"), "\(wrong)")
    #expect(wrong.errors.split(separator: "\n").count == 1)
    _ = try desks.database.query("DROP ROLE locked")
    let nowhere = try desks.team("status", store: "postgresql://indoor@/d?host=/tmp/no-such-folder")
    #expect(nowhere.status == 70 && nowhere.errors.contains("can't be reached"), "\(nowhere)")
  }

  @Test func `a migration that is killed on its way never was`() throws {
    let other = try desks.database.server.database()
    // Who makes the same schema and doesn't say yet whether it stays is waited for.
    let (holder, pipe) = try desks.database.server.hold("CREATE SCHEMA indoor", in: other.name)
    let deadline = Date(timeIntervalSinceNow: 30)
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(other.name)' AND "
    while try other.query("\(waiting) state = 'idle in transaction'") != "1", Date() < deadline {
      usleep(50_000)
    }
    let killed = try ServerProcess.killed(
      ["team", "init", "--store", other.address], in: desks.scratch
    ) {
      (try? other.query("\(waiting) wait_event_type = 'Lock'")) == "1"
    }
    #expect(killed)
    try pipe.fileHandleForWriting.close()
    holder.waitUntilExit()
    #expect(try other.query("SELECT to_regnamespace('indoor') IS NULL") == "t")
    let made = try desks.team("init", store: other.address)
    #expect(made.status == 0 && made.output.hasPrefix("made a store"), "\(made)")
  }

  @Test(arguments: [false, true])
  func `a push whose connection breaks at any statement is stored whole or not at all`(
    afterSending: Bool
  ) throws {
    let proxy = try CuttingProxy(desks.database.server)
    defer { proxy.stop() }
    let file = "\(try desks.scratch.folder("anna"))/museum.gpkg"
    _ = try ImportVenue(venue: file, sources: ["\(repository)/FloorPlans/museum/venue.geojson"])
      .run()
    _ = try ImportSurvey(venue: file, sources: Museum.recordings("survey-lift")).run()
    let store = desks.database.address(user: "indoor", folder: proxy.folder)
    var statement = 1
    while statement < 200 {
      proxy.cut(at: statement, afterSending: afterSending)
      let push = try desks.team("push", file, store: store)
      if push.status == 0 { break }
      #expect(push.status == 70, "\(push)")
      #expect(push.errors.split(separator: "\n").count == 1, "\(push)")
      let stored = try desks.database.query(
        "SELECT count(*), (SELECT count(*) > 0 FROM indoor.page), (SELECT count(*) FROM indoor.walk) FROM indoor.version"
      )
      #expect(["0|f|0", "1|t|1"].contains(stored), "at statement \(statement): \(stored)")
      if stored.hasPrefix("1") { break }
      statement += 1
    }
    #expect(statement > 8 && statement < 200)
    proxy.cut(at: nil, afterSending: false)
    #expect(try desks.team("push", file, store: store).status == 0)
    #expect(try desks.database.query("SELECT count(*) FROM indoor.version") == "1")
    #expect(try desks.walks(try desks.pulled("ben")) == desks.walks(file))
  }
}
