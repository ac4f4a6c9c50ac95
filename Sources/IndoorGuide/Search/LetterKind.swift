/// What Unicode takes a code point for, as far as words are told by it.
enum LetterKind: UInt8 {
  case other
  /// A letter or a number that is no digit, and a mark that takes room beside a letter.
  case letter
  /// A digit of a decimal number.
  case digit
  /// A mark on or around a letter.
  case mark

  init(_ scalar: Unicode.Scalar) {
    self =
      if scalar.value < Self.known.count {
        Self.known[Int(scalar.value)]
      } else {
        Self(looking: scalar)
      }
  }

  /// Those of nearly all scripts that letters and marks make words of: to look one up in the
  /// standard library takes thirty times as long.
  private static let known = (0..<0x3000).map { (value: UInt32) in
    Unicode.Scalar(value).map(Self.init(looking:)) ?? .other
  }

  private init(looking scalar: Unicode.Scalar) {
    self =
      switch scalar.properties.generalCategory {
      case .decimalNumber: .digit
      case .nonspacingMark, .enclosingMark: .mark
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .spacingMark, .letterNumber, .otherNumber:
        .letter
      default: .other
      }
  }
}
