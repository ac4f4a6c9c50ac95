/// What the parser of arguments doesn't say.
enum Usage {
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
