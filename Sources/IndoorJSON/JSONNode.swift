/// A value of a parsed JSON text. It keeps the text's parsed form alive.
///
/// Asking it for what it isn't gives `nil`, so that an optional chain reads a path:
/// `node["a"]?["b"]?.number`.
public struct JSONNode: Sendable {
  private let tape: JSONTape
  private let cursor: TapeCursor
  let index: Int

  init?(tape: JSONTape) {
    guard let cursor = tape.cursor else { return nil }
    self.init(tape: tape, cursor: cursor, index: 1)
  }

  private init(tape: JSONTape, cursor: TapeCursor, index: Int) {
    self.tape = tape
    self.cursor = cursor
    self.index = index
  }

  /// What a value is.
  public enum Kind: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool
    /// A number.
    case number
    /// A string.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  /// What the value is.
  public var kind: Kind {
    switch read({ $0.letter(index) }) {
    case TapeCursor.Letter.object: .object
    case TapeCursor.Letter.array: .array
    case TapeCursor.Letter.string: .string
    case TapeCursor.Letter.double, TapeCursor.Letter.signed, TapeCursor.Letter.unsigned: .number
    case TapeCursor.Letter.isTrue, TapeCursor.Letter.isFalse: .bool
    default: .null
    }
  }

  /// The member of that name, or `nil` where this is no object or has none. Of two equal names the
  /// last wins, as in ECMAScript, Python and GDAL. One with blanks around it counts where none is
  /// without, as that of a spreadsheet's column does that GDAL made JSON of.
  public subscript(_ name: String) -> JSONNode? {
    var name = name
    return name.withUTF8 { name in read { $0.member(name, of: index) } }.map(at)
  }

  /// The first name that the object has twice, or `nil`: of its values the last counts.
  public var repeatedName: String? { read { $0.repeatedName(of: index) } }

  /// Calls the body with each object in this value, or that it is, and the first name that it has
  /// twice, where it has one.
  package func forEachRepeatedName(_ body: (_ object: JSONNode, _ name: String) -> Void) {
    read { tape in tape.forEachRepeatedName(in: index) { body(at($0), $1) } }
  }

  /// The number, or `nil` where this is none. Integers beyond 2⁵³ are rounded.
  public var number: Double? { read { $0.number(index) } }

  /// The whole number, or `nil` where this is none or doesn't fit; `1.0` is one.
  public var integer: Int64? {
    guard kind == .number else { return nil }
    let word = read { $0.words[index + 1] }
    return switch read({ $0.letter(index) }) {
    case TapeCursor.Letter.signed: Int64(bitPattern: word)
    case TapeCursor.Letter.unsigned: Int64(exactly: word)
    case TapeCursor.Letter.double: Int64(exactly: Double(bitPattern: word))
    default: nil
    }
  }

  /// The whole number of over 2⁶³ - 1, or `nil` where this is none.
  var unsigned: UInt64? {
    guard kind == .number, read({ $0.letter(index) }) == TapeCursor.Letter.unsigned else {
      return nil
    }
    return read { $0.words[index + 1] }
  }

  /// The number's shortest decimal text, or `nil` where this is none: `1` of `1.0`, too.
  package var digits: String? {
    guard kind == .number else { return nil }
    return unsigned.map(String.init) ?? integer.map(String.init) ?? number.map { "\($0)" }
  }

  /// The string, or `nil` where this is none. It may hold U+0000.
  public var string: String? { read { $0.string(index) } }

  /// The UTF-8 bytes of the string, or `nil` where this is none, without making a `String`.
  public func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
    kind == .string ? read { body($0.utf8(index)) } : nil
  }

  /// The truth value, or `nil` where this is none.
  public var bool: Bool? {
    switch read({ $0.letter(index) }) {
    case TapeCursor.Letter.isTrue: true
    case TapeCursor.Letter.isFalse: false
    default: nil
    }
  }

  /// Whether this is `null`.
  public var isNull: Bool { kind == .null }

  /// The array's values, none where this is no array.
  public var elements: JSONElements { JSONElements(array: self) }

  /// The object's members in order, none where this is no object. Equal names come as often as they
  /// stand there.
  public var members: JSONMembers { JSONMembers(object: self) }

  /// Reads from the tape, which lives at least until then.
  @inline(__always)
  func read<Result>(_ body: (TapeCursor) -> Result) -> Result {
    withExtendedLifetime(tape) { body(cursor) }
  }

  func at(_ index: Int) -> JSONNode { JSONNode(tape: tape, cursor: cursor, index: index) }
}
