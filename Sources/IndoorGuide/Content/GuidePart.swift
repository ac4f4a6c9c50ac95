import IndoorModel

/// One collection of a guide, or what is said of a few of its items, to be looked up.
struct GuidePart: Sendable {
  let content: GuideContent
  /// What languages texts are chosen in.
  private let choice: LanguageChoice
  private var texts: [GuideOwner: [Int]] = [:]
  private var codes: [GuideOwner: [Int]] = [:]
  private var uses: [GuideOwner: [Int]] = [:]
  private var rules: [GuideOwner: [Int]] = [:]
  private var media: [String: [Int]] = [:]
  /// Places in the guide's entries by an item's key.
  var items: [String: Int] = [:]
  private(set) var groups: [String: Int] = [:]
  private(set) var tours: [String: Int] = [:]

  init(_ content: GuideContent, language: String?) {
    self.content = content
    choice = LanguageChoice(language, fallback: content.collection.language)
    texts.reserveCapacity(content.items.count)
    codes.reserveCapacity(content.codes.count)
    for (index, text) in content.texts.enumerated() {
      texts[text.owner, default: []].append(index)
    }
    for (index, code) in content.codes.enumerated() {
      codes[code.owner, default: []].append(index)
    }
    for (index, use) in content.uses.enumerated() { uses[use.owner, default: []].append(index) }
    for (index, rule) in content.rules.enumerated() {
      rules[rule.owner, default: []].append(index)
    }
    for (index, medium) in content.media.enumerated() {
      media[medium.key, default: []].append(index)
    }
    for (index, group) in content.groups.enumerated() { groups[group.key] = index }
    for (index, tour) in content.tours.enumerated() { tours[tour.key] = index }
  }

  func texts(of owner: GuideOwner) -> [GuideText] {
    (texts[owner] ?? []).map { content.texts[$0] }
  }

  func rules(of owner: GuideOwner) -> [GuideRule] {
    (rules[owner] ?? []).map { content.rules[$0] }
  }

  func codes(of owner: GuideOwner) -> [GuideCode] {
    (codes[owner] ?? []).map { content.codes[$0] }
  }

  /// An owner's codes, those that are dialled first, each once.
  func codeTexts(of owner: GuideOwner) -> [String] {
    guard let own = codes[owner] else { return [] }
    if own.count == 1 { return [content.codes[own[0]].code] }
    var seen: Set<String> = []
    return own.sorted { content.codes[$0].rank < content.codes[$1].rank }
      .map { content.codes[$0].code }.filter { seen.insert($0).inserted }
  }

  // MARK: In the best language

  /// The text of a name, or without one the title, in the best language.
  func text(named name: String?, of owner: GuideOwner) -> GuideText? {
    var best: (index: Int, name: Int, language: Int)?
    for index in texts[owner] ?? [] where content.texts[index].position == 0 {
      let own = content.texts[index].name
      guard let rank = name.map({ $0 == own ? 0 : nil }) ?? GuideText.titles.firstIndex(of: own)
      else { continue }
      let language = choice.rank(of: content.texts[index].language)
      if let best, (best.name, best.language) <= (rank, language) { continue }
      if Guide.isSaid(content.texts[index].value) { best = (index, rank, language) }
    }
    return best.map { content.texts[$0.index] }
  }

  /// What people call a group, in the best language.
  func label(of group: GuideGroup) -> String {
    let owner = GuideOwner(.group, group.key)
    let texts = labels(of: group).compactMap { text(named: $0, of: owner) }
    // Of those in as good a language the label comes first.
    return texts.enumerated().min {
      (choice.rank(of: $0.element.language), $0.offset)
        < (choice.rank(of: $1.element.language), $1.offset)
    }?.element.value ?? group.label
  }

  /// Whether people call a group so in any language, as lists show it in whichever is wanted.
  func isCalled(_ word: String, _ group: GuideGroup) -> Bool {
    let names = labels(of: group)
    return group.label == word
      || texts(of: GuideOwner(.group, group.key)).contains {
        $0.value == word && names.contains($0.name)
      }
  }

