import IndoorModel

/// Keys that were given to what has none of its own, or another's.
struct GivenKeys {
  /// The last number of each key that was given to several.
  var copies: [String: Int] = [:]
  /// What rows without keys are called, by kind and `line 2`.
  private(set) var lines: [GuideOwner: String] = [:]

  /// Takes it that a row is called so; of several tables' rows the first one counts.
  mutating func call(_ line: Int, as kind: GuideOwner.Kind, _ key: String) {
    let place = GuideOwner(kind, "line \(line)")
    lines[place] = lines[place] ?? key
  }
}

extension ContentBuilder {
  /// The key that a word of a table refers to. A bare `line 2` is the row without a key in that
  /// line, where nothing is called so.
  func referred(_ word: String, to kind: GuideOwner.Kind) -> String {
    let isHere =
      switch kind {
      case .item: hasItem(word)
      case .group: hasGroup(word)
      case .tour: tour(word) != nil
      case .collection, .medium, .stop: true
      }
    if isHere { return word }
    if let key = given.lines[GuideOwner(kind, word)] { return key }
    // The table itself may have come before.
    let former = "\(kind.rawValue)s \(word)"
    return word.hasPrefix("line ") && !isStored(word, kind) && isStored(former, kind)
      ? former : word
  }

  private func isStored(_ key: String, _ kind: GuideOwner.Kind) -> Bool {
    switch kind {
    case .item: stored.items[key] != nil
    case .group: stored.groups[key] != nil
    case .tour: stored.tours[key] != nil
    case .collection, .medium, .stop: false
    }
  }

  /// Finds the groups that groups are in, which may come behind them.
  mutating func referParents() {
    for (index, group) in content.groups.enumerated() {
      guard let parent = group.parent else { continue }
      content.groups[index].parent = referred(parent, to: .group)
    }
  }
}
