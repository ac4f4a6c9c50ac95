/// A JSON value to write. The same value always gives the same bytes.
public indirect enum JSONOutput: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number in the shortest digits that read back as the same double; `null` where it isn't
  /// finite.
  case number(Double)
  /// A whole number.
  case integer(Int64)
  /// A whole number that may be over 2⁶³.
  case unsigned(UInt64)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONOutput])
  /// An object, its members in the order given.
  case object([(String, JSONOutput)])

  /// The JSON text, without a line break at its end.
  ///
  /// - Parameter pretty: two spaces a level and a member a line; arrays of numbers stay on one
  ///   line.
  public func text(pretty: Bool = false) -> String {
    var text = ""
    append(to: &text, indentation: pretty ? 0 : nil)
    return text
  }

  private func append(to text: inout String, indentation: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .number(let value): text += Self.digits(value)
    case .string(let value): Self.append(value, to: &text)
    case .array(let values):
      // Coordinates a number a line can't be read.
      let inner = values.allSatisfy(\.isFlat) ? nil : indentation.map { $0 + 1 }
      Self.append(
        values, brackets: ("[", "]"), spaced: indentation != nil, inner: inner, to: &text
      ) { value, text in value.append(to: &text, indentation: inner ?? indentation) }
    case .object(let members):
      let inner = indentation.map { $0 + 1 }
      Self.append(members, brackets: ("{", "}"), spaced: inner != nil, inner: inner, to: &text) {
        member, text in
        Self.append(member.0, to: &text)
        text += inner == nil ? ":" : ": "
        member.1.append(to: &text, indentation: inner)
      }
    }
  }

  /// Whether it stands on its parent's line: a number or a word, or an array of nothing else.
  private var isFlat: Bool {
    switch self {
    case .null, .bool, .number, .integer, .unsigned: true
    case .array(let values): values.allSatisfy(\.isScalar)
    case .string, .object: false
    }
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object, .string: false
    default: true
    }
  }

  private static func append<Value>(
    _ values: [Value], brackets: (String, String), spaced: Bool, inner: Int?, to text: inout String,
    each: (Value, inout String) -> Void
  ) {
    text += brackets.0
    for (index, value) in values.enumerated() {
      if index > 0 { text += inner == nil && spaced ? ", " : "," }
      if let inner { text += "\n" + String(repeating: "  ", count: inner) }
      each(value, &text)
    }
    if let inner, !values.isEmpty { text += "\n" + String(repeating: "  ", count: inner - 1) }
    text += brackets.1
  }

  private static func digits(_ value: Double) -> String {
    guard value.isFinite else { return "null" }
    let digits = value.description
    return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  private static func append(_ string: String, to text: inout String) {
    text += "\""
    // Most have nothing to escape.
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
      text += string
    } else {
      appendEscaped(string, to: &text)
    }
    text += "\""
  }

  private static func appendEscaped(_ string: String, to text: inout String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ":
        let hex = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
