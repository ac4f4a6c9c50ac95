import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// HTTP over a bare socket: requests that no library would send can be sent too.
struct HTTPClient {
  let port: Int

  /// An answer.
  struct Reply: CustomStringConvertible {
    var status: Int
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
    var description: String { "\(status) \(headers) \(text.prefix(500))" }

    /// The body as JSON.
    func json() throws -> [String: Any] {
      try #require(
        try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any], "\(self)")
    }

    /// The code of a problem.
    var code: String? { (try? json())?["code"] as? String }
  }

  /// Sends a request and reads the answer to its end.
  func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: [UInt8]? = nil
  ) throws -> Reply {
    let socket = try Socket(port: port)
    var head = "\(method) \(path) HTTP/1.1\r\nConnection: close\r\n"
    var headers = headers
    if headers["Host"] == nil { headers["Host"] = "127.0.0.1:\(port)" }
    if let body { headers["Content-Length"] = String(body.count) }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    try socket.write(Array((head + "\r\n").utf8) + (body ?? []))
    return try Self.reply(try socket.readAll())
  }

  func get(_ path: String, headers: [String: String] = [:]) throws -> Reply {
    try send("GET", path, headers: headers)
  }

  /// Sends JSON.
  func post(
    _ path: String, _ body: String, type: String = "application/json",
    headers: [String: String] = [:]
  ) throws -> Reply {
    try send(
      "POST", path, headers: headers.merging(["Content-Type": type]) { $1 },
      body: Array(body.utf8))
  }

  /// Asks again and again until an answer is what is waited for, a minute at most.
  func wait(
    _ path: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isIt: (Reply) throws -> Bool
  ) throws -> Double {
    let start = Date()
    while Date().timeIntervalSince(start) < 60 {
      if try isIt(get(path)) { return Date().timeIntervalSince(start) }
      usleep(50_000)
    }
    Issue.record("\(path) never became what it should", sourceLocation: sourceLocation)
    return 60
  }

  static func reply(_ bytes: [UInt8]) throws -> Reply {
    let split = try #require(
      bytes.firstRange(of: Array("\r\n\r\n".utf8)),
      "no answer: \(String(decoding: bytes.prefix(200), as: UTF8.self))")
    let lines = String(decoding: bytes[..<split.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let status = try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) })
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 {
        headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
      }
    }
    let body = Array(bytes[split.upperBound...])
    let isChunked = headers["transfer-encoding"] == "chunked"
    return Reply(status: status, headers: headers, body: isChunked ? unchunked(body) : body)
  }

  /// The bytes of chunks (RFC 9112, 7.1), as far as they are there.
  static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    var body: [UInt8] = []
    while let end = rest.firstRange(of: Array("\r\n".utf8)),
      let count = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16),
      count > 0
    {
      body += rest[end.upperBound...].prefix(count)
      rest = rest[end.upperBound...].dropFirst(count + 2)
    }
    return body
  }
}

/// A connection to this machine; what takes over a minute fails.
final class Socket: Sendable {
  private let descriptor: Int32

  init(port: Int) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0, "can't connect to \(port): \(errno)")
  }

  deinit { close(descriptor) }

  /// Sends bytes. That the other end has hung up is not this call's failure.
  func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // Children of the tests that end interrupt it.
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// What comes next; empty at the end.
  func read() -> [UInt8] {
    var buffer: [UInt8] = Array(repeating: 0, count: 1 << 16)
    var count = recv(descriptor, &buffer, buffer.count, 0)
    while count < 0, errno == EINTR { count = recv(descriptor, &buffer, buffer.count, 0) }
    return Array(buffer.prefix(max(0, count)))
  }

  /// All that comes until the other end hangs up.
  func readAll() throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let more = read()
      if more.isEmpty { return bytes }
      bytes += more
    }
  }
}
