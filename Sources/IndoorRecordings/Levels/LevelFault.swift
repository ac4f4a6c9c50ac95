import IndoorModel

/// Why a recording's level means nothing, before it is known where it stands.
struct LevelFault: Error {
  let sentence: String
  /// Whether the building's name would mend it.
  var asksForBuilding = false

  /// The error for a line of a file.
  func error(_ path: String, line: Int) -> RecordingError {
    RecordingError(.unknownLevel, "\(path):\(line): \(sentence)")
  }

  static func notFinite(_ text: String) -> LevelFault {
    LevelFault(
      sentence: "level \"\(text)\" is no level; leave it empty where the level isn't known")
  }

  static func fraction(_ text: String) -> LevelFault {
    LevelFault(
      sentence: "level \"\(text)\" is no whole number; write the ordinal, 0 for the ground floor, "
        + "or the level's label")
  }

  static func absurd(_ text: String) -> LevelFault {
    LevelFault(
      sentence:
        "level \"\(text)\" is beyond any building (\(LevelNames.ordinals.lowerBound) to "
        + "\(LevelNames.ordinals.upperBound)); write the ordinal, 0 for the ground floor")
  }

  static func unmatched(_ label: String, _ labels: [String]) -> LevelFault {
    let some = labels.prefix(12).joined(separator: ", ") + (labels.count > 12 ? ", …" : "")
    return LevelFault(
      sentence: "level \"\(label.shown)\" is none of the venue's labels (\(some)); write one of "
        + "these, or the ordinals of all levels")
  }

  static func noLevel(_ ordinal: Int, _ ordinals: [Int]) -> LevelFault {
    let some = ordinals.prefix(12).map { String($0) }.joined(separator: ", ")
    return LevelFault(
      sentence:
        "level \"\(ordinal)\" is none of the venue's (\(some)\(ordinals.count > 12 ? ", …" : "")); "
        + "write one of these, 0 for the ground floor")
  }

  static func noBuilding(_ building: String, _ buildings: [String]) -> LevelFault {
    let some = buildings.prefix(12).joined(separator: ", ") + (buildings.count > 12 ? ", …" : "")
    return LevelFault(
      sentence: "building \"\(building.shown)\" is none of the venue's"
        + (buildings.isEmpty
          ? ", which names none; leave it out" : " (\(some)); write one of these"))
  }

  static func severalCalled(_ building: String, _ ids: [String]) -> LevelFault {
    LevelFault(
      sentence: "building \"\(building.shown)\" is the name of several "
        + "(\(ids.joined(separator: ", "))); write the id")
  }

  static func noneNamed(_ level: String, _ buildings: [String]) -> LevelFault {
    let some = buildings.prefix(12).joined(separator: ", ") + (buildings.count > 12 ? ", …" : "")
    return LevelFault(
      sentence: "level \"\(level)\" names no building where the venue has several (\(some)); name "
        + "the building too", asksForBuilding: true)
  }

  static func buildingOfNoText() -> LevelFault {
    LevelFault(sentence: "building is no text; write the building's id or its name in quotes")
  }

  static func unnumbered(_ label: String) -> LevelFault {
    LevelFault(
      sentence: "level \"\(label.shown)\" is no label that tells the ordinal, as B1, G, F1, 1F "
        + "and L2 do; write the ordinals of all levels as numbers, 0 for the ground floor, or "
        + "import the venue first")
  }

  static func ambiguous(
    _ label: String, _ levels: [LevelKey], in buildings: [String]
  ) -> LevelFault {
    let what =
      buildings.count > 1
      ? "is in several buildings (\(buildings.joined(separator: ", "))); name the building too"
      : "is the label of several levels "
        + "(\(levels.map { String($0.ordinal) }.joined(separator: ", "))); write the ordinals"
    return LevelFault(
      sentence: "level \"\(label.shown)\" \(what)", asksForBuilding: buildings.count > 1)
  }

  static func twoLabels(_ label: String, _ other: String, ordinal: Int) -> LevelFault {
    LevelFault(
      sentence:
        "level \"\(label.shown)\" is \"\(other.shown)\" by its number (ordinal \(ordinal)); "
        + "write the ordinals of all levels, 0 for the ground floor")
  }

  static func mixed(number: String, label: String, line: Int) -> LevelFault {
    LevelFault(
      sentence: "level \"\(number.shown)\" is a number where line \(line) has the label "
        + "\"\(label.shown)\"; write the ordinals of all levels, or the labels of all")
  }

  static func ordinalAndLabel(ordinal: String, label: String) -> LevelFault {
    LevelFault(
      sentence:
        "levels \"\(ordinal.shown)\" and \"\(label.shown)\" are one, by its ordinal and its label; "
        + "write the labels of all levels, or let none be called by a number that isn't its ordinal"
    )
  }

  static func notOrdinal(_ text: String) -> LevelFault {
    LevelFault(
      sentence: "level \"\(text.shown)\" is no number; FLOOR is the ordinal, 0 for the ground floor"
    )
  }

  static func neitherKind() -> LevelFault {
    LevelFault(sentence: "level is neither a number nor a label; write the ordinal or the label")
  }
}
