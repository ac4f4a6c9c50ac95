/// Numbers with their nouns.
package enum Counted {
  /// `1 level`, `3 levels`.
  package static func text(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
