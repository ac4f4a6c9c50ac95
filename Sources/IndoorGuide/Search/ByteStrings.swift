/// Many short strings of bytes in one piece of memory.
struct ByteStrings: Sendable {
  private var bytes: [UInt8] = []
  private var starts: [UInt32] = [0]

  var count: Int { starts.count - 1 }

  mutating func append(_ string: some Collection<UInt8>) {
    bytes.append(contentsOf: string)
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  subscript(_ index: Int) -> ArraySlice<UInt8> {
    bytes[Int(starts[index])..<Int(starts[index + 1])]
  }

  /// Of strings in order, those that begin with a prefix.
  func range(withPrefix prefix: [UInt8]) -> Range<Int> {
    let first = partition { Self.compare($0, prefix) < 0 }
    return first..<max(first, partition { Self.compare($0, prefix) <= 0 })
  }

  /// How many strings, which are in order, a condition holds for that holds up to one of them.
  private func partition(_ isBefore: (UnsafeRawBufferPointer) -> Bool) -> Int {
    bytes.withUnsafeBytes { bytes in
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        let string = UnsafeRawBufferPointer(
          rebasing: bytes[Int(starts[middle])..<Int(starts[middle + 1])])
        if isBefore(string) { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  /// Below 0 where a string comes before all that begin with the prefix, 0 where it begins with it.
  private static func compare(_ string: UnsafeRawBufferPointer, _ prefix: [UInt8]) -> Int {
    for (index, byte) in prefix.enumerated() {
      guard index < string.count else { return -1 }
      if string[index] != byte { return string[index] < byte ? -1 : 1 }
    }
    return 0
  }
}

/// For each of some rows a list of numbers, in one piece of memory.
struct NumberLists: Sendable {
  private var numbers: [UInt32] = []
  private var starts: [UInt32] = [0]

  /// Makes lists of pairs of a row and a number: in order, each pair once.
  ///
  /// - Parameter pairs: the row in the upper half, the number in the lower.
  init(rows: Int, sorted pairs: [UInt64]) {
    numbers.reserveCapacity(pairs.count)
    starts.reserveCapacity(rows + 1)
    var previous: UInt64?
    for pair in pairs where pair != previous {
      previous = pair
      while starts.count <= pair >> 32 { starts.append(UInt32(truncatingIfNeeded: numbers.count)) }
      numbers.append(UInt32(truncatingIfNeeded: pair))
    }
    while starts.count <= rows { starts.append(UInt32(truncatingIfNeeded: numbers.count)) }
  }

  subscript(_ row: Int) -> ArraySlice<UInt32> {
    numbers[Int(starts[row])..<Int(starts[row + 1])]
  }

  /// The lists of rows next to each other, one behind the other.
  subscript(_ rows: Range<Int>) -> ArraySlice<UInt32> {
    numbers[Int(starts[rows.lowerBound])..<Int(starts[rows.upperBound])]
  }

  /// Whether a row's list, which is in order, has a number of a range.
  func has(_ range: Range<Int>, in row: Int) -> Bool {
    var (low, high) = (Int(starts[row]), Int(starts[row + 1]))
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle] < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < end && numbers[low] < range.upperBound
  }
}
