/// Rows on their way into a table by COPY in binary
/// (https://www.postgresql.org/docs/15/sql-copy.html, "Binary Format").
final class CopyRows {
  private var buffer: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0] + zeros(8)
  private let send: ([UInt8]) -> Bool

  private static let piece = 1 << 16

  /// - Parameter send: takes bytes; whether it did is seen when the copy ends.
  init(_ send: @escaping ([UInt8]) -> Bool) { self.send = send }

  /// Adds a row.
  func add(_ values: Parameter...) {
    append(Int16(values.count))
    for value in values { append(value) }
    if buffer.count >= Self.piece { flush() }
  }

  /// Ends the rows.
  func finish() {
    append(Int16(-1))
    flush()
  }

  private func flush() {
    _ = send(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// A value with its length before it.
  private func append(_ value: Parameter) {
    switch value {
    case .null: append(Int32(-1))
    case .bool(let value): append(sized: UInt8(value ? 1 : 0))
    case .int(let number): append(sized: number)
    case .long(let number): append(sized: number)
    case .double(let number): append(sized: number.bitPattern)
    case .text(let text):
      append(Int32(clamping: text.utf8.count))
      buffer.append(contentsOf: text.utf8)
    case .bytes(let bytes):
      append(Int32(clamping: bytes.count))
      buffer.append(contentsOf: bytes)
    }
  }

  private func append<Number: FixedWidthInteger>(sized number: Number) {
    append(Int32(Number.bitWidth / 8))
    append(number)
  }

  /// A number, big-endian.
  private func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { buffer.append(contentsOf: $0) }
  }

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
