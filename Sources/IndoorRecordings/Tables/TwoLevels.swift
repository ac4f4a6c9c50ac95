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
    /// A level where it is empty.
    case alone
  }

  private var names: LevelNames
  private let kind: LevelColumn
  /// The numbers beside labels, by the column, the building and the label.
  private var numbers: [[String]: Double] = [:]
  /// How much more than the venue's ordinals they are, by the column, the building, and of storeys
  /// below the ground and above it: storeys may be counted from 1, and without a 0.
  private var more: [[String]: Double] = [:]

  private init(_ names: LevelNames, _ kind: LevelColumn) {
    (self.names, self.kind) = (names, kind)
  }

  /// The first line that says another level; `nil` where there is none.
  ///
  /// - Parameter kind: what the column that counts is made of.
  static func differ(
    _ lines: TableLines, _ layout: TableLayout, _ names: LevelNames, _ kind: LevelColumn
  ) -> (line: Int, difference: Difference)? {
    let others = layout.roles.indices.filter { layout.roles[$0] == .otherLevel }
    guard let level = layout.roles.firstIndex(of: .level), let last = others.last else {
      return nil
    }
    let building = layout.roles.firstIndex(of: .building)
    var comparing = TwoLevels(names, kind)
    var lines = lines
    var before: [String] = []
    while let (range, line) = lines.next() {
      let cells = lines.with(range) { fields -> [String] in
        var cells = Array(repeating: "", count: others.count + 2)
        for column in 0...max(level, last, building ?? 0) {
          guard let field = fields.field()?.trimmed else { break }
          if column == level { cells[0] = field.text }
          if column == building { cells[1] = field.text.lowercased() }
          if let other = others.firstIndex(of: column) { cells[other + 2] = field.text }
        }
        return cells
      }
      guard let cells, cells != before else { continue }
      before = cells
      for column in cells.indices.dropFirst(2) {
        if let difference = comparing.difference(cells[0], cells[column], column, cells[1]) {
          return (line, difference)
        }
      }
    }
    return nil
  }

  private mutating func difference(
    _ counts: String, _ says: String, _ column: Int, _ building: String
  ) -> Difference? {
    switch (LevelWord(counts), LevelWord(says)) {
    case (_, .nothing): return nil
    case (.nothing, .number): return .alone
    // Outdoors a label says that there is none.
    case (.nothing, .label): return level(labelled: says, building) == nil ? nil : .alone
    case (.number(let first), .number(let second)): return first == second ? nil : .number
    case (.label, .number(let number)):
      return contradict(counts, column, building, by: number) ? .label : nil
    case (.number(let number), .label):
      let whole = building.isEmpty ? nil : building
      if let own = try? names.level(counts, in: kind, building: whole),
        let other = level(labelled: says, building)
      {
        return own == other ? nil : .name
      }
      return isAnother(number, says, column, building) ? .name : nil
    case (.label, .label):
      guard let own = level(labelled: counts, building),
        let other = level(labelled: says, building)
      else { return nil }
      return own == other ? nil : .name
    }
  }

  /// The drawn venue's level of a label.
  private mutating func level(labelled label: String, _ building: String) -> LevelKey? {
    guard names.isDrawn else { return nil }
    return try? names.level(labelled: label, building: building.isEmpty ? nil : building)
  }

  /// Whether a label had another number in the building before.
  private mutating func isAnother(
    _ number: Double, _ label: String, _ column: Int, _ building: String
  ) -> Bool {
    let key = [String(column), building, label.lowercased()]
    if let known = numbers[key] { return known != number }
    if numbers.count < 1000 { numbers[key] = number }
    return false
  }

  /// Whether a number isn't a label's: one that it had before, and storeys are as far apart as the
  /// venue has them.
  private mutating func contradict(
    _ label: String, _ column: Int, _ building: String, by number: Double
  ) -> Bool {
    if isAnother(number, label, column, building) { return true }
    guard let level = level(labelled: label, building) else { return false }
    let key = [String(column), building, level.ordinal < 0 ? "below" : "above"]
    let known = more[key] ?? number - Double(level.ordinal)
    more[key] = known
    return known != number - Double(level.ordinal)
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
      case .alone: "has its level in a second column of levels alone, but"
      }
    return RecordingWarning(
      .twoLevels,
      "\(path):\(line): \(what) the one called level or floor counts; map the one that is meant, as "
        + "level=COLUMN")
  }
}
