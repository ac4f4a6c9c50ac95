/// What transforms a drawing's things that librsvg passes over and browsers don't (CSS Transforms 1
/// and 2): the properties `translate`, `rotate` and `scale`, and an origin other than 0, 0.
struct SVGTransforms {
  /// The first such property that does something.
  private var property: String?
  private var isTransformed = false
  private var hasOrigin = false

  /// What is passed over first; an origin counts where anything is transformed.
  var passedOver: String? {
    property ?? (isTransformed && hasOrigin ? "transform-origin" : nil)
  }

  /// Takes a tag's attributes, and what stands in its `style`.
  mutating func take(tag: ArraySlice<UInt8>) {
    var rest = tag
    while let mark = rest.firstIndex(of: UInt8(ascii: "=")) {
      let before = rest[..<mark].trimmed
      rest = rest[(mark + 1)...]
      let value = rest.drop { $0 <= 0x20 }
      guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
      else { continue }
      let inside = value.dropFirst().prefix { $0 != quote }
      rest = rest[inside.endIndex...]
      let isName = { (name: StaticString) in
        name.withUTF8Buffer { text in
          before.count >= text.count && before.suffix(text.count).elementsEqual(text)
            && before.dropLast(text.count).last.map { $0 <= 0x20 } ?? true
        }
      }
      if isName("style") {
        take(declarations: inside)
      } else if isName("transform") {
        take("transform", inside)
      } else if isName("transform-origin") {
        take("transform-origin", inside)
      }
    }
  }

  /// Takes a stylesheet without comments, or what stands in a `style`.
  mutating func take(declarations text: ArraySlice<UInt8>) {
    for piece in text.split(whereSeparator: { ";{}".utf8.contains($0) }) {
      guard let colon = piece.prefix(Self.longest).firstIndex(of: UInt8(ascii: ":")) else {
        continue
      }
      let name = String(decoding: piece[..<colon].trimmed, as: UTF8.self).lowercased()
      take(name, piece[(colon + 1)...])
    }
  }

  /// Bytes of a declaration in which its name stands.
  private static let longest = 60

  private mutating func take(_ name: String, _ value: ArraySlice<UInt8>) {
    guard ["transform", "transform-origin", "translate", "rotate", "scale"].contains(name) else {
      return
    }
    let text = String(decoding: value.trimmed.prefix(200), as: UTF8.self).lowercased()
    let isNothing = text.isEmpty || text.hasPrefix("none")
    let hasNumber = text.contains { ("1"..."9").contains($0) }
    switch name {
    case "transform": isTransformed = isTransformed || !isNothing
    case "transform-origin":
      let isElsewhere = ["center", "right", "bottom"].contains { text.contains($0) }
      hasOrigin = hasOrigin || hasNumber || isElsewhere
    case "scale":
      let isOne = text.split { $0 == " " || $0 == "," }.allSatisfy { $0 == "1" || $0 == "100%" }
      if !isNothing, !isOne { property = property ?? "the property scale" }
    default:
      if !isNothing, hasNumber { property = property ?? "the property \(name)" }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Without blanks at the ends.
  fileprivate var trimmed: ArraySlice<UInt8> {
    let head = drop { $0 <= 0x20 }
    return head.lastIndex { $0 > 0x20 }.map { head[...$0] } ?? head.prefix(0)
  }
}
