import IndoorModel

/// Which levels are above and below which.
struct LevelStack: Sendable {
  private let levels: ContiguousArray<LevelKey>

  init(_ levels: [LevelKey]) { self.levels = ContiguousArray(levels) }

  /// How many levels there are.
  var count: Int { levels.count }

  /// The level so many levels up, or down where that is negative; `nil` where the building has
  /// none.
  func level(from level: Int32, up count: Int) -> Int32? {
    let from = levels[Int(level)]
    let (ordinal, overflow) = from.ordinal.addingReportingOverflow(count)
    guard !overflow else { return nil }
    return levels.firstIndex { $0.ordinal == ordinal && $0.building == from.building }
      .map { Int32($0) }
  }

  /// How many levels another one lies above a level; `nil` where they are in different buildings.
  func levels(from level: Int32, to other: Int32) -> Int? {
    let (a, b) = (levels[Int(level)], levels[Int(other)])
    guard a.building == b.building else { return nil }
    let (count, overflow) = b.ordinal.subtractingReportingOverflow(a.ordinal)
    return overflow ? nil : count
  }
}
