import Foundation
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Stands between a client and PostgreSQL's socket, and cuts the connection at one of the client's
/// statements: before it is handed on, or when it was and its answer comes.
final class CuttingProxy: @unchecked Sendable {
  /// The folder that the client takes for the server's.
  let folder: String
  private let target: String
  private let listener: Int32
  private let lock = NSLock()
  private var statements = 0
  private var cut: (statement: Int, afterSending: Bool)?

  init(_ server: PostgresServer) throws {
    folder = "/tmp/indoor-cut-\(UUID().uuidString.prefix(8))"
    target = "\(server.folder)/.s.PGSQL.5432"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    listener = Self.socket()
    #expect(Self.withAddress("\(folder)/.s.PGSQL.5432") { bind(listener, $0, $1) } == 0)
    #expect(listen(listener, 8) == 0)
    let thread = Thread { [self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else { return }
        serve(client)
      }
    }
    thread.start()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Ends it.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Cuts the next connection at a statement, the first being 1; at none, where that is `nil`.
  func cut(at statement: Int?, afterSending: Bool) {
    lock.withLock {
      statements = 0
      cut = statement.map { ($0, afterSending) }
    }
  }

  /// How many statements came since.
  var count: Int { lock.withLock { statements } }

  private static func socket() -> Int32 {
    #if canImport(Glibc)
      Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #else
      Darwin.socket(AF_UNIX, SOCK_STREAM, 0)
    #endif
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private func serve(_ client: Int32) {
    let server = Self.socket()
    guard Self.withAddress(target, { connect(server, $0, $1) }) == 0 else {
      close(client)
      return
    }
    let answers = Thread { [self] in
      while let bytes = Self.read(server, 1 << 16), !isCut(afterSending: true) {
        guard Self.write(client, bytes) else { break }
      }
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
    }
    answers.start()
    let questions = Thread { [self] in
      var isFirst = true
      // A message: its letter, which the first has not, its length, its content.
      while let head = Self.exactly(client, isFirst ? 4 : 5) {
        let count = head.suffix(4).reduce(0) { $0 << 8 | Int($1) } - 4
        guard let rest = Self.exactly(client, count) else { break }
        let letter = isFirst ? 0 : head[0]
        isFirst = false
        // Statements end by Sync; Query is one by itself, and so is the end of a copy.
        if [UInt8(ascii: "S"), UInt8(ascii: "Q"), UInt8(ascii: "c")].contains(letter) {
          lock.withLock { statements += 1 }
        }
        if isCut(afterSending: false) { break }
        guard Self.write(server, head + rest) else { break }
      }
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
    }
    questions.start()
  }

  private func isCut(afterSending: Bool) -> Bool {
    lock.withLock {
      cut.map { statements >= $0.statement && $0.afterSending == afterSending } ?? false
    }
  }

  private static func read(_ descriptor: Int32, _ most: Int) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: most)
    let count = recv(descriptor, &buffer, most, 0)
    return count > 0 ? Array(buffer.prefix(count)) : nil
  }

  private static func exactly(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      guard let more = read(descriptor, count - bytes.count) else { return nil }
      bytes += more
    }
    return bytes
  }

  private static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
