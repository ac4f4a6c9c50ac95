/// Makes texts comparable: NFKD, full case folding, NFKD again (Unicode 15), Hangul composed.
///
/// The standard library has neither form: `FoldTable` says what each code point becomes.
package enum Folding {
  /// A text folded; marks stay.
  package static func folded(_ text: String) -> String {
    var scalars: [Unicode.Scalar] = []
    fold(text[...], into: &scalars)
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Puts a text into a list, folded as search compares it: marks are dropped behind Latin, Greek,
  /// Cyrillic, Hebrew and Arabic letters, letters that are typed as others become these, and what
  /// nobody sees, as a soft hyphen, is left out.
  static func searchable(_ text: Substring, into scalars: inout [Unicode.Scalar]) {
    scalars.removeAll(keepingCapacity: true)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 {
        scalars.append(Unicode.Scalar((0x41...0x5A).contains(byte) ? byte | 0x20 : byte))
      }
      return
    }
    fold(text, into: &scalars, typed: true)
    var (kept, dropsMarks) = (0, false)
    for index in scalars.indices {
      let scalar = scalars[index]
      if isUnseen(scalar), !TokenLetter.isZeroWidth(scalar) { continue }
      if scalar.value >= 0x300, LetterKind(scalar) == .mark {
        if dropsMarks { continue }
      } else {
        dropsMarks = losesMarks(scalar)
      }
      scalars[kept] = scalar
      kept += 1
    }
    scalars.removeLast(scalars.count - kept)
  }

  /// What is in a text unseen, as where a word may be broken (Unicode 15,
  /// `Default_Ignorable_Code_Point`).
  private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xAD: true
    case 0x34F...0x61C, 0x115F...0x180F, 0x200B...0x206F, 0x3164, 0xFE00...0xFFA0, 0xE0000...:
      scalar.properties.isDefaultIgnorableCodePoint
    default: false
    }
  }

  /// - Parameter isTyped: whether letters become what they are typed as.
  private static func fold(
    _ text: Substring, into scalars: inout [Unicode.Scalar], typed isTyped: Bool = false
  ) {
    scalars.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      let start = scalars.count
      table.append(scalar, to: &scalars)
      guard isTyped, let (first, second) = typed(scalars[start]) else { continue }
      scalars[start] = first
      if let second { scalars.insert(second, at: start + 1) }
    }
    putMarksInOrder(&scalars)
    composeHangul(&scalars)
  }

  /// What people type for a small letter that Unicode takes for one of its own, where their
  /// keyboard hasn't got it; `nil` for all others.
  private static func typed(
    _ letter: Unicode.Scalar
  ) -> (first: Unicode.Scalar, second: Unicode.Scalar?)? {
    switch letter {
    case "ø": ("o", nil)
    case "ł": ("l", nil)
    case "đ", "ð": ("d", nil)
    case "ħ": ("h", nil)
    case "ŧ": ("t", nil)
    case "ı": ("i", nil)
    case "æ": ("a", "e")
    case "œ": ("o", "e")
    case "þ": ("t", "h")
    default: digit(letter).map { ($0, nil) }
    }
  }

  /// The digit 0 to 9 that one of another script stands for: keyboards have only one kind of them.
  private static func digit(_ letter: Unicode.Scalar) -> Unicode.Scalar? {
    guard letter.value >= 0x660, LetterKind(letter) == .digit,
      let value = letter.properties.numericValue.flatMap({ UInt8(exactly: $0) })
    else { return nil }
    return Unicode.Scalar(UInt8(ascii: "0") + value)
  }

  /// Canonical ordering (Unicode 15, D109), and then the iota that is a mark until it is folded.
  private static func putMarksInOrder(_ scalars: inout [Unicode.Scalar]) {
    func order(_ scalar: Unicode.Scalar) -> UInt8 {
      scalar.value < 0x300 ? 0 : scalar.properties.canonicalCombiningClass.rawValue
    }
    var start = 0
    while start < scalars.count {
      var (end, last, isInOrder) = (start, UInt8(1), true)
      while end < scalars.count {
        let next = order(scalars[end])
        if next == 0 { break }
        isInOrder = isInOrder && next >= last
        last = next
        end += 1
      }
      if !isInOrder {
        // Each class is looked up once; those of one class stay as they are.
        let classes = scalars[start..<end].enumerated()
          .map { (order: order($0.element), place: $0.offset, mark: $0.element) }
          .sorted { ($0.order, $0.place) < ($1.order, $1.place) }
        for (place, entry) in classes.enumerated() { scalars[start + place] = entry.mark }
      }
      start = end + 1
    }
    for index in scalars.indices where scalars[index] == "\u{345}" { scalars[index] = "\u{3B9}" }
  }

  /// Hangul composition (Unicode 15, 3.12).
  private static func composeHangul(_ scalars: inout [Unicode.Scalar]) {
    guard scalars.contains(where: { (0x1100...0x11FF).contains($0.value) }) else { return }
    var kept = 0
    for index in scalars.indices {
      let scalar = scalars[index]
      if kept > 0, let whole = composed(scalars[kept - 1].value, scalar.value) {
        scalars[kept - 1] = whole
      } else {
        scalars[kept] = scalar
        kept += 1
      }
    }
    scalars.removeLast(scalars.count - kept)
  }

  private static func composed(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    if (0x1100..<0x1113).contains(first), (0x1161..<0x1176).contains(second) {
      return Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28)
    }
    if (0xAC00..<0xD7A4).contains(first), (first - 0xAC00) % 28 == 0,
      (0x11A8..<0x11C3).contains(second)
    {
      return Unicode.Scalar(first + second - 0x11A7)
    }
    return nil
  }

  /// Whether a letter is of a script whose marks people leave out when they type.
  private static func losesMarks(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
      0xA720...0xA7FF, 0xAB30...0xAB6F:
      true
    case 0x370...0x3FF, 0x1F00...0x1FFF: true
    case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: true
    case 0x590...0x6FF, 0x750...0x77F, 0x870...0x8FF: true
    default: false
    }
  }

  private static let table = Unpacked()

  /// The table, to be looked up.
  private struct Unpacked {
    /// Code points of which each `step`-th is moved by a distance, or one that becomes several.
    private struct Run {
      let first: UInt32
      let last: UInt32
      let step: UInt32
      let distance: Int32
      let parts: Range<Int>
    }

    private var runs: [Run] = []
    private var parts: [Unicode.Scalar] = []

    init() {
      var reader = PackedReader(FoldTable.packed)
      var point: UInt32 = 0
      while let gap = reader.number(), let shape = reader.number() {
        point &+= gap
        if shape & 1 == 0 {
          let step = (shape >> 1 & 1) + 1
          let last = point &+ (shape >> 2) &* step
          runs.append(
            Run(
              first: point, last: last, step: step, distance: reader.distance(), parts: 0..<0))
          point = last
        } else {
          let start = parts.count
          var value: Int32 = 0
          for _ in 0...(shape >> 2) {
            value &+= reader.distance()
            parts.append(Unicode.Scalar(UInt32(bitPattern: value)) ?? "\u{FFFD}")
          }
          runs.append(
            Run(first: point, last: point, step: 1, distance: 0, parts: start..<parts.count))
        }
      }
    }

    /// Appends what a code point becomes.
    func append(_ scalar: Unicode.Scalar, to scalars: inout [Unicode.Scalar]) {
      let value = scalar.value
      if value < 0x80 {
        let isUpper = (0x41...0x5A).contains(value)
        return scalars.append(isUpper ? Unicode.Scalar(UInt8(value + 32)) : scalar)
      }
      var (low, high) = (0, runs.count)
      while low < high {
        let middle = (low + high) / 2
        if runs[middle].last < value { low = middle + 1 } else { high = middle }
      }
      guard low < runs.count, case let run = runs[low], run.first <= value,
        (value - run.first) % run.step == 0
      else { return scalars.append(scalar) }
      if run.parts.isEmpty {
        let moved = UInt32(bitPattern: Int32(bitPattern: value) &+ run.distance)
        scalars.append(Unicode.Scalar(moved) ?? scalar)
      } else {
        scalars.append(contentsOf: parts[run.parts])
      }
    }
  }
}

/// Reads whole numbers, seven bits a byte, from base64.
private struct PackedReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var bits: UInt32 = 0
  private var count = 0

  init(_ text: StaticString) {
    bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// A number, `nil` at the end.
  mutating func number() -> UInt32? {
    var (value, shift): (UInt32, UInt32) = (0, 0)
    while let byte = byte() {
      value |= UInt32(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    return nil
  }

  /// A number that may be negative.
  mutating func distance() -> Int32 {
    let number = number() ?? 0
    return number & 1 == 0
      ? Int32(bitPattern: number >> 1) : -Int32(bitPattern: (number >> 1)) - 1
  }

  private mutating func byte() -> UInt8? {
    while count < 8 {
      guard position < bytes.count, let six = Self.value(of: bytes[position]) else { return nil }
      bits = bits << 6 | six
      count += 6
      position += 1
    }
    count -= 8
    return UInt8(truncatingIfNeeded: bits >> UInt32(count))
  }

  private static func value(of letter: UInt8) -> UInt32? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(letter - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(letter - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(letter - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
