package import IndoorModel

extension Venue {
  /// The levels, and one for each key that only units or openings name: another program may have
  /// taken theirs away, or a newer import given it another ordinal.
  package var allLevels: [Level] { allLevels(with: []) }

  /// The same with others that something beside the venue is on, as plans.
  package func allLevels(with others: Set<LevelKey>) -> [Level] {
    let known = Set(levels.map(\.key))
    let missing = others.union(units.map(\.level)).union(openings.map(\.level))
      .subtracting(known)
    guard !missing.isEmpty else { return levels }
    var table = LevelTable(existing: levels)
    for key in missing.sorted() { table.add(key, id: nil, label: nil, name: nil, outline: []) }
    return (levels + table.levels).sorted { $0.key < $1.key }
  }
}
