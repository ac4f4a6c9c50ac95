import Foundation
import Testing

/// Outputs where the system doesn't give all that a program may wish for.
@Suite struct HardPlacesTests {
  /// What goes before a command so that rights count: root has them all.
  private static let unprivileged: [String]? = {
    guard getuid() == 0 else { return [] }
    let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let tried = try? Scratch.with { scratch in
      #expect(chmod(scratch.folder, 0o755) == 0)
      return try IndoorCommand.run(
        nobody + [try copiedCommand(in: scratch), "--version"], program: "/usr/bin/env")
    }
    return tried?.status == 0 ? nobody : nil
  }()

  /// The command where everybody may run it: what is above the build may be for its owner alone.
  private static func copiedCommand(in scratch: Scratch) throws -> String {
    let copy = scratch.path("indoor")
    try FileManager.default.copyItem(atPath: try IndoorCommand.path(), toPath: copy)
    #expect(chmod(copy, 0o755) == 0)
    return copy
  }

  /// Runs an export of the museum as GeoJSON by a shell's script: $0 is the command, $1 the venue,
  /// $2 the scratch folder.
  private func export(
    _ script: String, before: [String] = [], in scratch: Scratch
  ) throws -> IndoorCommand.Result {
    let venue = scratch.path("museum.gpkg")
    if !FileManager.default.fileExists(atPath: venue) {
      try FileManager.default.copyItem(atPath: OutputCase.venue, toPath: venue)
      #expect(chmod(scratch.folder, 0o755) == 0)
      #expect(chmod(venue, 0o644) == 0)
    }
    let command =
      FileManager.default.fileExists(atPath: scratch.path("indoor"))
      ? scratch.path("indoor") : try Self.copiedCommand(in: scratch)
    // A place for what is temporary, as /tmp is one.
    let temporary = scratch.path("tmp")
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    #expect(chmod(temporary, 0o1777) == 0)
    return try IndoorCommand.run(
      before + ["sh", "-c", script, command, venue, scratch.folder], program: "/usr/bin/env",
      environment: ["TMPDIR": temporary])
  }

  @Test(arguments: [3, 8, 18])
  func `a venue file in a working folder too deep for SQLite is called that`(depth: Int) throws {
    try Scratch.with { scratch in
      let name = String(repeating: "a", count: 200)
      let length = scratch.folder.utf8.count + 201 * depth + "/v.gpkg".utf8.count
      let result = try IndoorCommand.shell(
        """
        for i in $(seq \(depth)); do mkdir \(name) && cd \(name); done
        cp '\(OutputCase.venue)' v.gpkg; "$indoor" venue info v.gpkg
        """, in: scratch)
      expectBadInput(result, "v.gpkg: the whole path has \(length) bytes", "shorter")
    }
  }

  private static let command = "exec \"$0\" venue export \"$1\" --as geojson --output"
  private static let needsNobody: Comment = "root needs setpriv to give its rights away"
  private static let needsMounts: Comment = "needs root and unshare, to mount"

  @Test(.enabled(if: Self.unprivileged != nil, needsNobody))
  func `a file whose folder takes no other is overwritten, and that is said before`() throws {
    let before = try #require(Self.unprivileged)
    try Scratch.with { scratch in
      let old = String(repeating: "old", count: 100_000)
      let file = try scratch.write(old, to: "closed/file")
      #expect(chmod(file, 0o666) == 0)
      #expect(chmod(scratch.path("closed"), 0o555) == 0)
      defer { chmod(scratch.path("closed"), 0o755) }
      let result = try export("\(Self.command) \"$2/closed/file\"", before: before, in: scratch)
      #expect(result.status == 0, "\(result)")
      #expect(result.errors.contains("overwritten in place"), "\(result)")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      #expect(text.hasPrefix("{\"type\":\"FeatureCollection\""))
      #expect(text.hasSuffix("}\n"))

      let new = try export("\(Self.command) \"$2/closed/new\"", before: before, in: scratch)
      #expect(new.status == 70, "\(new)")
      #expect(new.sentences.first?.contains("Permission denied") == true, "\(new)")
    }
  }

