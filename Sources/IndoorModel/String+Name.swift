// Names of columns and properties, as people and other programs write them.
extension String {
  /// The name without what nobody sees at its ends: white space, soft hyphens, and marks without
  /// width, which come along from web pages.
  package var seen: String {
    guard let first = utf8.first, let last = utf8.last else { return self }
    // Nearly all begin and end with what is plainly a letter.
    if (0x21..<0x80).contains(first), (0x21..<0x80).contains(last) { return self }
    func isSeen(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.properties.isWhitespace && scalar.properties.generalCategory != .format
    }
    guard let start = unicodeScalars.firstIndex(where: isSeen),
      let end = unicodeScalars.lastIndex(where: isSeen)
    else { return "" }
    return String(unicodeScalars[start...end])
  }

  /// A name in small letters as it looks: letters in full width, and İ and ı, are the plain ones.
  package var folded: String {
    let small = lowercased()
    guard small.utf8.contains(where: { $0 >= 0x80 }) else { return small }
    var scalars = String.UnicodeScalarView()
    for scalar in small.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E: scalars.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x131: scalars.append("i")
      // What is left of İ in small letters.
      case 0x307: continue
      default:
        if scalar.properties.generalCategory != .format { scalars.append(scalar) }
      }
    }
    return String(scalars)
  }
}
