/// Tables with a row of units below the names of the columns: of metres and dBm such a row is
/// passed over, and others would be read as metres.
enum UnitRow {
  /// Units of lengths that are no metres.
  private static let others: Set = [
    "ft", "feet", "foot", "usft", "ftus", "surveyfeet", "ussurveyfeet", "fuß", "fuss", "in", "inch",
    "inches", "yd", "yard", "yards", "mm", "cm",
    "dm", "km", "px", "pixel", "pixels",
  ]

  /// What a row below the header says.
  private enum Said {
    case nothing
    case something
    case unit(String, isHeight: Bool)
  }

  /// Refuses a table whose first row that says anything has such a unit, alone or in brackets, in
  /// its place or height.
  ///
  /// - Parameter lines: the rows.
  static func refuse(
    _ lines: TableLines, _ layout: TableLayout, path: String
  ) throws(RecordingError) {
    var beginning = lines
    for _ in 0..<3 {
      guard let (range, line) = beginning.next(),
        let said = lines.with(range, { said(by: &$0, layout) })
      else { return }
      switch said {
      case .nothing: continue
      case .something: return
      case .unit(let unit, let isHeight):
        throw .malformed(
          path, line: line,
          "is a row of units below the header, and says that \(isHeight ? "heights" : "places") are in \(unit); "
            + "write them in metres, and take the row out")
      }
    }
  }

  private static func said(by fields: inout FieldCursor, _ layout: TableLayout) -> Said {
    var said = Said.nothing
    for role in layout.roles {
      guard let field = fields.field() else { break }
      let text = field.trimmed.text
      if !text.isEmpty { said = .something }
      switch role {
      case .x, .y, .height:
        let word = text.lowercased().filter { $0.isLetter || $0.isNumber }
        let bare = word.hasPrefix("in") ? String(word.dropFirst(2)) : word
        if let unit = [word, bare].first(where: others.contains) {
          return .unit(unit, isHeight: role == .height)
        }
      default: break
      }
    }
    return said
  }
}
