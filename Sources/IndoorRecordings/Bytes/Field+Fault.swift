import IndoorModel

extension [Field] {
  /// Why fields that should hold numbers in their range don't: the first that holds none says it.
  var faultOfNumbers: SkippedLines.Reason {
    guard let field = first(where: { $0.number == nil }) else { return .outOfRange }
    if field.hasDecimalComma { return .decimalComma }
    return field.isDressed ? .dressedNumber : .notANumber
  }
}

extension Field {
  /// Why it holds no time, where it may be one that a spreadsheet shortened.
  func faultOfTime(_ other: SkippedLines.Reason) -> SkippedLines.Reason {
    // Of fewer digits than a time of whole seconds has.
    guard trimmed.count < 16,
      trimmed.text.wholeMatch(of: #/[0-9]([.,][0-9]{0,8})?[eE]\+?[0-9]{1,2}/#) != nil,
      let value = Double(trimmed.text.replacing(",", with: ".")), value >= 1e8
    else { return other }
    return .shortenedTime
  }

  /// Whether a spreadsheet cut it to digits of which the last one is worth over `worth`.
  func isShortened(beyond worth: Double) -> Bool {
    count < 24 && hasExponent && Double.isShortened(text, beyond: worth)
  }

  private var hasExponent: Bool {
    UnsafeBufferPointer(start: start, count: count).contains { $0 | 0x20 == UInt8(ascii: "e") }
  }

  /// Whether it would be a number without the unit behind it, and with a hyphen for its minus
  /// (U+2212) or dash (U+2013).
  var isDressed: Bool {
    guard count < 64, number == nil else { return false }
    var bare = text.replacing("\u{2212}", with: "-").replacing("\u{2013}", with: "-")
    while let last = bare.last, last.isLetter || last.isWhitespace || "°%".contains(last) {
      bare.removeLast()
    }
    return Field.with(bare) { $0.number } != nil
  }

  /// Whether it would be a number if its comma were a point.
  var hasDecimalComma: Bool {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.first.map({ $0 >= 0x30 && $0 <= 0x39 }) == true else {
      return false
    }
    return Field.with(parts.joined(separator: ".")) { $0.number } != nil
  }
}
