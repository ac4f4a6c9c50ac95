import CPQ

/// What a statement answered, in binary.
final class Rows {
  private let result: OpaquePointer
  private let store: String

  init(_ result: OpaquePointer, store: String) {
    self.result = result
    self.store = store
  }

  deinit { PQclear(result) }

  /// How many rows there are.
  var count: Int { Int(PQntuples(result)) }

  /// How many rows were inserted, changed or deleted.
  var changed: Int { PQcmdTuples(result).flatMap { Int(String(cString: $0)) } ?? 0 }

  /// The bytes of a value; `nil` for NULL.
  func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    withBytes(row, column) { Array($0) }
  }

  /// A text; `nil` for NULL.
  func text(_ row: Int, _ column: Int) -> String? {
    withBytes(row, column) { String(decoding: $0, as: UTF8.self) }
  }

  /// A text for people, without what would steer their terminal; empty for NULL.
  func printed(_ row: Int, _ column: Int) -> String {
    let scalars = (text(row, column) ?? "").unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : scalar
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// A whole number of two, four or eight bytes; `nil` for NULL.
  func int(_ row: Int, _ column: Int) -> Int? {
    withBytes(row, column) { bytes in
      switch bytes.count {
      case 2: Int(Int16(bigEndian: bytes.loadUnaligned(as: Int16.self)))
      case 4: Int(Int32(bigEndian: bytes.loadUnaligned(as: Int32.self)))
      case 8: Int(Int64(bigEndian: bytes.loadUnaligned(as: Int64.self)))
      default: nil
      }
    } ?? nil
  }

  /// A number; `nil` for NULL.
  func double(_ row: Int, _ column: Int) -> Double? {
    withBytes(row, column) { bytes in
      bytes.count == 8
        ? Double(bitPattern: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))) : nil
    } ?? nil
  }

  /// Whether a value is true.
  func bool(_ row: Int, _ column: Int) -> Bool { bytes(row, column) == [1] }

  /// A value that a table's columns always have.
  func required<Value>(_ value: Value?, _ what: String) throws(TeamStoreError) -> Value {
    guard let value else { throw .damaged(store, "\(what) is missing") }
    return value
  }

  private func withBytes<Value>(
    _ row: Int, _ column: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) -> Value? {
    let (row, column) = (Int32(clamping: row), Int32(clamping: column))
    guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column)
    else { return nil }
    return body(
      UnsafeRawBufferPointer(start: start, count: Int(PQgetlength(result, row, column))))
  }
}
