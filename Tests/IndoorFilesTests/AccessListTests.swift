#if os(Linux)
  import Foundation
  import IndoorFiles
  import Testing

  /// POSIX access lists of files that are replaced (acl(5)).
  struct AccessListTests {
    private static let name = "system.posix_acl_access"

    private static func python(_ lines: String, _ arguments: String...) throws -> String? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["python3", "-c", lines] + arguments
      let output = Pipe()
      (process.standardOutput, process.standardError) = (output, Pipe())
      try process.run()
      let text = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return process.terminationStatus == 0 ? String(decoding: text, as: UTF8.self) : nil
    }

    /// Whether files here may have such lists.
    private static let areKept: Bool = {
      let file = NSTemporaryDirectory() + "/access-\(UUID().uuidString)"
      defer { try? FileManager.default.removeItem(atPath: file) }
      guard FileManager.default.createFile(atPath: file, contents: nil) else { return false }
      return (try? python(giving, file)) != nil
    }()

    /// Version 2 of the list, by tag, rights and id: the owner reads and writes, so does user 1234,
    /// the group nothing, at most both, others nothing.
    private static let giving = """
      import os, struct, sys
      rights = [(1, 6, 2**32 - 1), (2, 6, 1234), (4, 0, 2**32 - 1), (16, 6, 2**32 - 1), (32, 0, 2**32 - 1)]
      list = struct.pack('<I', 2) + b''.join(struct.pack('<HHI', *right) for right in rights)
      os.setxattr(sys.argv[1], 'system.posix_acl_access', list)
      """
    private static let reading = """
      import os, sys
      print(os.getxattr(sys.argv[1], 'system.posix_acl_access').hex(), oct(os.stat(sys.argv[1]).st_mode))
      """

    @Test(.enabled(if: areKept, "needs python3 and a disk that keeps access lists"))
    func `a file that is replaced keeps its list, and its group gets no more`() throws {
      let folder = NSTemporaryDirectory() + "/access-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let file = folder + "/r.csv"
      try Data("earlier\n".utf8).write(to: URL(fileURLWithPath: file))
      #expect(try Self.python(Self.giving, file) != nil)
      let before = try #require(try Self.python(Self.reading, file))
      try OutputFile.write("later\n", to: file)
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "later\n")
      #expect(try Self.python(Self.reading, file) == before)
    }
  }
#endif
