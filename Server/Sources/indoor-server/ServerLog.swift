import Foundation
import Logging

/// Results go to standard output at once, everything else to standard error.
enum ServerLog {
  static func logger(_ level: Logger.Level) -> Logger {
    Logger(label: "indoor-server") { _ in JSONLogHandler(level: level) }
  }

  static func result(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
