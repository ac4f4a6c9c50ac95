/// Bytes being taken apart. Whatever they are, each step gives a value or says that the blob is
/// damaged.
struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  private let name: String

  /// Reads from a buffer that outlives the reader; `name` says in errors whose bytes they are.
  init(_ bytes: UnsafeRawBufferPointer, name: String) {
    self.bytes = bytes
    self.name = name
  }

  var remaining: Int { bytes.count - position }

  /// What has not been taken yet.
  var rest: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[position...]) }

  func damage(_ what: String) -> Damage { Damage("\(name) \(what)") }

  func unknownTransmitter(_ number: Int64) -> Damage {
    damage("names transmitter \(number), which isn't in the file")
  }

  mutating func byte() throws(Damage) -> UInt8 {
    guard position < bytes.count else { throw damage("ends too early") }
    defer { position += 1 }
    return bytes[position]
  }

  /// A slice of the next `count` bytes.
  mutating func raw(_ count: Int) throws(Damage) -> UnsafeRawBufferPointer {
    guard count >= 0, count <= remaining else { throw damage("ends too early") }
    defer { position += count }
    return UnsafeRawBufferPointer(rebasing: bytes[position..<position + count])
  }

  mutating func fixed<Value: FixedWidthInteger>(
    _ type: Value.Type, bigEndian: Bool = false
  ) throws(Damage) -> Value {
    let slice = try raw(MemoryLayout<Value>.size)
    let value = slice.loadUnaligned(as: Value.self)
    return bigEndian ? Value(bigEndian: value) : Value(littleEndian: value)
  }

  mutating func double(bigEndian: Bool = false) throws(Damage) -> Double {
    Double(bitPattern: try fixed(UInt64.self, bigEndian: bigEndian))
  }

  @inline(__always)
  mutating func varint() throws(Damage) -> UInt64 {
    if position < bytes.count, bytes[position] < 0x80 {
      defer { position += 1 }
      return UInt64(bytes[position])
    }
    return try longVarint()
  }

  private mutating func longVarint() throws(Damage) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      guard position < bytes.count else { throw damage("ends too early") }
      let next = bytes[position]
      position += 1
      guard shift < 63 || next <= 1 else { throw damage("has a number that is too long") }
      value |= UInt64(next & 0x7f) &<< shift
      if next < 0x80 { return value }
      shift += 7
    }
  }

  mutating func zigzag() throws(Damage) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// How many items follow, refused where the rest is too short for them, so that nothing large is
  /// set aside for a lie.
  mutating func count(bytesEach: Int) throws(Damage) -> Int {
    let value = try varint()
    guard value <= UInt64(remaining / max(1, bytesEach)) else {
      throw damage("counts more than it holds")
    }
    return Int(value)
  }

  mutating func text() throws(Damage) -> String {
    let length = try count(bytesEach: 1)
    let slice = try raw(length)
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw damage("has text that is not UTF-8")
    }
    return text
  }

  func finish() throws(Damage) {
    guard remaining == 0 else { throw damage("has \(remaining) bytes too many") }
  }
}
