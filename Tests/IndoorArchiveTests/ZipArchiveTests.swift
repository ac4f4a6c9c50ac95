import Foundation
import IndoorArchive
import IndoorGeometry
import Testing

struct ZipArchiveTests {
  private func withZip<Result>(
    _ files: [(name: String, text: String)], _ body: (String) throws -> Result
  ) throws -> Result {
    let path = NSTemporaryDirectory() + "archive-\(UUID().uuidString).zip"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try ZipWriter.write(files, to: path)
    return try body(path)
  }

  /// Text that deflate can't make much smaller.
  private static let noise = (0..<40_000).map { String($0 &* 2_654_435_761 % 99_991) }
    .joined(separator: ",")

  @Test(arguments: [1, 7, 4096, 1 << 20])
  func `pieces of any size put together are what was packed`(pieceBytes: Int) throws {
    try withZip([("walk/a.csv", Self.noise), ("b.csv", ""), ("c.csv", "z")]) { path in
      let archive = try ZipArchive(path)
      #expect(archive.entries.map(\.name) == ["walk/a.csv", "b.csv", "c.csv"])
      #expect(archive.entries.map(\.fileName) == ["a.csv", "b.csv", "c.csv"])
      for (entry, text) in zip(archive.entries, [Self.noise, "", "z"]) {
        var bytes: [UInt8] = []
        var largest = 0
        try archive.unpack(entry, pieceBytes: pieceBytes) {
          bytes.append(contentsOf: $0)
          largest = max(largest, $0.count)
        }
        #expect(bytes == Array(text.utf8))
        #expect(largest <= pieceBytes)
      }
    }
  }

  /// Of which less is asked in compressing it.
  @Test func `a text of 9 MB is what was packed`() throws {
    let text = String(repeating: Self.noise, count: 9_000_000 / Self.noise.utf8.count + 1)
    try withZip([("long.csv", text), ("short.csv", "z")]) { path in
      let archive = try ZipArchive(path)
      var bytes: [UInt8] = []
      try archive.unpack(try #require(archive.entries.first)) { bytes.append(contentsOf: $0) }
      #expect(bytes == Array(text.utf8))
    }
  }

  @Test func `what Python packs is read, folders and a stored file too`() throws {
    let path = NSTemporaryDirectory() + "archive-\(UUID().uuidString).zip"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import sys, zipfile
      with zipfile.ZipFile(sys.argv[1], "w") as z:
          z.mkdir("walk") if hasattr(z, "mkdir") else z.writestr("walk/", "")
          z.writestr("walk/a.csv", "time,x\\n1,2\\n", zipfile.ZIP_DEFLATED)
          z.writestr("b.bin", bytes(range(256)), zipfile.ZIP_STORED)
      """, path,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let archive = try ZipArchive(path)
    #expect(archive.entries.map(\.name) == ["walk/a.csv", "b.bin"])
    #expect(try archive.bytes(of: archive.entries[0]) == Array("time,x\n1,2\n".utf8))
    #expect(try archive.bytes(of: archive.entries[1]) == Array(0...255))
  }

  @Test func `folders may be parted by backslashes, as some programs on Windows do it`() throws {
    let files = [("walk\\", ""), ("walk\\a.csv", "a"), ("walk\\in/b.csv", "b"), ("C:/c", "c")]
    try withZip(files) { path in
      let archive = try ZipArchive(path)
      #expect(archive.entries.map(\.name) == ["walk/a.csv", "walk/in/b.csv", "C:/c"])
      #expect(archive.entries.map(\.fileName) == ["a.csv", "b.csv", "c"])
      #expect(try archive.bytes(of: archive.entries[1]) == Array("b".utf8))
    }
  }

  /// A zip of one file as Python packs and then changes it.
  private func packed(_ change: String, _ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "archive-\(UUID().uuidString).zip"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import io, sys, zipfile
      def pack(method):
          file = io.BytesIO()
          with zipfile.ZipFile(file, "w", method) as z: z.writestr("a.csv", "time,x\\n1,2\\n" * 99)
          return bytearray(file.getvalue())
      zip = pack(zipfile.ZIP_DEFLATED)
      entry = zip.find(b"PK\\1\\2")
      \(change)
      open(sys.argv[1], "wb").write(zip)
      """, path,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    try body(path)
  }

  @Test(arguments: [
    // APPNOTE.TXT 4.4.5: 97 is WavPack, which no zip library here unpacks.
    ("zip[8] = zip[entry + 10] = 97", "a.csv is packed by a method that isn't read"),
    // 4.4.4: bit 0 says that the file is encrypted.
    ("zip[6] |= 1; zip[entry + 8] |= 1", "a.csv is locked by a password"),
  ])
  func `why a file can't be unpacked is said`(change: String, part: String) throws {
    try packed(change) { path in
      let archive = try ZipArchive(path)
      let error = #expect(throws: ArchiveError.self) {
        try archive.bytes(of: archive.entries[0])
      }
      #expect(error?.message.hasPrefix("\(path): \(part)") == true, "\(error?.message ?? "")")
    }
  }

