/// Values with stamps that come nearly in order, given back in order; equal stamps keep the order
/// of arrival.
struct TimeOrdered<Value> {
  private var values: [Value] = []
  private var keys: [Key] = []
  private var isSorted = true

  private struct Key: Comparable {
    var stamp: Int64
    var index: UInt32
    static func < (a: Key, b: Key) -> Bool { (a.stamp, a.index) < (b.stamp, b.index) }
  }

  /// Whether there is none yet.
  var isEmpty: Bool { keys.isEmpty }

  /// The latest stamp so far.
  private(set) var latest = Int64.min

  /// How far at most a stamp fell behind an earlier one.
  private(set) var largestStepBack: Int64 = 0

  /// Takes one more.
  mutating func append(_ value: Value, at stamp: Int64) {
    if let last = keys.last, stamp < last.stamp {
      isSorted = false
      largestStepBack = max(
        largestStepBack, latest.subtractingReportingOverflow(stamp).partialValue)
    }
    latest = max(latest, stamp)
    keys.append(Key(stamp: stamp, index: UInt32(truncatingIfNeeded: values.count)))
    values.append(value)
  }

  /// All of them, by stamp.
  mutating func inOrder() -> [Value] {
    guard !isSorted else { return values }
    keys.sort()
    return keys.map { values[Int($0.index)] }
  }
}
