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
  /// - Parameter key: the item's key; where several collections have it, behind the collection's,
  ///   as `museum/1`.
  /// - Throws: `.noItem`, `.unreadable`, and where several collections have the key.
  public func details(_ key: String) throws(GuideError) -> Details {
    guard let found = try place(of: key, "item", in: \.items) else {
      throw .missing(.noItem, "item", key)
    }
    let owner = GuideOwner(.item, found.key)
    let part = try part(found.part, with: [owner])
    return Details(
      row: row(found.place), texts: part.bestTexts(of: owner), media: part.media(of: owner),
      tours: parts[found.part].content.tours.filter { $0.stops.contains { $0.item == found.key } }
        .map(\.key))
  }

  /// Which collection has a key, or, of a key like `museum/1` or `museum//1`, the one that is
  /// named.
  ///
  /// - Throws: where several have it.
  func place(
    of key: String, _ noun: String, in keys: KeyPath<GuidePart, [String: Int]>
  ) throws(GuideError) -> (part: Int, key: String, place: Int)? {
    if let found = named(key, behind: "//", in: keys) { return found }
    let found = parts.indices.compactMap { index in
      parts[index][keyPath: keys].entry(of: key).map { (part: index, key: $0.key, place: $0.value) }
    }
    guard found.count < 2 else {
      throw .several(noun, key, found.map { name(of: $0, noun, in: keys) })
    }
    return found.first ?? named(key, behind: "/", in: keys)
  }

  /// What a key names with its collection before it.
  private func named(
    _ key: String, behind separator: String, in keys: KeyPath<GuidePart, [String: Int]>
  ) -> (part: Int, key: String, place: Int)? {
    for (index, part) in parts.enumerated() {
      let collection = part.content.collection.key + separator
      guard key.hasPrefix(collection) else { continue }
      let rest = String(key.dropFirst(collection.count))
      if let found = part[keyPath: keys].entry(of: rest) { return (index, found.key, found.value) }
    }
    return nil
  }

  /// What leads to one of several of a key: `museum/1`, and `museum//1` where something else is
  /// called so.
  private func name(
    of found: (part: Int, key: String, place: Int), _ noun: String,
    in keys: KeyPath<GuidePart, [String: Int]>
  ) -> String {
    let collection = parts[found.part].content.collection.key
    let name = "\(collection)/\(found.key)"
    let other = try? place(of: name, noun, in: keys)
    return other?.part == found.part && other?.key == found.key
      ? name : "\(collection)//\(found.key)"
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
  ///
  /// - Throws: `.unreadable`.
  public func fields() throws(GuideError) -> [Field] {
    var order: [String] = []
    var found: [String: Field] = [:]
    for part in try wholeParts() {
      for text in part.content.texts where text.owner.kind == .item {
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
  public func codes() -> [GuideCode] { codesByCollection().map(\.code) }

  /// The same, each with its collection's key.
  package func codesByCollection() -> [(collection: String, code: GuideCode)] {
    parts.flatMap { part in
      part.content.codes.filter { Self.isShown($0.owner, in: part) }
        .map { (part.content.collection.key, $0) }
    }
  }
}

extension [String: Int] {
  /// A key as it is spelled here, with what it stands for: equal texts may be of other bytes.
  fileprivate func entry(of key: String) -> Element? { index(forKey: key).map { self[$0] } }
}
