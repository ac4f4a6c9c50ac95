/// Tables with a row of units below the names of the columns: of metres and dBm such a row is passed
/// over, and others would be read as metres.
enum UnitRow {
  /// Units of lengths that are no metres.
  private static let others: Set = [
    "ft", "feet", "foot", "in", "inch", "inches", "yd", "yard", "yards", "mm", "cm", "dm", "km",
    "px", "pixel", "pixels",
  ]

  /// Refuses a table whose first row has such a unit, alone or in brackets, in its place or height.
  ///
  /// - Parameter lines: the rows.
  static func refuse(
    _ lines: TableLines, _ layout: TableLayout, path: String
  ) throws(RecordingError) {
    var beginning = lines
    guard let (range, line) = beginning.next() else { return }
    let unit = lines.with(range) { fields -> String? in
      var found: String?
      for role in layout.roles {
        guard let field = fields.field() else { break }
        switch role {
        case .x, .y, .height:
          let word = field.text.lowercased().filter { $0.isLetter || $0.isNumber }
          if found == nil, others.contains(word) { found = word }
        default: break
        }
      }
      return found
    }
    guard let unit, let unit else { return }
    throw .malformed(
      path, line: line,
      "is a row of units below the header, and says that places are in \(unit); write them in metres, "
        + "and take the row out")
  }
}
