import IndoorModel

/// Tables with a column `level` or `floor` beside others that are called as some of levels, as
/// `ordinal` and `Etage`, of which the plain one counts.
struct TwoLevels {
  /// What a line says that the column which counts doesn't.
  enum Difference {
    /// Another number.
    case number
    /// A number that isn't its label's.
    case label
    /// A label that is another level's.
    case name
    /// A label that stood beside another number before.
    case twice
    /// A level where it is empty.
    case alone
  }

  /// What a line says of levels, each as it is written.
  private struct Row: Hashable {
    var counts = ""
    var building = ""
    /// What stands in the other columns.
    var others: [String]
  }

  private var names: LevelNames
  /// What the column that counts is made of.
  private let kind: LevelColumn
  /// The numbers beside labels, by the column, the building and the label.
  private var numbers: [[String]: Double] = [:]
  /// How much more than the venue's ordinals they are, by the column, the building, and of storeys
  /// below the ground and above it: storeys may be counted from 1, and without a 0.
  private var more: [[String]: Double] = [:]

  private init(_ names: LevelNames, _ kind: LevelColumn) {
    (self.names, self.kind) = (names, kind)
  }

  /// Words for no level.
  private static let nothings: Set<String> = [
    "-", "--", "?", "n/a", "na", "none", "null", "unknown", "outdoor", "outdoors", "outside",
  ]

  /// Rows, and labels with their numbers, that are remembered.
  private static let most = 5000

  /// The first line that says another level; `nil` where there is none.
  ///
  /// - Parameter kind: what the column that counts is made of.
  static func differ(
    _ lines: TableLines, _ layout: TableLayout, _ names: LevelNames, _ kind: LevelColumn
  ) -> (line: Int, difference: Difference)? {
    let others = layout.roles.indices.filter { layout.roles[$0] == .otherLevel }
    guard !others.isEmpty else { return nil }
    // Beside labels of the venue a number may be one of them.
    var labelled = others.map { _ in false }
    each(of: lines, layout, others) { row, _ in
      for column in row.others.indices where !labelled[column] && !row.counts.isEmpty {
        let word = row.others[column]
        if case .label = LevelWord(word) {
          labelled[column] =
            names.isDrawn ? names.isLabel(word) : !Self.nothings.contains(word.lowercased())
        }
      }
      return !labelled.contains(false)
    }
    var comparing = TwoLevels(names, kind)
    var found: (line: Int, difference: Difference)?
    each(of: lines, layout, others) { row, line in
      for column in row.others.indices {
        let difference = comparing.difference(row, column, isLabelled: labelled[column])
        if let difference {
          found = (line, difference)
          return true
        }
      }
      return false
    }
    return found
  }

  /// Calls the closure with what lines say, but for those that say what one of the first ones did,
  /// until it is done.
  private static func each(
    of lines: TableLines, _ layout: TableLayout, _ others: [Int],
    _ body: (_ row: Row, _ line: Int) -> Bool
  ) {
    guard let level = layout.roles.firstIndex(of: .level), let last = others.last else { return }
    let building = layout.roles.firstIndex(of: .building)
    let empty = Row(others: Array(repeating: "", count: others.count))
    var (lines, seen) = (lines, Set<Row>())
    while let (range, line) = lines.next() {
      let row = lines.with(range) { fields -> Row in
        var row = empty
        var other = 0
        for column in 0...max(level, last, building ?? 0) {
          guard let field = fields.field() else { break }
          if column == level {
            row.counts = field.trimmed.text
          } else if column == building {
            row.building = field.trimmed.text.lowercased()
          } else if other < others.count, others[other] == column {
            row.others[other] = field.trimmed.text
            other += 1
          }
        }
        return row
      }
      guard let row, !seen.contains(row) else { continue }
      if seen.count < most { seen.insert(row) }
      if body(row, line) { return }
    }
  }

  private mutating func difference(
    _ row: Row, _ column: Int, isLabelled: Bool
  ) -> Difference? {
    let (counts, says) = (LevelWord(row.counts), LevelWord(row.others[column]))
    let text = row.others[column]
    // Digits are labels where a column is of labels and the venue has such a one.
    let isLabel =
      if case .labels = kind { names.isLabel(row.counts.wholeNumber) } else { false }
    let saysLabel = isLabelled && (!names.isDrawn || names.isLabel(text.wholeNumber))
    switch (counts, says) {
    case (_, .nothing): return nil
    case (.nothing, .number): return .alone
    // Outdoors a label says that there is none.
    case (.nothing, .label): return level(labelled: text, row) == nil ? nil : .alone
    case (.label, .number(let number)) where !saysLabel,
      (.number, .number(let number)) where isLabel && !saysLabel:
      return contradict(row, column, by: number)
    case (.number(let first), .number(let second)) where !saysLabel:
      guard first != second else { return nil }
      // It may be what the venue calls that level.
      let own = try? names.level(
        row.counts, in: kind, building: row.building.isEmpty ? nil : row.building)
      return own != nil && own == level(labelled: text.wholeNumber, row) ? nil : .number
    default:
      let own = try? names.level(
        row.counts, in: kind, building: row.building.isEmpty ? nil : row.building)
      if names.isDrawn, let own, let other = level(labelled: text, row) {
        return own == other ? nil : .name
      }
      guard case .number(let number) = counts, case .label = says else { return nil }
      return isAnother(number, text, row, column) ? .twice : nil
    }
  }

  /// The drawn venue's level of a label.
  private mutating func level(labelled label: String, _ row: Row) -> LevelKey? {
    guard names.isDrawn else { return nil }
    return try? names.level(
      labelled: label, building: row.building.isEmpty ? nil : row.building)
  }

  /// Whether a label stood beside another number in the building before.
  private mutating func isAnother(
    _ number: Double, _ label: String, _ row: Row, _ column: Int
  ) -> Bool {
    let key = [String(column), row.building, label.lowercased()]
    if let known = numbers[key] { return known != number }
    if numbers.count < Self.most { numbers[key] = number }
    return false
  }

  /// Whether a number isn't a label's: one that it had before, and storeys are as far apart as the
  /// venue has them.
  private mutating func contradict(
    _ row: Row, _ column: Int, by number: Double
  ) -> Difference? {
    if isAnother(number, row.counts, row, column) { return .label }
    guard let level = level(labelled: row.counts, row) else { return nil }
    let key = [String(column), row.building, level.ordinal < 0 ? "below" : "above"]
    let known = more[key] ?? number - Double(level.ordinal)
    more[key] = known
    return known == number - Double(level.ordinal) ? nil : .label
  }
}

extension RecordingWarning {
  static func twoLevels(
    _ path: String, line: Int, _ difference: TwoLevels.Difference
  ) -> RecordingWarning {
    let what =
      switch difference {
      case .number: "has another number in a second column of levels, and"
      case .label: "has a number in a second column of levels that isn't its label's, and"
      case .name: "has another level's label in a second column of levels, and"
      case .twice:
        "has a label in a second column of levels that stood beside another number before, and"
      case .alone: "has its level in a second column of levels alone, but"
      }
    return RecordingWarning(
      .twoLevels,
      "\(path):\(line): \(what) the one called level or floor counts; map the one that is meant, as "
        + "level=COLUMN")
  }
}
