import Foundation
import IndoorAuthoring
import IndoorGeometry
import IndoorModel
import IndoorStorage
import Testing

/// Venues that a team shares, by the program and a PostgreSQL of the tests' own.
@Suite(
  .enabled(if: PostgresServer.isThere, "needs PostgreSQL; \"make setup-team\" installs it"),
  .serialized)
struct TeamTests {
  private let scratch: Scratch
  private let database: Database

  init() throws {
    scratch = try Scratch()
    database = try PostgresServer.shared.get().database()
    #expect(try team("init").status == 0)
  }

  /// Runs `indoor-server team`.
  private func team(
    _ arguments: String..., store: String? = nil
  ) throws -> (status: Int32, output: String, errors: String) {
    try ServerProcess.run(
      ["team"] + arguments + ["--store", store ?? database.address], in: scratch)
  }

  /// The sample museum's file in a folder of somebody's own.
  private func museum(_ person: String) throws -> String {
    let file = "\(try scratch.folder(person))/museum.gpkg"
    try Museum.copy(to: file)
    return file
  }

  private func pulled(_ person: String) throws -> String {
    let file = "\(try scratch.folder(person))/museum.gpkg"
    let pull = try team("pull", file)
    #expect(pull.status == 0, "\(pull)")
    return file
  }

  private func addWalk(to file: String) throws -> String {
    let walk = scratch.path("other.jsonl")
    try Museum.writeOtherWalk(to: walk)
    return try #require(try ImportSurvey(venue: file, sources: [walk]).run().walks.first)
  }

  private func walks(_ file: String) throws -> [String: String] {
    let walks = try ListWalks(venue: file, isWithRemoved: true).run().walks
    return Dictionary(walks.map { ($0.hash, $0.removal?.by ?? "") }) { first, _ in first }
  }

  private func place(_ plan: String, on level: Int, in file: String) throws {
    var placing = PlacePlan(plan: "\(repository)/FloorPlans/museum/\(plan).pdf")
    placing.anchorFile = "\(repository)/FloorPlans/museum/\(plan).anchors.geojson"
    (placing.venue, placing.store, placing.level) = (file, file, level)
    _ = try placing.run()
  }

  /// All tables as GDAL reads them.
  private func dump(_ file: String) throws -> String {
    let run = try ShellRun.run(["ogrinfo", "-ro", "-al", file])
    #expect(run.status == 0)
    return run.output.replacing(file, with: "FILE")
  }

  @Test(.enabled(if: ShellRun.has("ogrinfo"), "needs GDAL's ogrinfo"))
  func `a pulled file is the file that was pushed, row for row`() throws {
    let file = try museum("anna")
    try place("level-G", on: 0, in: file)
    try place("level-1", on: 1, in: file)
    _ = try TieLevels(venue: file).run()
    _ = try ImportGuide(venue: file, sources: ["\(repository)/FloorPlans/museum/guide"]).run()
    let walk = try #require(try walks(file).keys.sorted().first)
    _ = try ChangeWalks(venue: file, walks: [walk], change: .remove, by: "anna").run()
    let push = try team("push", file)
    #expect(push.status == 0 && push.output.hasPrefix("museum: version 1;"), "\(push)")
    let copy = try pulled("ben")
    let (pushed, got) = (try dump(file), try dump(copy))
    #expect(pushed.contains("Layer name: plan_ties") && pushed.contains("Layer name: guide_items"))
    #expect(pushed == got)
    #expect(try team("pull", copy).output.hasSuffix("nothing new; the store has version 1\n"))
    #expect(try team("push", copy).output == "museum: nothing new; the store has version 1\n")
    #expect(try team("push", file).output == "museum: nothing new; the store has version 1\n")
  }

