import IndoorContent
import IndoorModel
import IndoorStorage

extension ImportGuide {
  /// That nearly all works of an import have other titles than those whose numbers they have, as
  /// where another guide's folder is called the same.
  func others(_ content: GuideContent, than old: GuideContent) -> String? {
    func levels(_ content: GuideContent) -> [String: Int] {
      Dictionary(
        content.items.lazy.compactMap { item in item.place.ordinal.map { (item.key, $0) } }
      ) {
        first, _ in first
      }
    }
    let before = old.titles
    let both = content.titles.compactMap { title, value in
      before[title].map { (owner: title.owner.key, was: $0, now: value) }
    }
    guard both.count > 1 else { return nil }
    let (was, now) = (levels(old), levels(content))
    let others = both.count { pair in
      // On another level and called otherwise it is another one, how alike the titles may be.
      let isOff = was[pair.owner].flatMap { old in now[pair.owner].map { $0 != old } } ?? false
      return isOff && !pair.now.contains(pair.was)
        || !TitleWords(pair.was).areLike(TitleWords(pair.now))
    }
    guard others * 4 > both.count * 3 else { return nil }
    return "\(sources.joined(separator: ", ")): "
      + (others == both.count ? "all \(others)" : "\(others) of the \(both.count)")
      + " works that the collection"
      + " \"\(content.collection.key)\" had have other titles now; if this is another guide, give it a"
      + " collection of its own, and import the first one again"
  }

  /// Refuses works that another collection has already, where nobody named one for them: a newer
  /// file that is called otherwise, or a translation, which has the same keys, another language and
  /// no places.
  func refuseTwins(of content: GuideContent, in file: VenueFile) throws {
    let keys = Set(content.items.map(\.key))
    guard keys.count > 1 else { return }
    let isPlaced = content.items.contains { $0.place.coordinate != nil || $0.place.ordinal != nil }
    let titles = content.titles
    for other in try file.guideKeys() {
      guard let old = try file.guide(other) else { continue }
      let shared = old.items.count { keys.contains($0.key) }
      guard shared * 4 >= keys.count * 3 else { continue }
      let before = old.titles
      let both = titles.compactMap { title, value in before[title].map { (was: $0, now: value) } }
      let alike = both.count { TitleWords($0.was) == TitleWords($0.now) }
      let isTranslation = both.isEmpty && !isPlaced && !titles.isEmpty && !before.isEmpty
      guard alike * 2 > keys.count || isTranslation else { continue }
      throw AuthoringError.sameWorks(
        sources.joined(separator: ", "), shared, of: keys.count, in: other,
        isTranslation: isTranslation)
    }
  }
}

private struct TitleOwner: Hashable {
  let owner: GuideOwner
  let language: String
}

extension GuideContent {
  /// The first title of each work in each language.
  fileprivate var titles: [TitleOwner: String] {
    Dictionary(
      texts.lazy.filter { $0.owner.kind == .item && $0.name == "title" }
        .map { (TitleOwner(owner: $0.owner, language: $0.language), $0.value) }
    ) { first, _ in first }
  }
}

/// The words of a title, in small letters.
private struct TitleWords: Equatable {
  let words: Set<String>

  init(_ title: String) {
    words = Set(title.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init))
  }

  /// Whether one may be the other's title, corrected: over a third of all their words are in both,
  /// or one that is longer than articles.
  func areLike(_ other: TitleWords) -> Bool {
    let shared = words.intersection(other.words)
    return shared.count * 3 > words.union(other.words).count
      || shared.contains { $0.count > 3 }
  }
}
