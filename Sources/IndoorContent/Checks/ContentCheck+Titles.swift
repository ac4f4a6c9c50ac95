import IndoorModel

extension ContentCheck {
  /// Tells the sources of which no work or no tour has a title, and those of groups that are called
  /// by their keys where a title has another name.
  mutating func titles() {
    let texts = Dictionary(grouping: content.texts, by: \.owner)
    let works = content.items.filter { !$0.isHidden }
    untitled(works.map { (GuideOwner(.item, $0.key), $0.source) }, "work", texts)
    untitled(content.tours.map { (GuideOwner(.tour, $0.key), $0.source) }, "tour", texts)
    let labelled = content.groups.filter { $0.label != $0.key }
    untitled(
      content.groups.map { (GuideOwner(.group, $0.key), $0.source) }, "group", texts,
      called: Set(labelled.map { GuideOwner(.group, $0.key) }))
    titlesOfJSON(texts)
  }

  /// Tells titles that are objects or lists of JSON, as of records in several languages: lists
  /// would show braces.
  private mutating func titlesOfJSON(_ texts: [GuideOwner: [GuideText]]) {
    let found = content.texts.filter { text in
      guard let rank = GuideText.titles.firstIndex(of: text.name),
        ["{\"", "[{\"", "[\"", "{}"].contains(where: text.value.hasPrefix)
      else { return false }
      // What another title stands before is read by nobody as one.
      return texts[text.owner]?.contains { GuideText.titles[..<rank].contains($0.name) } != true
    }
    guard let first = found.first else { return }
    find(
      .badValue, of: first.owner,
      (found.count == 1 ? "its \(first.name) is" : "\(found.count) titles are")
        + " JSON, as \(first.value.prefix(60)), and shown so; write a text, and one for each language as"
        + " \(first.name)@en")
  }

  /// - Parameter called: those that have a name besides their texts.
  private mutating func untitled(
    _ owners: [(owner: GuideOwner, source: String?)], _ noun: String,
    _ texts: [GuideOwner: [GuideText]], called: Set<GuideOwner> = []
  ) {
    var order: [String] = []
    var bySource: [String: [GuideOwner]] = [:]
    for (owner, source) in owners {
      // What was drawn in the venue file itself has no source, and its label there.
      guard let path = source.map(Self.path) else { continue }
      if bySource[path] == nil { order.append(path) }
      bySource[path, default: []].append(owner)
    }
    for path in order {
      let owners = bySource[path] ?? []
      let isTitled = owners.contains { owner in
        called.contains(owner)
          || texts[owner]?.contains { text in
            GuideText.titles.contains(text.name) && !Words.trimmed(text.value).isEmpty
          } == true
      }
      guard !isTitled else { continue }
      let place = PlaceOfTitles(owners.lazy.flatMap { texts[$0] ?? [] })
      // A key may well be what people call a group.
      guard noun != "group" || place != nil else { continue }
      let remedy =
        switch place {
        case .name(let name):
          "call the \(content.collection.format == "csv" ? "column" : "property") \(name.prefix(60)) title if "
            + "that is what it says"
        case .object(let name):
          "they seem to be in the object \(name.prefix(60)), of which nothing is read; write what it has "
            + "beside the id"
        case nil: "give them some, as title"
        }
      let count = owners.count
      find(
        .untitled, of: .collection, source: path,
        (count == 1 ? "its only \(noun) has no title" : "none of its \(count) \(noun)s has a title")
          + ", so that lists show keys alone; \(remedy)")
    }
  }

  /// A source's path, without the line.
  static func path(_ source: String) -> String {
    guard let colon = source.lastIndex(of: ":"),
      case let line = source[source.index(after: colon)...], !line.isEmpty,
      line.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return source }
    return String(source[..<colon])
  }
}

/// Where titles may be that nothing has: in a text whose name means them in another language, or
/// another program, or in an object that a record's values are in.
private enum PlaceOfTitles {
  case name(String)
  case object(String)

  init?(_ texts: some Sequence<GuideText>) {
    var object: String?
    for text in texts.prefix(2000) {
      if Self.names.contains(text.name.folded) || Self.hasWord(text.name) {
        self = .name(text.name)
        return
      }
      if object == nil, text.value.utf8.first == UInt8(ascii: "{"),
        ["\"title\"", "\"name\"", "\"label\""].contains(where: text.value.contains)
      {
        object = text.name
      }
    }
    guard let object else { return nil }
    self = .object(object)
  }

  /// Whether a name has a title's word among others, as `Titel (DE)` and `o:title`.
  private static func hasWord(_ name: String) -> Bool {
    name.utf8.count < 60
      && name.folded.split { !$0.isLetter }.contains { words.contains(String($0)) }
  }

  private static let words: Set = [
    "title", "titel", "titre", "titolo", "titulo", "título", "tytuł",
  ]

  private static let names: Set<String> = words.union([
    "bezeichnung", "benennung", "werktitel", "objekttitel", "nom", "nombre", "nome", "naam", "namn",
    "navn", "nimi", "nazwa", "název", "название", "наименование", "タイトル", "作品名", "名称", "名稱",
    "标题", "標題", "headline", "heading", "caption", "intitulé", "denominazione", "denominación",
    "work_title", "work_name", "object_name", "item_name", "object name", "item name", "work name",
  ])
}
