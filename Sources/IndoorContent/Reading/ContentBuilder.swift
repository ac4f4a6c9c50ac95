import IndoorModel

/// Puts together what a reader finds, and keeps keys apart.
struct ContentBuilder {
  var content: GuideContent
  /// The path of what is being read, for places in findings.
  var path = ""
  /// What of the options the sources came upon.
  var use = OptionUse()
  let options: ContentOptions

  private var items: Set<String> = []
  private var groups: Set<String> = []
  /// Where tours are among the content's.
  private var tours: [String: Int] = [:]
  var given = GivenKeys()
  /// What is known of the media by their keys.
  var media: [String: BuiltMedium] = [:]

  /// Items, texts, media and codes that content may have, and rows that a table may: far beyond any
  /// museum's guide, and some 15 s and half a gigabyte to read.
  static let most = 700_000
  /// How many groups the items are in, each counted, how much was given of what may be there
  /// already, whether there was too much of anything, and the first name that is too long.
  var tally = (memberships: 0, offered: 0, isPassed: false, long: String?.none)
  /// Whether there was more than that; what is beyond it isn't kept.
  var isTooLarge: Bool { tally.isPassed || count > Self.most }
  private var count: Int {
    content.items.count + content.texts.count + content.codes.count + content.media.count
      + tally.memberships
  }

  /// How many items, tours, groups and media were given, be they there already, and stops.
  var gathered: Int { tally.offered + content.tours.reduce(0) { $0 + $1.stops.count } }
  /// Bytes of a name or a key at most: each is kept with each of its texts.
  static let mostOfName = 1000
  /// The first name or key of more than that.
  var long: String? { tally.long }

  /// Whether a name or a key is one that somebody may have meant; if not, nothing of it is kept.
  mutating func isShort(_ name: String) -> Bool {
    guard name.utf8.count > Self.mostOfName else { return true }
    tally.long = tally.long ?? String(decoding: name.utf8.prefix(200), as: UTF8.self)
    return false
  }

  /// Notes that a source has a list, and nothing in it.
  mutating func seeNothing() { tally.offered += 1 }

  /// What the collection has already.
  var stored: StoredContent

  init(
    _ collection: GuideCollection, _ options: ContentOptions,
    over stored: StoredContent = StoredContent(nil)
  ) {
    content = GuideContent(collection)
    tags = [LanguageTag.shortest(collection.language.lowercased()): collection.language]
    self.stored = stored
    self.options = options
  }

  /// The language of texts that say none.
  var language: String { content.collection.language }

  /// By their small letters the languages' tags as they came first, the collection's before all:
  /// `pt-br` is `pt-BR` (BCP 47, section 2.1.1).
  private var tags: [String: String]

  /// A language's tag as it came first; the collection's language for none.
  mutating func tag(_ language: String?) -> String {
    guard let written = language?.lowercased() else { return self.language }
    if let tag = tags[written] { return tag }
    // As locales are named.
    let language = LanguageTag.shortest(String((language ?? "").map { $0 == "_" ? "-" : $0 }))
    let key = language.lowercased()
    if let known = tags[key] {
      tags[written] = known
      return known
    }
    (tags[key], tags[written]) = (language, language)
    if !LanguageTag.isOne(language) {
      find(
        .badValue,
        "the language \(language.prefix(24)) is no tag, so that nobody can ask for it; write it as en"
          + " or fr-CA")
    }
    return language
  }

  /// Whether levels of several ordinals are called so.
  func hasSeveralLevels(_ label: String) -> Bool { options.levels.hasSeveral(label) }

  func place(_ line: Int?) -> String? { line.map { "\(path):\($0)" } }

  mutating func find(
    _ rule: ContentRule, item: String? = nil, line: Int? = nil, _ message: String
  ) {
    find(rule, of: item.map { GuideOwner(.item, $0) }, line: line, message)
  }

  mutating func find(
    _ rule: ContentRule, of owner: GuideOwner?, line: Int? = nil, _ message: String
  ) {
    var message = Words.onOneLine(message)
    // A finding has a key of its own for items, tours and media alone.
    if let owner, owner.kind == .group, rule != .missingKey, !message.contains(owner.named) {
      message = "in \(owner.named) \(message)"
    }
    content.findings.append(
      GuideFinding(rule, of: owner, source: place(line) ?? path, message))
  }

  // MARK: Nouns

