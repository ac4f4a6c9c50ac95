package import IndoorModel

/// Scans at a recording's beginning that hear a few transmitters where later ones hear many: a
/// phone whose list of what is around was empty when the recorder started.
///
/// They are like no later scan at the same place, so that they cover nothing.
package struct ColdStart {
  /// Share of the median count of transmitters under which a first scan is one.
  private static let share = 0.25
  /// Median under which few transmitters are no sign of it.
  private static let fewest = 20

  /// How many transmitters each of the scans heard, in order of time; never empty.
  private let counts: ArraySlice<Int>
  /// How many a scan of the recording usually hears.
  private let median: Int

  /// - Parameter counts: how many transmitters each scan of a recording heard, in order of time.
  init?(_ counts: [Int]) {
    guard !counts.isEmpty else { return nil }
    let median = counts.sorted()[counts.count / 2]
    let first = counts.prefix { Double($0) < Self.share * Double(median) }
    guard median >= Self.fewest, !first.isEmpty else { return nil }
    (self.counts, self.median) = (first, median)
  }

  /// That of a walk's placed scans; `nil` where it has none, and of tables, which begin nowhere.
  package init?(of walk: SurveyWalk) {
    guard !walk.isTable else { return nil }
    // Where Wi-Fi was heard, beacons alone are no scan: they never become rows.
    let wifi = walk.fingerprints.filter(\.scan.hearsWiFi)
    self.init((wifi.isEmpty ? walk.fingerprints : wifi).map(\.scan.readings.count))
  }

  /// How many scans it lasted, one or more.
  package var scans: Int { counts.count }

  /// What is so, as a clause.
  package var message: String {
    let (least, most) = (counts.min() ?? 0, counts.max() ?? 0)
    return "the first \(scans == 1 ? "scan" : "\(scans) scans") heard "
      + "\(least == most ? "\(least)" : "\(least) to \(most)") transmitters, "
      + "where \(median) are usual later: no ground is covered by that"
  }
}
