import IndoorModel

/// Which levels are above and below which.
struct LevelStack: Sendable {
  private let levels: ContiguousArray<LevelKey>

  init(_ levels: [LevelKey]) { self.levels = ContiguousArray(levels) }

  /// How many levels there are.
  var count: Int { levels.count }

  /// What stands for the ground outside of all buildings where a level is asked for.
  var outdoors: Int32 { Int32(truncatingIfNeeded: levels.count) }

  /// The levels and the ground outside.
  var layers: Int { levels.count + 1 }

  /// The level so many levels up, or down where that is negative; `nil` where the building has
  /// none, and outdoors.
  func level(from level: Int32, up count: Int) -> Int32? {
    guard level < outdoors else { return nil }
    let from = levels[Int(level)]
    let (ordinal, overflow) = from.ordinal.addingReportingOverflow(count)
    guard !overflow else { return nil }
    return levels.firstIndex { $0.ordinal == ordinal && $0.building == from.building }
      .map { Int32($0) }
  }

  /// How many levels another one lies above a level; `nil` where they are in different buildings,
  /// or one of them is none.
  func levels(from level: Int32, to other: Int32) -> Int? {
    guard max(level, other) < outdoors else { return level == other ? 0 : nil }
    let (a, b) = (levels[Int(level)], levels[Int(other)])
    guard a.building == b.building else { return nil }
    let (count, overflow) = b.ordinal.subtractingReportingOverflow(a.ordinal)
    return overflow ? nil : count
  }
}
