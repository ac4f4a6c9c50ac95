import Foundation
import IndoorFiles
import Synchronization
import Testing

/// Servers that share one store.
@Suite(
  .enabled(if: PostgresServer.isThere, "needs PostgreSQL; \"make setup-team\" installs it"),
  .serialized)
struct TeamServerTests {
  private let world: TeamWorld
  private var scratch: Scratch { world.scratch }
  private var database: Database { world.database }

  init() throws { world = try TeamWorld() }

  /// Sends a walk to a server that may die meanwhile; `nil` where it didn't acknowledge it.
  private func upload(_ walk: [UInt8], to port: Int) throws -> String? {
    let sha256 = SHA256.hexadecimal(SHA256.digest(of: walk))
    let file = scratch.path("\(sha256).jsonl")
    try Data(walk).write(to: URL(fileURLWithPath: file))
    let run = try ShellRun.run([
      "curl", "-s", "-f", "-T", file, "http://127.0.0.1:\(port)/v1/venues/m/walks/\(sha256)",
    ])
    guard run.status == 0,
      let json = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    else { return nil }
    return (json["walks"] as? [String])?.first
  }

  @Test func `what one server takes in, the others show, and the recording is kept as it came`()
    throws
  {
    let (first, second) = (try world.start("first"), try world.start("second"))
    let walk = try TeamWorld.walk(1)
    let sent = try TeamWorld.put(walk, to: first.client)
    #expect(sent.status == 201, "\(sent)")
    let hash = try #require(try TeamWorld.hashes(sent).first)
    let path = "/v1/venues/m/walks/\(hash)"
    #expect(try second.client.wait(path) { $0.status == 200 } < 10)
    let sha256 = SHA256.hexadecimal(SHA256.digest(of: walk))
    let found = try second.client.get("/v1/venues/m/walks?upload=\(sha256)")
    #expect(try TeamWorld.hashes(found) == [hash])
    #expect(
      try database.query("SELECT encode(sha256(bytes), 'hex') FROM indoor.recording") == sha256)
    let gone = try second.client.send("DELETE", path)
    #expect(gone.status == 200)
    #expect(
      try first.client.wait(path) { $0.text.contains("\"removed\"") && $0.status == 200 } < 10)
    #expect(
      try database.query("SELECT removed_at IS NOT NULL FROM indoor.walk WHERE hash = '\(hash)'")
        == "t")
  }

  @Test func `a venue that is made or taken away is so on every server`() throws {
    let (first, second) = (try world.start("first"), try world.start("second"))
    let source = try Data(
      contentsOf: URL(fileURLWithPath: "\(repository)/FloorPlans/museum/venue.geojson"))
    let made = try first.client.send(
      "POST", "/v1/venues/house", headers: ["Content-Type": "application/geo+json"],
      body: Array(source))
    #expect(made.status == 201, "\(made)")
    #expect(try second.client.wait("/v1/venues/house") { $0.status == 200 } < 10)
    #expect(try second.client.send("DELETE", "/v1/venues/house").status == 204)
    #expect(try first.client.wait("/v1/venues/house") { $0.status == 404 } < 10)
    #expect(try database.query("SELECT count(*) FROM indoor.venue") == "1")
  }

  @Test func `sessions of a venue that one server takes away end on the others, too`() throws {
    let (first, second) = (try world.start("first"), try world.start("second"))
    let client = second.client
    let session = "/v1/venues/m/sessions/0123456789abcdef0123456789abcdef"
    let sent = try client.post(
      "\(session)/observations", "{\"t\":1,\"wifi\":[]}\n", type: "application/x-ndjson")
    #expect(sent.status == 200, "\(sent)")
    #expect(try client.get("/metrics").text.contains("indoor_sessions 1"))
    #expect(try first.client.send("DELETE", "/v1/venues/m").status == 204)
    #expect(try client.wait("/v1/venues/m") { $0.status == 404 } < 10)
    #expect(try client.wait("/metrics") { $0.text.contains("indoor_sessions 0") } < 10)
  }

  @Test func `who asks for what a store keeps learns that it is away, and not where it is`() throws
  {
    let server = try world.start("one")
    #expect(try server.client.get("/v1/venues/m").status == 200)
    _ = try database.server.query(
      "ALTER DATABASE \(database.name) ALLOW_CONNECTIONS false", in: "postgres")
    _ = try database.server.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database.name)'",
      in: "postgres")
    let none = String(repeating: "0", count: 64)
    for (method, path) in [("GET", "/walks?upload=\(none)"), ("DELETE", "")] {
      let answer = try server.client.send(method, "/v1/venues/m\(path)")
      #expect(answer.status == 503 && answer.code == "store-away", "\(answer)")
      #expect(answer.headers["retry-after"] != nil && !answer.text.contains(database.name))
    }
  }

  @Test func `a store takes no empty venue, and no file of it is left`() throws {
    let folder = try scratch.folder("copies")
    let server = try ServerProcess(
      "--store", database.address, venues: folder, in: scratch)
    let made = try server.client.send(
      "POST", "/v1/venues/empty", headers: ["Content-Type": "application/geo+json"])
    #expect(made.status == 422 && made.code == "bad-parameter", "\(made)")
    #expect(!made.text.contains(folder))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
  }

  @Test func `a browser's token is for its venue, whatever others hear more`() throws {
    // Three that the token isn't for hear as much, and come first.
    for name in ["a", "b", "c"] {
      let push = try world.team(["push", scratch.path("m.gpkg"), "--venue", name])
      #expect(push.status == 0, "\(push)")
    }
    let tokens = scratch.path("tokens.json")
    let token = try ServerProcess.run(
      ["token", "add", "x", "--scope", "locate", "--venue", "m", "--token-file", tokens],
      in: scratch
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
    let server = try ServerProcess(
      "--store", database.address, "--token-file", tokens, venues: scratch.folder("copies"),
      in: scratch)
    let heard = try database.query(
      """
      SELECT string_agg(DISTINCT substr(name, 6), ' ') FROM (
        SELECT name FROM indoor.transmitter WHERE name LIKE 'wifi:%' ORDER BY name LIMIT 5) AS t
      """)
    let readings = heard.split(separator: " ").map {
      "{\"macAddress\":\"\($0)\",\"signalStrength\":-60}"
    }
    let answer = try server.client.post(
      "/v1/geolocate?key=\(token)",
      "{\"wifiAccessPoints\":[\(readings.joined(separator: ","))]}")
    #expect(try answer.json()["venue"] as? String == "m", "\(answer)")
  }

  @Test func `positions reach the streams of every server`() throws {
    let (first, second) = (try world.start("first"), try world.start("second"))
    let reader = try EventReader(second.client, "/v1/venues/m/live")
    #expect(reader.status == 200)
    let visit = try String(
      contentsOfFile: try #require(try Museum.recordings("visit-").first), encoding: .utf8)
    let session = "/v1/venues/m/sessions/0123456789abcdef0123456789abcdef"
    let lines = visit.split(separator: "\n").dropFirst().prefix(3000).joined(separator: "\n")
    let sent = try first.client.post(
      "\(session)/observations", lines, type: "application/x-ndjson")
    #expect(sent.status == 200 && sent.text != "null\n", "\(sent)")
    var last: EventReader.Event?
    while last?.data != sent.text.trimmingCharacters(in: .whitespacesAndNewlines),
      let event = reader.next()
    {
      last = event
    }
    #expect(last?.name == "position")
    #expect(try first.client.send("DELETE", session).status == 204)
    #expect(reader.next()?.name == "end")
  }

  @Test func `a server that is killed in the middle of uploads loses none that it acknowledged`()
    throws
  {
    let told = Mutex<[String]>([])
    let next = Mutex(0)
    for _ in 0..<5 {
      let server = try world.start("one")
      let port = server.port
      let threads = (0..<3).map { _ in
        Thread {
          while true {
            let number = next.withLock { next in
              next += 1
              return next
            }
            guard let walk = try? TeamWorld.walk(number), let hash = try? upload(walk, to: port)
            else { return }
            told.withLock { $0.append(hash) }
          }
        }
      }
      let before = told.withLock { $0.count }
      for thread in threads { thread.start() }
      let deadline = Date(timeIntervalSinceNow: 60)
      while told.withLock({ $0.count }) < before + 4, Date() < deadline { usleep(10_000) }
      server.kill()
      while threads.contains(where: { !$0.isFinished }), Date() < deadline { usleep(10_000) }
    }
    let acknowledged = Set(told.withLock { $0 })
    #expect(acknowledged.count >= 20)
    let list = acknowledged.map { "'\($0)'" }.joined(separator: ",")
    #expect(
      try database.query("SELECT count(*) FROM indoor.walk WHERE hash IN (\(list))")
        == "\(acknowledged.count)")
    // And the file that comes out has them.
    let server = try world.start("after")
    let all = Set(try TeamWorld.hashes(try server.client.get("/v1/venues/m/walks")))
    #expect(acknowledged.isSubset(of: all))
    #expect(
      try database.query(
        """
        SELECT count(*) FROM indoor.walk WHERE fingerprints <>
          (SELECT count(*) FROM indoor.fingerprint f WHERE f.venue = walk.venue AND f.walk = walk.number)
        """) == "0")
  }

  @Test func `uploads go on when the connection to the store was cut`() throws {
    let proxy = try CuttingProxy(database.server)
    defer { proxy.stop() }
    let server = try world.start(
      "one", store: database.address(user: "indoor", folder: proxy.folder))
    for number in 1...3 {
      proxy.cut(at: 3 + 2 * number, afterSending: number == 2)
      let walk = try TeamWorld.walk(number)
      let cutting = Thread {
        usleep(700_000)
        proxy.cut(at: nil, afterSending: false)
      }
      cutting.start()
      let sent = try TeamWorld.put(walk, to: server.client)
      #expect(sent.status == 201 || sent.status == 200, "\(sent)")
    }
    #expect(
      try database.query("SELECT count(*) FROM indoor.recording") == "3")
  }

  @Test func `a server refuses a store of another version`() throws {
    _ = try database.query("UPDATE indoor.store SET version = 99")
    let run = try ServerProcess.run(
      ["--venues", scratch.folder("venues"), "--store", database.address, "--port", "0"],
      in: scratch)
    #expect(run.status == 65 && run.errors.contains("version 99"), "\(run)")
  }
}
