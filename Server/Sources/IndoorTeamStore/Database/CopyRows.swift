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
    for value in values {
      guard let bytes = value.binary else {
        append(Int32(-1))
        continue
      }
      append(Int32(clamping: bytes.count))
      buffer += bytes
    }
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

  private func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.bigEndian) { buffer.append(contentsOf: $0) }
  }

  private static func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}
