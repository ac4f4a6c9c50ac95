/// The bytes that a request asks for (RFC 9110, 14.1.2).
enum ByteRange: Equatable {
  /// All of them: nothing was said, nothing that is understood, or several ranges.
  case all
  /// These.
  case part(Range<Int64>)
  /// None that there are.
  case none

  /// Reads a `Range` field for so many bytes.
  init(_ header: String?, size: Int64) {
    guard let header, header.lowercased().hasPrefix("bytes=") else {
      self = .all
      return
    }
    let spec = header.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
    guard spec.count == 2, let first = Self.number(spec[0]), let last = Self.number(spec[1]) else {
      self = .all
      return
    }
    switch (first, last) {
    case (nil, nil): self = .all
    case (nil, let suffix?):
      self = suffix == 0 || size == 0 ? .none : .part(max(0, size - suffix)..<size)
    case (let first?, let last):
      guard last.map({ $0 >= first }) ?? true else {
        self = .all
        return
      }
      self = first < size ? .part(first..<(min(last ?? size, size - 1) + 1)) : .none
    }
  }

  /// Digits alone; a number beyond 64 bits is as good as the largest. `nil` within for an empty
  /// text.
  private static func number(_ text: Substring) -> Int64?? {
    let text = String(text).trimmingSpace
    if text.isEmpty { return .some(nil) }
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return .some(min(Int64(text) ?? .max, .max - 1))
  }
}
