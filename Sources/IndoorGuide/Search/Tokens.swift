/// The words of a text, folded: runs of letters, marks and digits; numbers such as `2003.238.1`
/// in parts and whole, as are words with an apostrophe or a space of no width, which are left out
/// when they are typed; of Chinese and Japanese, pairs of characters.
///
/// It keeps its memory from one text to the next.
package struct Tokens: Sendable {
  /// All tokens' UTF-8 bytes, one behind the other.
  private(set) var bytes: [UInt8] = []
  /// Where each token is in `bytes`.
  private(set) var ranges: [Range<Int>] = []
  /// The text that is being read, folded.
  private var scalars: [Unicode.Scalar] = []
  /// The number that is being read, with what joins its parts.
  private var whole: [UInt8] = []
  /// The last text that was made plain.
  private var plain: [UInt8] = []

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
  package mutating func add(_ text: String) {
    text.visitPieces { add($0, isQuery: false) }
  }

  /// Reads the tokens of a text that things are found by, in memory that doesn't grow with it.
  mutating func read(_ text: String, _ body: (ArraySlice<UInt8>) -> Void) {
    text.visitPieces { piece in
      removeAll()
      add(piece, isQuery: false)
      for range in ranges { body(bytes[range]) }
    }
  }

  /// Adds the tokens that a query asks for: of a number the whole, and of a run of Chinese only
  /// what it takes.
  package mutating func add(query text: String) {
    text.visitPieces { add($0, isQuery: true) }
  }

  private mutating func add(_ text: Substring, isQuery: Bool) {
    Folding.searchable(text, into: &scalars)
    var run = Run(start: bytes.count)
    for index in scalars.indices {
      let scalar = scalars[index]
      switch TokenLetter(scalar) {
      case .word:
        endCharacters(&run, isQuery)
        take(scalar, &run)
      case .character:
        if run.last == nil { endWord(&run, isQuery) }
        take(character: scalar, &run)
      case .joint where run.isNumber && bytes.count > run.part:
        endPart(&run)
        run.joint = UInt8(truncatingIfNeeded: scalar.value)
      case .joint, .apostrophe, .space:
        endCharacters(&run, isQuery)
        endWord(&run, isQuery)
      }
    }
    endCharacters(&run, isQuery)
    endWord(&run, isQuery)
    if !isQuery { addWhole() }
  }

  /// Adds words that apostrophes divide once more without them: `okeeffe` of O’Keeffe.
  private mutating func addWhole() {
    guard scalars.contains(where: TokenLetter.isApostrophe) else { return }
    for word in scalars.split(whereSeparator: { !TokenLetter($0).isOfWord }) {
      let parts = word.split(whereSeparator: TokenLetter.isApostrophe)
      guard parts.count > 1 else { continue }
      let start = bytes.count
      for scalar in parts.joined() {
        if let utf8 = UTF8.encode(scalar) { bytes.append(contentsOf: utf8) }
      }
      ranges.append(start..<bytes.count)
    }
  }

  /// What is being read: a word or a number whose last part begins at `part`, or a run of Chinese.
  private struct Run {
    var start: Int
    var part: Int
    var parts = 0
    var isNumber = false
    var joint: UInt8?
    var last: Unicode.Scalar?
    var characters = 0

    init(start: Int) {
      self.start = start
      part = start
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ run: inout Run) {
    if run.parts == 0, bytes.count == run.start {
      run.isNumber = LetterKind(scalar) == .digit
      whole.removeAll(keepingCapacity: true)
    }
    if let joint = run.joint {
      whole.append(joint)
      run.joint = nil
    }
    guard let utf8 = UTF8.encode(scalar) else { return }
    for byte in utf8 {
      bytes.append(byte)
      if run.isNumber { whole.append(byte) }
    }
  }

  private mutating func endPart(_ run: inout Run) {
    guard bytes.count > run.part else { return }
    ranges.append(run.part..<bytes.count)
    run.part = bytes.count
    run.parts += 1
  }

  private mutating func endWord(_ run: inout Run, _ isQuery: Bool) {
    endPart(&run)
    if run.parts > 1 {
      if isQuery {
        ranges.removeLast(run.parts)
        bytes.removeLast(bytes.count - run.start)
      }
      let start = bytes.count
      bytes.append(contentsOf: whole)
      ranges.append(start..<bytes.count)
    }
    run = Run(start: bytes.count)
  }

  private mutating func take(character: Unicode.Scalar, _ run: inout Run) {
    if let last = run.last { append(last, character) }
    run.last = character
    run.characters += 1
    (run.start, run.part) = (bytes.count, bytes.count)
  }

  private mutating func endCharacters(_ run: inout Run, _ isQuery: Bool) {
    guard let last = run.last else { return }
    // The last one alone is found too, by whoever types nothing else.
    if run.characters == 1 || !isQuery { append(last, nil) }
    run = Run(start: bytes.count)
  }

  private mutating func append(_ first: Unicode.Scalar, _ second: Unicode.Scalar?) {
    let start = bytes.count
    if let utf8 = UTF8.encode(first) { bytes.append(contentsOf: utf8) }
    if let utf8 = second.flatMap(UTF8.encode) { bytes.append(contentsOf: utf8) }
    ranges.append(start..<bytes.count)
  }

  // MARK: Plain texts

  /// A text with a single space wherever something stands that is no word, and none at its ends:
  /// what titles are compared by.
  package static func normal(_ text: String) -> [UInt8] {
    var tokens = Tokens()
    return Array(tokens.normal(text))
  }

  /// The same, in memory that is used again.
  mutating func normal(_ text: String) -> ArraySlice<UInt8> {
    plain.removeAll(keepingCapacity: true)
    var hasGap = false
    text.visitPieces { addPlain($0, &hasGap) }
    return plain[...]
  }

  /// The same of the first piece of a text: what it begins with.
  mutating func beginning(_ text: String) -> ArraySlice<UInt8> {
    plain.removeAll(keepingCapacity: true)
    var hasGap = false
    addPlain(text.firstPiece, &hasGap)
    return plain[...]
  }

  private mutating func addPlain(_ text: Substring, _ hasGap: inout Bool) {
    Folding.searchable(text, into: &scalars)
    for index in scalars.indices {
      switch TokenLetter(scalars[index]) {
      case .word, .character:
        if hasGap, !plain.isEmpty { plain.append(UInt8(ascii: " ")) }
        hasGap = false
        if let utf8 = UTF8.encode(scalars[index]) { plain.append(contentsOf: utf8) }
      case .joint, .apostrophe, .space: hasGap = true
      }
    }
  }
}

/// What a code point is to a token.
enum TokenLetter {
  case word
  /// One that is a word of its own.
  case character
  /// What holds a number's parts together.
  case joint
  case apostrophe
  case space

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x30...0x39, 0x61...0x7A: self = .word
    case 0x2D, 0x2E, 0x2F: self = .joint
    case _ where Self.isApostrophe(scalar): self = .apostrophe
    case 0..<0x80: self = .space
    case 0x30A0, 0x30FB: self = .space
    case 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x3FFFD:
      self = .character
    default:
      self = LetterKind(scalar) == .other ? .space : .word
    }
  }

  /// Whether a code point is an apostrophe, or a letter that looks like one.
  static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "\u{2018}", "\u{2019}", "\u{2BB}", "\u{2BC}": true
    default: isZeroWidth(scalar)
    }
  }

  /// Whether nobody sees it, and it parts a word, or what some take for one, as Thai and Persian
  /// have it: a space of no width, or what keeps letters from joining.
  static func isZeroWidth(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200B}" || scalar == "\u{200C}"
  }

  /// Whether it is a word's letter or stands between such.
  var isOfWord: Bool {
    switch self {
    case .word, .apostrophe: true
    case .character, .joint, .space: false
    }
  }
}
