import Foundation
import Testing

/// The built `indoor`, run as a person runs it.
struct IndoorCommand {
  /// What a run left.
  struct Result: CustomStringConvertible {
    var status: Int32
    var output: String
    var errors: String

    var description: String { "exit \(status)\n\(output)\n\(errors)" }

    /// The lines of standard error that begin with `error: `.
    var sentences: [String] {
      errors.split(separator: "\n").filter { $0.hasPrefix("error: ") }.map {
        String($0.dropFirst("error: ".count))
      }
    }
  }

  /// Runs it with arguments, in a folder where one is given.
  @discardableResult
  static func run(_ arguments: String..., in folder: String? = nil) throws -> Result {
    try run(arguments, in: folder)
  }

  /// Runs it, or another program, with arguments, in a folder where one is given.
  @discardableResult
  static func run(
    _ arguments: [String], in folder: String? = nil, program: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try program ?? path())
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    // Files and not pipes: nobody has to empty them while the command runs.
    let scratch = try Scratch()
    defer { scratch.remove() }
    let (output, errors) = (scratch.path("output"), scratch.path("errors"))
    for path in [output, errors] { try Data().write(to: URL(fileURLWithPath: path)) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errors))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationReason == .exit ? process.terminationStatus : -1,
      output: try Self.text(output), errors: try Self.text(errors))
  }

  /// Runs a line of shell in which `$indoor` is the command.
  static func shell(_ line: String, in scratch: Scratch) throws -> Result {
    try run(
      ["-c", "indoor='\(try path())'; cd '\(scratch.folder)'; \(line)"], program: "/bin/bash")
  }

  /// Starts it and kills it after some microseconds, if it isn't over by then; says whether it was.
  static func runKilled(_ arguments: [String], after microseconds: UInt32) throws -> Bool {
    let process = Process()
    process.executableURL = try #require(
      Self.executable as URL?, "indoor isn't built beside the tests")
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    usleep(microseconds)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .exit
  }

  /// Where the built command is.
  static func path() throws -> String {
    try #require(executable as URL?, "indoor isn't built beside the tests").path
  }

  private static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  /// The command stands where the tests' own program or bundle stands.
  private static let executable: URL? = {
    let bundles = [Bundle.main] + Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
    let folders = bundles.flatMap {
      [$0.bundleURL, $0.bundleURL.deletingLastPathComponent()]
    }
    return folders.map { $0.appendingPathComponent("indoor") }.first {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: $0.path, isDirectory: &isFolder)
        && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: $0.path)
    }
  }()
}

/// A folder of a test's own.
struct Scratch {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "indoor-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// A path in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// Writes a file into the folder.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try write([UInt8](text.utf8), to: name)
  }

  /// Writes a file into the folder.
  @discardableResult
  func write(_ bytes: [UInt8], to name: String) throws -> String {
    let path = path(name)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return path
  }

  func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// A folder for the time of a body.
  static func with<R>(_ body: (Scratch) throws -> R) throws -> R {
    let scratch = try Scratch()
    defer { scratch.remove() }
    return try body(scratch)
  }
}

/// The repository's folder, from which the samples are found.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().path

/// Checks that a run ended with bad input: 65, nothing on standard output, and one sentence that
/// begins with a place and holds a word.
func expectBadInput(
  _ result: IndoorCommand.Result, _ place: String, _ word: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(result.status == 65, "\(result)", sourceLocation: sourceLocation)
  #expect(result.output.isEmpty, "\(result)", sourceLocation: sourceLocation)
  #expect(result.sentences.count == 1, "\(result)", sourceLocation: sourceLocation)
  let sentence = result.sentences.first ?? ""
  #expect(sentence.hasPrefix(place), "\(sentence)", sourceLocation: sourceLocation)
  #expect(
    sentence.lowercased().contains(word.lowercased()), "\(sentence)",
    sourceLocation: sourceLocation)
}