  /// The names of texts that say what a group is called: its label, what that was taken from, and
  /// titles that are there in other languages alone, as translators write them.
  private func labels(of group: GuideGroup) -> [String] {
    let texts = texts(of: GuideOwner(.group, group.key)).filter {
      GuideText.titles.contains($0.name)
    }
    let own = LanguageTag.shortest(content.collection.language.lowercased())
    return ["label"]
      + GuideText.titles.filter { name in
        let said = texts.filter { $0.name == name }
        return name != "label" && !said.isEmpty
          && (said.contains { $0.value == group.label }
            || name == "title"
              && !said.contains { LanguageTag.shortest($0.language.lowercased()) == own })
      }
  }

  /// A text a name, each in the best language.
  func bestTexts(of owner: GuideOwner) -> [GuideText] {
    struct Name: Hashable {
      let name: String
      let position: Int
    }
    var order: [Name] = []
    var byName: [Name: [GuideText]] = [:]
    for text in texts(of: owner) {
      let name = Name(name: text.name, position: text.position)
      if byName[name] == nil { order.append(name) }
      byName[name, default: []].append(text)
    }
    return order.compactMap { name in
      let texts = byName[name] ?? []
      let said = texts.filter { Guide.isSaid($0.value) }
      let candidates = said.isEmpty ? texts : said
      return choice.best(of: candidates.map(\.language)).map { candidates[$0] }
    }
  }

  /// What something shows, each in the best language; what isn't there is left out.
  func media(of owner: GuideOwner) -> [Guide.Shown] {
    (uses[owner] ?? []).compactMap { index in
      let use = content.uses[index]
      return medium(use.medium).map { Guide.Shown(role: use.role, medium: $0) }
    }
  }

  func medium(_ key: String) -> GuideMedium? {
    let rows = (media[key] ?? []).map { content.media[$0] }
    return choice.best(of: rows.map(\.language)).map { rows[$0] }
  }

  // MARK: Rows

  /// What a list shows of an item.
  func row(of item: GuideItem) -> GuideRow {
    row(GuideOwner(.item, item.key), kind: item.kind, place: item.place, groups: item.groups)
  }

  /// What a list shows of a tour.
  func row(of tour: GuideTour) -> GuideRow {
    row(GuideOwner(.tour, tour.key), kind: "tour", place: tour.place, groups: [])
  }

  private func row(
    _ owner: GuideOwner, kind: String, place: GuidePlace, groups: [String]
  ) -> GuideRow {
    let title = text(named: nil, of: owner)
    return GuideRow(
      id: GuideRow.ID(
        collection: content.collection.key, isTour: owner.kind == .tour, key: owner.key),
      kind: kind, title: title?.value ?? "",
      language: title?.language ?? content.collection.language,
      place: GuideRow.Place(
        coordinate: place.coordinate, level: place.ordinal, building: place.building),
      groups: groups, codes: codeTexts(of: owner))
  }

  // MARK: Search

  /// What an item is found by: its texts in every language, without addresses and tags.
  func searched(_ key: String) -> SearchIndex.Entry {
    let owner = GuideOwner(.item, key)
    var entry = SearchIndex.Entry()
    let texts = texts(of: owner)
    let title = GuideText.titles.first { name in
      texts.contains { $0.name == name && Guide.isSaid($0.value) }
    }
    for text in texts where Guide.isSaid(text.value) {
      if text.name == title {
        entry.titles.append(text.value)
      } else if !Self.isAddress(text.value) {
        entry.others.append(text.isHTML ? PlainText.of(html: text.value) : text.value)
      }
    }
    entry.codes = codes(of: owner).map(\.code)
    return entry
  }

  /// Compared by bytes: prefixes of strings are compared letter by letter, and a letter may have
  /// hundreds of thousands of marks.
  private static func isAddress(_ text: String) -> Bool {
    ["http://", "https://"].contains { text.utf8.starts(with: $0.utf8) }
  }
}
