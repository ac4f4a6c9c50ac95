import Foundation
import Testing

/// What becomes of results that nobody can read.
@Suite(.serialized) struct StandardOutputTests {
  /// A command of each kind that prints, with a folder for what else it writes.
  private static let commands: [@Sendable (String) throws -> [String]] = [
    { _ in ["--help"] }, { _ in ["--version"] }, { _ in ["help", "venue"] },
    { ["venue", "import", "\($0)/v.gpkg", "\(OutputCase.plans)/venue.geojson"] },
    { _ in ["venue", "check", "\(OutputCase.plans)/venue.geojson"] },
    { _ in ["venue", "check", OutputCase.venue, "--json"] },
    { _ in ["venue", "at", OutputCase.venue, "45,7"] },
    { ["venue", "export", OutputCase.venue, "--as", "geojson", "--output", "\($0)/o"] },
    {
      _ in
      ["align", "--plan", "\(OutputCase.plans)/level-G.pdf", "--anchors", OutputCase.anchors]
    },
    {
      [
        "plan", "export", OutputCase.venue, "--level", "0", "--as", "kml", "--output", "\($0)/o",
      ]
    },
    { ["survey", "import", "\($0)/v.gpkg", OutputCase.walk] },
    { _ in ["survey", "check", OutputCase.venue] },
    { _ in ["survey", "coverage", OutputCase.venue] },
    { _ in ["radiomap", "evaluate", OutputCase.venue, "--json"] },
    { _ in ["radiomap", "diff", OutputCase.venue, "1", "1"] },
    {
      let copy = "\($0)/copy.gpkg"
      try? FileManager.default.copyItem(atPath: OutputCase.venue, toPath: copy)
      return ["radiomap", "build", copy]
    },
    {
      let copy = "\($0)/copy.gpkg"
      try? FileManager.default.copyItem(atPath: OutputCase.venue, toPath: copy)
      return ["radiomap", "rollback", copy, "1"]
    },
    { ["locate", OutputCase.venue, OutputCase.visit, "--output", "\($0)/o"] },
    { _ in ["explain", OutputCase.venue, OutputCase.visit, "--scan", "1"] },
    { ["motion", OutputCase.visit, "--output", "\($0)/o"] },
    { ["simulate", OutputCase.venue, "--seed", "1", "--walks", "1", "--output", $0] },
    { ["demo", "--output", $0] },
    { ["make-museum", "--floor-plans", $0] },
  ]

  /// Runs a command as a shell runs it with a redirection.
  private func run(_ number: Int, redirected: String, in scratch: Scratch) throws
    -> IndoorCommand.Result
  {
    let folder = scratch.path("\(number)")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return try IndoorCommand.run(
      ["-c", "exec \"$0\" \"$@\" \(redirected)", try IndoorCommand.path()]
        + Self.commands[number](folder), in: repository, program: "/bin/sh")
  }

  @Test(arguments: Self.commands.indices)
  func `results that a full disk or a closed output don't take are the machine's fault`(
    number: Int
  ) throws {
    try Scratch.with { scratch in
      var redirections = [">&-"]
      if FileManager.default.fileExists(atPath: "/dev/full") { redirections.append("> /dev/full") }
      for redirected in redirections {
        let result = try run(number, redirected: redirected, in: scratch)
        #expect(result.status == 70, "\(redirected) \(result)")
        #expect(result.sentences.count == 1, "\(redirected) \(result)")
        #expect(result.sentences.first?.hasPrefix("standard output: ") == true, "\(result)")
      }
    }
  }

