import Foundation
import Testing

/// Starting, watching and stopping.
@Suite struct OperationTests {
  private let scratch: Scratch
  private let venues: String

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    try Museum.copy(to: "\(venues)/m.gpkg")
  }

  @Test func `it says what it serves, and how it is`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let home = try server.client.get("/")
    #expect(home.headers["content-type"] == "text/plain; charset=utf-8")
    #expect(home.text.contains("  m  ") && home.text.contains("/v1/venues/m/live"))
    #expect(try server.client.get("/health").json()["status"] as? String == "ok")
    _ = try server.client.post("/v1/venues/m/locate", "{\"readings\":[]}")
    let metrics = try server.client.get("/metrics").text
    #expect(metrics.contains("\nindoor_scans_total 1\n"))
    #expect(
      metrics.contains(
        "\nindoor_requests_total{route=\"/v1/venues/{venue}/locate\",method=\"POST\",status=\"200\"} 1\n"
      ))
    #expect(metrics.contains("\nindoor_venues 1.0\n"))
  }

  @Test func `the description has every route and its answers`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let description = try server.client.get("/openapi.json").json()
    #expect(description["openapi"] as? String == "3.1.0")
    let paths = try #require(description["paths"] as? [String: [String: Any]])
    #expect(paths["/v1/venues/{venue}/locate"]?["post"] != nil)
    #expect(paths["/v1/venues/{venue}/live"]?["get"] != nil)
    for (path, operations) in paths {
      for (method, operation) in operations {
        let operation = try #require(operation as? [String: Any])
        let responses = try #require(operation["responses"] as? [String: Any])
        #expect(responses["default"] != nil && responses.count > 1, "\(method) \(path)")
      }
    }
  }

  @Test func `it stops within ten seconds, with streams that are open`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let streams = try (0..<100).map { _ in try EventReader(server.client, "/v1/venues/m/live") }
    #expect(streams.allSatisfy { $0.status == 200 })
    let end = server.stop()
    #expect(end.status == 0 && end.seconds < 10, "\(end)")
    #expect(streams[0].next() == nil)
  }

  @Test func `what can't be served ends it with a sentence`() throws {
    let none = try ServerProcess.run(["--venues", scratch.path("none")], in: scratch)
    #expect(none.status == 65 && none.errors.hasPrefix("error: ") && none.output.isEmpty, "\(none)")
    #expect(try ServerProcess.run([], in: scratch).status == 64)
    #expect(
      try ServerProcess.run(["--venues", venues, "--port", "99999"], in: scratch).status == 64)
    let server = try ServerProcess(venues: venues, in: scratch)
    let taken = try ServerProcess.run(
      ["--venues", venues, "--port", "\(server.port)"], in: scratch)
    #expect(taken.status == 70 && taken.errors.contains("can't be listened on"), "\(taken)")
  }

  @Test func `fewer requests than one in a hundred seconds are no rate`() throws {
    for rate in ["1e-20", "0", "-1", "nan", "2e9"] {
      let run = try ServerProcess.run(
        ["--venues", venues, "--port", "0", "--requests-per-second=\(rate)"], in: scratch)
      #expect(run.status == 64 && run.errors.contains("from 0.01"), "\(rate) \(run)")
    }
    let server = try ServerProcess("--requests-per-second", "0.01", venues: venues, in: scratch)
    #expect(try server.client.get("/health").status == 200)
    let second = try server.client.get("/health")
    #expect(second.status == 429, "\(second)")
    #expect((second.headers["retry-after"].flatMap { Int($0) } ?? 0) > 90)
  }

  @Test func `it speaks TLS with a certificate`() throws {
    let (certificate, key) = (scratch.path("certificate.pem"), scratch.path("key.pem"))
    let made = try ShellRun.run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
    ])
    try #require(made.status == 0, "openssl makes no certificate")
    let server = try ServerProcess(
      "--tls-certificate", certificate, "--tls-key", key, venues: venues, in: scratch)
    let got = try ShellRun.run([
      "curl", "--silent", "--cacert", certificate, "https://localhost:\(server.port)/health",
    ])
    #expect(got.status == 0 && got.output == "{\"status\":\"ok\"}\n")
  }

  @Test func `the help names what is asked for most, and where the rest stands`() throws {
    let help = try ServerProcess.run(["--help"], in: scratch)
    #expect(help.status == 0)
    let all = try ServerProcess.run(["help", "serve"], in: scratch)
    for option in [
      "--venues", "--port", "--host", "--state", "--token-file", "--tls-certificate", "--tls-key",
      "--behind-proxy", "--base-map", "--config",
    ] {
      #expect(help.output.contains(option) && all.output.contains(option), "\(option)")
    }
    #expect(help.output.contains("indoor-server help serve"))
  }

  @Test func `options, the environment and a file say the same, in this order`() throws {
    let file = scratch.path("server.conf")
    try Data("# where\nvenues = \(scratch.path("none"))\nbody-seconds = x\n".utf8)
      .write(to: URL(fileURLWithPath: file))
    func run(
      _ arguments: [String], _ environment: [String: String] = [:]
    ) throws -> (status: Int32, errors: String) {
      let run = try ServerProcess.run(arguments, in: scratch, environment: environment)
      return (run.status, run.errors)
    }
    // The file's folder isn't there; its seconds are no number.
    #expect(try run(["--config", file]).status == 64)
    let seconds = try run(["--config", file], ["INDOOR_SERVER_BODY_SECONDS": "9"])
    #expect(seconds.status == 65 && seconds.errors.contains("none"), "\(seconds)")
    let option = try run(
      ["--venues", scratch.path("other"), "--body-seconds=5"], ["INDOOR_SERVER_CONFIG": file])
    #expect(option.status == 65 && option.errors.contains("other"), "\(option)")
    for line in ["nonsense = 1", "venues", "behind-proxy = perhaps"] {
      try Data("\n\(line)\n".utf8).write(to: URL(fileURLWithPath: file))
      #expect(try run(["--config", file]).status == 65, "\(line)")
    }
    #expect(try run(["--config", scratch.path("no.conf")]).status == 65)
    let server = try ServerProcess(
      venues: venues, in: scratch,
      environment: ["INDOOR_SERVER_LOG_LEVEL": "debug", "INDOOR_SERVER_INSECURE_HTTP": "false"])
    _ = try server.client.get("/health")
    #expect(try server.said().contains("/health"))
  }

  @Test func `what is logged is JSON, and tells nothing of devices and keys`() throws {
    let tokens = scratch.path("tokens.json")
    let token = try ServerProcess.run(
      ["token", "add", "desk", "--scope", "admin", "--token-file", tokens], in: scratch
    ).output.trimmingCharacters(in: .whitespacesAndNewlines)
    let server = try ServerProcess(
      "--token-file", tokens, "--log-level", "debug", venues: venues, in: scratch)
    let bearer = ["Authorization": "Bearer \(token)"]
    let session = "0123456789abcdef0123456789abcdef"
    _ = try server.client.post(
      "/v1/venues/m/sessions/\(session)/observations?device=phone7",
      "{\"t\":1,\"wifi\":[[\"02:00:5e:00:00:01\",-40]]}\n", type: "application/x-ndjson",
      headers: bearer)
    _ = try server.client.post(
      "/v1/geolocate?key=\(token)",
      "{\"wifiAccessPoints\":[{\"macAddress\":\"02:00:5e:00:00:01\"}]}")
    _ = try server.client.post("/v1/login", "{\"token\":\"\(token)\"}")
    _ = try server.client.send("DELETE", "/v1/venues/m/walks/ffffffff", headers: bearer)
    server.stop()
    let lines = try server.said().split(separator: "\n")
    #expect(lines.count >= 4)
    for line in lines {
      let event = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      #expect(event?["time"] is String && event?["message"] is String, "\(line)")
    }
    let text = lines.joined(separator: "\n")
    #expect(text.contains("\"route\":\"/v1/venues/{venue}/walks/{walk}\",\"status\":404"))
    #expect(text.contains("\"token\":\"desk\"") && text.contains("\"venue\":\"m\""))
    for secret in [token, session, "phone7", "02:00:5e", "127.0.0.1:5", "ffffffff"] {
      #expect(!text.contains(secret), "\(secret)")
    }
  }

  @Test func `a backup is taken while files are written, and serves what was there`() throws {
    let (state, output) = (scratch.path("state"), scratch.path("backup"))
    let server = try ServerProcess("--state", state, venues: venues, in: scratch)
    let walks = try server.client.get("/v1/venues/m").json()["walks"] as? Int
    let before = try server.client.get("/v1/venues/m/walks").body
    let plan = Array(
      try Data(contentsOf: URL(fileURLWithPath: "\(repository)/FloorPlans/museum/level-G.pdf")))
    #expect(try server.client.send("PUT", "/v1/venues/m/plans/g", body: plan).status == 201)
    let arguments = ["backup", "--venues", venues, "--state", state, "--output", output]
    let run = try ServerProcess.run(arguments, in: scratch)
    #expect(run.status == 0, "\(run)")
    #expect(try ServerProcess.run(arguments, in: scratch).status == 70)
    #expect(try server.client.send("DELETE", "/v1/venues/m").status == 204)
    let restored = try ServerProcess(
      "--state", "\(output)/state", venues: "\(output)/venues", in: scratch)
    #expect(try restored.client.get("/v1/venues/m").json()["walks"] as? Int == walks)
    #expect(try restored.client.get("/v1/venues/m/walks").body == before)
    #expect(try restored.client.get("/v1/venues/m/plans/g/pages").status == 200)
    let none = try ServerProcess.run(
      ["backup", "--venues", scratch.path("no"), "--output", scratch.path("b2")], in: scratch)
    #expect(none.status == 65)
  }
}
