/// What a lift's button says, as the ordinal of the level.
enum FloorLabel {
  /// B1 is -1, F1, L1 and 1F are 0, F2 is 1, G is 0; `nil` where the label says nothing of the
  /// kind, or a level that no building has.
  static func ordinal(_ label: String) -> Int? {
    guard let ordinal = anyOrdinal(label), LevelNames.ordinals.contains(ordinal) else { return nil }
    return ordinal
  }

  private static func anyOrdinal(_ label: String) -> Int? {
    let text = label.uppercased()
    if text == "G" || text == "GF" { return 0 }
    if let number = number(text.dropFirst()) {
      if text.hasPrefix("B") { return -number }
      if text.hasPrefix("F") || text.hasPrefix("L") { return number - 1 }
    }
    if text.hasSuffix("F"), let number = number(text.dropLast()) { return number - 1 }
    return nil
  }

  private static func number(_ digits: Substring) -> Int? {
    guard digits.count <= 3, digits.allSatisfy(\.isASCII), let value = Int(digits), value > 0
    else { return nil }
    return value
  }
}
