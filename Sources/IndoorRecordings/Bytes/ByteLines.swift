import IndoorLibc

/// Lines out of pieces of a file, so that no more than a piece and a line is held.
///
/// Where the piece in which the first line ends has no line feed, carriage returns alone end them,
/// as on a Mac of before 2001.
struct ByteLines {
  private var rest: [UInt8] = []
  private var number = 0
  /// Whether the line under way is longer than a line may be, and its end is awaited.
  private var isOverlong = false
  /// What ends a line, once one has ended.
  private var terminator: UInt8?

  /// Bytes of a line; what is longer counts as malformed.
  private static let longest = 1 << 20

  /// Takes a piece and hands over the lines that end in it, without their ends, with their numbers;
  /// `nil` for one that is too long.
  mutating func take(_ piece: UnsafeRawBufferPointer, _ body: (Field?, Int) -> Void) {
    guard let base = piece.bindMemory(to: UInt8.self).baseAddress else { return }
    let end = base + piece.count
    var start = base
    terminator = terminator ?? Self.terminator(of: Field(start: base, end: end))
    let terminator = Int32(terminator ?? 0x0A)
    while let found = memchr(start, terminator, end - start)?.assumingMemoryBound(to: UInt8.self) {
      let lineEnd = UnsafePointer(found)
      number += 1
      if isOverlong {
        isOverlong = false
        body(nil, number)
      } else if rest.isEmpty {
        body(Field(start: start, end: lineEnd).withoutReturns, number)
      } else {
        rest.append(contentsOf: UnsafeBufferPointer(start: start, count: lineEnd - start))
        handOver(body)
      }
      start = lineEnd + 1
    }
    guard !isOverlong else { return }
    rest.append(contentsOf: UnsafeBufferPointer(start: start, count: end - start))
    if rest.count > Self.longest {
      rest.removeAll()
      isOverlong = true
    }
  }

  /// What ends a piece's first line, or `nil` where it may go on behind it.
  private static func terminator(of piece: Field) -> UInt8? {
    if memchr(piece.start, 0x0A, piece.count) != nil { return 0x0A }
    // A line feed may follow those at the end.
    let inside = piece.withoutReturns
    return memchr(inside.start, 0x0D, inside.count) == nil ? nil : 0x0D
  }

  /// Hands over the last line, which has no end.
  mutating func finish(_ body: (Field?, Int) -> Void) {
    guard isOverlong || !rest.isEmpty else { return }
    number += 1
    if isOverlong { body(nil, number) } else { handOver(body) }
  }

  private mutating func handOver(_ body: (Field?, Int) -> Void) {
    rest.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      body(Field(start: start, end: start + bytes.count).withoutReturns, number)
    }
    rest.removeAll(keepingCapacity: true)
  }
}
