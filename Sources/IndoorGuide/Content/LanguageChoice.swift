/// Chooses among languages by RFC 4647's look-up: `zh-hant-TW`, then `zh-hant`, then `zh`.
package struct LanguageChoice: Sendable {
  /// What is asked for, the best first, lower case.
  private let ranges: [String]

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - wanted: the language that is asked for, BCP 47; `nil` where any is as good.
  ///   - fallback: the language of texts that aren't there in that one.
  package init(_ wanted: String?, fallback: String) {
    ranges = wanted.map(Self.shortened) ?? []
    self.fallback = Self.shortened(fallback)
  }

  private let fallback: [String]

  /// Which of these is the best; the first where none is asked for. `nil` for none at all.
  package func best(of languages: some Collection<String>) -> Int? {
    for range in ranges + fallback {
      for (index, language) in languages.enumerated() where language.lowercased() == range {
        return index
      }
    }
    return languages.isEmpty ? nil : 0
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
