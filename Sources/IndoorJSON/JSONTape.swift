import CSIMDJSON
import IndoorModel

/// simdjson's parser: buffers that are reused from text to text.
final class JSONParser {
  private let handle: OpaquePointer

  init?() {
    guard let handle = csimdjson_parser_create() else { return nil }
    self.handle = handle
  }

  deinit { csimdjson_parser_destroy(handle) }

  /// Parses a text, behind which the padding is readable, onto a tape that nobody else looks at.
  func parse(_ text: UnsafeBufferPointer<UInt8>, onto tape: JSONTape, maximumDepth: Int)
    -> csimdjson_result
  {
    guard let bytes = text.baseAddress, !text.isEmpty else { return CSIMDJSON_INVALID }
    let result = csimdjson_parse(handle, tape.handle, bytes, text.count, maximumDepth)
    if result == CSIMDJSON_OK { tape.refresh() }
    return result
  }
}

/// One parsed text as simdjson's tape (doc/tape.md): a word a value, containers knowing where they
/// end.
///
/// Sendable although unchecked: it changes only in `JSONParser.parse`, which is called with a tape
/// that no node refers to.
final class JSONTape: @unchecked Sendable {
  fileprivate let handle: OpaquePointer
  private(set) var cursor: TapeCursor?

  init?() {
    guard let handle = csimdjson_document_create() else { return nil }
    self.handle = handle
  }

  deinit { csimdjson_document_destroy(handle) }

  fileprivate func refresh() {
    guard let words = csimdjson_tape(handle), let strings = csimdjson_strings(handle) else {
      return
    }
    cursor = TapeCursor(words: words, strings: strings)
  }
}

/// The tape's bare words. Valid as long as its `JSONTape` lives and isn't parsed onto again.
///
/// Sendable although of pointers: what they point to is only read. Indices are words; a valid one
/// is 1 (the text's value) or comes from here.
struct TapeCursor: @unchecked Sendable {
  let words: UnsafePointer<UInt64>
  let strings: UnsafePointer<UInt8>

