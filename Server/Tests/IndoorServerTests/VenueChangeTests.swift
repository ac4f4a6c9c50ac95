import Foundation
import IndoorAuthoring
import IndoorFiles
import IndoorModel
import Synchronization
import Testing

/// Venues that are made, brought in and taken away over HTTP.
@Suite struct VenueChangeTests {
  private let scratch: Scratch
  private let venues: String
  private let server: ServerProcess

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    server = try ServerProcess(venues: venues, in: scratch)
  }

  private func post(
    _ path: String, _ body: [UInt8], type: String = "application/geo+json"
  ) throws -> HTTPClient.Reply {
    try server.client.send("POST", path, headers: ["Content-Type": type], body: body)
  }

  private static func museum() throws -> [UInt8] {
    Array(
      try Data(contentsOf: URL(fileURLWithPath: "\(repository)/FloorPlans/museum/venue.geojson")))
  }

  @Test func `a venue is made of GeoJSON as the command makes it, and taken away`() throws {
    let made = try post("/v1/venues/house-1", Self.museum())
    #expect(made.status == 201, "\(made)")
    let other = scratch.path("house-1.gpkg")
    _ = try ImportVenue(venue: other, sources: ["\(repository)/FloorPlans/museum/venue.geojson"])
      .run()
    #expect(
      try ReadVenue(venue: "\(venues)/house-1.gpkg").run() == ReadVenue(venue: other).run())
    #expect(try server.client.get("/v1/venues/house-1").status == 200)
    #expect(try post("/v1/venues/house-1", Self.museum()).status == 200)
    #expect(try post("/v1/venues/house-1", []).code == "venue-exists")
    #expect(try server.client.send("DELETE", "/v1/venues/house-1").status == 204)
    #expect(try server.client.get("/v1/venues/house-1").status == 404)
    #expect(try FileManager.default.contentsOfDirectory(atPath: venues).isEmpty)
    #expect(try server.client.send("DELETE", "/v1/venues/house-1").status == 404)
  }

  @Test func `an empty venue is made, and gets its levels one by one`() throws {
    #expect(try post("/v1/venues/new", []).status == 201)
    let empty = try server.client.get("/v1/venues/new")
    #expect(empty.status == 409 && empty.code == "no-venue", "\(empty)")
    let room = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"feature_type":"unit","category":"room","name":"A"},"geometry":\
      {"type":"Polygon","coordinates":[[[8,50],[8.001,50],[8.001,50.001],[8,50.001],[8,50]]]}}]}
      """
    let sent = try server.client.send(
      "PUT", "/v1/venues/new/levels/2?label=P2", headers: ["Content-Type": "application/geo+json"],
      body: Array(room.utf8))
    #expect(sent.status == 200, "\(sent)")
    let venue = try ReadVenue(venue: "\(venues)/new.gpkg").run()
    #expect(venue.levels.map(\.key.ordinal) == [2] && venue.levels.map(\.label) == ["P2"])
    #expect(venue.units.map(\.name) == ["A"])
    let wrong = try server.client.send(
      "PUT", "/v1/venues/new/levels/x", body: Array(room.utf8))
    #expect(wrong.code == "bad-parameter")
  }

  @Test func `of several who make a venue at once one makes it, and the others are told`() throws {
    let port = server.port
    let statuses = Mutex<[Int]>([])
    let threads = (0..<6).map { _ in
      Thread {
        let answer = try? HTTPClient(port: port).send(
          "POST", "/v1/venues/x", headers: ["Content-Type": "application/geo+json"], body: [])
        statuses.withLock { $0.append(answer?.status ?? 0) }
      }
    }
    for thread in threads { thread.start() }
    let deadline = Date(timeIntervalSinceNow: 60)
    while statuses.withLock({ $0.count }) < 6, Date() < deadline { usleep(10_000) }
    #expect(statuses.withLock { $0 }.sorted() == [201, 409, 409, 409, 409, 409])
  }

  @Test func `a venue that is taken away takes what was sent for it along`() throws {
    let state = try scratch.folder("state")
    let server = try ServerProcess("--state", state, venues: venues, in: scratch)
    let client = server.client
    let geoJSON = ["Content-Type": "application/geo+json"]
    let session = "/v1/venues/x/sessions/0123456789abcdef0123456789abcdef"
    try Museum.copy(to: "\(venues)/x.gpkg")
    #expect(try client.wait("/v1/venues/x") { $0.status == 200 } < 30)
    let plan = try Data(
      contentsOf: URL(fileURLWithPath: "\(repository)/FloorPlans/museum/level-G.pdf"))
    #expect(try client.send("PUT", "/v1/venues/x/plans/g", body: Array(plan)).status == 201)
    let walk = scratch.path("walk.jsonl")
    try Museum.writeOtherWalk(to: walk)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: walk)))
    let hash = SHA256.hexadecimal(SHA256.digest(of: bytes))
    #expect(try client.send("PUT", "/v1/venues/x/walks/\(hash)", body: bytes).status == 201)
    #expect(try client.get("/v1/venues/x/file").status == 200)
    func observe() throws -> HTTPClient.Reply {
      try client.post(
        "\(session)/observations", "{\"t\":1,\"wifi\":[]}\n", type: "application/x-ndjson")
    }
    #expect(try observe().status == 200)
    #expect(try client.send("DELETE", "/v1/venues/x").status == 204)
    for kind in ["plans", "uploads", "versions"] {
      #expect(!FileManager.default.fileExists(atPath: "\(state)/\(kind)/x"), "\(kind)")
    }
    let made = try client.send("POST", "/v1/venues/x", headers: geoJSON, body: Self.museum())
    #expect(made.status == 201, "\(made)")
    #expect((try client.get("/v1/venues/x/plans").json()["plans"] as? [Any])?.isEmpty == true)
    // The venue of before had a radio map, and this one has none.
    #expect(try observe().code == "no-radio-map")
    #expect(try client.send("DELETE", session).code == "no-session")
  }

  @Test func `what is no venue makes none, and says so without paths`() throws {
    let nonsense = try post("/v1/venues/x", Array("{\"type\":\"Point\"}".utf8))
    #expect(nonsense.status == 422, "\(nonsense)")
    #expect(nonsense.text.contains("upload") && !nonsense.text.contains("/tmp"))
    #expect(try post("/v1/venues/X_Y", Self.museum()).code == "bad-parameter")
    #expect(try post("/v1/venues/x", Self.museum(), type: "text/plain").status == 415)
    #expect(try FileManager.default.contentsOfDirectory(atPath: venues).isEmpty)
  }

  @Test func `what is told of a source has no path`() throws {
    let source = """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"feature_type":"level",
      "ordinal":0,"name":"a\\u0001b"},"geometry":{"type":"Polygon","coordinates":
      [[[8,50],[8.001,50],[8.001,50.001],[8,50.001],[8,50]]]}}]}
      """
    let made = try post("/v1/venues/x", Array(source.utf8))
    #expect(made.status == 201 && made.text.contains("line breaks"), "\(made)")
    #expect(made.text.contains("upload:") && !made.text.contains("partial"), "\(made.text)")
    #expect(!made.text.contains(venues))
  }

  @Test func `a file of a newer format is a conflict, and no failure`() throws {
    let path = "\(venues)/new.gpkg"
    try Museum.copy(to: path)
    let run = try ShellRun.run([
      "python3", "-c",
      """
      import sqlite3, sys
      file = sqlite3.connect(sys.argv[1])
      file.execute("UPDATE venue_file SET format = format + 1")
      file.commit()
      """, path,
    ])
    try #require(run.status == 0)
    _ = try server.client.wait("/v1/venues/new") { $0.status != 404 }
    let answer = try server.client.get("/v1/venues/new")
    #expect(answer.status == 409, "\(answer)")
    #expect(answer.code == "newer-format")
    for path in ["walks", "problems", "file", "plans", "radiomap/versions"] {
      let status = try server.client.get("/v1/venues/new/\(path)").status
      #expect(status == 409, "\(path) \(status)")
    }
  }
}
