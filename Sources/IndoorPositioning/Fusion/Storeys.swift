import IndoorModel

/// Which levels are above and below which.
struct Storeys: Sendable {
  private let levels: ContiguousArray<LevelKey>

  init(_ levels: [LevelKey]) { self.levels = ContiguousArray(levels) }

  /// The level so many storeys up, or down where it is negative; `nil` where the building has none.
  func level(from level: Int32, up storeys: Int) -> Int32? {
    let from = levels[Int(level)]
    let (ordinal, overflow) = from.ordinal.addingReportingOverflow(storeys)
    guard !overflow else { return nil }
    return levels.firstIndex { $0.ordinal == ordinal && $0.building == from.building }
      .map { Int32($0) }
  }

  /// How many storeys a level lies above another one; `nil` where they are in different buildings.
  func storeys(from level: Int32, to other: Int32) -> Int? {
    let (a, b) = (levels[Int(level)], levels[Int(other)])
    guard a.building == b.building else { return nil }
    let (storeys, overflow) = b.ordinal.subtractingReportingOverflow(a.ordinal)
    return overflow ? nil : storeys
  }
}
