import Foundation

/// Writes results whole or not at all.
enum OutputFile {
  static func write(_ text: String, to path: String) throws(CommandError) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .notWritten(path, reason: error.localizedDescription)
    }
  }
}
