import IndoorModel

/// Which level is above and below which.
struct Storeys: Sendable {
  /// Index of the next level above and below each, in its building; itself where there is none. Shape: levels.
  private let above: ContiguousArray<Int32>
  private let below: ContiguousArray<Int32>

  init(_ levels: [LevelKey]) {
    let indices = Dictionary(
      levels.enumerated().map { ($0.element, Int32($0.offset)) }, uniquingKeysWith: { a, _ in a })
    func next(_ step: Int) -> ContiguousArray<Int32> {
      ContiguousArray(
        levels.enumerated().map { index, level in
          let (ordinal, overflow) = level.ordinal.addingReportingOverflow(step)
          guard !overflow else { return Int32(index) }
          return indices[LevelKey(building: level.building, ordinal: ordinal)] ?? Int32(index)
        })
    }
    above = next(1)
    below = next(-1)
  }

  /// The level so many storeys up, or down where it is negative; the last one there is where the building ends before.
  func level(from level: Int32, up storeys: Int) -> Int32 {
    var level = level
    for _ in 0..<min(200, abs(storeys)) {
      level = storeys > 0 ? above[Int(level)] : below[Int(level)]
    }
    return level
  }
}
