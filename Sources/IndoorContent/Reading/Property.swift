import IndoorJSON
import IndoorModel

/// A value as sources nest them, whatever they are written in.
enum Property {
  case nothing
  case string(String)
  case array([Property])
  case dictionary(PropertyMembers)

  typealias Members = PropertyMembers

  /// A JSON value: numbers and truth values become texts.
  init(_ node: JSONNode) {
    switch node.kind {
    case .null: self = .nothing
    case .bool: self = .string(node.bool == true ? "true" : "false")
    case .number:
      // Those of over 63 bits, too.
      let whole = node.digits.flatMap { $0.utf8.allSatisfy { $0 < 0x3A && $0 != 0x2E } ? $0 : nil }
      self = .string(whole ?? JSONOutput.number(node.number ?? .nan).text())
    case .string: self = .string(node.string ?? "")
    case .array: self = .array(node.elements.map { Property($0) })
    case .object:
      self = .dictionary(
        Members(
          all: Self.named(
            node.members.map { Members.Member(key: $0.key, value: Property($0.value)) })))
    }
  }

  /// Members by their names without what nobody sees around them, as tables have columns, where no
  /// other is called so.
  private static func named(_ members: [Members.Member]) -> [Members.Member] {
    guard members.contains(where: { $0.key.seen != $0.key }) else { return members }
    var taken = Set(members.map(\.key))
    return members.map { member in
      let name = member.key.seen
      guard name != member.key, taken.insert(name).inserted else { return member }
      return Members.Member(key: name, value: member.value)
    }
  }

  /// The text, `nil` where it is none.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The text without white space around it, `nil` where nothing is left, or what programs write
  /// for nothing. A list of one is that one, as programs write it that make JSON of XML.
  var word: String? { written(nothing: false) }

  /// - Parameter nothing: whether what programs write for nothing is a word.
  private func written(nothing: Bool) -> String? {
    guard let text = alone.text else { return nil }
    let word = Words.trimmed(text)
    return word.isEmpty || !nothing && GuideText.isNull(word) ? nil : word
  }

  /// Whether it is a text that programs write for nothing.
  var isNull: Bool { word == nil && written(nothing: true) != nil }

  /// The list's values; one value that stands alone is a list of it. A dictionary whose keys are
  /// all whole numbers is one too: PHP writes lists so of which some were taken out.
  var list: [Property] {
    switch self {
    case .array(let values): values
    case .nothing: []
    case .dictionary(let members) where members.areNumbered: members.all.map(\.value)
    case .string, .dictionary: [self]
    }
  }

  /// What a list of one holds; itself where it is none.
  private var alone: Property {
    if case .array(let values) = self, values.count == 1 { values[0] } else { self }
  }

  /// The members, none where it is no dictionary or list of one.
  var members: Members { if case .dictionary(let members) = alone { members } else { Members() } }

  subscript(_ key: String) -> Property { members[key] }

  /// Whether there is a word anywhere in it.
  var saysAnything: Bool {
    switch self {
    case .nothing: false
    case .string: written(nothing: true) != nil
    case .array(let values): values.contains { $0.saysAnything }
    case .dictionary(let members): members.all.contains { $0.value.saysAnything }
    }
  }

  /// What a text can hold of it: a text as it is, anything else as JSON.
  var written: String { text ?? json.text() }

  private var json: JSONOutput {
    switch self {
    case .nothing: .null
    case .string(let text): .string(text)
    case .array(let values): .array(values.map(\.json))
    case .dictionary(let members): .object(members.all.map { ($0.key, $0.value.json) })
    }
  }
}

/// A dictionary's members in order.
struct PropertyMembers {
  /// One of them.
  struct Member {
    let key: String
    let value: Property
  }

  var all: [Member] = []
  /// The line that it begins in, where known.
  var line: Int?

  /// Whether there are any, and all are called by whole numbers.
  var areNumbered: Bool {
    !all.isEmpty && all.allSatisfy { UInt32($0.key).map(String.init) == $0.key }
  }

  /// The members as names and values.
  var pairs: [(key: String, value: Property)] { all.map { ($0.key, $0.value) } }

  /// The last of that name, as in JSON; nothing where there is none.
  subscript(_ key: String) -> Property { all.last { $0.key == key }?.value ?? .nothing }
}

/// What every reader asks of words.
enum Words {
  /// Without white space and byte order marks at its ends.
  static func trimmed(_ text: String) -> String {
    guard let first = text.utf8.first, let last = text.utf8.last else { return text }
    // Nearly all begin and end with what is plainly a letter.
    if (0x21..<0x80).contains(first), (0x21..<0x80).contains(last) { return text }
    let scalars = text.unicodeScalars
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar == "\u{FEFF}"
    }
    guard let start = scalars.firstIndex(where: { !isBlank($0) }),
      let end = scalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(scalars[start...end])
  }

  /// Whether a sign breaks lines as the line feed does: the vertical tab, as FileMaker exports
  /// returns within a field, and Unicode's separators of lines and paragraphs.
  static func isOtherBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{B}" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  /// A text in which lines are broken by line feeds where they were by other signs.
  static func withPlainBreaks(_ text: String) -> String {
    // The first bytes of those signs (UTF-8).
    guard text.utf8.contains(where: { $0 == 0x0B || $0 == 0xE2 }),
      text.unicodeScalars.contains(where: isOtherBreak)
    else { return text }
    var plain = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { plain.append(isOtherBreak(scalar) ? "\n" : scalar) }
    return String(plain)
  }

  /// On one line, as sentences are: each line break is a space, and so is the NUL, which ends texts
  /// in C.
  static func onOneLine(_ text: String) -> String {
    func isBreak(_ character: Character) -> Bool { character.isNewline || character == "\0" }
    guard text.contains(where: isBreak) else { return text }
    return String(text.map { isBreak($0) ? " " : $0 })
  }

  /// A whole number, also where it is written as 1.0, as by programs that know no others.
  static func whole(_ text: String) -> Int? {
    Int(text) ?? Double(decimal: text).flatMap { Int(exactly: $0) }
  }

  /// A yes or a no, as tables and feeds have them; `nil` for anything else.
  static func answer(_ word: String) -> Bool? {
    switch word.lowercased() {
    case "1", "1.0", "true", "yes", "y", "on": true
    case "0", "0.0", "false", "no", "n", "off": false
    default: nil
    }
  }

  /// Whether a text has tags in it.
  static func hasTags(_ text: String) -> Bool {
    var rest = text.utf8[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[rest.index(after: open)...]
      if rest.first == UInt8(ascii: "/") { rest = rest.dropFirst() }
      guard let letter = rest.first, (letter | 0x20) >= UInt8(ascii: "a"),
        (letter | 0x20) <= UInt8(ascii: "z")
      else { continue }
      if rest.prefix(200).contains(UInt8(ascii: ">")) { return true }
    }
    return false
  }
}
