/// Angles as people copy them: `48.86065`, `48°51'38.3"N`, `N 48 51 38.3`, `2° 20.118′ E`.
enum DegreesMinutesSeconds {
  /// What an angle's letter says that it is.
  enum Axis {
    case latitude
    case longitude
  }

  /// Degrees, what they are of where a letter says so, and to which digit they are written; `nil`
  /// for anything else.
  static func parse(
    _ text: Substring
  ) -> (degrees: Double, axis: Axis?, digits: WrittenDigits)? {
    var rest = Substring(
      text.replacing("′", with: "'").replacing("’", with: "'").replacing("″", with: "\"")
        .replacing("”", with: "\"").replacing("''", with: "\""))
    rest = rest.trimmed
    guard rest.utf8.count <= 60 else { return nil }
    var letter: Character?
    if let first = rest.first, "NSEW".contains(first) {
      letter = first
      rest = rest.dropFirst().trimmed
    } else if let last = rest.last, "NSEW".contains(last) {
      letter = last
      rest = rest.dropLast().trimmed
    }
    let isNegative = rest.hasPrefix("-")
    if isNegative || rest.hasPrefix("+") { rest = rest.dropFirst() }
    let parts = rest.split { "°'\"".contains($0) || $0.isWhitespace }
    guard (1...3).contains(parts.count), !isNegative || letter == nil else { return nil }
    // The marks stand in their order, each behind its number.
    let marks = rest.filter { "°'\"".contains($0) }
    guard "°'\"".hasPrefix(marks) || marks.isEmpty else { return nil }
    var degrees = 0.0
    for (part, unit) in zip(parts, [1.0, 60, 3600]) {
      guard part.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
        let value = Double(part), value.isFinite, unit == 1 || value < 60
      else { return nil }
      // Only the last number may have decimals.
      guard part.endIndex == parts.last?.endIndex || value == value.rounded() else { return nil }
      degrees += value / unit
    }
    let axis: Axis? = letter.map { "NS".contains($0) ? .latitude : .longitude }
    let units: [WrittenDigits.Unit] = [.degrees, .minutes, .seconds]
    return (
      isNegative || letter == "S" || letter == "W" ? -degrees : degrees, axis,
      WrittenDigits(of: parts[parts.count - 1], unit: units[parts.count - 1])
    )
  }
}

extension Substring {
  /// Without blanks around it.
  var trimmed: Substring {
    let head = drop(while: \.isWhitespace)
    guard let last = head.lastIndex(where: { !$0.isWhitespace }) else { return head }
    return head[...last]
  }
}