  @Test(arguments: Self.commands.indices)
  func `a pipe that nobody reads any more ends a command without a word`(number: Int) throws {
    try Scratch.with { scratch in
      let folder = scratch.path("\(number)")
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: try IndoorCommand.path())
      process.arguments = try Self.commands[number](folder)
      process.currentDirectoryURL = URL(fileURLWithPath: repository)
      let (output, errors) = (Pipe(), scratch.path("errors"))
      try Data().write(to: URL(fileURLWithPath: errors))
      process.standardOutput = output
      process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
      try output.fileHandleForReading.close()
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == SIGPIPE)
      let said = try String(contentsOfFile: errors, encoding: .utf8)
      #expect(!said.contains("error"), "\(said)")
    }
  }

  @Test func `errors that can't be printed change no exit status`() throws {
    for redirected in ["2>&-", "2> /dev/full", ">&- 2>&-", "<&- >&- 2>&-"] {
      guard FileManager.default.fileExists(atPath: "/dev/full") || !redirected.contains("full")
      else { continue }
      let result = try IndoorCommand.run(
        ["-c", "exec \"$0\" venue check /nowhere \(redirected)", try IndoorCommand.path()],
        program: "/bin/sh")
      #expect(result.status == 65, "\(redirected) \(result)")
    }
  }

  @Test func `a file that is opened never becomes a standard output that was closed`() throws {
    try Scratch.with { scratch in
      let before = try Data(contentsOf: URL(fileURLWithPath: OutputCase.venue))
      let output = scratch.path("o")
      let result = try IndoorCommand.run(
        [
          "-c", "exec \"$0\" venue export \"$1\" --as geojson --output \"$2\" <&- >&-",
          try IndoorCommand.path(), OutputCase.venue, output,
        ], program: "/bin/sh")
      #expect(result.status == 70, "\(result)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: OutputCase.venue)) == before)
      let written = try String(contentsOfFile: output, encoding: .utf8)
      #expect(written.hasSuffix("}\n"))
    }
  }

  @Test(arguments: ["/dev/stdout", "/dev/fd/1"])
  func `an output to a standard output that was closed is the machine's fault`(
    name: String
  ) throws {
    let result = try IndoorCommand.run(
      [
        "-c", "exec \"$0\" venue export \"$1\" --as geojson --output \"$2\" >&-",
        try IndoorCommand.path(), OutputCase.venue, name,
      ], program: "/bin/sh")
    #expect(result.status == 70, "\(result)")
    #expect(result.sentences.count == 1, "\(result)")
  }

  @Test func `an output may be standard output itself, whatever that is`() throws {
    try Scratch.with { scratch in
      let command = "\"$0\" venue export \"$1\" --as geojson --output"
      func shell(_ script: String) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          ["-c", script, try IndoorCommand.path(), OutputCase.venue, scratch.folder],
          program: "/bin/sh")
      }
      let plain = try shell("\(command) \"$2/plain\"")
      #expect(plain.status == 0, "\(plain)")
      let wanted = try String(contentsOfFile: scratch.path("plain"), encoding: .utf8)
      for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]
      where FileManager.default.fileExists(atPath: name) {
        let piped = try shell("\(command) \(name) | cat")
        #expect(piped.output == wanted, "\(name)")
        #expect(piped.errors.contains("\(name): Museum"), "\(name) \(piped.errors)")
        // What a file had before it was appended to stays, and so does the file.
        let file = try scratch.write("before\n", to: "file")
        let appended = try shell("\(command) \(name) >> \"$2/file\"")
        #expect(appended.status == 0, "\(appended)")
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text == "before\n\(wanted)", "\(name)")
      }
    }
  }

  @Test func `an output to a pipe that nobody reads any more blames no disk`() throws {
    try Scratch.with { scratch in
      let command = "\"$0\" venue export \"$1\" --as geojson --output"
      func shell(_ script: String) throws -> IndoorCommand.Result {
        try IndoorCommand.run(
          [
            "-c", script, try IndoorCommand.path(), OutputCase.venue, scratch.path("pipe"),
            scratch.path("status"),
          ], program: "/bin/sh")
      }
      // Without a word and by the signal, as where results are printed.
      let piped = try shell("{ \(command) /dev/stdout; echo $? > \"$3\"; } | true")
      #expect(piped.errors.isEmpty, "\(piped)")
      let status = try String(contentsOfFile: scratch.path("status"), encoding: .utf8)
      #expect(status == "\(128 + SIGPIPE)\n")
      // A pipe of another name is told of: its reader takes the first bytes and goes.
      let named = try IndoorCommand.run(
        [
          "-c",
          "mkfifo \"$1\"; head -c 1 \"$1\" > /dev/null & exec \"$0\" align --plan \"$2\" "
            + "--anchors \"$3\" --report \"$1\"", try IndoorCommand.path(), scratch.path("pipe"),
          "\(OutputCase.plans)/level-G.pdf", OutputCase.anchors,
        ], program: "/bin/sh")
      #expect(named.status == 70, "\(named)")
      #expect(named.errors.contains("the program that read this pipe ended"), "\(named)")
    }
  }

  @Test func `a dash is a file's name`() throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.run(
        "venue", "export", OutputCase.venue, "--as", "geojson", "--output", "-",
        in: scratch.folder)
      #expect(result.status == 0, "\(result)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.folder) == ["-"])
    }
  }
}