  @Test func `a size that stands nowhere isn't called a missing file`() throws {
    // 4.5.3: a size of all ones stands in a field of its own, which isn't there.
    try packed("zip[entry + 24:entry + 28] = b'\\xff' * 4") { path in
      let error = #expect(throws: ArchiveError.self) { try ZipArchive(path) }
      #expect(error?.message.contains("damaged list of its files") == true)
    }
  }

  @Test func `a limit that is passed is said before anything is unpacked`() throws {
    let blank = String(repeating: " ", count: 3 << 20)
    try withZip([("a.csv", Self.noise), ("b.csv", Self.noise), ("c.csv", blank)]) { path in
      func error(_ limits: ArchiveLimits) -> ArchiveError? {
        #expect(throws: ArchiveError.self) {
          let archive = try ZipArchive(path, limits: limits)
          for entry in archive.entries { try archive.unpack(entry) { _ in } }
        }
      }
      let size = UInt64(Self.noise.utf8.count)
      #expect(error(ArchiveLimits(entries: 2))?.message.contains("over 2 entries") == true)
      #expect(error(ArchiveLimits(entryBytes: size - 1))?.message.contains("\(size - 1)") == true)
      #expect(
        error(ArchiveLimits(totalBytes: 2 * size - 1))?.message.contains("bytes to read") == true)
      #expect(error(ArchiveLimits(ratio: 10))?.message.contains("unpacks c.csv") == true)
      #expect(error(ArchiveLimits(entries: 2))?.code == .tooLarge)
    }
  }

  @Test(arguments: ["../a", "/a", "a/../b", "..\\a", "\\a", "a\\..\\b"])
  func `a name that leads out of a zip is refused`(name: String) throws {
    let error = #expect(throws: ArchiveError.self) {
      try withZip([(name, "x")]) { _ = try ZipArchive($0) }
    }
    #expect(error?.code == .badName)
  }

  @Test func `a zip cut or changed anywhere is refused or gives other bytes`() throws {
    let bytes = try withZip([("a.csv", Self.noise), ("b.csv", "z")]) {
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: $0)))
    }
    var random = SplitMix64(seed: 7)
    for round in 0..<200 {
      var damaged = bytes
      if round % 3 == 0 {
        damaged.removeLast(Int.random(in: 1..<bytes.count, using: &random))
      } else {
        for _ in 0..<Int.random(in: 1...8, using: &random) {
          damaged[Int.random(in: 0..<bytes.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
      }
      let path = NSTemporaryDirectory() + "archive-\(UUID().uuidString).zip"
      defer { try? FileManager.default.removeItem(atPath: path) }
      try Data(damaged).write(to: URL(fileURLWithPath: path))
      do throws(ArchiveError) {
        let archive = try ZipArchive(path)
        for entry in archive.entries { _ = try archive.bytes(of: entry) }
      } catch {
        #expect(error.message.hasPrefix(path))
        #expect(!error.isMachineFault)
      }
    }
  }
}
