import Foundation
import GRDB
import Testing

/// The demo where nothing is as its authors had it: another language, the other side of the date
/// line, a narrow umask, inputs that can't be written.
@Suite struct DemoSurroundingsTests {
  /// A folder with the Turkish locale, where this machine can make it: the C library takes the C
  /// locale without a word for one that it doesn't have.
  private static let turkish: String? = {
    let folder = NSTemporaryDirectory() + "indoor-test-locale-\(getpid())"
    atexit {
      try? FileManager.default.removeItem(
        atPath: NSTemporaryDirectory() + "indoor-test-locale-\(getpid())")
    }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // localedef warns of what the source leaves out, and ends with 1 then.
    _ = try? IndoorCommand.run(
      ["localedef", "-i", "tr_TR", "-f", "UTF-8", "\(folder)/tr_TR.UTF-8"], program: "/usr/bin/env")
    let asked = try? IndoorCommand.run(
      ["locale", "decimal_point"], program: "/usr/bin/env", environment: turkey(folder))
    return asked?.output == ",\n" ? folder : nil
  }()

  private static func turkey(_ locales: String) -> [String: String] {
    ["LC_ALL": "tr_TR.UTF-8", "LOCPATH": locales, "TZ": "Pacific/Apia"]
  }

  private struct Outcome {
    var text: String
    var files: [String: Data]
  }

  /// Runs the demo by a shell's script and reads what it left in `out`.
  private func demo(
    _ script: String, _ environment: [String: String], in scratch: Scratch, _ name: String
  ) throws -> Outcome {
    let result = try IndoorCommand.run(
      ["-c", script, try IndoorCommand.path(), repository, "../\(name)"],
      in: scratch.path("samples"), program: "/bin/sh", environment: environment)
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.isEmpty, "\(result)")
    var files: [String: Data] = [:]
    for file in ["positions.csv", "report.html"] {
      files[file] = try Data(contentsOf: URL(fileURLWithPath: scratch.path("\(name)/\(file)")))
    }
    let lines = result.output.replacing("../\(name)", with: "OUT").split(separator: "\n")
    // How long it took, and where.
    return Outcome(
      text: lines.filter { !$0.hasPrefix("Done in") && !$0.contains("file:///") }
        .joined(separator: "\n"), files: files)
  }

  private func withSamples(_ body: (Scratch) throws -> Void) throws {
    try Scratch.with { scratch in
      for folder in ["FloorPlans", "Surveys"] {
        try FileManager.default.createDirectory(
          atPath: scratch.path("samples/\(folder)"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
          atPath: "\(repository)/\(folder)/museum", toPath: scratch.path("samples/\(folder)/museum")
        )
      }
      try body(scratch)
    }
  }

  @Test(
    .enabled(
      if: Self.turkish != nil, "localedef can't make tr_TR.UTF-8; scripts/setup --test installs it")
  )
  func `the demo is the same in Turkish in Apia, and its files are their owner's alone`() throws {
    let locales = try #require(Self.turkish)
    try withSamples { scratch in
      let plain = try demo(
        "exec \"$0\" demo --output \"$2\"", ["LC_ALL": "C", "TZ": "UTC"], in: scratch, "plain")
      let there = try demo(
        "umask 077; exec \"$0\" demo --output \"$2\"", Self.turkey(locales), in: scratch, "there")
      #expect(there.text == plain.text)
      #expect(there.files == plain.files)
      for name in ["", "/museum.gpkg", "/positions.csv", "/report.html"] {
        var status = stat()
        #expect(stat(scratch.path("there\(name)"), &status) == 0)
        #expect(status.st_mode & 0o077 == 0, "\(name)")
      }
    }
  }

  @Test func `the demo's earlier file keeps its place and mode, and who writes it isn't cut off`()
    throws
  {
    try withSamples { scratch in
      let script = "exec \"$0\" demo --output \"$2\""
      _ = try demo(script, [:], in: scratch, "out")
      let (file, real) = (scratch.path("out/museum.gpkg"), scratch.path("real.gpkg"))
      try FileManager.default.moveItem(atPath: file, toPath: real)
      try FileManager.default.createSymbolicLink(
        atPath: file, withDestinationPath: "../real.gpkg")
      chmod(real, 0o600)
      let first = try Data(contentsOf: URL(fileURLWithPath: real))
      let queue = try DatabaseQueue(path: real)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "BEGIN IMMEDIATE; UPDATE venue SET name = name")
        let refused = try IndoorCommand.run(
          ["-c", script, try IndoorCommand.path(), repository, "../out"],
          in: scratch.path("samples"), program: "/bin/sh")
        #expect(refused.status == 70 && refused.errors.contains("another program"), "\(refused)")
        try db.execute(sql: "ROLLBACK")
      }
      try queue.close()
      #expect(try Data(contentsOf: URL(fileURLWithPath: real)) == first)
      _ = try demo(script, [:], in: scratch, "out")
      var status = stat()
      #expect(lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
      #expect(lstat(real, &status) == 0 && status.st_mode & 0o777 == 0o600)
      let walks = try DatabaseQueue(path: real).read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM walks")
      }
      let surveyed = try contents(scratch.path("samples/Surveys/museum")).filter {
        $0.hasPrefix("survey-") && $0.hasSuffix(".jsonl")
      }
      #expect(walks == surveyed.count)
    }
  }

  /// Root may write everything but what is mounted for reading only.
  private static let readOnly: String? = {
    guard getuid() == 0 else { return "chmod -R a-w . && exec \"$0\" demo --output \"$2\"" }
    let mounted =
      "mount --bind . . && mount -o remount,bind,ro . && cd . && ! touch new 2>/dev/null"
    let tried = try? Scratch.with {
      try IndoorCommand.run(
        ["unshare", "-m", "sh", "-c", mounted], in: $0.folder, program: "/usr/bin/env")
    }
    guard tried?.status == 0 else { return nil }
    return "exec unshare -m sh -c 'mount --bind . . && mount -o remount,bind,ro . && cd \"$PWD\" &&"
      + " ! touch new 2>/dev/null && exec \"$0\" demo --output \"$1\"' \"$0\" \"$2\""
  }()

  @Test(
    .enabled(
      if: Self.readOnly != nil,
      "root needs unshare and bind mounts for inputs that can't be written"))
  func `the demo takes its inputs from a folder that can't be written`() throws {
    let script = try #require(Self.readOnly)
    try withSamples { scratch in
      defer {
        _ = try? IndoorCommand.run(
          ["chmod", "-R", "u+w", scratch.folder], program: "/usr/bin/env")
      }
      let before = try contents(scratch.path("samples"))
      _ = try demo(script, [:], in: scratch, "out")
      #expect(try contents(scratch.path("samples")) == before)
    }
  }

  private func contents(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
  }
}
