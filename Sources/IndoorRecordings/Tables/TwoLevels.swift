/// Tables with a column `level` or `floor` beside another that is called as one of levels, as
/// `ordinal` and `Etage`, of which the plain one counts.
enum TwoLevels {
  /// What a line says that the column which counts doesn't.
  enum Difference {
    /// Another number. A label beside an ordinal says nothing against it.
    case number
    /// A level where it is empty.
    case alone
  }

  /// The first line that says another level; `nil` where there is none.
  static func differ(
    _ lines: TableLines, _ layout: TableLayout
  ) -> (line: Int, difference: Difference)? {
    guard let level = layout.roles.firstIndex(of: .level),
      let other = layout.roles.firstIndex(of: .otherLevel)
    else { return nil }
    var lines = lines
    while let (range, line) = lines.next() {
      let difference = lines.with(range) { fields -> Difference? in
        var (counts, says) = (Field?.none, Field?.none)
        for column in 0...max(level, other) {
          guard let field = fields.field()?.trimmed else { break }
          if column == level { counts = field }
          if column == other { says = field }
        }
        guard let counts, let says, !says.isNothing else { return nil }
        // Outdoors a label says that there is none.
        guard let second = says.number else { return nil }
        if counts.isNothing { return .alone }
        guard let first = counts.number else { return nil }
        return first == second ? nil : .number
      }
      if let difference = difference ?? nil { return (line, difference) }
    }
    return nil
  }
}

extension RecordingWarning {
  static func twoLevels(
    _ path: String, line: Int, _ difference: TwoLevels.Difference
  ) -> RecordingWarning {
    let what =
      switch difference {
      case .number: "has another number in a second column of levels, and"
      case .alone: "has its level in a second column of levels alone, but"
      }
    return RecordingWarning(
      .twoLevels,
      "\(path):\(line): \(what) the one called level or floor counts; map the one that is meant, as "
        + "level=COLUMN")
  }
}
