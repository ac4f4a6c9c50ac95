import Foundation

/// Standard output is for results; everything else goes to standard error, through here.
enum Console {
  /// Prints `error: SENTENCE`.
  static func error(_ sentence: String) { write("error: \(sentence)\n") }

  /// Prints `warning: SENTENCE`.
  static func warning(_ sentence: String) { write("warning: \(sentence)\n") }

  /// Prints a line of what is going on.
  static func note(_ line: String) { write("\(line)\n") }

  /// Whether a person is watching standard error.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }

  static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }
}
