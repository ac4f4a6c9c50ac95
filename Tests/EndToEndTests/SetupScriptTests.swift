import Foundation
import Testing

/// `scripts/setup` beside another apt. The package manager is a script of the test's own: the
/// machine's stays as it is.
@Suite struct SetupScriptTests {
  /// Runs the script where nothing is installed, and apt-get answers with the first line of
  /// `answers` that is left, a status and a complaint; without one it does what it is told.
  private func setUp(_ answers: [String], in scratch: Scratch) throws -> IndoorCommand.Result {
    let programs = [
      "apt-get": """
      echo "$@" >> "$LOG"
      answer=$(head -n 1 "$ANSWERS"); sed -i 1d "$ANSWERS"
      [ -z "$answer" ] || { echo "${answer#* }" >&2; exit "${answer%% *}"; }
      """,
      "swift": "", "pkg-config": "exit 1", "uname": "echo Linux", "id": "echo 0",
      "sleep": "echo slept >> \"$LOG\"",
    ]
    for (name, script) in programs {
      let path = try scratch.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
      #expect(chmod(path, 0o755) == 0)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try IndoorCommand.run(
      ["\(repository)/scripts/setup"], program: "/bin/sh",
      environment: [
        "PATH": "\(scratch.path("bin")):\(path)", "LOG": try scratch.write("", to: "log"),
        "ANSWERS": try scratch.write(answers.map { "\($0)\n" }.joined(), to: "answers"),
      ])
  }

  /// What was asked of apt-get, and how often the script slept, in order: the first word of each.
  private func steps(_ scratch: Scratch) throws -> [String] {
    try String(contentsOfFile: scratch.path("log"), encoding: .utf8).split(separator: "\n")
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  // As apt 2.6 says it, of its lists and its archives; its own option to wait covers neither.
  private static let lists =
    "100 E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4242 (apt-get)"
  private static let archives =
    "100 E: Could not get lock /var/cache/apt/archives/lock. It is held by process 4242 (apt)"

  @Test func `it waits until another apt has given its locks back`() throws {
    try Scratch.with { scratch in
      let result = try setUp([Self.lists, Self.lists, "", Self.archives], in: scratch)
      #expect(result.status == 0, "\(result)")
      #expect(result.errors.contains("another apt is at work"))
      #expect(
        try steps(scratch)
          == ["update", "slept", "update", "slept", "update", "install", "slept", "install"])
    }
  }

  @Test func `what another apt has no part in ends it at once, with apt's own words`() throws {
    try Scratch.with { scratch in
      let result = try setUp(["", "100 E: Unable to locate package libproj-dev"], in: scratch)
      #expect(result.status == 100, "\(result)")
      #expect(result.errors.contains("Unable to locate package"))
      #expect(try steps(scratch) == ["update", "install"])
    }
  }

  @Test func `it doesn't wait for ever`() throws {
    try Scratch.with { scratch in
      let result = try setUp(Array(repeating: Self.lists, count: 1000), in: scratch)
      #expect(result.status == 100, "\(result)")
      #expect(result.errors.contains("/var/lib/apt/lists/lock"))
    }
  }
}
