/// What stands in a table's column of levels: nothing, a number, or a label.
enum LevelWord {
  case nothing
  case number(Double)
  case label

  /// Reads a cell. `NaN` and infinity are numbers, though none that a level can have. 1E1
  /// may be the first floor's east wing; programs write 1e1 or 1.0E+01.
  init(_ text: String) {
    guard !text.isEmpty else {
      self = .nothing
      return
    }
    let unsigned = text.first == "+" ? String(text.dropFirst()) : text
    if let number = Field.with(unsigned, { $0.number }),
      unsigned.wholeMatch(of: #/[0-9]+E[0-9]+/#) == nil
    {
      self = .number(number)
    } else if ["nan", "inf", "-inf", "infinity", "-infinity"].contains(unsigned.lowercased()) {
      self = .number(.nan)
    } else {
      self = .label
    }
  }
}

/// What a table's column of levels is made of, all of it.
enum LevelColumn {
  case ordinals
  /// Labels, and where the first of them stands that is no number.
  case labels(first: String, line: Int)
}
