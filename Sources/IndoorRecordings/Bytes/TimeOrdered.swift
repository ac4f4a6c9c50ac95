/// Values with stamps that come nearly in order, given back in order; equal stamps keep the order
/// of arrival.
struct TimeOrdered<Value> {
  /// In pieces, as one long array would be there twice each time that it grows.
  private var pieces: [[Value]] = []
  private var stamps: [Int64] = []
  private var isSorted = true

  private struct Key: Comparable {
    var stamp: Int64
    var index: UInt32
    static func < (a: Key, b: Key) -> Bool { (a.stamp, a.index) < (b.stamp, b.index) }
  }

  /// Whether there is none yet.
  var isEmpty: Bool { stamps.isEmpty }

  /// The latest stamp so far.
  private(set) var latest = Int64.min

  /// How far at most a stamp fell behind an earlier one.
  private(set) var largestStepBack: Int64 = 0

  private static var pieceLength: Int { 1 << 16 }

  /// How many there are.
  var count: Int { stamps.count }

  /// Takes one more.
  mutating func append(_ value: Value, at stamp: Int64) {
    if let last = stamps.last, stamp < last {
      isSorted = false
      largestStepBack = max(
        largestStepBack, latest.subtractingReportingOverflow(stamp).partialValue)
    }
    latest = max(latest, stamp)
    if stamps.count % Self.pieceLength == 0 { pieces.append([]) }
    pieces[pieces.count - 1].append(value)
    stamps.append(stamp)
  }

  /// All of them, by stamp; to be asked for once, since they are handed over.
  mutating func inOrder() -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(stamps.count)
    pieces.reverse()
    while let piece = pieces.popLast() { values += piece }
    guard !isSorted else { return values }
    var keys = stamps.enumerated().map { index, stamp in
      Key(stamp: stamp, index: UInt32(truncatingIfNeeded: index))
    }
    keys.sort()
    // Each goes where it belongs, cycle by cycle, so that no second array is needed.
    for start in values.indices {
      let first = values[start]
      var place = start
      while keys[place].index != UInt32(truncatingIfNeeded: place) {
        let from = Int(keys[place].index)
        keys[place].index = UInt32(truncatingIfNeeded: place)
        values[place] = from == start ? first : values[from]
        place = from
      }
    }
    return values
  }
}
