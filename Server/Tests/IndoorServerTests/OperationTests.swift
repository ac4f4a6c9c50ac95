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

  @Test func `it speaks TLS with a certificate`() throws {
    let (certificate, key) = (scratch.path("certificate.pem"), scratch.path("key.pem"))
    func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
    let made = try run([
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
      "-nodes", "-keyout", key, "-out", certificate, "-days", "2", "-subj", "/CN=localhost",
      "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
    ])
    try #require(made.status == 0, "openssl makes no certificate")
    let server = try ServerProcess(
      "--tls-certificate", certificate, "--tls-key", key, venues: venues, in: scratch)
    let got = try run([
      "curl", "--silent", "--cacert", certificate, "https://localhost:\(server.port)/health",
    ])
    #expect(got.status == 0 && got.output == "{\"status\":\"ok\"}\n")
  }
}
