public import IndoorModel

extension Guide {
  /// All that is said of an item, in the guide's language as far as it is there.
  public struct Details: Hashable, Sendable {
    /// What lists show.
    public var row: GuideRow
    /// Texts by name, in the source's order.
    public var texts: [GuideText]
    /// What it shows, and as what.
    public var media: [Shown]
    /// Keys of the tours that stop at it.
    public var tours: [String]
  }

  /// A medium as something shows it.
  public struct Shown: Hashable, Sendable {
    /// What it is there: image, audio, thumbnail.
    public var role: String
    /// The medium, in the best language.
    public var medium: GuideMedium
  }

  /// All that is said of an item.
  ///
  /// - Throws: `.noItem`.
  public func details(_ key: String) throws(GuideError) -> Details {
    let row = try item(key)
    guard let part = contents.firstIndex(where: { $0.collection.key == row.id.collection }) else {
      throw .missing(.noItem, "item", key)
    }
    let owner = GuideOwner(.item, key)
    return Details(
      row: row, texts: texts(of: owner, in: part), media: media(of: owner, in: part),
      tours: contents[part].tours.filter { $0.stops.contains { $0.item == key } }.map(\.key))
  }

  /// A text a name, each in the best language.
  func texts(of owner: GuideOwner, in part: Int) -> [GuideText] {
    let content = contents[part]
    let all = (parts[part].texts[owner] ?? []).map { content.texts[$0] }
    let choice = LanguageChoice(language, fallback: content.collection.language)
    struct Name: Hashable {
      let name: String
      let position: Int
    }
    var order: [Name] = []
    var byName: [Name: [GuideText]] = [:]
    for text in all {
      let name = Name(name: text.name, position: text.position)
      if byName[name] == nil { order.append(name) }
      byName[name, default: []].append(text)
    }
    return order.compactMap { name in
      let texts = byName[name] ?? []
      let said = texts.filter { Self.isSaid($0.value) }
      let candidates = said.isEmpty ? texts : said
      return choice.best(of: candidates.map(\.language)).map { candidates[$0] }
    }
  }

  /// What something shows, each in the best language; what isn't there is left out.
  func media(of owner: GuideOwner, in part: Int) -> [Shown] {
    (parts[part].uses[owner] ?? []).compactMap { index in
      let use = contents[part].uses[index]
      return medium(use.medium, in: part).map { Shown(role: use.role, medium: $0) }
    }
  }

  func medium(_ key: String, in part: Int) -> GuideMedium? {
    let content = contents[part]
    let rows = (parts[part].media[key] ?? []).map { content.media[$0] }
    let choice = LanguageChoice(language, fallback: content.collection.language)
    return choice.best(of: rows.map(\.language)).map { rows[$0] }
  }

  /// What is known of a property over all items.
  public struct Field: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Whether any value is HTML.
    public var isHTML: Bool
    /// Languages it is there in, in order.
    public var languages: [String]
    /// How many values it has.
    public var count: Int
    /// A value that says something, where there is one.
    public var example: String?
  }

  /// The properties of all items, as they were discovered, in the order they first come.
  public func fields() -> [Field] {
    var order: [String] = []
    var found: [String: Field] = [:]
    for content in contents {
      for text in content.texts where text.owner.kind == .item {
        if found[text.name] == nil { order.append(text.name) }
        var field =
          found[text.name]
          ?? Field(name: text.name, isHTML: false, languages: [], count: 0, example: nil)
        field.isHTML = field.isHTML || text.isHTML
        if !field.languages.contains(text.language) { field.languages.append(text.language) }
        field.count += 1
        if field.example == nil, Self.isSaid(text.value) { field.example = text.value }
        found[text.name] = field
      }
    }
    return order.compactMap { found[$0] }.map { field in
      var field = field
      field.languages.sort()
      return field
    }
  }

  /// All codes, in the source's order, of what is shown.
  public func codes() -> [GuideCode] {
    contents.indices.flatMap { part in
      contents[part].codes.filter { row(of: $0.owner, in: part) != nil }
    }
  }
}