  @Test(.enabled(if: Self.unprivileged != nil, needsNobody))
  func `a file that is protected from writing isn't replaced`() throws {
    let before = try #require(Self.unprivileged)
    try Scratch.with { scratch in
      let file = try scratch.write("old", to: "open/file")
      #expect(chmod(file, 0o444) == 0)
      #expect(chmod(scratch.path("open"), 0o777) == 0)
      let result = try export("\(Self.command) \"$2/open/file\"", before: before, in: scratch)
      #expect(result.status == 70, "\(result)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("open")) == ["file"])
    }
  }

  @Test(.enabled(if: Self.unprivileged?.isEmpty == false, "needs root and setpriv"))
  func `another's file that all may write is written where it can't be replaced`() throws {
    let before = try #require(Self.unprivileged)
    try Scratch.with { scratch in
      // As in /tmp: only a file's owner may put another in its place.
      let file = try scratch.write("old", to: "shared/file")
      #expect(chmod(file, 0o666) == 0)
      #expect(chmod(scratch.path("shared"), 0o1777) == 0)
      let result = try export("\(Self.command) \"$2/shared/file\"", before: before, in: scratch)
      #expect(result.status == 0, "\(result)")
      #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: scratch.path("shared")) == ["file"])
    }
  }

  /// Whether a folder can be mounted for the time of a command.
  private static let mounts: Bool = {
    let tried = try? Scratch.with {
      try IndoorCommand.run(
        ["unshare", "-m", "mount", "-t", "tmpfs", "-o", "size=16k", "none", $0.folder],
        program: "/usr/bin/env")
    }
    return getuid() == 0 && tried?.status == 0
  }()

