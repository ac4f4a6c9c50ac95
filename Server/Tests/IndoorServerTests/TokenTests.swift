import Foundation
import Testing

/// Who may do what.
@Suite struct TokenTests {
  private let scratch: Scratch
  private let venues: String
  private let tokens: String

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    tokens = scratch.path("tokens.json")
    try Museum.copy(to: "\(venues)/m.gpkg")
    try Museum.copy(to: "\(venues)/n.gpkg")
  }

  private func add(_ name: String, _ scopes: String, _ more: String...) throws -> String {
    let run = try ServerProcess.run(
      ["token", "add", name, "--scope", scopes, "--token-file", tokens] + more, in: scratch)
    #expect(run.status == 0, "\(run)")
    return run.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }

  @Test func `tokens are shown once, kept as hashes, listed and revoked`() throws {
    let text = try add("phone", "locate,live", "--venue", "m")
    #expect(text.count > 40)
    let kept = try String(contentsOfFile: tokens, encoding: .utf8)
    #expect(!kept.contains(text) && kept.contains("phone"))
    let mode = try FileManager.default.attributesOfItem(atPath: tokens)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let list = try ServerProcess.run(["token", "list", "--token-file", tokens], in: scratch)
    #expect(list.output == "phone  locate,live for m\n")
    let again = try ServerProcess.run(
      ["token", "add", "phone", "--scope", "read", "--token-file", tokens], in: scratch)
    #expect(again.status == 65)
    let unknown = try ServerProcess.run(
      ["token", "add", "x", "--scope", "everything", "--token-file", tokens], in: scratch)
    #expect(unknown.status == 64)
    let revoke = ["token", "revoke", "phone", "--token-file", tokens]
    #expect(try ServerProcess.run(revoke, in: scratch).status == 0)
    #expect(try ServerProcess.run(revoke, in: scratch).status == 65)
    #expect(
      try ServerProcess.run(["token", "list", "--token-file", tokens], in: scratch).output == "")
  }

  @Test func `without a token there is nothing but health and the description`() throws {
    _ = try add("a", "read")
    let server = try ServerProcess("--token-file", tokens, venues: venues, in: scratch)
    for path in [
      "/", "/v1/venues", "/v1/venues/m", "/v1/venues/m/file", "/v1/venues/m/live", "/metrics",
    ] {
      let answer = try server.client.get(path)
      #expect(answer.status == 401 && answer.code == "no-token", "\(path)")
      #expect(answer.headers["www-authenticate"] == "Bearer")
      #expect(try server.client.get(path, headers: bearer("indoor_wrong")).status == 401)
      #expect(try server.client.get("\(path)?key=indoor_wrong").status == 401)
    }
    #expect(try server.client.get("/health").status == 200)
    #expect(try server.client.get("/openapi.json").status == 200)
  }

  @Test func `a token allows its scopes and no others`() throws {
    let (read, locate, live) = (try add("r", "read"), try add("l", "locate"), try add("s", "live"))
    let admin = try add("a", "admin")
    let server = try ServerProcess("--token-file", tokens, venues: venues, in: scratch)
    func statuses(_ token: String) throws -> [Int] {
      [
        try server.client.get("/v1/venues/m", headers: bearer(token)).status,
        try server.client.post("/v1/venues/m/locate", "{\"readings\":[]}", headers: bearer(token))
          .status,
        try server.client.send("HEAD", "/v1/venues/m/live", headers: bearer(token)).status,
      ]
    }
    #expect(try statuses(read) == [200, 403, 403])
    #expect(try statuses(locate) == [403, 200, 403])
    #expect(try statuses(live) == [403, 403, 200])
    #expect(try statuses(admin) == [200, 200, 200])
  }

  @Test func `a token of one venue knows nothing of another`() throws {
    let token = try add("one", "read", "--venue", "m")
    let server = try ServerProcess("--token-file", tokens, venues: venues, in: scratch)
    let list = try server.client.get("/v1/venues", headers: bearer(token)).json()["venues"]
    #expect((list as? [[String: Any]])?.map { $0["id"] as? String } == ["m"])
    let other = try server.client.get("/v1/venues/n", headers: bearer(token))
    let none = try server.client.get("/v1/venues/o", headers: bearer(token))
    #expect(other.status == 404 && none.status == 404)
    #expect(other.text.replacing(##"\"n\""##, with: ##"\"o\""##) == none.text)
  }

  @Test func `a token of one venue sees no other, for people neither, and no other's files`() throws
  {
    let token = try add("one", "read", "--venue", "m")
    let state = try scratch.folder("state")
    let server = try ServerProcess(
      "--token-file", tokens, "--state", state, venues: venues, in: scratch)
    let home = try server.client.get("/", headers: bearer(token)).text
    #expect(home.contains("/v1/venues/m") && !home.contains("/v1/venues/n"), "\(home)")
    for upload in ["../n/x", "x", String(repeating: "g", count: 64)] {
      let answer = try server.client.get(
        "/v1/venues/m/walks?upload=\(upload)", headers: bearer(token))
      #expect(answer.status == 422 && answer.code == "bad-parameter", "\(answer)")
    }
  }

  @Test func `once there is a file of tokens requests take one, without a restart`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    #expect(try server.client.get("/v1/venues").status == 200)
    let run = try ServerProcess.run(["token", "add", "a", "--scope", "read"], in: scratch)
    #expect(run.status == 0, "\(run)")
    #expect(try server.client.wait("/v1/venues") { $0.status == 401 } < 30)
    let token = run.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(try server.client.get("/v1/venues", headers: bearer(token)).status == 200)
    #expect(try server.client.get("/health").status == 200)
  }

  @Test func `a token that would allow nothing isn't made`() throws {
    let run = try ServerProcess.run(
      ["token", "add", "a", "--scope", ",", "--token-file", tokens], in: scratch)
    #expect(run.status == 64 && !FileManager.default.fileExists(atPath: tokens), "\(run)")
  }

  @Test func `a token that is revoked counts no more, without a restart`() throws {
    let token = try add("gone", "read")
    let server = try ServerProcess("--token-file", tokens, venues: venues, in: scratch)
    #expect(try server.client.get("/v1/venues", headers: bearer(token)).status == 200)
    _ = try ServerProcess.run(["token", "revoke", "gone", "--token-file", tokens], in: scratch)
    let start = Date()
    while try server.client.get("/v1/venues", headers: bearer(token)).status == 200 {
      try #require(Date().timeIntervalSince(start) < 30)
      usleep(50_000)
    }
  }

  @Test func `a stream ends with its token, and the others go on`() throws {
    let (gone, kept) = (try add("gone", "live"), try add("kept", "live,locate"))
    let server = try ServerProcess("--token-file", tokens, venues: venues, in: scratch)
    let ending = try EventReader(server.client, "/v1/venues/m/live", headers: bearer(gone))
    let going = try EventReader(server.client, "/v1/venues/m/live", headers: bearer(kept))
    _ = try ServerProcess.run(["token", "revoke", "gone", "--token-file", tokens], in: scratch)
    // Nothing is sent to it meanwhile: it comes to its end, long before the reader's patience does.
    let start = Date()
    #expect(ending.next() == nil && Date().timeIntervalSince(start) < 15)
    let visit = try #require(try Museum.recordings("visit-").first)
    let lines = try String(contentsOfFile: visit, encoding: .utf8).split(separator: "\n")
    let sent = try server.client.post(
      "/v1/venues/m/sessions/0123456789abcdef0123456789/observations",
      lines.dropFirst().prefix(300).joined(separator: "\n") + "\n",
      type: "application/x-ndjson", headers: bearer(kept))
    #expect(sent.status == 200 && sent.text.contains("time_ms"), "\(sent.text.prefix(200))")
    #expect(going.next()?.name == "position")
  }

  @Test func `a stream that was opened without a token ends where one is needed`() throws {
    let home = ["XDG_CONFIG_HOME": scratch.path("config")]
    let server = try ServerProcess(venues: venues, in: scratch, environment: home)
    let stream = try EventReader(server.client, "/v1/venues/m/live")
    #expect(stream.status == 200)
    let start = Date()
    let added = try ServerProcess.run(
      [
        "token", "add", "a", "--scope", "read", "--token-file",
        scratch.path("config/indoor-server/tokens.json"),
      ], in: scratch)
    #expect(added.status == 0, "\(added)")
    #expect(stream.next() == nil && Date().timeIntervalSince(start) < 15)
  }

  @Test func `a token has twenty streams and no more`() throws {
    let token = try add("eager", "live")
    let server = try ServerProcess("--token-file", tokens, venues: venues, in: scratch)
    var streams = try (0..<20).map { _ in
      try EventReader(server.client, "/v1/venues/m/live", headers: bearer(token))
    }
    #expect(streams.allSatisfy { $0.status == 200 })
    let more = try server.client.get("/v1/venues/m/live", headers: bearer(token))
    #expect(more.status == 429 && more.code == "too-many-open")
    // A client that leaves makes room, although nothing is sent.
    streams.removeLast()
    let start = Date()
    while true {
      let reader = try EventReader(server.client, "/v1/venues/m/live", headers: bearer(token))
      if reader.status == 200 { break }
      try #require(Date().timeIntervalSince(start) < 30)
      usleep(50_000)
    }
  }

  @Test func `a file that others can read isn't taken`() throws {
    _ = try add("a", "read")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: tokens)
    let run = try ServerProcess.run(
      ["--venues", venues, "--port", "0", "--token-file", tokens], in: scratch)
    #expect(run.status == 65 && run.errors.contains("chmod 600"), "\(run)")
  }
}
