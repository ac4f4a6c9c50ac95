/// How far a scan may move a walker that steps are known of.
///
/// Off the surveyed paths the rows that are most alike are alike for no good reason, and the same
/// wrong ones scan after scan: steps carry better there. A scan that is like no row says so, and so
/// does one that hears transmitters more strongly than anybody did who surveyed: the device is
/// nearer to them than any path. On the malls' survey walks that takes a tenth of the error off the
/// paths, and none on them.
struct ScanTrust: Hashable, Sendable {
  /// Cosine similarity from which on a scan counts in full.
  var fullSimilarity = 0.9
  /// Cosine similarity at which it no longer does.
  var noSimilarity = 0.5
  /// What a unit of excess takes away.
  var perExcess = 6.0
  /// What is left to the unlikeliest scan.
  var minimum = 0.1

  /// What a scan's log-likelihood is multiplied by, 0 to 1.
  ///
  /// - Parameters:
  ///   - similarity: Cosine similarity of the row that is most like the scan.
  ///   - excess: Share of the strength that is above what was surveyed (see `CosineScores.excess`).
  func share(similarity: Double, excess: Double) -> Double {
    let alike = min(1, (similarity - noSimilarity) / (fullSimilarity - noSimilarity))
    return max(minimum, alike - perExcess * excess)
  }
}
