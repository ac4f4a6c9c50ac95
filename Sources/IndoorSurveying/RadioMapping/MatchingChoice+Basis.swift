public import IndoorModel

extension MatchingChoice {
  /// Counted up whenever the same map gives another choice: choices that were kept are of no use
  /// then.
  public static let format = 3

  /// Rows that a choice rests on at most, but for the rest of the walk that reaches so many.
  private static let most = 50_000

  /// What of a venue's map a choice rests on: its first walks, as many as the largest number up to
  /// theirs that has four significant binary digits (1 to 16, 18, 20 … 30, 32, 36 …).
  ///
  /// So a choice stands while a survey grows by a ninth to an eighth, and what a walk more gives is
  /// the same to the byte whether the map was built before or never: from the walks alone it is
  /// known what the choice rests on.
  ///
  /// - Parameter map: a map whose walks ascend, as the builder makes it.
  public static func basis(of map: RadioMap) -> RadioMap {
    guard let last = map.walks.last else { return map }
    let walks = UInt32(clamping: significant(Int(last) + 1))
    let rows = map.walks.firstIndex { $0 >= walks } ?? map.rowCount
    if rows > most { return map.firstWalks(rows: most) }
    return map.selecting(0..<rows) ?? map
  }

  /// The largest number up to one that has four significant binary digits.
  package static func significant(_ count: Int) -> Int {
    let shift = max(0, Int.bitWidth - count.leadingZeroBitCount - 4)
    return (count >> shift) << shift
  }
}
