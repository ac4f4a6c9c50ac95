import IndoorModel

/// Locates scans that stand alone, each by the rows of the radio map that are most like it by the
/// map's own matching.
struct ScanLocator: Sendable {
  private var rows: NearestRows
  /// What is known of transmitters that are gone, where that is learned.
  private(set) var watch: TransmitterWatch?
  /// How many transmitters of the last scan the map knows.
  private(set) var known = 0

  /// What its searches took.
  var searches: SearchWork { rows.searches }

  /// - Parameters:
  ///   - mostWork: what its searches may take before the next ones are approximate.
  ///   - watch: what is known of transmitters that are gone, of the same radio map; with
  ///     `nil` nothing of that is learned.
  init(index: NearestRowsIndex, mostWork: Int, watch: TransmitterWatch?) {
    rows = NearestRows(index: index)
    rows.mostWork = mostWork
    watch?.prepare(&rows)
    self.watch = watch
  }

  /// Where a device is that hears a scan's readings; `nil` where the map knows none of them.
  mutating func fix(of readings: [Reading], facing heading: Heading?) -> Fix? {
    known = watch?.match(readings, with: &rows) ?? rows.match(readings)
    guard known > 0, let estimate = NeighbourEstimate(rows.neighbours, of: rows.index) else {
      return nil
    }
    return Fix(
      place: estimate.place, level: estimate.level, levelShare: estimate.levelShare,
      radius: estimate.radius, spread: estimate.spread, isOutside: estimate.isOutside ?? false,
      heading: heading)
  }
}
