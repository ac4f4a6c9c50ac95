import IndoorModel

/// Tables of a row a reading, which name the transmitter in a column: they would pass for tables of
/// one transmitter, whose column has all strengths.
enum LongTable {
  /// What the column of strengths is called.
  private static let strengths: Set = [
    "rssi", "rss", "rssi_dbm", "dbm", "signal", "signal_dbm", "signal_strength", "strength",
  ]

  /// Refuses a table one of whose transmitters' columns has addresses at its beginning, or names
  /// beside a column that is called by the strength, and no number in any row.
  ///
  /// - Parameter lines: the rows.
  static func refuse(
    _ lines: TableLines, _ layout: TableLayout, path: String
  ) throws(RecordingError) {
    let hasStrengths = layout.transmitterNames.contains { strengths.contains($0.lowercased()) }
    var beginning = lines
    for _ in 0..<3 {
      guard let (range, line) = beginning.next() else { return }
      func column(where isMeant: (Field) -> Bool) -> Int? {
        let found = lines.with(range) { fields -> Int? in
          layout.roles.firstIndex { role in
            guard let field = fields.field(), case .transmitter = role else { return false }
            return isMeant(field.trimmed)
          }
        }
        guard let found, let column = found, !hasNumber(lines, inColumn: column) else {
          return nil
        }
        return column
      }
      let addresses = column { $0.address ?? Address.bits(grouped: $0.text) != nil }
      let names = hasStrengths ? column { isWord($0) } : nil
      guard let column = addresses ?? names, case .transmitter(let index) = layout.roles[column]
      else { continue }
      throw .malformed(
        path, line: line,
        "column \"\(layout.transmitterNames[index].shown)\" has \(addresses == nil ? "names" : "addresses") and no "
          + "number in any row, as in a table of a row a reading; make one of a row a place and a column a "
          + "transmitter, or take the column out where it isn't needed")
    }
  }

  /// Whether a field begins with a letter, and doesn't say that nothing is there.
  private static func isWord(_ field: Field) -> Bool {
    guard let first = field.text.first, first.isLetter else { return false }
    return !["na", "nan", "null", "none", "inf"].contains(field.text.lowercased())
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
