import IndoorJSON

/// Whether the clock of a recording was set back while it was made: by each kind of line alone, as
/// lines of several kinds may stand in any order.
struct LineClocks {
  private struct Clock {
    var latest = Int64.min
    var last = Int64.min
    /// How far at most a stamp fell behind an earlier one.
    var back: Int64 = 0
    var (count, stepsBack) = (0, 0)

    mutating func take(_ stamp: Int64) {
      if count > 0, stamp < last {
        stepsBack += 1
        back = max(back, latest.subtractingReportingOverflow(stamp).partialValue)
      }
      (latest, last, count) = (max(latest, stamp), stamp, count + 1)
    }

    /// Where lines go back time and again, they aren't in the order in which they were measured.
    var isOrdered: Bool { 4 * stepsBack <= count }
  }

  /// What is measured all the time; waypoints and fixes may be written later.
  private static let kinds = ["wifi", "ble", "columns", "acc", "gyr", "mag", "hpa"]
  private var clocks = [Clock](repeating: Clock(), count: kinds.count)

  /// Takes a line and its stamp, in microseconds.
  mutating func take(_ node: JSONNode, at stamp: Int64) {
    for (index, kind) in Self.kinds.enumerated() where node[kind] != nil {
      clocks[index].take(stamp)
    }
  }

  /// Seconds by which it fell back, 0 where it never did.
  var stepBack: Double {
    Double(clocks.lazy.filter(\.isOrdered).map(\.back).max() ?? 0) * 1e-6
  }
}
