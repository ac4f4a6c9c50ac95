import IndoorModel

/// Tables with a column `level` or `floor` beside another that is called as one of levels, as
/// `ordinal` and `Etage`, of which the plain one counts.
enum TwoLevels {
  /// What a line says that the column which counts doesn't.
  enum Difference {
    /// Another number.
    case number
    /// A number that isn't its label's.
    case label
    /// A level where it is empty.
    case alone
  }

  /// The numbers that stand beside labels. Storeys may be counted from 1, and without a 0, but a
  /// label is one number in each building, and storeys are as far apart as the venue has them.
  private struct Labels {
    var names: LevelNames
    /// By building and label.
    private var numbers: [[String]: Double] = [:]
    /// How much more than the venue's ordinals they are, of storeys below the ground and above it.
    private var more: [Bool: Double] = [:]

    init(_ names: LevelNames) { self.names = names }

    mutating func contradict(_ label: String, in building: String, by number: Double) -> Bool {
      let key = [building.lowercased(), label.lowercased()]
      if let known = numbers[key] { return known != number }
      guard numbers.count < 1000 else { return false }
      numbers[key] = number
      guard names.isDrawn,
        let level = try? names.level(labelled: label, building: building.isEmpty ? nil : building)
      else { return false }
      let ordinal = Double(level.ordinal)
      let known = more[ordinal < 0] ?? number - ordinal
      more[ordinal < 0] = known
      return known != number - ordinal
    }
  }

  /// The first line that says another level; `nil` where there is none.
  static func differ(
    _ lines: TableLines, _ layout: TableLayout, _ names: LevelNames
  ) -> (line: Int, difference: Difference)? {
    guard let level = layout.roles.firstIndex(of: .level),
      let other = layout.roles.firstIndex(of: .otherLevel)
    else { return nil }
    let building = layout.roles.firstIndex(of: .building)
    var labels = Labels(names)
    var lines = lines
    while let (range, line) = lines.next() {
      let difference = lines.with(range) { fields -> Difference? in
        var (counts, says, house) = (Field?.none, Field?.none, "")
        for column in 0...max(level, other, building ?? 0) {
          guard let field = fields.field()?.trimmed else { break }
          if column == level { counts = field }
          if column == other { says = field }
          if column == building { house = field.text }
        }
        // Outdoors a label says that there is none.
        guard let counts, let second = says?.number else { return nil }
        if counts.isNothing { return .alone }
        guard let first = counts.number else {
          return labels.contradict(counts.text, in: house, by: second) ? .label : nil
        }
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
      case .label: "has a number in a second column of levels that isn't its label's, and"
      case .alone: "has its level in a second column of levels alone, but"
      }
    return RecordingWarning(
      .twoLevels,
      "\(path):\(line): \(what) the one called level or floor counts; map the one that is meant, as "
        + "level=COLUMN")
  }
}
