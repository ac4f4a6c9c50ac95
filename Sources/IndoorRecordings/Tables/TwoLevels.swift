/// Tables with a column `level` or `floor` beside another that is called as one of levels, as
/// `ordinal` and `Etage`, of which the plain one counts.
enum TwoLevels {
  /// The first line whose two levels are different numbers; `nil` where there is none. A label
  /// beside an ordinal says nothing against it.
  static func differ(_ lines: TableLines, _ layout: TableLayout) -> Int? {
    guard let level = layout.roles.firstIndex(of: .level),
      let other = layout.roles.firstIndex(of: .otherLevel)
    else { return nil }
    var lines = lines
    while let (range, line) = lines.next() {
      let numbers = lines.with(range) { fields -> [Double] in
        var numbers: [Double] = []
        for column in 0...max(level, other) {
          guard let field = fields.field() else { break }
          if column == level || column == other, let number = field.trimmed.number {
            numbers.append(number)
          }
        }
        return numbers
      }
      if let numbers, numbers.count == 2, numbers[0] != numbers[1] { return line }
    }
    return nil
  }
}

extension RecordingWarning {
  static func twoLevels(_ path: String, line: Int) -> RecordingWarning {
    RecordingWarning(
      .twoLevels,
      "\(path):\(line): has another number in a second column of levels, and the one called level or floor "
        + "counts; map the one that is meant, as level=COLUMN")
  }
}
