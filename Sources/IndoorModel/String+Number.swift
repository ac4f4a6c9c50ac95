extension String {
  /// A whole number in plain digits, of 1.0, 01 or +1; `nil` for any other text.
  package var plainNumber: String? {
    guard utf8.count <= 20, wholeMatch(of: #/[+-]?[0-9]{1,4}(\.0*)?/#) != nil else { return nil }
    return split(separator: ".").first.flatMap { Int($0) }.map { String($0) }
  }
}
