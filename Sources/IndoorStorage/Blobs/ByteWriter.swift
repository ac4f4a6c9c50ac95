/// Bytes being put together: little-endian, lengths as LEB128 varints.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserve(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func byte(_ value: UInt8) { bytes.append(value) }

  mutating func raw(_ values: some Sequence<UInt8>) { bytes.append(contentsOf: values) }

  mutating func fixed(_ value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func double(_ value: Double) { fixed(value.bitPattern) }

  /// Seven bits a byte, the lowest first, the high bit set where more follow.
  mutating func varint(_ value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// A signed number as 0, -1, 1, -2, 2 … counted from 0, so that small ones are short.
  mutating func zigzag(_ value: Int64) {
    varint(UInt64(bitPattern: (value &<< 1) ^ (value &>> 63)))
  }

  mutating func text(_ value: String) {
    varint(UInt64(value.utf8.count))
    raw(value.utf8)
  }
}
