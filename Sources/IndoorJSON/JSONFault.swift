import CSIMDJSON

/// Makes an error with line and reason of a text that simdjson has refused.
enum JSONFault {
  /// - Parameter firstLine: the line of the text's first byte in its file.
  static func error(
    of result: csimdjson_result, in text: UnsafeBufferPointer<UInt8>, name: String, firstLine: Int,
    limits: JSONLimits
  ) -> JSONError {
    if result == CSIMDJSON_NO_MEMORY { return .noMemory(name) }
    if firstLine == 1, text.starts(with: [0x1F, 0x8B]) { return .compressed(name) }
    if firstLine == 1, let encoding = ForeignEncoding(text.prefix(4)) {
      return .encoding(name, encoding)
    }
    let opening = text.prefix(ForeignKind.openingCount)
    if firstLine == 1, let kind = ForeignKind(opening) ?? ForeignKind(text: opening, name: name) {
      return .kind(name, kind)
    }
    if firstLine == 1, text.first == recordSeparator { return .sequence(name) }
    var scanner = JSONScanner(text, maximumDepth: limits.maximumDepth)
    func place() -> String {
      "\(name):\(firstLine - 1 + scanner.line(at: scanner.position))"
    }
    do throws(JSONScanner.Fault) {
      try scanner.document()
    } catch {
      switch error {
      case .ends:
        return text.isEmpty
          ? .syntax(place(), reason: "it is empty") : .cut(place())
      case .tooDeep: return .tooDeep(place(), maximumDepth: limits.maximumDepth)
      case .more:
        let next = text[scanner.position]
        if firstLine == 1, next == UInt8(ascii: "{"),
          isFeatureAlone(text, before: scanner.position)
        {
          return .sequence(name)
        }
        return next == UInt8(ascii: "{") || next == UInt8(ascii: "[")
          ? .twoDocuments(place())
          : .syntax(place(), reason: "something stands behind its value")
      case .wrong(let reason): return .syntax(place(), reason: reason)
      case .large(let number): return .large(place(), number: number)
      }
    }
    // Where the two readings disagree, the strict one counts.
    return .syntax(name, reason: "the parser refuses it")
  }

  /// What stands before each value of a JSON text sequence (RFC 7464, RFC 8142).
  private static let recordSeparator: UInt8 = 0x1E

  /// Whether what stands before an offset is a GeoJSON feature, and another line begins there.
  private static func isFeatureAlone(
    _ text: UnsafeBufferPointer<UInt8>, before offset: Int
  ) -> Bool {
    let before = text[..<offset]
    guard let last = before.lastIndex(where: { $0 > 0x20 }), text[last] == UInt8(ascii: "}") else {
      return false
    }
    return before[last...].contains(UInt8(ascii: "\n"))
      && before.firstRange(of: Array("\"Feature\"".utf8)) != nil
      && before.firstRange(of: Array("\"FeatureCollection\"".utf8)) == nil
  }
}
