/// Tables of a row a reading, which name the transmitter in a column: they would pass for tables of
/// one transmitter, whose column has all strengths.
enum LongTable {
  /// Refuses a table one of whose transmitters' columns has addresses at its beginning, and no
  /// number in any row.
  ///
  /// - Parameter lines: the rows.
  static func refuse(
    _ lines: TableLines, _ layout: TableLayout, path: String
  ) throws(RecordingError) {
    var beginning = lines
    for _ in 0..<3 {
      guard let (range, line) = beginning.next() else { return }
      let found = lines.with(range) { fields -> Int? in
        layout.roles.firstIndex { role in
          guard let field = fields.field(), case .transmitter = role else { return false }
          return field.trimmed.address != nil
        }
      }
      guard let found, let column = found, !hasNumber(lines, inColumn: column),
        case .transmitter(let index) = layout.roles[column]
      else { continue }
      throw .malformed(
        path, line: line,
        "column \"\(layout.transmitterNames[index].shown)\" has addresses and no number in any row, as in a "
          + "table of a row a reading; make one of a row a place and a column a transmitter, or take "
          + "the column out where it isn't needed")
    }
  }

  private static func hasNumber(_ lines: TableLines, inColumn column: Int) -> Bool {
    var lines = lines
    while let (range, _) = lines.next() {
      let isNumber = lines.with(range) { fields -> Bool in
        for _ in 0..<column where fields.field() == nil { return false }
        return fields.field()?.trimmed.number != nil
      }
      if isNumber == true { return true }
    }
    return false
  }
}
