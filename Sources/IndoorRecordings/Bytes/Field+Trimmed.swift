extension Field {
  /// The field without white space around it: spaces and tabs, those that don't break a line, which
  /// spreadsheets copy, and byte order marks, which stay inside where files are put together.
  var trimmed: Field {
    var field = self
    while field.count > 0 {
      let width = field.blankWidth(first: true)
      guard width > 0 else { break }
      field.start += width
    }
    while field.count > 0 {
      let width = field.blankWidth(first: false)
      guard width > 0 else { break }
      field.end -= width
    }
    return field
  }

  /// How many bytes the first or last character has where it is blank, else 0.
  @inline(__always)
  private func blankWidth(first: Bool) -> Int {
    let byte = first ? start.pointee : end[-1]
    if byte == 0x20 || byte == 0x09 { return 1 }
    return byte < 0x80 ? 0 : wideBlankWidth(first: first)
  }

  @inline(never)
  private func wideBlankWidth(first: Bool) -> Int {
    for blank in Self.wideBlanks where count >= blank.count {
      let at = first ? start : end - blank.count
      if blank.indices.allSatisfy({ at[$0] == blank[$0] }) { return blank.count }
    }
    return 0
  }

  /// White space beyond ASCII, and the byte order mark, as UTF-8.
  private static let wideBlanks: [[UInt8]] = {
    let blanks = (0x80...0x3000).compactMap(Unicode.Scalar.init).filter(\.properties.isWhitespace)
    return (blanks + [String.byteOrderMark]).map { Array(String($0).utf8) }
  }()
}

extension String {
  fileprivate static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"

  /// The text without white space and byte order marks around it.
  var trimmed: String {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool {
      scalar.properties.isWhitespace || scalar == Self.byteOrderMark
    }
    guard let first = unicodeScalars.firstIndex(where: { !isBlank($0) }),
      let last = unicodeScalars.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(unicodeScalars[first...last])
  }
}
