import IndoorModel

/// What stands in a table's column of levels: nothing, a number, or a label.
enum LevelWord {
  case nothing
  case number(Double)
  case label

  /// Reads a cell. `NaN` and infinity are numbers, though none that a level can have. 1E1
  /// may be the first floor's east wing; programs write 1e1 or 1.0E+01.
  init(_ text: String) {
    guard !text.isEmpty else {
      self = .nothing
      return
    }
    let unsigned = text.first == "+" ? String(text.dropFirst()) : text
    if let number = Field.with(unsigned, { $0.number }), !Self.isWing(unsigned) {
      self = .number(number)
    } else if ["nan", "inf", "-inf", "infinity", "-infinity"].contains(unsigned.lowercased()) {
      self = .number(.nan)
    } else {
      self = .label
    }
  }

  /// Whether a number is digits, one E and digits. By its bytes: a table may have a million cells,
  /// and to match an expression takes longer than to read the row.
  private static func isWing(_ number: String) -> Bool {
    let parts = number.utf8.split(separator: UInt8(ascii: "E"), omittingEmptySubsequences: false)
    return parts.count == 2
      && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}

/// What a table's column of levels is made of, all of it.
enum LevelColumn {
  case ordinals
  /// Labels, and where the first of them stands that is no number.
  case labels(first: String, line: Int)
}

extension LevelNames {
  /// The level of a cell of a table, `nil` where it is empty.
  ///
  /// In a column of labels a number is one too, where the venue has a level of that label.
  ///
  /// - Throws: `LevelFault` for what means nothing.
  mutating func level(
    _ text: String, in column: LevelColumn, building: String?
  ) throws(LevelFault) -> LevelKey? {
    switch (LevelWord(text), column) {
    case (.nothing, _): return nil
    case (.number(let number), _) where !number.isFinite: throw .notFinite(text)
    case (.number(let number), .ordinals):
      return try level(number, as: text, building: building)
    case (.label, .ordinals): throw .notOrdinal(text)
    case (.label, .labels): return try level(labelled: text, building: building)
    case (.number, .labels(let label, let line)):
      do throws(LevelFault) {
        return try level(labelled: text.wholeNumber, building: building)
      } catch {
        throw isLabel(text.wholeNumber) ? error : .mixed(number: text, label: label, line: line)
      }
    }
  }
}
