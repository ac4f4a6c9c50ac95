import IndoorModel

/// Names of texts in a language as other programs write them, `title_fr` and `name:en`: here they
/// are texts of these names, in the language of all.
struct LanguageColumns {
  /// Endings of names that are more often something else: a number, or a word of English.
  static let ambiguous: Set<String> = ["id", "no", "to", "or", "as", "so"]

  private var found: [(name: String, meant: String)] = []
  /// How the format says another language; `nil` where a name does, as `title@fr`.
  private let says: String?

  /// The first name; `nil` where there is none.
  var first: String? { found.first?.name }

  /// - Parameters:
  ///   - columns: names as they are written, and some of what stands under each.
  ///   - says: how the format says another language; `nil` where a name does, as `title@fr`.
  init(in columns: [NamedValues], says: String? = nil) {
    self.says = says
    let nouns = Set(columns.map { String($0.name.prefix { $0 != "@" }) })
    let parted = columns.compactMap { column in
      column.values.contains { Double(decimal: $0) == nil }
        && (says != nil || !column.name.contains("@")) ? Self.parts(of: column.name) : nil
    }
    let counts = Dictionary(grouping: parted, by: \.noun).mapValues(\.count)
    found = parted.compactMap { name, noun, language in
      let isText =
        nouns.contains(noun) || GuideText.titles.contains(noun.lowercased())
        || counts[noun, default: 0] > 1
      return isText ? (name, "\(noun)@\(language)") : nil
    }
  }

  private static func parts(of name: String) -> (name: String, noun: String, language: String)? {
    guard
      let match = name.wholeMatch(of: #/([^@]*[^@＠_:. (\[-])[@＠_:. -]?[(\[]?([A-Za-z]{2})[)\]]?/#),
      name.dropFirst(match.1.count).first?.isLetter == false
    else { return nil }
    let (noun, language) = (String(match.1), match.2.lowercased())
    guard !ambiguous.contains(language), LanguageTag.isShort(language) else { return nil }
    return (name, noun, language)
  }

  /// What is to be said of them.
  ///
  /// - Parameter noun: what has such names: one, and several.
  func sentence(_ noun: (one: String, several: String)) -> String {
    func list(_ words: [String]) -> String {
      words.prefix(5).joined(separator: ", ")
        + (words.count > 5 ? " and \(words.count - 5) more" : "")
    }
    let (names, meant) = (list(found.map(\.name)), list(found.map(\.meant)))
    let what =
      found.count == 1
      ? "the \(noun.one) \(names) is a text of that name"
      : "the \(noun.several) \(names) are texts of these names"
    let remedy =
      says.map { "where that isn't so, \($0)" }
      ?? (found.count == 1
        ? "call it \(meant) if it is in another" : "call them \(meant) if they are in others")
    return "\(what), in the language of all; \(remedy)"
  }
}
