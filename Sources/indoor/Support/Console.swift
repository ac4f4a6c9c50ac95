import IndoorAuthoring

/// Standard output is for results; everything else goes to standard error, through here.
enum Console {
  /// Prints a result and an end of line to standard output.
  ///
  /// Throws `.notPrinted` where it is closed or full: whoever asked for the result must not take
  /// silence for success.
  static func result(_ text: String) throws(CommandError) {
    let shown = Surroundings.isShown ? harmless(text) : text
    if let reason = Surroundings.writeResult(shown + "\n") { throw .notPrinted(reason: reason) }
  }

  /// Prints `error: SENTENCE`.
  static func error(_ sentence: String) { write("error: \(oneLine(sentence))\n") }

  /// Prints `warning: SENTENCE`.
  static func warning(_ sentence: String) { write("warning: \(oneLine(sentence))\n") }

  /// Prints a line of what is going on.
  static func note(_ line: String) { write("\(oneLine(line))\n") }

  /// Whether a person is watching standard error.
  static var isTerminal: Bool { Surroundings.isWatched }

  /// Prints to standard error.
  static func write(_ text: String) { Surroundings.writeAside(text) }

  /// A result as a terminal shows it; files and pipes get what is there.
  private static func harmless(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isOrder =
        scalar.turnsText
        || scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
      shown.append(isOrder ? "\u{FFFD}" : scalar)
    }
    return String(shown)
  }

  /// A sentence is a line, and no name in it gives orders to the terminal.
  private static func oneLine(_ sentence: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in sentence.unicodeScalars {
      switch scalar.properties.generalCategory {
      case _ where scalar.properties.isWhitespace: line.append(" ")
      case _ where scalar.turnsText: line.append("\u{FFFD}")
      case .control, .lineSeparator, .paragraphSeparator: line.append("\u{FFFD}")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}

extension Unicode.Scalar {
  /// Whether it makes text beside it run the other way (Unicode's Bidi_Control): a label with one
  /// would show what stands behind it in another order. Letters of Arabic and Hebrew need none.
  fileprivate var turnsText: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
