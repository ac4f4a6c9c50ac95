import IndoorGeometry
public import IndoorModel
import Synchronization

/// A guide to a venue: its works, groups, numbers and tours, to be listed, searched and dialled.
///
///     let guide = Guide(contents)
///     guide.search("mon")
///     guide.nearest(to: position)
///     guide.number("109")
///
/// All is made when it is made; afterwards nothing changes, so that any thread may ask. What its
/// source hides, and what is in a closed group, isn't in it.
public final class Guide: Sendable {
  /// What it was made of.
  public let contents: [GuideContent]
  /// The language that titles are wanted in, BCP 47; `nil` for each collection's own.
  public let language: String?

  /// Items that are shown, in the order in which equals come: by sort, then by key.
  let entries: [Entry]
  /// Places in `entries` in the order of the sources.
  let sourceOrder: [Int]
  let parts: [Part]
  /// What lists show of the entries.
  let rows: [GuideRow]
  /// Made when something is searched for first.
  private let madeIndex = Mutex<SearchIndex?>(nil)
  /// The entries' places on the ellipsoid, to compare all of them at once.
  let places: [EarthPoint?]

  /// One item.
  struct Entry: Sendable {
    let part: Int
    let item: Int
    let position: Int
  }

  /// What is looked up in one collection.
  struct Part: Sendable {
    var texts: [GuideOwner: [Int]] = [:]
    var codes: [GuideOwner: [Int]] = [:]
    var uses: [GuideOwner: [Int]] = [:]
    var rules: [GuideOwner: [Int]] = [:]
    var groups: [String: Int] = [:]
    var media: [String: [Int]] = [:]
    /// What languages texts are chosen in.
    let choice: LanguageChoice
    /// Places in the guide's entries by an item's key.
    var items: [String: Int] = [:]
    var tours: [String: Int] = [:]
  }

  /// Makes a guide.
  ///
  /// - Parameters:
  ///   - contents: the collections, in order.
  ///   - language: the language that titles are wanted in, BCP 47; `nil` for each collection's own.
  public init(_ contents: [GuideContent], language: String? = nil) {
    self.contents = contents
    self.language = language
    var parts = contents.map { Self.part($0, language: language) }
    var entries: [Entry] = []
    for (part, content) in contents.enumerated() {
      let closed = GroupTree(content.groups).all(
        in: content.groups.filter(\.isClosed).map(\.key))
      for (item, value) in content.items.enumerated()
      where !value.isHidden && closed.isDisjoint(with: value.groups) {
        entries.append(Entry(part: part, item: item, position: entries.count))
      }
    }
    func item(_ entry: Entry) -> GuideItem { contents[entry.part].items[entry.item] }
    entries.sort {
      let (a, b) = (item($0), item($1))
      let (first, second) = (a.sort ?? .infinity, b.sort ?? .infinity)
      if first != second { return first < second }
      if a.key != b.key { return a.key.utf8.lexicographicallyPrecedes(b.key.utf8) }
      return $0.position < $1.position
    }
    for (place, entry) in entries.enumerated() { parts[entry.part].items[item(entry).key] = place }
    for (part, content) in contents.enumerated() {
      for (index, tour) in content.tours.enumerated() { parts[part].tours[tour.key] = index }
    }
    self.entries = entries
    self.parts = parts
    sourceOrder = entries.indices.sorted { entries[$0].position < entries[$1].position }
    places = entries.map { item($0).place.coordinate.map(EarthPoint.init) }
    rows = entries.map { parts[$0.part].row(of: item($0), in: contents[$0.part]) }
  }

  /// What things are found by.
  var index: SearchIndex {
    madeIndex.withLock { made in
      if let made { return made }
      let index = SearchIndex(
        entries.map { entry in
          let content = contents[entry.part]
          return Self.searched(content.items[entry.item], in: content, parts[entry.part])
        })
      made = index
      return index
    }
  }

  private static func part(_ content: GuideContent, language: String?) -> Part {
    var part = Part(
      choice: LanguageChoice(language, fallback: content.collection.language))
    for (index, text) in content.texts.enumerated() {
      part.texts[text.owner, default: []].append(index)
    }
    for (index, code) in content.codes.enumerated() {
      part.codes[code.owner, default: []].append(index)
    }
    for (index, use) in content.uses.enumerated() {
      part.uses[use.owner, default: []].append(index)
    }
    for (index, rule) in content.rules.enumerated() {
      part.rules[rule.owner, default: []].append(index)
    }
    for (index, group) in content.groups.enumerated() { part.groups[group.key] = index }
    for (index, medium) in content.media.enumerated() {
      part.media[medium.key, default: []].append(index)
    }
    return part
  }

  /// What an item is found by: its texts in every language, without addresses and tags.
  private static func searched(
    _ item: GuideItem, in content: GuideContent, _ part: Part
  ) -> SearchIndex.Entry {
    let owner = GuideOwner(.item, item.key)
    var entry = SearchIndex.Entry()
    let texts = (part.texts[owner] ?? []).map { content.texts[$0] }
    let title = titleName(of: texts)
    for text in texts where isSaid(text.value) {
      if text.name == title {
        entry.titles.append(text.value)
      } else if !text.value.hasPrefix("http://"), !text.value.hasPrefix("https://") {
        entry.others.append(text.isHTML ? PlainText.of(html: text.value) : text.value)
      }
    }
    entry.codes = (part.codes[owner] ?? []).map { content.codes[$0].code }
    return entry
  }

  /// Whether a value says something.
  static func isSaid(_ value: String) -> Bool {
    !GuideText.isNull(value) && value.utf8.contains { $0 > 0x20 }
  }

  /// The name of the texts that people read first.
  static func titleName(of texts: [GuideText]) -> String? {
    GuideText.titles.first { name in texts.contains { $0.name == name && isSaid($0.value) } }
  }
}
