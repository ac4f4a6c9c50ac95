import IndoorModel

/// Finds columns that would pass for transmitters' and have a date or a time in every row.
enum TimeColumns {
  /// The first of them: where it is, and what stands there first.
  struct Found {
    let column: Int
    /// Its index among the transmitters.
    let transmitter: Int
    let text: String
    let line: Int

    /// A plain number may be a map's coordinate, too.
    var what: String {
      Double(decimal: text) == nil
        ? "dates or times" : "numbers over a million, as times and coordinates are,"
    }
  }

  /// Numbers from here on are times, as seconds since 1970 or 20240501: sets have less where a
  /// transmitter was not heard.
  private static let least = 1e6

  /// - Parameter lines: the rows.
  static func find(_ lines: TableLines, _ roles: [TableLayout.Role]) -> [Found] {
    var beginning = lines
    var found: [Found] = []
    var known: Set<Int> = []
    for _ in 0..<3 {
      guard let (range, line) = beginning.next() else { break }
      let some = lines.with(range) { fields -> [Found] in
        roles.indices.compactMap { column in
          guard let field = fields.field(), case .transmitter(let index) = roles[column],
            !known.contains(column), isTime(field.trimmed)
          else { return nil }
          return Found(column: column, transmitter: index, text: field.trimmed.text, line: line)
        }
      }
      found += some ?? []
      known.formUnion((some ?? []).map(\.column))
    }
    let columns = withTimesAlone(lines, among: known)
    return found.filter { columns.contains($0.column) }
  }

  /// Those of some columns that have nothing else in any row, found on one way through the table.
  private static func withTimesAlone(_ lines: TableLines, among columns: Set<Int>) -> Set<Int> {
    var lines = lines
    var columns = columns.sorted()
    while !columns.isEmpty, let (range, _) = lines.next() {
      let others = lines.with(range) { fields -> Set<Int> in
        var others: Set<Int> = []
        var next = 0
        for column in columns {
          while next < column {
            guard fields.field() != nil else { return others }
            next += 1
          }
          guard let field = fields.field()?.trimmed else { return others }
          next += 1
          if field.count > 0, !isTime(field) { others.insert(column) }
        }
        return others
      }
      if let others, !others.isEmpty { columns.removeAll(where: others.contains) }
    }
    return Set(columns)
  }

  /// Whether a field is 2024-05-01, 01.05.2024 12:00, 12:00, 2024-05-01T12:00:00Z or 1714521600.
  private static func isTime(_ field: Field) -> Bool {
    if let number = field.number { return number >= least }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let text = field.text.utf8
    guard let first = text.first, digits.contains(first) else { return false }
    let others = text.filter { !digits.contains($0) }
    return others.allSatisfy("-/.:,+ TZAPM".utf8.contains)
      && (others.contains(UInt8(ascii: ":")) || others.count { "-/.".utf8.contains($0) } > 1)
  }
}

extension RecordingWarning {
  static func columnOfTimes(_ path: String, _ name: String, _ found: TimeColumns.Found) -> Self {
    RecordingWarning(
      .columnOfTimes,
      "\(path):\(found.line): column \(name) has \(found.what) in every row (\(found.text.shown)), so it is "
        + "taken for no transmitter and passed over; take the column out")
  }
}
