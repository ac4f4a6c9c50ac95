/// Tables with a row of units below the names of the columns: of metres and dBm such a row is
/// passed over, and others would be read as metres.
enum UnitRow {
  /// Units of lengths that are no metres.
  private static let others: Set = [
    "ft", "in", "yd", "mm", "cm", "dm", "km", "px", "usft", "ftus", "foot", "feet",
  ]
  /// How such units begin that are spelled out, `Zentimeter` and `pixels`.
  private static let beginnings = [
    "millim", "centim", "zentim", "decim", "dezim", "kilom", "pixel", "píxel", "inch", "yard",
    "fuß",
    "fuss", "zoll", "pied", "pouce", "pulgada",
  ]

  /// The unit that a cell says, alone or among other words; `nil` where it says none of these.
  private static func unit(in cell: String) -> String? {
    // A number with its unit is a row's own.
    guard !cell.contains(where: \.isNumber) else { return nil }
    let words = cell.lowercased().split { !$0.isLetter }.map(String.init)
    let units = words.filter { word in
      others.contains(word) || beginnings.contains(where: word.hasPrefix)
    }
    // The word before a unit, and an inch.
    return units.first { $0 != "in" } ?? (words == ["in"] ? "in" : nil)
  }

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
        if let unit = unit(in: text) { return .unit(unit, isHeight: role == .height) }
      default: break
      }
    }
    return said
  }
}
