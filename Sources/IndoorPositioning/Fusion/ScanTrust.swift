/// How far a scan may move a walker that steps are known of.
///
/// Off the surveyed paths the rows that are most alike are alike for no good reason, and the same wrong ones scan after scan:
/// steps carry better there. A scan that is like no row says so, and so does one that hears transmitters more strongly than
/// anybody did who surveyed: the device is nearer to them than any path. On the malls' survey walks that takes a tenth of the
/// error off the paths, and none on them.
struct ScanTrust: Hashable, Sendable {
  /// Likeness from which on a scan counts in full, without unit.
  var likeness = 0.9
  /// Likeness at which it no longer does.
  var unlikeness = 0.5
  /// What a unit of excess takes away.
  var perExcess = 6.0
  /// What is left to the unlikeliest scan.
  var least = 0.1

  /// What a scan's log-likelihood is multiplied by, 0 to 1.
  ///
  /// - Parameters:
  ///   - likeness: Cosine of the row that is most like the scan.
  ///   - excess: Share of the strength that is above what was surveyed (see `RadioMatcher.excess`).
  func share(likeness best: Double, excess: Double) -> Double {
    let alike = min(1, (best - unlikeness) / (likeness - unlikeness))
    return max(least, alike - perExcess * excess)
  }
}
