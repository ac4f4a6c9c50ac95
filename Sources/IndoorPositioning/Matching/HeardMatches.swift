/// Which of a list's transmitters a scan hears, found without a branch for each: a guess would
/// often be wrong.
struct HeardMatches: Sendable {
  /// One more than there can be, because the next is written before it is known to match.
  private var positions: ContiguousArray<Int>

  /// - Parameter most: how many transmitters the longest list has.
  init(most: Int) { positions = ContiguousArray(repeating: 0, count: most + 1) }

  /// Lends the positions, ascending, of a list's part whose transmitters a scan has, with the
  /// scan's values.
  @inline(__always)
  mutating func find(
    _ part: Range<Int>, of transmitters: UnsafeBufferPointer<UInt32>, in query: RowQuery,
    _ body: (Int, Float) -> Void
  ) {
    // A list that is far longer is rather looked up in than gone through.
    let few = query.transmitters
    if !few.isEmpty, part.count > Self.lookUpRatio * few.count {
      var rest = part
      for transmitter in few {
        let at = Self.first(from: transmitter, in: rest, of: transmitters)
        rest = at..<part.upperBound
        guard at < part.upperBound else { return }
        if transmitters[at] == transmitter { body(at, query.values[Int(transmitter)]) }
      }
      return
    }
    query.values.withUnsafeBufferPointer { values in
      positions.withUnsafeMutableBufferPointer { positions in
        var count = 0
        for at in part {
          positions[count] = at
          count += values[Int(transmitters[at])] > 0 ? 1 : 0
        }
        for match in 0..<count {
          let at = positions[match]
          body(at, values[Int(transmitters[at])])
        }
      }
    }
  }

  private static let lookUpRatio = 24

  /// Where a transmitter is in a part, ascending, or would be.
  @inline(__always)
  private static func first(
    from transmitter: UInt32, in part: Range<Int>, of transmitters: UnsafeBufferPointer<UInt32>
  ) -> Int {
    var (low, high) = (part.lowerBound, part.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if transmitters[middle] < transmitter { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
