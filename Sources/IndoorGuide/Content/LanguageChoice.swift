internal import IndoorModel

/// Chooses among languages by RFC 4647's look-up, `zh-hant-TW`, then `zh-hant`, then `zh`, or else
/// in another region's form: `pt-BR` for `pt`. Of Chinese a region stands for the script that is
/// written there, and the other way round.
package struct LanguageChoice: Sendable {
  /// What is asked for and what does for it, the best first, lower case.
  private let wanted: [String]
  /// The same of what is there where that isn't.
  private let fallback: [String]

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - wanted: the language that is asked for, BCP 47; `nil` where any is as good.
  ///   - fallback: the language of texts that aren't there in that one.
  package init(_ wanted: String?, fallback: String) {
    self.wanted = wanted.map(Self.ranges) ?? []
    self.fallback = Self.ranges(fallback)
  }

  /// How well a language does, 0 best.
  func rank(of language: String) -> Int {
    let tag = LanguageTag.shortest(language.lowercased())
    if let index = wanted.firstIndex(of: tag) { return index }
    let index = fallback.firstIndex(of: tag)
    if let asked = wanted.first, Self.isOtherRegion(tag, of: asked) {
      // Of other regions' forms the guide's own is the best.
      return wanted.count + (index ?? fallback.count)
    }
    // A guide in en may have all its texts in en-US.
    let isNear = index == nil && fallback.first.map { Self.isOtherRegion(tag, of: $0) } == true
    return wanted.count + fallback.count + 1 + (index ?? fallback.count + (isNear ? 0 : 1))
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

  /// Whether a tag is another region's form of a language. Regions write Chinese differently.
  private static func isOtherRegion(_ tag: String, of asked: String) -> Bool {
    func withoutRegion(_ tag: String) -> [Substring] {
      let parts = tag.split(separator: "-")
      // RFC 5646, 2.2.4: two letters or three digits.
      return parts.prefix(1)
        + parts.dropFirst().filter { $0.count != 2 && !($0.count == 3 && Int($0) != nil) }
    }
    let own = withoutRegion(tag)
    return own.first != "zh" && own == withoutRegion(asked)
  }

  /// Tags that mean the same Chinese (CLDR 45, likely subtags).
  private static let chinese = [
    ["zh", "zh-hans", "zh-hans-cn", "zh-cn"], ["zh-hans-sg", "zh-sg"],
    ["zh-hant", "zh-hant-tw", "zh-tw"], ["zh-hant-hk", "zh-hk"], ["zh-hant-mo", "zh-mo"],
  ]

  private static func alike(_ tag: String) -> [String] {
    chinese.first { $0.contains(tag) } ?? []
  }

  /// What does for a tag, the best first: itself, and what is left of its longest form.
  private static func ranges(_ tag: String) -> [String] {
    guard let own = shortened(tag).first else { return [] }
    let longest = alike(own).max { $0.count < $1.count } ?? own
    return [own] + shortened(longest).flatMap { [$0] + alike($0) }
  }

  /// A tag, and what is left of it when its subtags are taken off one by one; a single letter goes
  /// with what follows it.
  private static func shortened(_ tag: String) -> [String] {
    var parts = LanguageTag.shortest(tag.lowercased()).split(whereSeparator: {
      $0 == "-" || $0 == "_"
    })
    var tags: [String] = []
    while !parts.isEmpty {
      tags.append(parts.joined(separator: "-"))
      parts.removeLast()
      if let last = parts.last, last.count == 1 { parts.removeLast() }
    }
    return tags
  }
}