  @Test func `a small change sends few pages`() throws {
    let file = try museum("anna")
    #expect(try team("push", file).status == 0)
    let ben = try pulled("ben")
    let walk = try #require(try walks(file).keys.sorted().first)
    _ = try ChangeWalks(venue: file, walks: [walk], change: .rename("other"), by: "anna").run()
    #expect(try team("push", file).status == 0)
    let all = Int(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0) / 4096
    let pages = try #require(Int(try database.query("SELECT count(*) FROM indoor.page")))
    #expect(pages < all + all / 4)
    let pull = try team("pull", ben)
    #expect(pull.output.contains("version 2; "), "\(pull)")
    #expect(try ListWalks(venue: ben).run().walks.contains { $0.recording == "other" })
  }

  @Test func `walks that two people brought are united, and a removal wins`() throws {
    let anna = try museum("anna")
    #expect(try team("push", anna).status == 0)
    let ben = try pulled("ben")
    let known = try walks(anna)
    let removed = try #require(known.keys.sorted().first)
    _ = try ChangeWalks(venue: anna, walks: [removed], change: .remove, by: "anna").run()
    #expect(try team("push", anna).status == 0)
    let new = try addWalk(to: ben)
    let push = try team("push", ben)
    #expect(push.output.contains("of the file's and the store's changes"), "\(push)")
    for file in [anna, ben] {
      #expect(try team("pull", file).status == 0)
      let walks = try walks(file)
      #expect(walks.count == known.count + 1 && walks[new] == "" && walks[removed] == "anna")
    }
    #expect(
      try database.query("SELECT count(*), max(removed_by) FROM indoor.walk")
        == "\(known.count + 1)|anna")
    #expect(try team("push", ben).output.contains("nothing new"))
  }

  @Test func `a restoration wins over an older removal, whichever side has it`() throws {
    let anna = try museum("anna")
    let known = try walks(anna).keys.sorted()
    _ = try ChangeWalks(venue: anna, walks: Array(known.prefix(2)), change: .remove, by: "anna")
      .run()
    #expect(try team("push", anna).status == 0)
    let ben = try pulled("ben")
    _ = try ChangeWalks(venue: ben, walks: [known[0]], change: .restore, by: "ben").run()
    _ = try ChangeWalks(venue: anna, walks: [known[1]], change: .restore, by: "anna").run()
    let new = try addWalk(to: anna)
    #expect(try team("push", anna).status == 0)
    #expect(try team("push", ben).output.contains("of the file's and the store's changes"))
    for file in [anna, ben, try pulled("clara")] {
      #expect(try team("pull", file).status == 0)
      let walks = try walks(file)
      #expect(walks[known[0]] == "" && walks[known[1]] == "" && walks[new] == "", "\(file)")
    }
    #expect(
      try database.query("SELECT count(*) FROM indoor.walk WHERE removed_at IS NOT NULL") == "0")
  }

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
    let file = try museum("anna")
    #expect(try team("push", file).status == 0)
    #expect(try database.query(lie).contains("UPDATE"))
    for file in [file, "\(try scratch.folder("ben"))/museum.gpkg"] {
      // What is noted beside it would spare looking.
      try? FileManager.default.removeItem(atPath: "\(file).team")
      let before = try? Data(contentsOf: URL(fileURLWithPath: file))
      let pull = try team("pull", file)
      if before == nil || pull.status != 0 {
        #expect(pull.status == 65, "\(pull)")
        #expect(pull.errors.split(separator: "\n").count == 1, "\(pull)")
      }
      #expect((try? Data(contentsOf: URL(fileURLWithPath: file))) == before)
    }
  }

  @Test func `plans that both sides placed are refused, until somebody chooses`() throws {
    let anna = try museum("anna")
    #expect(try team("push", anna).status == 0)
    let ben = try pulled("ben")
    try place("level-G", on: 0, in: anna)
    #expect(try team("push", anna, "--by", "anna").status == 0)
    try place("level-1", on: 1, in: ben)
    for direction in ["push", "pull"] {
      let refused = try team(direction, ben)
      #expect(refused.status == 65 && refused.errors.contains(ben), "\(refused)")
      #expect(refused.errors.contains("version 2 of museum in the store, by anna"), "\(refused)")
      #expect(refused.errors.contains("--ours"))
    }
    #expect(try database.query("SELECT max(number) FROM indoor.version") == "2")
    #expect(try team("pull", ben, "--theirs").status == 0)
    let plans = try ListPlans(venue: ben).run().plans.map(\.plan.placement.level.ordinal)
    #expect(plans == [0])
    #expect(try database.query("SELECT ordinal FROM indoor.plan") == "0")
  }

  @Test(.enabled(if: ShellRun.has("ogrinfo"), "needs GDAL's ogrinfo"))
  func `a guide of one and plans of another are both in what comes out`() throws {
    let anna = try museum("anna")
    #expect(try team("push", anna).status == 0)
    let ben = try pulled("ben")
    _ = try ImportGuide(venue: anna, sources: ["\(repository)/FloorPlans/museum/guide"]).run()
    #expect(try team("push", anna).status == 0)
    try place("level-G", on: 0, in: ben)
    let push = try team("push", ben)
    #expect(push.status == 0 && push.output.contains("of the file's and the store's"), "\(push)")
    let clara = try pulled("clara")
    let (both, plans, guide) = (try layers(clara), try layers(ben), try layers(anna))
    for layer in ["plans", "plan_files", "plan_anchors", "plan_level_0"] {
      #expect(both[layer] != nil && both[layer] == plans[layer], "\(layer)")
    }
    for layer in ["guide_items", "guide_texts", "guide_codes"] {
      #expect(both[layer] != nil && both[layer] == guide[layer], "\(layer)")
    }
  }

  /// Each table's rows as GDAL and SQLite read them.
  private func layers(_ file: String) throws -> [String: String] {
    var layers: [String: String] = [:]
    for part in try dump(file).components(separatedBy: "\nLayer name: ").dropFirst() {
      let name = String(part.prefix { $0 != "\n" })
      // What a layer spans only grows, and says when it was changed last.
      let rows = part.components(separatedBy: "\nOGRFeature(").dropFirst()
      layers[name] = rows.joined(separator: "\n")
    }
    let tiles = try ShellRun.run([
      "python3", "-c",
      """
      import hashlib, sqlite3, sys
      rows = sqlite3.connect(sys.argv[1]).execute("SELECT * FROM plan_level_0 ORDER BY id").fetchall()
      print(len(rows), hashlib.sha256(repr(rows).encode()).hexdigest())
      """, file,
    ])
    if tiles.status == 0 { layers["plan_level_0"] = tiles.output }
    return layers
  }

  @Test func `the database says what the file says`() throws {
    let file = try museum("anna")
    #expect(try team("push", file).status == 0)
    let (venue, all) = (try ReadVenue(venue: file).run(), try ListWalks(venue: file).run().walks)
    #expect(try database.query("SELECT count(*) FROM indoor.unit") == "\(venue.units.count)")
    #expect(
      try database.query("SELECT count(*), sum(length(readings)) % 7 FROM indoor.fingerprint")
        == "\(all.reduce(0) { $0 + $1.placed })|0")
    let status = try team("status")
    #expect(status.output.contains("1 venues, \(all.count) walks, "), "\(status)")
    let near = try team("venues", "--near", "\(venue.origin.latitude),\(venue.origin.longitude)")
    #expect(near.output.hasPrefix("museum  ") && near.output.hasSuffix(" 0 m away\n"), "\(near)")
  }

  @Test func `a store of another version is refused, and nothing is written`() throws {
    let file = try museum("anna")
    let number = try database.query("SELECT version FROM indoor.store")
    _ = try database.query("UPDATE indoor.store SET version = 99")
    for command in [["push", file], ["init"], ["migrate"], ["status"]] {
      let run = try ServerProcess.run(
        ["team"] + command + ["--store", database.address], in: scratch)
      #expect(run.status == 65 && run.errors.contains("version 99"), "\(run)")
    }
    _ = try database.query("UPDATE indoor.store SET version = 0")
    #expect(try team("push", file).errors.contains("no store"))
    #expect(number != "0")
  }

  @Test func `a password in an address and a wrong password are told apart`() throws {
    let secret = try team("status", store: "postgresql://indoor:hush@/d?host=/tmp")
    #expect(secret.status == 64 && !secret.errors.contains("hush"), "\(secret)")
    _ = try database.query("CREATE ROLE locked LOGIN PASSWORD 'right'")
    let file = scratch.path("pgpass")
    try Data("*:*:*:locked:wrong\n".utf8).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let wrong = try ServerProcess.run(
      ["team", "status", "--store", database.address(user: "locked")], in: scratch,
      environment: ["PGPASSFILE": file])
    #expect(wrong.status == 70 && wrong.errors.contains("password"), "\(wrong)")
    #expect(wrong.errors.split(separator: "\n").count == 1)
    _ = try database.query("DROP ROLE locked")
    let nowhere = try team("status", store: "postgresql://indoor@/d?host=/tmp/no-such-folder")
    #expect(nowhere.status == 70 && nowhere.errors.contains("can't be reached"), "\(nowhere)")
  }

  @Test func `a migration that is killed on its way never was`() throws {
    let other = try database.server.database()
    // Who makes the same schema and doesn't say yet whether it stays is waited for.
    let (holder, pipe) = try database.server.hold("CREATE SCHEMA indoor", in: other.name)
    let deadline = Date(timeIntervalSinceNow: 30)
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(other.name)' AND "
    while try other.query("\(waiting) state = 'idle in transaction'") != "1", Date() < deadline {
      usleep(50_000)
    }
    let killed = try ServerProcess.killed(
      ["team", "init", "--store", other.address], in: scratch
    ) {
      (try? other.query("\(waiting) wait_event_type = 'Lock'")) == "1"
    }
    #expect(killed)
    try pipe.fileHandleForWriting.close()
    holder.waitUntilExit()
    #expect(try other.query("SELECT to_regnamespace('indoor') IS NULL") == "t")
    let made = try team("init", store: other.address)
    #expect(made.status == 0 && made.output.hasPrefix("made a store"), "\(made)")
  }

  @Test(arguments: [false, true])
  func `a push whose connection breaks at any statement is stored whole or not at all`(
    afterSending: Bool
  ) throws {
    let proxy = try CuttingProxy(database.server)
    defer { proxy.stop() }
    let file = "\(try scratch.folder("anna"))/museum.gpkg"
    _ = try ImportVenue(venue: file, sources: ["\(repository)/FloorPlans/museum/venue.geojson"])
      .run()
    _ = try ImportSurvey(venue: file, sources: Museum.recordings("survey-lift")).run()
    let store = database.address(user: "indoor", folder: proxy.folder)
    var statement = 1
    while statement < 200 {
      proxy.cut(at: statement, afterSending: afterSending)
      let push = try team("push", file, store: store)
      if push.status == 0 { break }
      #expect(push.status == 70, "\(push)")
      #expect(push.errors.split(separator: "\n").count == 1, "\(push)")
      let stored = try database.query(
        "SELECT count(*), (SELECT count(*) > 0 FROM indoor.page), (SELECT count(*) FROM indoor.walk) FROM indoor.version"
      )
      #expect(["0|f|0", "1|t|1"].contains(stored), "at statement \(statement): \(stored)")
      if stored.hasPrefix("1") { break }
      statement += 1
    }
    #expect(statement > 8 && statement < 200)
    proxy.cut(at: nil, afterSending: false)
    #expect(try team("push", file, store: store).status == 0)
    #expect(try database.query("SELECT count(*) FROM indoor.version") == "1")
    #expect(try walks(try pulled("ben")) == walks(file))
  }
}
