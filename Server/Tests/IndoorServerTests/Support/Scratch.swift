import Foundation

/// A folder of a test's own; it goes with the test.
final class Scratch: Sendable {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "indoor-server-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// A path in the folder.
  func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// A folder in the folder.
  func folder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(
      atPath: path(name), withIntermediateDirectories: true)
    return path(name)
  }
}

/// The repository's folder, from which the samples are found.
let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent().path