  @Test(.enabled(if: Self.mounts, needsMounts))
  func `a file that is mounted by itself is written`() throws {
    try Scratch.with { scratch in
      let source = try scratch.write("old", to: "source")
      try scratch.write("under", to: "mounted/file")
      let script =
        "mount --bind \"$2/source\" \"$2/mounted/file\" && \(Self.command) \"$2/mounted/file\""
      let result = try export(script, before: ["unshare", "-m"], in: scratch)
      #expect(result.status == 0, "\(result)")
      #expect(try String(contentsOfFile: source, encoding: .utf8).hasPrefix("{"))
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: scratch.path("mounted")) == ["file"])
    }
  }

  @Test(.enabled(if: Self.mounts, needsMounts))
  func `a full disk leaves the file before as it was, and nothing beside it`() throws {
    try Scratch.with { scratch in
      try FileManager.default.createDirectory(
        atPath: scratch.path("small"), withIntermediateDirectories: true)
      let script = """
        cd "$2/small" && mount -t tmpfs -o size=16k none . && cd "$PWD" && echo old > file
        (\(Self.command) file); echo "status $?"; cat file; ls -A
        """
      let result = try export(script, before: ["unshare", "-m"], in: scratch)
      #expect(result.output == "status 70\nold\nfile\n", "\(result)")
      #expect(result.sentences.first?.contains("No space left") == true, "\(result)")
    }
  }

  @Test func `a file that may not grow so large is the machine's fault`() throws {
    try Scratch.with { scratch in
      let file = try scratch.write("old", to: "out/file")
      let result = try export("ulimit -f 4; \(Self.command) \"$2/out/file\"", in: scratch)
      #expect(result.status == 70, "\(result)")
      #expect(result.sentences.count == 1, "\(result)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "old")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")) == ["file"])
    }
  }

  @Test func `a folder that is gone gets no file`() throws {
    try Scratch.with { scratch in
      let script = "mkdir \"$2/gone\" && cd \"$2/gone\" && rmdir \"$2/gone\" && \(Self.command) o"
      let result = try export(script, in: scratch)
      #expect(result.status == 65 || result.status == 70, "\(result)")
      #expect(result.sentences.count == 1, "\(result)")
    }
  }

  @Test func `without a folder for what is temporary a plan is the machine's fault`() throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.run(
        [
          "align", "--plan", "\(OutputCase.plans)/level-G.pdf", "--anchors", OutputCase.anchors,
          "--report", scratch.path("report.html"),
        ], environment: ["TMPDIR": scratch.path("none")])
      #expect(result.status == 70, "\(result)")
      #expect(result.sentences.first?.hasPrefix(scratch.path("none")) == true, "\(result)")
      #expect(result.sentences.first?.contains("name another one in TMPDIR") == true, "\(result)")
    }
  }

  @Test func `a folder for what is temporary whose name is no text is called that`() throws {
    try Scratch.with { scratch in
      let result = try IndoorCommand.shell(
        #"export TMPDIR="$PWD"/$'lat\xe9in'; mkdir "$TMPDIR"; $indoor align --report r.html "#
          + "--plan '\(OutputCase.plans)/level-G.pdf' --anchors '\(OutputCase.anchors)'",
        in: scratch)
      #expect(result.status == 70, "\(result)")
      #expect(result.errors.contains("TMPDIR names a folder whose name is not UTF-8"), "\(result)")
    }
  }

  @Test func `an argument that is no text is refused, and names no other file`() throws {
    try Scratch.with { scratch in
      let script =
        "cd \"$2\" && mkdir out && cd out && \(Self.command) \"$(printf 'caf\\351.json')\""
      let result = try export(script, in: scratch)
      expectBadInput(result, "caf\u{FFFD}.json", "UTF-8")
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")).isEmpty)
    }
  }

  @Test func `a name that is given to what is temporary is none for a result`() throws {
    try Scratch.with { scratch in
      // FNV-1a, 32 bits, of "IndoorKit:positions.csv.partial-7", by another program.
      let name = "positions.csv.partial-7-c52d59e9"
      let result = try export("cd \"$2\" && \(Self.command) \(name)", in: scratch)
      expectBadInput(result, name, "name another file")
    }
  }

  @Test func `a recording's truth isn't overwritten by where it was located`() throws {
    try Scratch.with { scratch in
      let museum = "\(repository)/Surveys/museum"
      for name in ["visit-lift.jsonl", "visit-lift.truth.csv"] {
        try FileManager.default.copyItem(
          atPath: "\(museum)/\(name)", toPath: scratch.path(name))
      }
      let truth = scratch.path("visit-lift.truth.csv")
      let before = try Data(contentsOf: URL(fileURLWithPath: truth))
      expectBadInput(
        try IndoorCommand.run(
          "locate", OutputCase.venue, scratch.path("visit-lift.jsonl"), "--output", truth), truth,
        "overwritten")
      #expect(try Data(contentsOf: URL(fileURLWithPath: truth)) == before)
      // Nor made: the next run would score the positions by themselves.
      try FileManager.default.removeItem(atPath: truth)
      expectBadInput(
        try IndoorCommand.run(
          "locate", OutputCase.venue, scratch.path("visit-lift.jsonl"), "--output", truth), truth,
        "called as a recording's truth")
      #expect(!FileManager.default.fileExists(atPath: truth))
    }
  }

  @Test func `levels of buildings whose ids make one name get a file each`() throws {
    try Scratch.with { scratch in
      let long = String(repeating: "x", count: 400)
      let ids = ["ä", "ö", "A/b", "a\\\\B", "..", long + "1", long + "2"]
      let features = ids.enumerated().map { index, id in
        let (west, east) = (13 + Double(index) / 1000, 13.0005 + Double(index) / 1000)
        return """
          {"type":"Feature","properties":{"feature_type":"level","id":"l\(index)","building_id":"\(id)","ordinal":0},
          "geometry":{"type":"Polygon","coordinates":[[[\(west),52],[\(east),52],[\(east),52.001],[\(west),52.001],[\(west),52]]]}}
          """
      }
      let source = try scratch.write(
        "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}",
        to: "source.geojson")
      let venue = scratch.path("venue.gpkg")
      let imported = try IndoorCommand.run("venue", "import", venue, source)
      #expect(imported.status == 0, "\(imported)")
      let result = try IndoorCommand.run(
        "venue", "export", venue, "--as", "svg", "--output", scratch.path("out"))
      #expect(result.status == 0, "\(result)")
      let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))
      #expect(names.count == ids.count)
      #expect(Set(names.map { $0.lowercased() }).count == ids.count)
    }
  }
}
