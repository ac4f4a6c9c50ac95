/// Many short strings of bytes in one piece of memory.
struct ByteStrings: Sendable {
  private var bytes: [UInt8] = []
  private var starts: [UInt32] = [0]

  init() {}

  var count: Int { starts.count - 1 }

  mutating func append(_ string: some Collection<UInt8>) {
    bytes.append(contentsOf: string)
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  subscript(_ index: Int) -> ArraySlice<UInt8> {
    bytes[Int(starts[index])..<Int(starts[index + 1])]
  }

  /// Makes room for as many as another one has.
  mutating func reserve(like other: ByteStrings) {
    bytes.reserveCapacity(other.bytes.count)
    starts.reserveCapacity(other.starts.count)
  }

  /// The strings' numbers, in the strings' order.
  var order: [UInt32] {
    bytes.withUnsafeBytes { bytes in
      starts.withUnsafeBufferPointer { starts in
        func string(_ number: UInt32) -> UnsafeRawBufferPointer {
          let number = Int(number)
          return UnsafeRawBufferPointer(
            rebasing: bytes[Int(starts[number])..<Int(starts[number + 1])])
        }
        // Most differ in their first eight bytes; behind its end a string has none.
        var numbered = (0..<UInt32(truncatingIfNeeded: count)).map { number in
          (
            first: string(number).prefix(8).enumerated().reduce(UInt64(0)) {
              $0 | UInt64($1.element) << (56 - 8 * $1.offset)
            }, number: number
          )
        }
        numbered.sort {
          $0.first != $1.first
            ? $0.first < $1.first : string($0.number).lexicographicallyPrecedes(string($1.number))
        }
        return numbered.map(\.number)
      }
    }
  }

  /// How many bytes a string has.
  func length(of index: Int) -> Int { Int(starts[index + 1] - starts[index]) }

  /// Of strings in order, those that begin with a prefix.
  func range(withPrefix prefix: ArraySlice<UInt8>) -> Range<Int> {
    prefix.withUnsafeBytes { prefix in
      let first = partition { Self.compare($0, prefix) < 0 }
      return first..<max(first, partition { Self.compare($0, prefix) <= 0 })
    }
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
  private static func compare(
    _ string: UnsafeRawBufferPointer, _ prefix: UnsafeRawBufferPointer
  ) -> Int {
    for (index, byte) in prefix.enumerated() {
      guard index < string.count else { return -1 }
      if string[index] != byte { return string[index] < byte ? -1 : 1 }
    }
    return 0
  }

  // MARK: Packed

  /// How many bytes it takes, but for a few.
  var packedCount: Int { bytes.count + 4 * starts.count }

  func pack(into packer: inout Packer) {
    packer.bytes(bytes)
    packer.numbers(starts)
  }

  init(from unpacker: inout Unpacker) throws(Unpacker.Damaged) {
    bytes = try unpacker.byteString()
    starts = try unpacker.numbers()
    try Unpacker.check(starts, end: bytes.count)
  }
}
