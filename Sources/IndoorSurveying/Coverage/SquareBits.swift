/// A set of a raster's squares: a bit for each, where there are some at all. Two buildings of a
/// level may lie kilometres apart, and a venue have a hundred such levels.
struct SquareBits: Sendable {
  /// Squares of a block, and the words of its bits.
  private static let block = 4096, words = block / 64

  /// Where each block's words begin, -1 for those without any.
  private var starts: ContiguousArray<Int32>
  private var bits: ContiguousArray<UInt64> = []

  /// None of so many squares.
  init(count: Int) {
    starts = ContiguousArray(repeating: -1, count: count / Self.block + 1)
  }

  mutating func insert(_ square: Int) {
    let block = square / Self.block
    if starts[block] < 0 {
      starts[block] = Int32(clamping: bits.count)
      bits.append(contentsOf: repeatElement(0, count: Self.words))
    }
    bits[Int(starts[block]) + square % Self.block / 64] |= 1 << UInt64(square % 64)
  }

  func contains(_ square: Int) -> Bool {
    let start = starts[square / Self.block]
    return start >= 0 && bits[Int(start) + square % Self.block / 64] >> UInt64(square % 64) & 1 != 0
  }
}