  /// The word's kind, a letter.
  @inline(__always)
  func letter(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: words[index] >> 56) }

  /// The index behind the value.
  @inline(__always)
  func after(_ index: Int) -> Int {
    switch letter(index) {
    case Letter.array, Letter.object: Int(words[index] & 0xFFFF_FFFF)
    case Letter.double, Letter.signed, Letter.unsigned: index + 2
    default: index + 1
    }
  }

  /// The values or members in a container; exact below 2²⁴ - 1, where the tape's own count ends.
  func count(_ index: Int) -> Int { Int(words[index] >> 32 & 0xFF_FFFF) }

  /// The number, or `nil` where the value is none.
  @inline(__always)
  func number(_ index: Int) -> Double? {
    switch letter(index) {
    case Letter.double: Double(bitPattern: words[index + 1])
    case Letter.signed: Double(Int64(bitPattern: words[index + 1]))
    case Letter.unsigned: Double(words[index + 1])
    default: nil
    }
  }

  /// The bytes of a string; empty where the value is none.
  @inline(__always)
  func utf8(_ index: Int) -> UnsafeBufferPointer<UInt8> {
    guard letter(index) == Letter.string else { return UnsafeBufferPointer(start: nil, count: 0) }
    let start = strings + Int(words[index] & 0x00FF_FFFF_FFFF_FFFF)
    let length = UnsafeRawPointer(start).loadUnaligned(as: UInt32.self)
    return UnsafeBufferPointer(start: start + 4, count: Int(length))
  }

  /// The string, or `nil` where the value is none.
  func string(_ index: Int) -> String? {
    letter(index) == Letter.string ? String(decoding: utf8(index), as: UTF8.self).streamSafe : nil
  }

  /// The value of the object's last member of that name, or `nil`.
  func member(_ name: StaticString, of index: Int) -> Int? {
    member(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), of: index)
  }

  /// The value of the object's last member of that name in UTF-8, or else of the last that has
  /// blanks around it, which spreadsheets' columns bring along; `nil` where there is none.
  func member(_ name: UnsafeBufferPointer<UInt8>, of index: Int) -> Int? {
    guard letter(index) == Letter.object else { return nil }
    let end = after(index) - 1
    var found: Int?
    var padded: Int?
    var key = index + 1
    while key < end {
      let bytes = utf8(key)
      if bytes.count == name.count {
        if bytes.elementsEqual(name) { found = key + 1 }
      } else if bytes.count > name.count, bytes.count <= name.count + Self.mostBlank,
        !name.isEmpty, Self.isPadded(bytes), Self.trimmed(bytes).elementsEqual(name)
      {
        padded = key + 1
      }
      key = after(key + 1)
    }
    return found ?? padded
  }

  /// Whether there may be blanks at the ends.
  private static func isPadded(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    return first <= 0x20 || last <= 0x20 || first >= 0x80 || last >= 0x80
  }

  /// Bytes of blanks around a name that are looked at.
  private static let mostBlank = 16

  /// Without what nobody sees at its ends: white space, soft hyphens, spaces of no width, marks of
  /// direction, joiners and byte order marks.
  private static func trimmed(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    var (start, end) = (0, bytes.count)
    func isUnseen(at place: Int, _ count: Int) -> Bool {
      guard place >= start, place + count <= end else { return false }
      switch count {
      case 1: return (0x09...0x0D).contains(bytes[place]) || bytes[place] == 0x20
      case 2: return bytes[place] == 0xC2 && [0xA0, 0xAD].contains(bytes[place + 1])
      default:
        return switch (bytes[place], bytes[place + 1], bytes[place + 2]) {
        case (0xE2, 0x80, 0x80...0x8F), (0xE2, 0x80, 0xA8...0xAF), (0xE2, 0x81, 0x9F...0xAF),
          (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
          true
        default: false
        }
      }
    }
    while let count = (1...3).first(where: { isUnseen(at: start, $0) }) { start += count }
    while let count = (1...3).first(where: { isUnseen(at: end - $0, $0) }) { end -= count }
    return bytes[start..<end]
  }

  /// The name of the first member that another has too, or `nil`.
  func repeatedName(of index: Int) -> String? {
    guard letter(index) == Letter.object else { return nil }
    let end = after(index) - 1
    let isLong = count(index) > 16
    var names: Set<String> = []
    var key = index + 1
    while key < end {
      let next = after(key + 1)
      if isLong {
        let name = string(key) ?? ""
        if !names.insert(name).inserted { return name }
      } else {
        // Of a few each with each: lines of recordings are many.
        let bytes = utf8(key)
        var other = next
        while other < end {
          let others = utf8(other)
          if bytes.count == others.count, bytes.elementsEqual(others) { return string(key) }
          other = after(other + 1)
        }
      }
      key = next
    }
    return nil
  }

  /// Calls the body with each object in a value, and its first name that it has twice, where it has
  /// one.
  func forEachRepeatedName(in index: Int, _ body: (_ object: Int, _ name: String) -> Void) {
    let end = after(index)
    var index = index
    while index < end {
      switch letter(index) {
      case Letter.object:
        if let name = repeatedName(of: index) { body(index, name) }
        index += 1
      case Letter.double, Letter.signed, Letter.unsigned: index += 2
      default: index += 1
      }
    }
  }

  /// The tape's letters.
  enum Letter {
    static let array = UInt8(ascii: "[")
    static let object = UInt8(ascii: "{")
    static let string = UInt8(ascii: "\"")
    static let double = UInt8(ascii: "d")
    static let signed = UInt8(ascii: "l")
    static let unsigned = UInt8(ascii: "u")
    static let isTrue = UInt8(ascii: "t")
    static let isFalse = UInt8(ascii: "f")
  }
}
