import IndoorFiles

/// A value on its way into the database, always beside the SQL and never in it.
enum Parameter: Equatable {
  case null
  case bool(Bool)
  case int(Int32)
  case long(Int64)
  case double(Double)
  case text(String)
  case bytes([UInt8])

  /// A text, or NULL.
  static func optional(_ text: String?) -> Parameter { text.map { .text($0) } ?? .null }

  /// A number, or NULL.
  static func optional(_ number: Int?) -> Parameter { number.map { .long(Int64($0)) } ?? .null }

  /// A list of hashes as PostgreSQL writes arrays.
  static func list(_ hashes: some Sequence<[UInt8]>) -> Parameter {
    .text("{" + hashes.map { "\"\\\\x\(SHA256.hexadecimal($0))\"" }.joined(separator: ",") + "}")
  }

  /// The value as a text, as libpq takes what isn't bytes; `nil` for NULL.
  var written: [UInt8]? {
    switch self {
    case .null: nil
    case .bool(let value): Array((value ? "t" : "f").utf8)
    case .int(let number): Array(String(number).utf8)
    case .long(let number): Array(String(number).utf8)
    case .double(let number): Array("\(number)".utf8)
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    }
  }
}
