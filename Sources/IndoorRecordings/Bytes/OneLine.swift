extension String {
  /// The text on one line: each line break is a space, and so is the NUL, which ends texts in C.
  package var onOneLine: String {
    guard contains(where: Self.isBreak) else { return self }
    return String(map { Self.isBreak($0) ? " " : $0 })
  }

  /// The text as a message can hold it: on one line, and cut where it is long.
  var shown: String {
    let line = onOneLine
    return line.count > 40 ? "\(line.prefix(40))…" : line
  }

  private static func isBreak(_ character: Character) -> Bool {
    character.isNewline || character == "\0"
  }
}
