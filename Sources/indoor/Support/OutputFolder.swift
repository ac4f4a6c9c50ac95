import Foundation

/// A folder that results go to, made where it is missing.
struct OutputFolder {
  private let url: URL

  init(_ path: String) throws(CommandError) {
    // Foundation would take it for the folder the command runs in.
    guard !path.isEmpty else { throw .namelessOutput() }
    url = URL(fileURLWithPath: path, isDirectory: true)
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw .notWritten(path, reason: error.localizedDescription)
    }
  }

  /// The path of a file in it.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }
}
