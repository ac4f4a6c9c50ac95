/// For each of some rows a list of numbers, in one piece of memory.
struct NumberLists: Sendable {
  private var numbers: [UInt32] = []
  private var starts: [UInt32] = [0]
  /// The least of each `block` numbers, so that those without a small one can be passed over.
  private var minima: [UInt32] = []

  private static let block = 64

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
    minima = Self.minima(of: numbers)
  }

  private init(numbers: [UInt32], starts: [UInt32]) {
    self.numbers = numbers
    self.starts = starts
    minima = Self.minima(of: numbers)
  }

  /// For each number the rows that have it, in order.
  ///
  /// - Parameter rows: what all numbers are below.
  func transposed(rows: Int) -> NumberLists {
    var starts = [UInt32](repeating: 0, count: rows + 1)
    for number in numbers { starts[Int(number) + 1] += 1 }
    for row in 0..<rows { starts[row + 1] += starts[row] }
    var next = starts
    var turned = [UInt32](repeating: 0, count: numbers.count)
    for row in 0..<self.starts.count - 1 {
      for number in numbers[Int(self.starts[row])..<Int(self.starts[row + 1])] {
        turned[Int(next[Int(number)])] = UInt32(truncatingIfNeeded: row)
        next[Int(number)] += 1
      }
    }
    return NumberLists(numbers: turned, starts: starts)
  }

  private static func minima(of numbers: [UInt32]) -> [UInt32] {
    stride(from: 0, to: numbers.count, by: block).map { start in
      numbers[start..<min(start + block, numbers.count)].min() ?? .max
    }
  }

  /// How many numbers rows next to each other have, with those that several have.
  func count(in rows: Range<Int>) -> Int {
    Int(starts[rows.upperBound]) - Int(starts[rows.lowerBound])
  }

  /// Goes over the numbers of rows next to each other that are below a bound, a number that several
  /// have several times; `body` answers the bound from there on.
  @inline(__always)
  func visit(_ rows: Range<Int>, below first: Int, _ body: (Int) -> Int) {
    var bound = first
    var index = Int(starts[rows.lowerBound])
    let end = Int(starts[rows.upperBound])
    numbers.withUnsafeBufferPointer { numbers in
      minima.withUnsafeBufferPointer { minima in
        while index < end {
          let last = min(end, (index / Self.block + 1) * Self.block)
          if Int(minima[index / Self.block]) < bound {
            for number in numbers[index..<last] where Int(number) < bound {
              bound = body(Int(number))
            }
          }
          index = last
        }
      }
    }
  }

  /// Whether a row's list, which is in order, has a number of a range.
  func has(_ range: Range<Int>, in row: Int) -> Bool {
    var (low, high) = (Int(starts[row]), Int(starts[row + 1]))
    let end = high
    while low < high {
      let middle = (low + high) / 2
      if Int(numbers[middle]) < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < end && Int(numbers[low]) < range.upperBound
  }

  // MARK: Packed

  /// How many bytes it takes, but for a few.
  var packedCount: Int { 4 * (numbers.count + starts.count) }

  func pack(into packer: inout Packer) {
    packer.numbers(numbers)
    packer.numbers(starts)
  }

  /// - Parameters:
  ///   - rows: how many rows there must be.
  ///   - bound: what all numbers must be below.
  init(from unpacker: inout Unpacker, rows: Int, below bound: Int) throws(Unpacker.Damaged) {
    numbers = try unpacker.numbers()
    starts = try unpacker.numbers()
    try Unpacker.check(starts, end: numbers.count)
    guard starts.count == rows + 1, numbers.allSatisfy({ Int($0) < bound }) else {
      throw Unpacker.Damaged()
    }
    minima = Self.minima(of: numbers)
  }
}
