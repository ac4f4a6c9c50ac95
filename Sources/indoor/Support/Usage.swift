import ArgumentParser
import IndoorAuthoring
import IndoorModel

/// What the parser of arguments doesn't say.
enum Usage {
  /// Reads what an option is given as: what a library can't read of it is bad usage, as what the
  /// parser of arguments can't read.
  static func reading<Value>(_ read: () throws -> Value) throws -> Value {
    do { return try read() } catch let error as any IndoorError {
      throw ValidationError(CommandWords.spelled(error))
    }
  }

  /// Refuses a name that nobody sees, that would give orders to a terminal, or that would break the
  /// line that it is printed on.
  ///
  /// - Parameter option: what the name is given by, `--label`.
  static func check(name: String?, of option: String) throws {
    guard let name else { return }
    guard !name.allSatisfy(\.isWhitespace) else { throw ValidationError("\(option) is empty.") }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw ValidationError("\(option) takes a name on one line, without control characters.")
    }
  }

  /// A name without blanks around it, as what is read from files has none.
  static func trimmed(_ name: String) -> String {
    String(name.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Refuses a building that can't be called so. Without a name it is the one that a venue without
  /// buildings has.
  static func check(building: String?) throws {
    try check(name: building?.isEmpty == true ? nil : building, of: "--building")
  }

  /// Refuses options that change nothing beside the others: who gives one expects something of it.
  ///
  /// - Parameter options: each with whether it was given in vain, and what it takes to count.
  static func check(idle options: [(name: String, isIdle: Bool, needs: String)]) throws {
    for option in options where option.isIdle {
      throw ValidationError("\(option.name) goes with \(option.needs), and does nothing here.")
    }
  }

  /// Refuses what is no language's tag.
  static func check(language: String?) throws {
    guard let language, !GuideWords.isLanguage(language) else { return }
    throw ValidationError("--language \(language): is no tag; write it as en or fr-CA.")
  }

  /// Options that may be given several times.
  private static let repeatable: Set = ["--anchor", "--in", "--tie", "--undo", "--url"]

  /// Refuses what is given twice and counts once: of two files of anchors the parser would take the
  /// last without a word.
  static func check(twiceIn arguments: [String]) throws {
    var seen: Set<Substring> = []
    for argument in arguments.dropFirst().prefix(while: { $0 != "--" }) {
      let name = argument.prefix { $0 != "=" }
      guard name.hasPrefix("--"), !repeatable.contains(String(name)), !seen.insert(name).inserted
      else { continue }
      throw ValidationError("\(name) is given twice and counts once; give it once.")
    }
  }

  /// How a value that begins with a dash is given, where the parser misses it for that.
  ///
  /// - Parameter text: what the parser says: `Error: Missing value for '--output <output>'`.
  static func hint(to text: String, arguments: [String]) -> String? {
    let line = text.prefix { !$0.isNewline }
    for (option, value) in zip(arguments, arguments.dropFirst())
    where option.hasPrefix("--") && value.hasPrefix("-") && !value.hasPrefix("--") {
      guard line.contains("Missing value for '\(option) ") else { continue }
      return "A value that begins with a dash is given as \(option)=\(value)"
    }
    return nil
  }
}
