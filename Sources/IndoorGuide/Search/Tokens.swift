/// The words of a text, folded: runs of letters, marks and digits; numbers such as `2003.238.1`
/// whole and in parts; of Chinese and Japanese, pairs of characters.
package struct Tokens {
  /// All tokens' UTF-8 bytes, one behind the other.
  private(set) var bytes: [UInt8] = []
  /// Where each token is in `bytes`.
  private(set) var ranges: [Range<Int>] = []

  /// Takes no text yet.
  package init() {}

  /// The tokens, as texts.
  package var texts: [String] { ranges.map { String(decoding: bytes[$0], as: UTF8.self) } }

  /// Forgets all tokens, and keeps the room for others.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
  }

  /// Adds the tokens of a text that things are found by.
  package mutating func add(_ text: String) { add(text, isQuery: false) }

  /// Adds the tokens that a query asks for: of a number the whole, and of a run of Chinese only
  /// what it takes.
  package mutating func add(query text: String) { add(text, isQuery: true) }

  private mutating func add(_ text: String, isQuery: Bool) {
    var run = Run()
    for scalar in Folding.searchable(text) {
      switch Letter(scalar) {
      case .word: take(scalar, &run, isQuery)
      case .character:
        if !run.current.isEmpty || !run.parts.isEmpty { end(&run, isQuery) }
        run.characters.append(scalar)
        continue
      case .joint where run.isNumber && !run.current.isEmpty:
        endPart(&run)
        run.joint = UInt8(truncatingIfNeeded: scalar.value)
        continue
      case .joint, .space: end(&run, isQuery)
      }
      if !run.characters.isEmpty { endCharacters(&run, isQuery) }
    }
    end(&run, isQuery)
  }

  /// What is being read.
  private struct Run {
    /// The word so far.
    var current: [UInt8] = []
    /// A number's parts before it, with what joins them.
    var whole: [UInt8] = []
    var joint: UInt8?
    var parts: [[UInt8]] = []
    var isNumber = false
    /// A run of Chinese or Japanese.
    var characters: [Unicode.Scalar] = []
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ run: inout Run, _ isQuery: Bool) {
    if !run.characters.isEmpty { endCharacters(&run, isQuery) }
    if run.current.isEmpty, run.whole.isEmpty {
      run.isNumber = scalar.properties.generalCategory == .decimalNumber
    }
    if let joint = run.joint {
      run.whole.append(joint)
      run.joint = nil
    }
    UTF8.encode(scalar)?.forEach { run.current.append($0) }
  }

  private func endPart(_ run: inout Run) {
    run.whole.append(contentsOf: run.current)
    run.parts.append(run.current)
    run.current = []
  }

  private mutating func end(_ run: inout Run, _ isQuery: Bool) {
    endCharacters(&run, isQuery)
    if !run.current.isEmpty { endPart(&run) }
    if run.parts.count > 1 { append(run.whole) }
    if run.parts.count == 1 || !isQuery { for part in run.parts { append(part) } }
    run = Run()
  }

  private mutating func endCharacters(_ run: inout Run, _ isQuery: Bool) {
    let characters = run.characters
    guard let last = characters.last else { return }
    for (first, second) in zip(characters, characters.dropFirst()) {
      append(Self.utf8(first) + Self.utf8(second))
    }
    // The last one alone is found too, by whoever types nothing else.
    if characters.count == 1 || !isQuery { append(Self.utf8(last)) }
    run.characters = []
  }

  private mutating func append(_ token: [UInt8]) {
    let start = bytes.count
    bytes.append(contentsOf: token)
    ranges.append(start..<bytes.count)
  }

  private static func utf8(_ scalar: Unicode.Scalar) -> [UInt8] {
    UTF8.encode(scalar).map { Array($0) } ?? []
  }

  /// What a code point is to a token.
  private enum Letter {
    case word
    /// One that is a word of its own.
    case character
    /// What holds a number's parts together.
    case joint
    case space

    init(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x30...0x39, 0x61...0x7A: self = .word
      case 0x2D, 0x2E, 0x2F: self = .joint
      case 0..<0x80: self = .space
      case 0x30A0, 0x30FB: self = .space
      case 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
        0x20000...0x3FFFD:
        self = .character
      default:
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
          .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
          .otherNumber:
          self = .word
        default: self = .space
        }
      }
    }
  }

  /// A text with a single space wherever something stands that is no word, and none at its ends:
  /// what titles are compared by.
  package static func normal(_ text: String) -> [UInt8] {
    var (bytes, hasGap): ([UInt8], Bool) = ([], false)
    bytes.reserveCapacity(text.utf8.count)
    for scalar in Folding.searchable(text) {
      switch Letter(scalar) {
      case .word, .character:
        if hasGap, !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
        hasGap = false
        UTF8.encode(scalar)?.forEach { bytes.append($0) }
      case .joint, .space: hasGap = true
      }
    }
    return bytes
  }
}
