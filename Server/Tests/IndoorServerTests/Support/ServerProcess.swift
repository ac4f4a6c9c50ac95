import Foundation
import Testing

/// The built `indoor-server`, run as a person runs it; it is stopped with the test.
final class ServerProcess {
  let port: Int
  private let process: Process
  private let errors: String
  private let scratch: Scratch

  /// Starts it on a free port.
  init(
    _ arguments: String..., venues: String, in scratch: Scratch,
    environment: [String: String] = [:]
  ) throws {
    self.scratch = scratch
    errors = scratch.path("errors-\(UUID().uuidString)")
    let output = scratch.path("output-\(UUID().uuidString)")
    for path in [errors, output] { try Data().write(to: URL(fileURLWithPath: path)) }
    process = Process()
    process.executableURL = URL(fileURLWithPath: try Self.path())
    process.arguments = ["--venues", venues, "--port", "0"] + arguments
    process.environment = Self.environment(scratch).merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    var line = ""
    let deadline = Date(timeIntervalSinceNow: 60)
    while !line.hasSuffix("\n"), process.isRunning, Date() < deadline {
      usleep(10_000)
      line = try String(contentsOfFile: output, encoding: .utf8)
    }
    let said = try String(contentsOfFile: errors, encoding: .utf8)
    let parts = line.split(separator: "\n").first?.split(separator: ":") ?? []
    #expect(line.hasPrefix("listening on http"), "\(line)\(said)")
    port = try #require(parts.last.flatMap { Int($0) }, "\(line)\(said)")
  }

  deinit { stop() }

  var client: HTTPClient { HTTPClient(port: port) }

  /// Whether it runs.
  var isRunning: Bool { process.isRunning }

  /// Asks it to end, and waits; how it ended and after how many seconds.
  @discardableResult
  func stop() -> (status: Int32, seconds: Double) {
    let start = Date()
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGTERM) }
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : -1
    return (status, Date().timeIntervalSince(start))
  }

  /// Ends it at once, as a power cut does.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Lets it stand still, with everything that it holds.
  func pause() { Foundation.kill(process.processIdentifier, SIGSTOP) }

  /// Lets it go on.
  func goOn() { Foundation.kill(process.processIdentifier, SIGCONT) }

  /// What it said to standard error.
  func said() throws -> String { try String(contentsOfFile: errors, encoding: .utf8) }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], in scratch: Scratch, environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path())
    process.arguments = arguments
    process.environment = Self.environment(scratch).merging(environment) { $1 }
    let (output, errors) = (scratch.path(UUID().uuidString), scratch.path(UUID().uuidString))
    for path in [output, errors] { try Data().write(to: URL(fileURLWithPath: path)) }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationReason == .exit ? process.terminationStatus : -1,
      try String(contentsOfFile: output, encoding: .utf8),
      try String(contentsOfFile: errors, encoding: .utf8)
    )
  }

  /// Runs the program until something is so, and ends it as a power cut does.
  ///
  /// - Returns: whether it came to that.
  static func killed(
    _ arguments: [String], in scratch: Scratch, when isSo: () -> Bool
  ) throws -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try path())
    process.arguments = arguments
    process.environment = Self.environment(scratch)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 60)
    while process.isRunning, Date() < deadline {
      if isSo() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return true
      }
      usleep(50_000)
    }
    return false
  }

  /// A configuration of the test's own.
  private static func environment(_ scratch: Scratch) -> [String: String] {
    ProcessInfo.processInfo.environment.merging(["XDG_CONFIG_HOME": scratch.folder]) { $1 }
  }

  private static func path() throws -> String {
    let bundles = [Bundle.main] + Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
    let places = bundles.flatMap { [$0.bundleURL, $0.bundleURL.deletingLastPathComponent()] }
      .map { $0.appendingPathComponent("indoor-server").path }
    return try #require(
      places.first { FileManager.default.isExecutableFile(atPath: $0) },
      "indoor-server isn't built beside the tests")
  }
}
