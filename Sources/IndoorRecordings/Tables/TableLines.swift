import IndoorLibc

/// The lines of a table below its header, one after the other. A header that comes again, as where
/// tables were joined end to end, is none of them.
struct TableLines {
  let bytes: [UInt8]
  private let header: Range<Int>
  private var offset: Int
  /// Where lines begin that are the header again, spelled otherwise.
  private var again: Set<Int> = []
  /// The line that was given last, counted from 1.
  private var line = 1

  /// Begins behind the header.
  init(_ bytes: [UInt8], from offset: Int) {
    (self.bytes, self.offset) = (bytes, offset)
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var end = offset
    while end > start, [0x0A, 0x0D].contains(bytes[end - 1]) { end -= 1 }
    header = start..<max(start, end)
  }

  /// The next line that isn't empty: its bytes and its number.
  mutating func next() -> (range: Range<Int>, line: Int)? {
    while offset < bytes.count {
      let start = offset
      var end = bytes.withUnsafeBufferPointer { buffer -> Int in
        guard let base = buffer.baseAddress else { return buffer.count }
        let found = memchr(base + start, 0x0A, buffer.count - start)
        return found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? buffer.count
      }
      offset = end + 1
      line += 1
      while end > start, bytes[end - 1] == 0x0D { end -= 1 }
      if end > start, !isHeader(start..<end), !again.contains(start) { return (start..<end, line) }
    }
    return nil
  }

  /// Whether a line is the header again, be it with the mark of byte order before it.
  private func isHeader(_ line: Range<Int>) -> Bool {
    guard (header.count...header.count + 3).contains(line.count) else { return false }
    let line = bytes[line].starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
    return line.count == header.count && bytes[line].elementsEqual(bytes[header])
  }

  /// Finds the header again, however it is spelled, to pass it over from here on, and the line of
  /// another table's header, as where tables of other columns, or of the same in another order,
  /// were joined end to end; `nil` where there is none.
  mutating func findHeaders() -> Int? {
    let own = with(header) { Self.words(&$0, until: { _ in false }) ?? [] } ?? []
    let names = Set(own)
    var rest = self
    while let (range, line) = rest.next() {
      // A row has numbers, and nearly always begins with one; columns may be called by some.
      let words = with(range) { fields in
        Self.words(&fields, until: { Double($0) != nil && !names.contains($0) })
      }
      guard let words, let words else { continue }
      if words == own {
        again.insert(range.lowerBound)
        continue
      }
      let known = words.count { !$0.isEmpty && Double($0) == nil && names.contains($0) }
      if known > 1 { return line }
    }
    return nil
  }

  /// The fields but for empty ones at the end, in small letters and without the mark of byte order;
  /// `nil` where one is such as ends the search.
  private static func words(
    _ fields: inout FieldCursor, until isEnd: (String) -> Bool
  ) -> [String]? {
    var words: [String] = []
    while let field = fields.field() {
      let field = field.trimmed
      guard field.count > 0 else {
        words.append("")
        continue
      }
      let word = field.text.lowercased().replacing("\u{FEFF}", with: "")
      if isEnd(word) { return nil }
      words.append(word)
    }
    while words.last?.isEmpty == true { words.removeLast() }
    return words
  }

  /// Whether all fields of a line are empty.
  func isNothing(_ range: Range<Int>) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return true }
      return CSVLine.isNothing(
        Field(start: base + range.lowerBound, end: base + range.upperBound))
    }
  }

  /// What a body makes of the fields of a line; `nil` where a quoted one isn't closed on it.
  func with<Result>(
    _ range: Range<Int>, _ body: (inout FieldCursor) -> Result
  ) -> Result? {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return nil }
      return CSVLine.with(
        Field(start: base + range.lowerBound, end: base + range.upperBound), body)
    }
  }
}
