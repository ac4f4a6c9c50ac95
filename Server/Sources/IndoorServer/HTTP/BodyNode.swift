import HTTPTypes
import IndoorJSON

/// A body that is a JSON object, and what its members have to be.
struct BodyNode: Sendable {
  let root: JSONNode

  private static let depth = 16

  /// Reads a body; an empty one is an object of nothing.
  ///
  /// - Throws: `JSONError`, and 422 for another value.
  init(_ body: [UInt8]) throws {
    let bytes = body.isEmpty ? Array("{}".utf8) : body
    root = try JSONDocument(
      bytes: bytes, name: "body",
      limits: JSONLimits(maximumBytes: bytes.count, maximumDepth: Self.depth)
    ).root
    guard root.kind == .object else { throw Refusal.parameter("body: is no object") }
  }

  /// A member; `nil` where it is missing or null.
  func member(_ name: String) -> JSONNode? {
    root[name].flatMap { $0.kind == .null ? nil : $0 }
  }

  /// A text of 1 to 1,000 characters.
  func text(_ name: String) throws(Refusal) -> String? {
    guard let node = member(name) else { return nil }
    guard let text = node.string, (1...1000).contains(text.unicodeScalars.count),
      !text.unicodeScalars.contains("\0")
    else { throw .parameter("\(name): is no text of 1 to 1000 characters") }
    return text
  }

  /// A number within a range.
  func number(_ name: String, in range: ClosedRange<Double>) throws(Refusal) -> Double? {
    guard let node = member(name) else { return nil }
    guard let number = node.number, range.contains(number) else {
      throw .parameter(
        "\(name): is no number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A whole number within a range.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(Refusal) -> Int? {
    guard let node = member(name) else { return nil }
    guard let number = node.integer.flatMap({ Int(exactly: $0) }), range.contains(number) else {
      throw .parameter(
        "\(name): is no whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Whether something is asked for; not where nothing is said.
  func flag(_ name: String) throws(Refusal) -> Bool {
    guard let node = member(name) else { return false }
    guard let flag = node.bool else { throw .parameter("\(name): is neither true nor false") }
    return flag
  }
}
