import Foundation
import Testing

/// What is refused, and what is bounded.
@Suite struct SafetyTests {
  private let scratch: Scratch
  private let venues: String

  init() throws {
    scratch = try Scratch()
    venues = try scratch.folder("venues")
    try Museum.copy(to: "\(venues)/m.gpkg")
  }

  private static let observations =
    "/v1/venues/m/sessions/0123456789abcdef0123456789abcdef/observations"
  private static let empty = "{\"readings\":[]}"

  @Test func `a request that names another host is turned away`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    for host in [
      "evil.example", "evil.example:\(server.client.port)", "127.0.0.1.evil.example", "10.0.0.1",
    ] {
      let answer = try server.client.get("/v1/venues", headers: ["Host": host])
      #expect(answer.status == 421 && answer.code == "foreign-host", "\(host)")
    }
    for host in ["localhost", "localhost:1", "127.0.0.1", "127.0.0.2:80", "[::1]:99"] {
      #expect(
        try server.client.get("/v1/venues", headers: ["Host": host]).status == 200, "\(host)")
    }
  }

  @Test func `pages of other sites change nothing`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let client = server.client
    let line = "{\"t\":1,\"wifi\":[]}\n"
    func send(_ headers: [String: String]) throws -> HTTPClient.Reply {
      try client.post(Self.observations, line, type: "application/x-ndjson", headers: headers)
    }
    for headers in [
      ["Origin": "https://evil.example"], ["Origin": "null"],
      ["Origin": "http://127.0.0.1:1"], ["Sec-Fetch-Site": "cross-site"],
      ["Sec-Fetch-Site": "same-site"],
    ] {
      let answer = try send(headers)
      #expect(answer.status == 403 && answer.code == "foreign-origin", "\(headers)")
    }
    #expect(
      try send([
        "Origin": "http://127.0.0.1:\(client.port)", "Sec-Fetch-Site": "same-origin",
      ]).status == 200)
    #expect(try client.get("/v1/venues").headers["access-control-allow-origin"] == nil)
  }

  @Test func `bodies that a page can send without asking are refused`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    for type in [
      "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x",
    ] {
      for path in [Self.observations, "/v1/venues/m/locate"] {
        let answer = try server.client.post(path, Self.empty, type: type)
        #expect(answer.status == 415 && answer.code == "media-type", "\(type)")
      }
    }
    let untyped = try server.client.send(
      "POST", "/v1/venues/m/locate", body: Array(Self.empty.utf8))
    #expect(untyped.status == 415)
    #expect(
      try server.client.post(
        "/v1/venues/m/locate", Self.empty, type: "application/json; charset=utf-8"
      ).status == 200)
  }

  @Test func `bodies have a largest size`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let spaces = String(repeating: " ", count: 64 << 10)
    let small = Self.empty + spaces.dropLast(Self.empty.utf8.count)
    #expect(try server.client.post("/v1/venues/m/locate", small).status == 200)
    let large = try server.client.post("/v1/venues/m/locate", small + " ")
    #expect(large.status == 413 && large.code == "too-large")
    // A body that doesn't say its size beforehand.
    let socket = try Socket(port: server.port)
    try socket.write(
      Array(
        "POST /v1/venues/m/locate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
          .utf8))
    for _ in 0..<40 { try socket.write(Array(("800\r\n" + spaces.prefix(2048) + "\r\n").utf8)) }
    try socket.write(Array("0\r\n\r\n".utf8))
    #expect(try HTTPClient.reply(try socket.readAll()).status == 413)
  }

  @Test func `a body that drips, also where nobody reads it, is given up`() throws {
    let server = try ServerProcess("--body-seconds", "2", venues: venues, in: scratch)
    for path in ["/v1/venues/m/locate", "/no-such-route"] {
      let start = Date()
      let socket = try Socket(port: server.port)
      try socket.write(
        Array(
          "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
            .utf8))
      let dripping = Thread {
        for _ in 0..<300 {
          try? socket.write([0x20])
          usleep(100_000)
        }
      }
      dripping.start()
      let bytes = try socket.readAll()
      #expect(Date().timeIntervalSince(start) < 20)
      let status = try HTTPClient.reply(bytes).status
      #expect(status == (path == "/no-such-route" ? 404 : 408))
    }
    #expect(try server.client.get("/health").status == 200)
  }

  @Test func `a client that goes in the middle of its upload is no failure of the server`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let bodies = [
      "Content-Length: 1000\r\n\r\nhalf of it",
      "Transfer-Encoding: chunked\r\n\r\nff\r\nhalf of it",
    ]
    for (number, body) in bodies.enumerated() {
      do {
        let socket = try Socket(port: server.port)
        try socket.write(
          Array("PUT /v1/venues/m/plans/p HTTP/1.1\r\nHost: localhost\r\n\(body)".utf8))
        // It goes here.
      }
      let line =
        "{route=\"/v1/venues/{venue}/plans/{plan}\",method=\"PUT\",status=\"400\"} \(number + 1)\n"
      _ = try server.client.wait("/metrics") { $0.text.contains(line) }
    }
    #expect(try !server.client.get("/metrics").text.contains("status=\"5"))
    #expect(try !server.said().contains("a request failed"))
  }

  @Test func `a client that asks whether its body is wanted is told so at once`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let socket = try Socket(port: server.port)
    try socket.write(
      Array(
        "POST /v1/venues/m/locate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(Self.empty.utf8.count)\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"
          .utf8))
    #expect(String(decoding: socket.read(), as: UTF8.self) == "HTTP/1.1 100 Continue\r\n\r\n")
    try socket.write(Array(Self.empty.utf8))
    #expect(try HTTPClient.reply(try socket.readAll()).status == 200)
  }

  @Test func `headers have a largest size and a time`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    let long = ["X-Long": String(repeating: "x", count: 20 << 10)]
    let answer = try server.client.get("/health", headers: long)
    #expect((400...431).contains(answer.status), "\(answer)")
    let start = Date()
    let socket = try Socket(port: server.port)
    try socket.write(Array("GET /health HTTP/1.1\r\nHost: loc".utf8))
    #expect(socket.read().isEmpty)
    #expect(Date().timeIntervalSince(start) < 40)
  }

  @Test func `a flood is slowed down, and told when to come again`() throws {
    let server = try ServerProcess("--requests-per-second", "5", venues: venues, in: scratch)
    var statuses: [Int] = []
    for _ in 0..<40 where !statuses.contains(429) {
      let answer = try server.client.get("/v1/venues")
      statuses.append(answer.status)
      if answer.status == 429 {
        #expect(answer.headers["retry-after"].flatMap { Int($0) } ?? 0 >= 1)
        #expect(answer.code == "too-many-requests")
      }
    }
    #expect(statuses.first == 200 && statuses.contains(429))
  }

  @Test func `no path leads out of the table`() throws {
    let server = try ServerProcess(venues: venues, in: scratch)
    try Data("secret".utf8).write(to: URL(fileURLWithPath: scratch.path("secret.gpkg")))
    for path in [
      "/v1/venues/..%2fsecret/file", "/v1/venues/../secret/file", "/v1/venues/%2e%2e/file",
      "/v1/venues/m%00/file", "/v1/venues/m.gpkg/file", "/v1/venues//file", "/v1/venues/M/file",
      "/v1/venues/%ff/file", "/v1/venues/m/file/", "//v1/venues", "/v1/venues/m%2ffile",
    ] {
      let answer = try server.client.get(path)
      #expect(answer.status == 404, "\(path): \(answer)")
    }
    let wrong = try server.client.send("PUT", "/v1/venues/m/file", body: [])
    #expect(wrong.status == 405 && wrong.headers["allow"] == "GET, HEAD")
  }

  @Test func `other addresses take encryption and a token`() throws {
    func status(_ arguments: String...) throws -> (status: Int32, errors: String) {
      let run = try ServerProcess.run(
        ["--venues", venues, "--port", "0"] + arguments, in: scratch)
      return (run.status, run.errors)
    }
    let tokens = scratch.path("tokens.json")
    for host in ["0.0.0.0", "::", "192.168.1.2", "203.0.113.7", "nowhere"] {
      #expect(try status("--host", host).status == 64, "\(host)")
    }
    // Without a token neither a proxy nor a private network will do.
    for flag in ["--behind-proxy", "--insecure-http"] {
      let refused = try status("--host", "10.0.0.1", flag)
      #expect(refused.status == 64 && refused.errors.contains("token add"), "\(refused)")
    }
    _ = try ServerProcess.run(
      ["token", "add", "a", "--scope", "read", "--token-file", tokens], in: scratch)
    #expect(
      try status("--host", "203.0.113.7", "--insecure-http", "--token-file", tokens).status == 64)
    #expect(try status("--host", "0.0.0.0", "--insecure-http", "--token-file", tokens).status == 64)
    // With all that it takes it gets as far as the address, which isn't this machine's.
    let private10 = try status(
      "--host", "10.255.255.254", "--insecure-http", "--token-file", tokens)
    #expect(private10.status == 70, "\(private10)")
    #expect(private10.errors.contains("--insecure-http"))
    #expect(try status("--tls-key", "key.pem").status == 64)
    #expect(
      try status("--tls-key", "/dev/null", "--tls-certificate", "/dev/null").status == 65)
  }
}
