import IndoorContent
import IndoorGuide
import IndoorModel
import IndoorStorage

extension ImportGuide {
  /// That nearly all works of an import have other titles in a language than those whose numbers
  /// they have, as where another guide's folder is called the same, or rows slipped.
  func others(_ content: GuideContent, than old: GuideContent) -> String? {
    let before = old.titles
    let both = content.titles.compactMap { title, value in
      before[title].map { (title: title, was: $0, now: value) }
    }
    let (was, now) = (old.levels, content.levels)
    let languages = Dictionary(grouping: both, by: \.title.language).sorted { $0.key < $1.key }
    let told = languages.compactMap { language, both -> (language: String, of: Int, others: Int)? in
      let others = both.count { pair in
        let key = pair.title.owner.key
        // On another level and called otherwise it is another one, how alike the titles may be.
        let isOff = was[key].flatMap { old in now[key].map { $0 != old } } ?? false
        return isOff && !pair.now.contains(pair.was)
          || !TitleWords(pair.was).areLike(TitleWords(pair.now))
      }
      return both.count > 1 && others * 4 > both.count * 3 ? (language, both.count, others) : nil
    }
    guard let first = told.first else { return nil }
    let named =
      told.count < languages.count ? " in \(told.map(\.language).joined(separator: ", "))" : ""
    return "\(sources.joined(separator: ", ")): "
      + (first.others == first.of ? "all \(first.others)" : "\(first.others) of the \(first.of)")
      + " works that the collection"
      + " \"\(content.collection.key)\" had have other titles\(named) now; if this is another guide, give it a"
      + " collection of its own, and import the first one again; if these are translations,"
      + " import the first one again by itself, in its own language, and after it what other files brought"
  }

  /// Refuses works that another collection has already, where nobody named one for them: a newer
  /// file that is called otherwise, or a translation, which has the same keys, another language and
  /// no places. Keys that are short numbers say nothing by themselves: any guide has those. What a
  /// spreadsheet took zeros off is the same key.
  func refuseTwins(of content: GuideContent, in file: VenueFile) throws {
    let given = Set(content.items.map(\.key))
    guard given.count > 1 else { return }
    let isPlaced = content.items.contains { $0.place.coordinate != nil || $0.place.ordinal != nil }
    let areNumbers = given.allSatisfy { $0.utf8.count < 4 && Int($0) != nil }
    for other in try file.guideKeys() {
      guard let old = try file.guide(other) else { continue }
      let content = content.called(as: old)
      let keys = Set(content.items.map(\.key))
      let (titles, levels) = (content.titles, content.levels)
      let shared = old.items.count { keys.contains($0.key) }
      guard shared * 4 >= keys.count * 3 else { continue }
      let (before, were) = (old.titles, old.levels)
      let both = titles.compactMap { title, now in
        before[title].map { (key: title.owner.key, was: TitleWords($0), now: TitleWords(now)) }
      }
      let moved = levels.filter { key, level in were[key].map { $0 != level } ?? false }
      let alike = Set(both.filter { $0.was == $0.now && !$0.now.words.isEmpty }.map(\.key))
        .subtracting(both.filter { $0.was != $0.now }.map(\.key)).subtracting(moved.keys)
      let isTranslation =
        both.isEmpty && !isPlaced && !areNumbers && !titles.isEmpty && !before.isEmpty
      guard alike.count * 2 > keys.count || isTranslation else { continue }
      throw AuthoringError.sameWorks(
        sources.joined(separator: ", "), isTranslation ? shared : alike.count, of: keys.count,
        in: other, isTranslation: isTranslation, isExact: given == keys)
    }
  }
}

extension ImportGuide {
  /// Refuses groups and tours without works that another collection has already, where nobody named
  /// one for them: a table that was corrected, and imported by itself.
  func refuseTwinTables(of content: GuideContent, in file: VenueFile) throws {
    guard content.items.isEmpty else { return }
    let given = Set(content.groups.map(\.key) + content.tours.map(\.key))
    // Any guide has short numbers.
    guard given.count > 1, !given.allSatisfy({ $0.utf8.count < 4 && Int($0) != nil }) else {
      return
    }
    for other in try file.guideKeys() {
      guard let old = try file.guide(other) else { continue }
      let shared = Set(old.groups.map(\.key) + old.tours.map(\.key)).intersection(given).count
      guard shared * 4 >= given.count * 3 else { continue }
      throw AuthoringError.sameTables(
        sources.joined(separator: ", "), shared, of: given.count, in: other)
    }
  }

  /// That works which another collection has too, with key, title, level and place, stand there
  /// twice now, where nobody named a collection for them: next year's sheet under another name.
  func shared(_ content: GuideContent, in file: VenueFile) throws -> String? {
    func marks(_ content: GuideContent) -> [String: (place: GuidePlace, titles: [String: String])] {
      let titles = Dictionary(grouping: content.titles) { $0.key.owner.key }
      return Dictionary(
        content.items.lazy.filter { !$0.isHidden }.compactMap { item in
          titles[item.key].map { own in
            let texts = Dictionary(own.map { ($0.key.language, $0.value) }) { first, _ in first }
            return (item.key, (item.place, texts))
          }
        }
      ) { first, _ in first }
    }
    let now = marks(content)
    for key in try file.guideKeys() where key != content.collection.key {
      guard let other = try file.guide(key) else { continue }
      let old = marks(other)
      let both = now.filter { key, work in
        guard let was = old[key], let one = work.place.coordinate, let two = was.place.coordinate
        else { return false }
        return work.place.ordinal == was.place.ordinal && Guide.metres(from: one, to: two) < 0.1
          && work.titles.contains { was.titles[$0.key] == $0.value }
      }
      guard both.count >= 3, let first = both.keys.min() else { continue }
      return
        "\(sources.joined(separator: ", ")): \(both.count) of its \(content.items.count) works have key, title,"
        + " level and place of works of the collection \"\(key)\", as \(first), and stand there twice now; if"
        + " they are the same, take this collection out and import them into that collection, or take that"
        + " one out"
    }
    return nil
  }
}

private struct TitleOwner: Hashable {
  let owner: GuideOwner
  let language: String
}

extension GuideContent {
  /// The ordinals of works that are on one level.
  fileprivate var levels: [String: Int] {
    Dictionary(items.lazy.compactMap { item in item.place.ordinal.map { (item.key, $0) } }) {
      first, _ in first
    }
  }

  /// The works by the keys that others have who differ from theirs in zeros, capitals and dashes
  /// alone.
  fileprivate func called(as other: GuideContent) -> GuideContent {
    let exact = Set(other.items.map(\.key))
    guard items.contains(where: { !exact.contains($0.key) }) else { return self }
    let near = Dictionary(other.items.map { (NearKey($0.key), $0.key) }) { first, _ in first }
    func name(_ key: String) -> String { exact.contains(key) ? key : near[NearKey(key)] ?? key }
    var result = GuideContent(collection)
    result.items = items.map { item in
      var item = item
      item.key = name(item.key)
      return item
    }
    result.texts = texts.filter { $0.owner.kind == .item }.map { text in
      var text = text
      text.owner.key = name(text.owner.key)
      return text
    }
    return result
  }

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
