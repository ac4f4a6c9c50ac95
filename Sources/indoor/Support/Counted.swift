/// Numbers with their nouns.
enum Counted {
  /// `1 level`, `3 levels`.
  static func text(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}
