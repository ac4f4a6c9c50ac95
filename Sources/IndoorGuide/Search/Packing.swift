/// Writes values one behind the other, to be read again by `Unpacker`.
struct Packer {
  private(set) var data: [UInt8] = []

  /// Makes room for so many bytes more.
  mutating func reserve(_ count: Int) { data.reserveCapacity(data.count + count) }

  mutating func number(_ value: Int) {
    // Signs go to the end, so that small numbers are short whichever they have.
    var rest = UInt64(bitPattern: Int64(value << 1 ^ value >> (Int.bitWidth - 1)))
    while rest > 0x7F {
      data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    data.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func fixed(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
  }

  mutating func double(_ value: Double?) {
    data.append(value == nil ? 0 : 1)
    if let value { fixed(value.bitPattern) }
  }

  mutating func bytes(_ value: some Collection<UInt8>) {
    number(value.count)
    data.append(contentsOf: value)
  }

  mutating func text(_ value: String) { bytes(value.utf8) }

  mutating func optional(_ value: String?) {
    data.append(value == nil ? 0 : 1)
    if let value { text(value) }
  }

  mutating func optional(_ value: Int?) {
    data.append(value == nil ? 0 : 1)
    if let value { number(value) }
  }

  mutating func list<Value>(_ values: [Value], _ put: (inout Packer, Value) -> Void) {
    number(values.count)
    for value in values { put(&self, value) }
  }

  mutating func numbers(_ values: [UInt32]) {
    number(values.count)
    for value in values {
      withUnsafeBytes(of: value.littleEndian) { data.append(contentsOf: $0) }
    }
  }
}

/// Reads what `Packer` wrote. Whatever the bytes are, each step gives a value or says that they are
/// damaged.
struct Unpacker {
  /// The bytes are none that `Packer` wrote.
  struct Damaged: Error {}

  private let data: UnsafeRawBufferPointer
  private var position = 0

  /// Reads from a buffer that outlives it.
  init(_ data: UnsafeRawBufferPointer) { self.data = data }

  var isAtEnd: Bool { position == data.count }

  private mutating func raw(_ count: Int) throws(Damaged) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= data.count - position else { throw Damaged() }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: data[position..<position + count])
  }

  mutating func number() throws(Damaged) -> Int {
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while shift < 64, position < data.count {
      let byte = data[position]
      position += 1
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: value >> 1) ^ -Int64(value & 1)) }
      shift += 7
    }
    throw Damaged()
  }

  mutating func fixed() throws(Damaged) -> UInt64 {
    UInt64(littleEndian: try raw(8).loadUnaligned(as: UInt64.self))
  }

  mutating func isThere() throws(Damaged) -> Bool { try raw(1)[0] == 1 }

  mutating func double() throws(Damaged) -> Double? {
    try isThere() ? Double(bitPattern: try fixed()) : nil
  }

  mutating func byteString() throws(Damaged) -> [UInt8] { Array(try raw(try number())) }

  mutating func text() throws(Damaged) -> String {
    String(decoding: try raw(try number()), as: UTF8.self)
  }

  mutating func optionalText() throws(Damaged) -> String? { try isThere() ? try text() : nil }

  mutating func optionalNumber() throws(Damaged) -> Int? { try isThere() ? try number() : nil }

  mutating func list<Value>(
    _ take: (inout Unpacker) throws(Damaged) -> Value
  ) throws(Damaged) -> [Value] {
    let count = try number()
    // Each value has a byte at least.
    guard count >= 0, count <= data.count - position else { throw Damaged() }
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try take(&self)) }
    return values
  }

  mutating func numbers() throws(Damaged) -> [UInt32] {
    let count = try number()
    guard count >= 0, count <= data.count / 4 else { throw Damaged() }
    let raw = try raw(count * 4)
    return (0..<count).map {
      UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
    }
  }

  /// Checks where pieces begin: in order, from 0 to the end.
  static func check(_ starts: [UInt32], end: Int) throws(Damaged) {
    guard starts.first == 0, let last = starts.last, Int(last) == end,
      zip(starts, starts.dropFirst()).allSatisfy({ $0 <= $1 })
    else { throw Damaged() }
  }
}
