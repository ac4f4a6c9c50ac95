/// A DXF's groups, each a code and its value on a line of their own, without blanks around them.
struct DXFGroups: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var start = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> (code: ArraySlice<UInt8>, value: ArraySlice<UInt8>)? {
    guard let code = line(), let value = line() else { return nil }
    return (code, value)
  }

  private mutating func line() -> ArraySlice<UInt8>? {
    guard start < bytes.count else { return nil }
    let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
    var line = bytes[start..<end]
    start = end + 1
    while let last = line.last, last == 0x0D || last == 0x20 { line.removeLast() }
    return line.drop { $0 == 0x20 || $0 == 0x09 }
  }
}
