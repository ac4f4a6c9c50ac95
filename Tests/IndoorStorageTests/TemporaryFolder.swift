import Foundation
import IndoorStorage

/// A folder of its own for one test, gone with the last reference to it.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "indoorkit-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String = "venue.gpkg") -> String { "\(path)/\(name)" }

  /// What is in the folder.
  func contents() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// A program's exit code and what it printed on both its outputs.
struct Ran {
  let status: Int32
  let output: String

  /// Runs a program that PATH finds.
  init(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// Whether PATH finds a program.
  static func finds(_ program: String) -> Bool {
    (try? Ran("which", [program]).status) == 0
  }
}
