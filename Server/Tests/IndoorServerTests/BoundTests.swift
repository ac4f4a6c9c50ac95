import Foundation
import IndoorFiles
import Testing

/// How much the server takes at once.
@Suite struct BoundTests {
  private let scratch: Scratch
  private let server: ServerProcess

  init() throws {
    scratch = try Scratch()
    let venues = try scratch.folder("venues")
    try Museum.copy(to: "\(venues)/m.gpkg")
    server = try ServerProcess(venues: venues, in: scratch)
  }

  /// A request that says how long its body is and sends none of it.
  private func announce(_ method: String, _ path: String, bytes: Int) throws -> HTTPClient.Reply {
    let socket = try Socket(port: server.port)
    try socket.write(
      Array(
        "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: \(bytes)\r\nConnection: close\r\n\r\n"
          .utf8))
    var bytes: [UInt8] = []
    while bytes.firstRange(of: Array("too-large".utf8)) == nil {
      let more = socket.read()
      if more.isEmpty { break }
      bytes += more
    }
    return try HTTPClient.reply(bytes)
  }

  @Test func `bodies beyond their bounds are refused before they come`() throws {
    let hash = String(repeating: "0", count: 64)
    let session = "/v1/venues/m/sessions/0123456789abcdef0123456789abcdef/observations"
    for (method, path, bound) in [
      ("POST", session, 1 << 20), ("PUT", "/v1/venues/m/walks/\(hash)", 64 << 20),
      ("PUT", "/v1/venues/m/plans/p", 100 << 20), ("POST", "/v1/venues/n", 64 << 20),
      ("POST", "/v1/login", 4096), ("POST", "/v1/geolocate", 64 << 10),
    ] {
      #expect(try announce(method, path, bytes: bound + 1).status == 413, "\(path)")
    }
  }

  @Test func `uploads at once have a room, and who comes when it is full comes again`() throws {
    let path = "/v1/venues/m/walks/\(String(repeating: "0", count: 64))"
    // However busy the machine is, what was sent first is still held when the last comes.
    let server = try ServerProcess(
      "--body-seconds", "600", venues: scratch.path("venues"), in: scratch)
    /// Sends so many of 64 MB.
    func begin(bytes: Int) throws -> Socket {
      let socket = try Socket(port: server.port)
      try socket.write(
        Array(
          "PUT \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(64 << 20)\r\nConnection: close\r\n\r\n"
            .utf8))
      try socket.write([UInt8](repeating: 0x20, count: bytes))
      return socket
    }
    // Eight hold 512 MB but for a byte each.
    var sending = try (0..<8).map { _ in try begin(bytes: 64 << 20 - 1) }
    _ = try server.client.wait("/metrics") {
      $0.text.contains("\nindoor_body_bytes \(Double(512 << 20 - 8))\n")
    }
    let refused = try begin(bytes: 16)
    var answer: [UInt8] = []
    while answer.firstRange(of: Array("crowded".utf8)) == nil {
      let more = refused.read()
      if more.isEmpty { break }
      answer += more
    }
    let reply = try HTTPClient.reply(answer)
    #expect(reply.status == 503 && reply.headers["retry-after"] == "5", "\(reply)")
    withExtendedLifetime(sending) {}
    sending.removeAll()
    // Their room is free as soon as the server sees that they are gone.
    var status = 503
    for _ in 0..<100 where status == 503 {
      usleep(100_000)
      status = try server.client.send("PUT", path, body: [UInt8](repeating: 0x20, count: 32 << 20))
        .status
    }
    #expect(status == 422 || status == 400, "\(status)")
  }

  @Test func `what unpacks to a hundred times its size is refused, and takes no memory`() throws {
    let bomb = scratch.path("bomb.zip")
    let made = try ShellRun.run([
      "python3", "-c",
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as bomb:
          for name in ("walk.jsonl", "venue.json", "manifest.json"):
              with bomb.open(name, "w") as entry:
                  for _ in range(600): entry.write(b" " * (1 << 20))
      """, bomb,
    ])
    try #require(made.status == 0)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: bomb)))
    #expect(bytes.count < 4 << 20)
    let hash = SHA256.hexadecimal(SHA256.digest(of: bytes))
    for (method, path) in [("PUT", "/v1/venues/m/walks/\(hash)"), ("POST", "/v1/venues/n")] {
      let answer = try server.client.send(
        method, path, headers: ["Content-Type": "application/zip"], body: bytes)
      #expect(answer.status == 422, "\(answer)")
    }
    let memory = try server.client.get("/metrics").text.split(separator: "\n")
      .first { $0.hasPrefix("process_resident_memory_bytes ") }
    if let memory {
      let held = try #require(memory.split(separator: " ").last.flatMap { Double($0) })
      #expect(held < 600e6)
    }
    // A body that says that it is packed isn't unpacked at all.
    let packed = try server.client.post(
      "/v1/venues/m/locate", "{}", headers: ["Content-Encoding": "gzip"])
    #expect(packed.status == 415, "\(packed)")
  }

  @Test func `JSON may not be deep, and scans may not be long`() throws {
    let deep = String(repeating: "[", count: 1000) + String(repeating: "]", count: 1000)
    for path in ["/v1/venues/m/locate", "/v1/geolocate", "/v1/venues/m/radiomap/rollback"] {
      #expect(try server.client.post(path, deep).status == 400, "\(path)")
    }
    func scan(_ count: Int) -> String {
      let reading = "{\"transmitter\":\"wifi:02:00:00:00:00:01\",\"rssi\":-40}"
      return "{\"readings\":[" + Array(repeating: reading, count: count).joined(separator: ",")
        + "]}"
    }
    #expect(try server.client.post("/v1/venues/m/locate", scan(1000)).status == 200)
    #expect(try server.client.post("/v1/venues/m/locate", scan(1001)).status == 413)
    let long = (0..<1001).map { number in
      let digits = String(number + 4096, radix: 16)
      return "[\"02:00:00:00:\(digits.prefix(2)):\(digits.suffix(2))\",-40]"
    }.joined(separator: ",")
    let sent = try server.client.post(
      "/v1/venues/m/sessions/0123456789abcdef0123456789abcdef/observations",
      "{\"t\":1,\"wifi\":[\(long)]}\n", type: "application/x-ndjson")
    #expect(sent.status == 413, "\(sent)")
  }

  @Test func `two thousand devices are followed and no more`() throws {
    var statuses: [Int: Int] = [:]
    for number in 0...2000 {
      let answer = try server.client.post(
        "/v1/venues/m/sessions/0123456789abcdef01234567\(10_000 + number)/observations",
        "{\"t\":1,\"wifi\":[]}\n", type: "application/x-ndjson")
      statuses[answer.status, default: 0] += 1
    }
    #expect(statuses == [200: 2000, 429: 1])
  }
}
