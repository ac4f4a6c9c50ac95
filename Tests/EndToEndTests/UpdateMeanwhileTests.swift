import Foundation
import Testing

/// A venue file that is written to while a server's version of it is fetched, which takes as long
/// as the line is slow.
@Suite(
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "install curl")
)
struct UpdateMeanwhileTests {
  /// A file of one walk, the same with a second one as the server has it, and a third walk.
  private struct Files {
    let mine, served, other: String

    init(_ scratch: Scratch) throws {
      (mine, served) = (scratch.path("mine.gpkg"), scratch.path("served.gpkg"))
      try IndoorCommand.run("survey", "import", served, SurveySamples.file(0, in: scratch))
      try FileManager.default.copyItem(atPath: served, toPath: mine)
      try IndoorCommand.run("survey", "import", served, SurveySamples.file(1, in: scratch))
      other = try SurveySamples.file(2, in: scratch)
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private static func hash(_ path: String) throws -> String {
    let sum = try IndoorCommand.run(["-c", "sha256sum < '\(path)'"], program: "/bin/bash")
    return String(sum.output.prefix(64))
  }

  /// The pages of a file that another one hasn't, as docs/server.md describes them.
  private static func patch(from old: String, to new: String) throws -> [UInt8] {
    let (before, after) = (try bytes(of: old), try bytes(of: new))
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (8 * $0) & 0xFF) } }
    func raw(_ hash: String) -> [UInt8] {
      stride(from: 0, to: 64, by: 2).compactMap { UInt8(hash.dropFirst($0).prefix(2), radix: 16) }
    }
    let count = after.count / 4096
    let changed = (0..<count).filter { page in
      let range = page * 4096..<(page + 1) * 4096
      return range.upperBound > before.count || before[range] != after[range]
    }
    var bytes = Array("indoor pages 1\n".utf8) + raw(try hash(old)) + raw(try hash(new))
    bytes += number(count) + number(changed.count)
    for page in changed { bytes += number(page) + after[page * 4096..<(page + 1) * 4096] }
    return bytes
  }

  @Test(arguments: [true, false])
  func `a walk that is imported while pages come stays`(isWritten: Bool) throws {
    try Scratch.with { scratch in
      let files = try Files(scratch)
      let pages = try Self.patch(from: files.mine, to: files.served)
      let server = try SlowServer(pages, tag: try Self.hash(files.served)) {
        guard isWritten else { return }
        _ = try? IndoorCommand.run("survey", "import", files.mine, files.other)
      }
      let result = try IndoorCommand.run("venue", "update", files.mine, server.url)
      let walks = try IndoorCommand.run("survey", "list", files.mine).output
      if isWritten {
        expectBadInput(result, files.mine, "was written to while the server's version was fetched")
        #expect(walks.contains("walk-2") && !walks.contains("walk-1"), "\(walks)")
      } else {
        #expect(result.status == 0 && walks.contains("walk-1"), "\(result)")
        #expect(try Self.hash(files.mine) == (try Self.hash(files.served)))
      }
      #expect(try IndoorCommand.run("venue", "check", files.mine).status == 0)
    }
  }

  @Test func `a file that is made while the server's comes stays`() throws {
    try Scratch.with { scratch in
      let files = try Files(scratch)
      try FileManager.default.removeItem(atPath: files.mine)
      let server = try SlowServer(
        Self.bytes(of: files.served), tag: try Self.hash(files.served)
      ) {
        _ = try? IndoorCommand.run("survey", "import", files.mine, files.other)
      }
      let result = try IndoorCommand.run("venue", "update", files.mine, server.url)
      expectBadInput(result, files.mine, "was written to while the server's version was fetched")
      #expect(try IndoorCommand.run("survey", "list", files.mine).output.contains("walk-2"))
    }
  }

  @Test func `another venue doesn't take a file's place`() throws {
    try Scratch.with { scratch in
      let (mine, served) = (scratch.path("mine.gpkg"), scratch.path("served.gpkg"))
      let rooms = try scratch.write(
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":
        [[[11,48],[11.001,48],[11.001,48.001],[11,48.001],[11,48]]]},"properties":{"feature_type":"unit","id":"a"}}]}
        """, to: "station.geojson")
      try IndoorCommand.run("venue", "import", mine, rooms, "--level", "0")
      try IndoorCommand.run(
        "venue", "import", served, "\(repository)/FloorPlans/museum/venue.geojson")
      let before = try Self.bytes(of: mine)
      let server = try SlowServer(Self.bytes(of: served), tag: try Self.hash(served)) {}
      let result = try IndoorCommand.run("venue", "update", mine, server.url)
      expectBadInput(result, mine, "without a room in common")
      #expect(try Self.bytes(of: mine) == before)
    }
  }

  /// QGIS writes so: what it has changed is in a log beside the file until it closes it.
  @Test func `a file that another program opens while pages come stays, with its log`() throws {
    try Scratch.with { scratch in
      let files = try Files(scratch)
      let pages = try Self.patch(from: files.mine, to: files.served)
      let before = try Self.bytes(of: files.mine)
      let log = "\(files.mine)-wal"
      let server = try SlowServer(pages, tag: try Self.hash(files.served)) {
        try? Data([1]).write(to: URL(fileURLWithPath: log))
      }
      let result = try IndoorCommand.run("venue", "update", files.mine, server.url)
      expectBadInput(result, files.mine, "another program has the file open")
      #expect(try Self.bytes(of: files.mine) == before)
      #expect(FileManager.default.fileExists(atPath: log))
    }
  }
}

/// Answers one request of HTTP on 127.0.0.1, and does something in the middle of the answer.
private final class SlowServer: Sendable {
  let url: String
  private let descriptor: Int32

  init(_ body: [UInt8], tag: String, meanwhile: @escaping @Sendable () -> Void) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
      }
    }
    try #require(isBound && listen(descriptor, 4) == 0)
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/v1/venues/m/file"
    let head =
      "HTTP/1.1 200 OK\r\nETag: \"\(tag)\"\r\nContent-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    Thread.detachNewThread {
      let client = accept(descriptor, nil, nil)
      guard client >= 0 else { return }
      var request = [UInt8](repeating: 0, count: 16_384)
      _ = recv(client, &request, request.count, 0)
      var rest = Array(head.utf8) + body
      func send(_ count: Int) {
        var left = rest.prefix(count)
        rest.removeFirst(left.count)
        while !left.isEmpty {
          let sent = left.withUnsafeBytes {
            Foundation.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          guard sent > 0 else { return }
          left = left.dropFirst(sent)
        }
      }
      send(head.utf8.count + 100)
      meanwhile()
      send(rest.count)
      close(client)
    }
  }

  deinit { close(descriptor) }
}
