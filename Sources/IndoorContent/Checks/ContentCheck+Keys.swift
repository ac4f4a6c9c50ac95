import IndoorModel

extension ContentCheck {
  /// Tells works, groups and tours whose keys differ from others' in nothing but what a
  /// spreadsheet or a keyboard changes: whoever meant the others has them twice.
  mutating func keys() {
    nearKeys(content.items.map(\.key), of: .item)
    nearKeys(content.groups.map(\.key), of: .group)
    nearKeys(content.tours.map(\.key), of: .tour)
  }

  private mutating func nearKeys(_ keys: [String], of kind: GuideOwner.Kind) {
    var known: [NearKey: String] = [:]
    var found: [(key: String, other: String)] = []
    for key in keys {
      let near = NearKey(key)
      if let other = known[near] {
        found.append((key, other))
      } else {
        known[near] = key
      }
    }
    guard let first = found.first else { return }
    let areNumbers = found.allSatisfy { NearKey.areNumbers($0.key, $0.other) }
    let pairs = found.prefix(3).map { "\($0.key) from \($0.other)" }.joined(separator: ", ")
    let more = found.count > 3 ? " and so on" : ""
    let what =
      areNumbers
      ? "in zeros before or behind them alone, as spreadsheets take them off or put them on"
      : "in capitals, dashes, blanks or zeros alone"
    let isOne = found.count == 1
    find(
      .nearKey, of: GuideOwner(kind, first.key),
      "\(found.count) \(kind.rawValue)\(isOne ? " has a key that differs" : "s have keys that differ") \(what) "
        + "(\(pairs)\(more)), so that \(isOne ? "it may be" : "they may be") there twice; "
        + (areNumbers
          ? "save the column of keys as text, import it again and take the others out"
          : "write each key in one way, import it again and take the others out"))
  }
}
