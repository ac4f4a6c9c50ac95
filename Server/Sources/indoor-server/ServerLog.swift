import Foundation
import Logging

/// Results go to standard output at once, everything else to standard error.
enum ServerLog {
  static var logger: Logger {
    Logger(label: "indoor-server") { StreamLogHandler.standardError(label: $0) }
  }

  static func result(_ text: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  static func write(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
