import Foundation
import IndoorFiles
import Testing

@Suite struct OutputFileTests {
  @Test func `a file that is not finished leaves the old one as it was and nothing beside it`()
    throws
  {
    try withTemporaryFolder { folder in
      let path = "\(folder)/o"
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      do {
        let file = try OutputFile(path)
        try file.write(String(repeating: "new", count: 100_000))
        #expect(try names(in: folder).count == 2)
      }
      #expect(try text(path) == "old")
      #expect(try names(in: folder) == ["o"])
    }
  }

  @Test func `files that belong together stay as they were where one can't be written`() throws {
    try withTemporaryFolder { folder in
      let paths = ["\(folder)/picture", "\(folder)/world", "\(folder)/none/system"]
      for path in paths.prefix(2) { try OutputFile.write("old", to: path) }
      #expect(throws: FileError.self) {
        try OutputFile.write(paths.map { ($0, Array("new".utf8)) })
      }
      #expect(try paths.prefix(2).map(text) == ["old", "old"])
      #expect(try names(in: folder) == ["picture", "world"])
      try OutputFile.write(paths.prefix(2).map { ($0, Array("new".utf8)) })
      #expect(try paths.prefix(2).map(text) == ["new", "new"])
    }
  }

  @Test func `a link that leads nowhere yet gets its file, and stays`() throws {
    try withTemporaryFolder { folder in
      try FileManager.default.createDirectory(
        atPath: "\(folder)/a/b", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/first", withDestinationPath: "a/second")
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/a/second", withDestinationPath: "b/../b/file")
      try OutputFile.write("text", to: "\(folder)/first")
      #expect(try text("\(folder)/a/b/file") == "text")
      #expect(
        try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/first") == "a/second")
      #expect(try names(in: "\(folder)/a/b") == ["file"])
      #expect(try names(in: folder) == ["a", "first"])
    }
  }

  @Test func `links that lead in a circle, and links into no folder, are refused`() throws {
    try withTemporaryFolder { folder in
      for (name, target) in [("x", "y"), ("y", "x"), ("z", "none/z")] {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(name)", withDestinationPath: target)
      }
      for (name, code) in [("x", FileError.Code.badName), ("z", .noFolder)] {
        let error = #expect(throws: FileError.self) {
          try OutputFile.write("", to: "\(folder)/\(name)")
        }
        #expect(error?.code == code)
        #expect(error?.isMachineFault == false)
      }
    }
  }

  @Test(arguments: [0o600, 0o640, 0o755, 0o777, 0o2755])
  func `a file that is replaced keeps its mode`(kept: Int) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/o"
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      #expect(chmod(path, mode_t(kept)) == 0)
      try OutputFile.write("new", to: path)
      #expect(mode(path) == mode_t(kept))
      #expect(try text(path) == "new")
    }
  }

  @Test func `a new file's mode is the umask's`() throws {
    try withTemporaryFolder { folder in
      close(open("\(folder)/other", O_WRONLY | O_CREAT, 0o666))
      try OutputFile.write("new", to: "\(folder)/o")
      #expect(mode("\(folder)/o") == mode("\(folder)/other"))
    }
  }

  @Test(.enabled(if: getuid() == 0, "only root gives files away"))
  func `a file that is replaced keeps its owner`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/o"
      try Data("old".utf8).write(to: URL(fileURLWithPath: path))
      #expect(chown(path, 1234, 4321) == 0)
      #expect(chmod(path, 0o4755) == 0)
      try OutputFile.write("new", to: path)
      var status = stat()
      #expect(stat(path, &status) == 0)
      #expect(status.st_uid == 1234)
      #expect(status.st_gid == 4321)
      #expect(mode(path) == 0o4755)
    }
  }

  @Test func `names may have as many bytes as the disk takes, and no more`() throws {
    try withTemporaryFolder { folder in
      for name in [
        String(repeating: "n", count: 255), String(repeating: "é", count: 127) + "n",
        String(repeating: "\u{1F3DB}", count: 63) + "abc", "-", " ", "\n", "a\tb", "*", "\\",
        "\u{301}accent", ".hidden", "...",
      ] {
        for content in ["first", "second"] {
          try OutputFile.write(content, to: "\(folder)/\(name)")
          #expect(try text("\(folder)/\(name)") == content)
        }
        #expect(try names(in: folder).count == 1)
        #expect(unlink("\(folder)/\(name)") == 0)
      }
      let error = #expect(throws: FileError.self) {
        try OutputFile.write("", to: "\(folder)/\(String(repeating: "n", count: 256))")
      }
      #expect(error?.code == .badName)
    }
  }

  @Test(arguments: ["-journal", "-wal", "-shm"])
  func `nothing is written where SQLite keeps changes to a database`(ending: String) throws {
    try withTemporaryFolder { folder in
      try OutputFile.write("SQLite format 3\0 and so on", to: "\(folder)/venue.gpkg")
      try OutputFile.write("no database", to: "\(folder)/notes")
      let error = #expect(throws: FileError.self) {
        try OutputFile.write("positions", to: "\(folder)/venue.gpkg\(ending)")
      }
      #expect(error?.code == .badName)
      #expect(error?.message.contains("changes to venue.gpkg are kept under this name") == true)
      for name in ["notes", "missing", ""] {
        try OutputFile.write("positions", to: "\(folder)/\(name)\(ending)")
        #expect(try text("\(folder)/\(name)\(ending)") == "positions")
      }
    }
  }

  @Test func `a folder that was made for files that couldn't be written goes again`() throws {
    struct Full: Error {}
    try withTemporaryFolder { folder in
      try OutputFolder("\(folder)/kept").fill {}
      for path in ["\(folder)/new/er", "\(folder)/kept/new", "\(folder)/kept"] {
        #expect(throws: Full.self) { try OutputFolder(path).fill { throw Full() } }
      }
      #expect(try names(in: folder) == ["kept"])
      #expect(try names(in: "\(folder)/kept").isEmpty)
      let half = try OutputFolder("\(folder)/half")
      #expect(throws: Full.self) {
        try half.fill {
          try OutputFile.write("1", to: half.path("1"))
          throw Full()
        }
      }
      #expect(try names(in: "\(folder)/half") == ["1"])
    }
  }

  @Test func `a path may be longer than the system takes at once`() throws {
    try withTemporaryFolder { folder in
      let steps = Array(repeating: String(repeating: "d", count: 200), count: 40)
      let deep = "\(folder)/\(steps.joined(separator: "/"))"
      #expect(deep.utf8.count > 2 * Int(PATH_MAX) - 400)
      try OutputFile.write("deep", to: try OutputFolder(deep).path("file"))
      #expect(try OutputPlace("\(deep)/file").isOverwritten == false)
      // Programs that go there step by step find it.
      let script = """
        import os, sys
        os.chdir(sys.argv[1])
        for step in range(40): os.chdir("d" * 200)
        print(open("file").read(), os.listdir())
        """
      let found = try printed(by: "python3", ["-c", script, folder])
      #expect(String(decoding: found, as: UTF8.self) == "deep ['file']\n")
      _ = try printed(by: "rm", ["-rf", "\(folder)/\(steps[0])"])
    }
  }

  @Test func `a link may lead to a name that is no text`() throws {
    try withTemporaryFolder { folder in
      let target: [CChar] = [CChar(bitPattern: 0xFF), CChar(bitPattern: 0xFE), 0]
      #expect(symlink(target, "\(folder)/link") == 0)
      try OutputFile.write("text", to: "\(folder)/link")
      #expect(try text("\(folder)/link") == "text")
      #expect(try printed(by: "ls", ["-1A", folder]).split(separator: 10).count == 2)
    }
  }

  @Test(arguments: ["", ".", "..", "/", "//", "f/", "d", "d/", "d/.", "l", "f/.", "none/", "f/x"])
  func `what can't be a file is refused as the input's fault`(path: String) throws {
    try withTemporaryFolder { folder in
      try Data().write(to: URL(fileURLWithPath: "\(folder)/f"))
      try FileManager.default.createDirectory(
        atPath: "\(folder)/d", withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: "\(folder)/l", withDestinationPath: "d")
      let isWhole = path.isEmpty || path.hasPrefix("/")
      let error = #expect(throws: FileError.self) {
        try OutputFile.write("", to: isWhole ? path : "\(folder)/\(path)")
      }
      #expect(error?.isMachineFault == false, "\(error?.message ?? "")")
      #expect(try names(in: folder) == ["d", "f", "l"])
    }
  }

  @Test func `a socket is refused`() throws {
    try withTemporaryFolder { folder in
      let made = try printed(
        by: "python3",
        [
          "-c", "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])",
          "\(folder)/s",
        ])
      #expect(made.isEmpty)
      let error = #expect(throws: FileError.self) { try OutputFile.write("", to: "\(folder)/s") }
      #expect(error?.code == .notAFile)
    }
  }

  @Test func `two outputs are the same by whatever names they are given`() throws {
    try withTemporaryFolder { folder in
      try Data().write(to: URL(fileURLWithPath: "\(folder)/f"))
      for (name, target) in [("l", "f"), ("new", "n"), ("here", ".")] {
        try FileManager.default.createSymbolicLink(
          atPath: "\(folder)/\(name)", withDestinationPath: target)
      }
      #expect(link("\(folder)/f", "\(folder)/hard") == 0)
      #expect(mkfifo("\(folder)/p", 0o600) == 0)
      func isSame(_ one: String, _ two: String) throws -> Bool {
        try OutputPlace("\(folder)/\(one)").isSame(as: OutputPlace("\(folder)/\(two)"))
      }
      #expect(try isSame("f", "l"))
      #expect(try isSame("f", "here/f"))
      #expect(try isSame("f", "hard"))
      #expect(try isSame("n", "new"))
      #expect(try isSame("here/n", "new"))
      #expect(try !isSame("f", "n"))
      #expect(try !isSame("n", "m"))
      #expect(try !isSame("p", "p"))
    }
  }
}
