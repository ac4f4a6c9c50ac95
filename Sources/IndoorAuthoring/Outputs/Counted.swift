/// Numbers with their nouns.
package enum Counted {
  /// `1 level`, `3 levels`.
  package static func text(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `a, b and c`.
  static func list(_ words: [String]) -> String {
    let head = words.dropLast().joined(separator: ", ")
    return [head, words.last ?? ""].filter { !$0.isEmpty }.joined(separator: " and ")
  }
}
