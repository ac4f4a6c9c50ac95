/// The tags of a page of a TIFF, of which each leads to the next (TIFF 6.0, section 2; BigTIFF's
/// offsets and counts have eight bytes).
struct TIFFDirectory {
  private let tiff: ArraySlice<UInt8>
  private let isLittle: Bool
  /// Bytes of an offset.
  private let word: Int
  /// Where the entries begin, and how many there are.
  private let entries: Int
  private let count: Int

  private var entrySize: Int { 4 + 2 * word }

  /// The directory of a page, counted from 1; `nil` where there is none, or it is damaged.
  init?(_ tiff: ArraySlice<UInt8>, page: Int = 1) {
    self.tiff = tiff
    isLittle = tiff.first == 0x49
    guard tiff.starts(with: isLittle ? [0x49, 0x49] : [0x4D, 0x4D]) else { return nil }
    func number(_ offset: Int, _ count: Int) -> Int? {
      Self.number(in: tiff, at: offset, bytes: count, isLittle: tiff.first == 0x49)
    }
    let isBig = number(2, 2) == 43
    word = isBig ? 8 : 4
    let counter = isBig ? 8 : 2
    guard isBig || number(2, 2) == 42, var directory = number(isBig ? 8 : 4, word) else {
      return nil
    }
    for _ in 1..<max(1, page) {
      guard let count = number(directory, counter), count <= 0xFFFF,
        let next = number(directory + counter + (4 + 2 * word) * count, word)
      else { return nil }
      directory = next
    }
    guard let count = number(directory, counter), count <= 0xFFFF else { return nil }
    (entries, self.count) = (directory + counter, count)
  }

  /// A tag's value of two bytes.
  func short(_ tag: Int) -> Int? { value(of: tag).flatMap { number(at: $0, bytes: 2) } }

  /// A tag's value that is a rational number, `nil` too where it is nothing by nothing.
  func rational(_ tag: Int) -> Double? {
    guard let place = value(of: tag),
      // In a BigTIFF the two numbers stand in the entry itself.
      let start = word == 8 ? place : number(at: place, bytes: word),
      let above = number(at: start, bytes: 4),
      let below = start.addingReportingOverflow(4).overflow
        ? nil : number(at: start + 4, bytes: 4), below > 0
    else { return nil }
    return Double(above) / Double(below)
  }

  /// Where a tag's entry has its value.
  private func value(of tag: Int) -> Int? {
    for index in 0..<count {
      let offset = entries + entrySize * index
      guard let found = number(at: offset, bytes: 2) else { return nil }
      if found == tag { return offset + entrySize - word }
    }
    return nil
  }

  private func number(at offset: Int, bytes count: Int) -> Int? {
    Self.number(in: tiff, at: offset, bytes: count, isLittle: isLittle)
  }

  private static func number(
    in tiff: ArraySlice<UInt8>, at offset: Int, bytes count: Int, isLittle: Bool
  ) -> Int? {
    guard offset >= 0, offset <= tiff.count - count else { return nil }
    let slice = tiff[(tiff.startIndex + offset)..<(tiff.startIndex + offset + count)]
    // What is beyond an `Int` is beyond the file.
    return Int(
      exactly: (isLittle ? Array(slice.reversed()) : Array(slice)).reduce(UInt64(0)) {
        $0 << 8 | UInt64($1)
      })
  }
}
