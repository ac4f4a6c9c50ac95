/// Scans at a recording's beginning that hear a few transmitters where later ones hear many: a
/// phone whose list of what is around was empty when the recorder started.
///
/// They are like no later scan at the same place, so that they cover nothing.
enum ColdStart {
  /// Share of the median count of transmitters under which a first scan is one.
  static let share = 0.25
  /// Median under which few transmitters are no sign of it.
  static let fewest = 20

  /// How many scans it lasted.
  ///
  /// - Parameter counts: how many transmitters each scan of a recording heard, in order of time.
  static func length(_ counts: [Int]) -> (scans: Int, median: Int) {
    let median = counts.isEmpty ? 0 : counts.sorted()[counts.count / 2]
    guard median >= fewest else { return (0, median) }
    return (counts.prefix { Double($0) < share * Double(median) }.count, median)
  }
}
