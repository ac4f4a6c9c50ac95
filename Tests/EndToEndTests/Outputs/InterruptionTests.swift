import Foundation
import Testing

/// What is left where a command is ended from outside.
@Suite struct InterruptionTests {
  /// A command that runs for long, with its temporary files in a folder of their own.
  private final class Run {
    let process = Process()
    let scratch: Scratch
    var temporary: String { scratch.path("tmp") }

    init(_ arguments: [String], path: String? = nil, in scratch: Scratch) throws {
      self.scratch = scratch
      try FileManager.default.createDirectory(
        atPath: scratch.path("tmp"), withIntermediateDirectories: true)
      process.executableURL = URL(fileURLWithPath: try IndoorCommand.path())
      process.arguments = arguments
      var environment = ProcessInfo.processInfo.environment
      environment["TMPDIR"] = scratch.path("tmp")
      if let path { environment["PATH"] = "\(path):\(environment["PATH"] ?? "")" }
      process.environment = environment
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
    }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Waits until something is the case; a minute is for ever.
    func wait(until isTrue: () throws -> Bool) throws {
      for _ in 0..<6000 where try !isTrue() { usleep(10_000) }
      try #require(try isTrue())
    }

    func end(by signal: Int32) {
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
    }
  }

  private func names(_ folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  /// A program in the place of `pdftocairo` that never ends, and whose child doesn't either.
  private func hangingProgram(in scratch: Scratch) throws -> String {
    let program = try scratch.write(
      "#!/bin/sh\nsleep 600 &\necho $$ $! > pids\nmv pids \"${0%/*}\"\nwait\n",
      to: "bin/pdftocairo")
    #expect(chmod(program, 0o755) == 0)
    return scratch.path("bin")
  }

  private func aligning(in scratch: Scratch) throws -> (run: Run, children: [pid_t]) {
    let path = try hangingProgram(in: scratch)
    let run = try Run(
      [
        "align", "--plan", "\(OutputCase.plans)/level-G.pdf", "--anchors", OutputCase.anchors,
        "--report", scratch.path("report.html"),
      ], path: path, in: scratch)
    try run.wait { FileManager.default.fileExists(atPath: scratch.path("bin/pids")) }
    let pids = try String(contentsOfFile: scratch.path("bin/pids"), encoding: .utf8)
    return (run, pids.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) })
  }

  /// Whether a process runs: one that ended and that nobody has asked for its status doesn't.
  private func runs(_ process: pid_t) throws -> Bool {
    guard kill(process, 0) == 0 else { return false }
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status?.contains(") Z ") != true
  }

  @Test(arguments: [
    SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXCPU, SIGALRM, SIGVTALRM, SIGPROF, SIGUSR1, SIGUSR2,
  ])
  func `a signal ends the program that draws the page and takes out its folder`(
    signal: Int32
  ) throws {
    try Scratch.with { scratch in
      let (run, children) = try aligning(in: scratch)
      #expect(children.count == 2)
      #expect(try children.allSatisfy(runs))
      #expect(try names(run.temporary).count == 1)
      run.end(by: signal)
      #expect(run.process.terminationReason == .uncaughtSignal)
      #expect(run.process.terminationStatus == signal)
      #expect(try names(run.temporary).isEmpty)
      try run.wait { try !children.contains(where: runs) }
    }
  }

  @Test func `a folder that a killed command left goes with the next one, and no other`() throws {
    try Scratch.with { scratch in
      let (run, children) = try aligning(in: scratch)
      run.end(by: SIGKILL)
      // What it had started ends when it is done, at the latest when its time is over.
      for child in children { kill(child, SIGKILL) }
      let left = try #require(try names(run.temporary).first)
      // Somebody's own folder, of a name that is near.
      try scratch.write("mine", to: "tmp/indoor.partial-1-00000000/file")
      let result = try IndoorCommand.run(
        [
          "align", "--plan", "\(OutputCase.plans)/level-G.pdf", "--anchors", OutputCase.anchors,
          "--report", scratch.path("report.html"),
        ], environment: ["TMPDIR": run.temporary])
      #expect(result.status == 0, "\(result)")
      #expect(try !names(run.temporary).contains(left))
      #expect(try names(run.temporary) == ["indoor.partial-1-00000000"])
    }
  }

  /// Locates so many recordings that it takes long.
  private func locating(to output: String, in scratch: Scratch) throws -> Run {
    let visits = Array(repeating: OutputCase.visit, count: 3000)
    let run = try Run(["locate", OutputCase.venue] + visits + ["--output", output], in: scratch)
    try run.wait { try names(scratch.path("out")).contains { $0.contains(".partial-") } }
    return run
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal takes out a half file and leaves the one before`(signal: Int32) throws {
    try Scratch.with { scratch in
      let output = try scratch.write("earlier", to: "out/positions.csv")
      let run = try locating(to: output, in: scratch)
      run.end(by: signal)
      #expect(run.process.terminationReason == .uncaughtSignal)
      #expect(run.process.terminationStatus == signal)
      #expect(try names(scratch.path("out")) == ["positions.csv"])
      #expect(try String(contentsOfFile: output, encoding: .utf8) == "earlier")
    }
  }

  @Test func `half files of the dead go with the next command, those of the living stay`() throws {
    try Scratch.with { scratch in
      let output = try scratch.write("earlier", to: "out/positions.csv")
      let killed = try locating(to: output, in: scratch)
      killed.end(by: SIGKILL)
      let dead = try names(scratch.path("out")).filter { $0.contains(".partial-") }
      #expect(dead.count == 1)
      for name in ["positions.csv.partial-1", "positions.csv.partial-1-0123abcd", ".partial-"] {
        try scratch.write("mine", to: "out/\(name)")
      }

      let living = try Run(
        ["locate", OutputCase.venue] + Array(repeating: OutputCase.visit, count: 3000)
          + ["--output", scratch.path("out/other.csv")], in: scratch)
      try living.wait {
        try names(scratch.path("out")).contains { $0.hasPrefix("other.csv.partial-") }
      }
      let result = try IndoorCommand.run(
        "motion", OutputCase.visit, "--output", scratch.path("out/attitude.csv"))
      #expect(result.status == 0, "\(result)")
      let left = try names(scratch.path("out"))
      #expect(!left.contains(dead[0]))
      #expect(left.contains { $0.hasPrefix("other.csv.partial-") })
      for name in ["positions.csv.partial-1", "positions.csv.partial-1-0123abcd", ".partial-"] {
        #expect(left.contains(name))
      }
      living.end(by: SIGTERM)
    }
  }

  /// So many rooms that storing them takes a while.
  private static func rooms(named id: String) -> String {
    let units = (0..<20_000).map { number in
      let (x, y) = (13.4 + Double(number % 200) * 1e-5, 52.5 + Double(number / 200) * 1e-5)
      let ring = [(x, y), (x + 9e-6, y), (x + 9e-6, y + 9e-6), (x, y + 9e-6), (x, y)]
      let text = ring.map { "[\($0.0),\($0.1)]" }.joined(separator: ",")
      return """
        {"type":"Feature","properties":{"feature_type":"unit","id":"\(id)\(number)","level_id":"l"},
        "geometry":{"type":"Polygon","coordinates":[[\(text)]]}}
        """
    }
    return """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","properties":{"feature_type":"level","id":"l","ordinal":0},"geometry":null},
      \(units.joined(separator: ",\n"))]}
      """
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a signal takes back what is being stored, and a file made for it`(signal: Int32) throws {
    try Scratch.with { scratch in
      let source = try scratch.write(Self.rooms(named: "a"), to: "rooms.geojson")
      try scratch.write("", to: "out/.keep")
      let venue = scratch.path("out/v.gpkg")
      let arguments = ["venue", "import", venue, source]
      func endWhileStoring(_ seen: String = "v.gpkg-journal") throws {
        let run = try Run(arguments, in: scratch)
        try run.wait { try names(scratch.path("out")).contains(seen) }
        run.end(by: signal)
      }
      // While the file is made, and while rooms go into it.
      try endWhileStoring("v.gpkg")
      #expect(try names(scratch.path("out")) == [".keep"])
      try endWhileStoring()
      #expect(try names(scratch.path("out")) == [".keep"])

      try SmallVenue.geoJSON().write(
        toFile: scratch.path("small.geojson"), atomically: true, encoding: .utf8)
      #expect(
        try IndoorCommand.run("venue", "import", venue, scratch.path("small.geojson")).status == 0)
      let before = try IndoorCommand.run("venue", "info", venue)
      try endWhileStoring()
      #expect(try names(scratch.path("out")).sorted() == [".keep", "v.gpkg"])
      let after = try IndoorCommand.run("venue", "info", venue)
      // All of it or nothing: the signal may have come when it was stored.
      #expect(after.output == before.output || after.output.contains(" 20002 units"), "\(after)")
    }
  }

  @Test func `a command that shall not heed a signal goes on`() throws {
    try Scratch.with { scratch in
      // As nohup does it.
      let script =
        "trap '' HUP INT; \"$@\" & pid=$!; sleep 0.2; kill -INT $pid; kill -HUP $pid; wait $pid"
      let result = try IndoorCommand.run(
        [
          "-c", script, "sh", try IndoorCommand.path(), "demo", "--output", scratch.path("demo"),
        ], in: repository, program: "/bin/sh")
      #expect(result.status == 0, "\(result)")
    }
  }
}
