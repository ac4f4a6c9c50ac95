/// Chooses among languages by RFC 4647's look-up: `zh-hant-TW`, then `zh-hant`, then `zh`.
package struct LanguageChoice: Sendable {
  /// What is asked for and what does for it, the best first, lower case.
  private let ranges: [String]

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - wanted: the language that is asked for, BCP 47; `nil` where any is as good.
  ///   - fallback: the language of texts that aren't there in that one.
  package init(_ wanted: String?, fallback: String) {
    ranges = (wanted.map(Self.shortened) ?? []) + Self.shortened(fallback)
  }

  /// How well a language does, 0 best.
  func rank(of language: String) -> Int {
    let tag = language.lowercased()
    return ranges.firstIndex(of: tag) ?? ranges.count
  }

  /// Which of these is the best; the first where none is asked for. `nil` for none at all.
  package func best(of languages: some Collection<String>) -> Int? {
    var best: (index: Int, rank: Int)?
    for (index, language) in languages.enumerated() {
      let rank = rank(of: language)
      if rank < best?.rank ?? .max { best = (index, rank) }
    }
    return best?.index
  }

  /// A tag, and what is left of it when its subtags are taken off one by one; a single letter goes
  /// with what follows it.
  private static func shortened(_ tag: String) -> [String] {
    var parts = tag.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
    var tags: [String] = []
    while !parts.isEmpty {
      tags.append(parts.joined(separator: "-"))
      parts.removeLast()
      if let last = parts.last, last.count == 1 { parts.removeLast() }
    }
    return tags
  }
}