  /// Adds an item. One whose key another has is kept under a key of its own, and told.
  ///
  /// - Returns: the key that it has now.
  @discardableResult
  mutating func add(_ item: GuideItem, line: Int? = nil) -> String {
    tally.offered += 1
    guard !isTooLarge, isShort(item.key) else { return item.key }
    var item = item
    item.source = place(line)
    if items.contains(item.key) {
      let given = item.key
      item.key = free("\(item.kind):\(given)", among: items)
      find(
        .duplicateKey, item: item.key, line: line,
        "two items have the key \(given), and this one is \(item.key) here; give it another")
    }
    items.insert(item.key)
    tally.memberships += item.groups.count
    if hasRoom() { content.items.append(item) }
    return item.key
  }

  /// Whether there is room for so many items and texts more.
  mutating func hasRoom(for more: Int = 1) -> Bool {
    if count > Self.most - more { tally.isPassed = true }
    return !isTooLarge
  }

  /// Adds a group; the first of a key counts.
  ///
  /// - Returns: whether it is the first.
  @discardableResult
  mutating func add(_ group: GuideGroup, line: Int? = nil) -> Bool {
    tally.offered += 1
    var group = group
    group.source = place(line)
    guard groups.insert(group.key).inserted else {
      find(
        .duplicateKey, line: line,
        "two groups have the key \(group.key), and only the first is kept; give one another")
      return false
    }
    if isShort(group.key) { content.groups.append(group) }
    return true
  }

  func hasGroup(_ key: String) -> Bool { groups.contains(key) }

  /// Adds a tour, as `add` does an item.
  @discardableResult
  mutating func add(_ tour: GuideTour, line: Int? = nil) -> String {
    tally.offered += 1
    var tour = tour
    tour.source = place(line)
    if tours[tour.key] != nil {
      let given = tour.key
      tour.key = free("tour:\(given)", among: tours.keys)
      find(
        .duplicateKey, of: GuideOwner(.tour, tour.key), line: line,
        "two tours have the key \(given), and this one is \(tour.key) here; give it another")
    }
    guard isShort(tour.key) else { return tour.key }
    tours[tour.key] = content.tours.count
    content.tours.append(tour)
    return tour.key
  }

  /// Where the tour of a key is among the content's.
  func tour(_ key: String) -> Int? { tours[key] }

  func hasItem(_ key: String) -> Bool { items.contains(key) }

  // MARK: Texts

  /// Adds what is said of something; nothing where there is nothing, everything else as it came.
  mutating func say(
    _ name: String, _ value: Property, of owner: GuideOwner, language: String? = nil,
    position: Int = 0
  ) {
    switch value {
    case .nothing: return
    case .array(let values) where !values.isEmpty && values.allSatisfy({ $0.text != nil }):
      for (index, value) in values.enumerated() {
        say(name, value, of: owner, language: language, position: position + index)
      }
    case .string, .array, .dictionary:
      // What a medium is known by may be a long address.
      guard isShort(name), owner.kind == .medium || isShort(owner.key), isShort(language ?? "")
      else { return }
      var text = value.text.map(Words.withPlainBreaks) ?? value.written
      if text.utf8.contains(0) {
        text = text.filter { $0 != "\0" }
        find(
          .badValue, of: owner,
          "the \(name) of \(owner.named) had a NUL character, which no text has, and lost it; correct the "
            + "source")
      }
      guard hasRoom() else { return }
      let language = tag(language)
      content.texts.append(
        GuideText(
          owner, name, language: language, text, isHTML: Words.hasTags(text),
          position: position))
    }
  }

  /// Adds each of a dictionary's members but some.
  mutating func say(
    _ members: Property.Members, of owner: GuideOwner, language: String? = nil, prefix: String = "",
    position: Int = 0, except names: Set<String> = []
  ) {
    for (name, value) in members.pairs where !names.contains(name) {
      say(prefix + name, value, of: owner, language: language, position: position)
    }
  }

  /// Adds a nested value member by member, names joined by dots.
  mutating func flatten(_ name: String, _ value: Property, of owner: GuideOwner) {
    guard case .dictionary(let members) = value, !members.all.isEmpty else {
      return say(name, value, of: owner)
    }
    var long = Property.Members()
    for member in members.all {
      if name.utf8.count + member.key.utf8.count < Self.mostOfName {
        flatten("\(name).\(member.key)", member.value, of: owner)
      } else {
        long.all.append(member)
      }
    }
    // Paths that nobody would call a text by are left within one.
    if !long.all.isEmpty { say(name, .dictionary(long), of: owner) }
  }

  /// A key that nothing has, made of one that something has.
  private mutating func free(_ key: String, among taken: some Collection<String>) -> String {
    guard taken.contains(key) else { return key }
    var number = given.copies[key] ?? 1
    repeat { number += 1 } while taken.contains("\(key):\(number)")
    given.copies[key] = number
    return "\(key):\(number)"
  }
}
