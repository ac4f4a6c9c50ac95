import IndoorGuide
import IndoorModel

extension ContentCheck {
  mutating func texts() {
    for text in content.texts {
      let what = "\(text.name) of \(text.owner.kind.rawValue) \(text.owner.key)"
      if GuideText.isMachineMade(text.value) {
        find(
          .machineText, of: text.owner,
          "\(what) is what a program prints of its insides; write a text")
      } else if GuideText.isNull(text.value) {
        find(
          .nullText, of: text.owner,
          "\(what) is \(text.value), which counts as nothing; leave it empty")
      }
      if let letters = GarbledText.first(in: text.value) {
        find(
          .garbledText, of: text.owner,
          "\(what) has \(letters) in it, as texts have that went through a wrong encoding; write it anew as UTF-8"
        )
      }
      if text.isHTML, GuideText.titles.contains(text.name) {
        find(.htmlWhereText, of: text.owner, "\(what) has HTML in it; write it plain")
      } else if !text.isHTML, let entity = Self.entity(in: text.value) {
        find(
          .htmlWhereText, of: text.owner,
          "\(what) has HTML's \(entity) in it, which is shown and searched as it is; write the letter itself"
        )
      }
    }
    let byOwner = textsByOwner
    for item in content.items {
      let own = byOwner[GuideOwner(.item, item.key)] ?? []
      let search = own.filter { $0.name == "searchText" }
      let isEmpty = !search.isEmpty && search.allSatisfy { Words.trimmed($0.value).isEmpty }
      if isEmpty || !own.contains(where: { !Words.trimmed($0.value).isEmpty }) {
        find(
          .unsearchable, item.key,
          "item \(item.key) has no text to be searched for; give it some words")
      }
    }
  }

  /// The first of a text's characters that are written as in HTML, as `&eacute;` or `&#233;`.
  private static func entity(in text: String) -> Substring? {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return nil }
    return text.firstMatch(of: /&(?:#\d{2,7}|#[xX][0-9A-Fa-f]{2,6}|[A-Za-z]{2,8}\d{0,2});/)?.output
  }

  private var textsByOwner: [GuideOwner: [GuideText]] {
    Dictionary(grouping: content.texts, by: \.owner)
  }

  /// Languages that are compared with each other at most: no guide is in more of them.
  private static let mostLanguages = 200
  /// What is told one by one at most.
  private static let mostUntranslated = 20_000

  /// What is there in the collection's language and not in another that its owner is in at all, and
  /// owners that aren't in a language which others of their kind are in.
  mutating func languages() {
    let own = LanguageTag.shortest(content.collection.language)
    let byOwner = textsByOwner.mapValues { texts in
      texts.map { text in
        var text = text
        text.language = LanguageTag.shortest(text.language)
        return text
      }
    }
    func languages(_ owner: GuideOwner) -> Set<String> {
      Set((byOwner[owner] ?? []).map(\.language)).subtracting([own])
    }
    var owners = content.items.map { (GuideOwner(.item, $0.key), $0.kind) }
    owners += content.tours.map { (GuideOwner(.tour, $0.key), "tour") }
    var offered: [String: Set<String>] = [:]
    for (owner, kind) in owners { offered[kind, default: []].formUnion(languages(owner)) }
    let compared = offered.mapValues { $0.sorted().prefix(Self.mostLanguages) }
    var told = 0
    for (owner, kind) in owners {
      let texts = byOwner[owner] ?? []
      let byLanguage = Dictionary(grouping: texts, by: \.language)
      let known = languages(owner)
      for language in compared[kind] ?? [] {
        guard known.contains(language) else {
          told += 1
          guard told <= Self.mostUntranslated else { continue }
          find(
            .untranslated, of: owner,
            "\(kind) \(owner.key) has nothing in \(language), which others have; translate it")
          continue
        }
        let there = byLanguage[language] ?? []
        let said = Set(there.filter { !Words.trimmed($0.value).isEmpty }.map(\.name))
        let tried = Set(there.map(\.name))
        for text in byLanguage[own] ?? []
        where tried.contains(text.name) && !said.contains(text.name) {
          told += 1
          guard told <= Self.mostUntranslated else { continue }
          find(
            .untranslated, of: owner,
            "\(text.name) of \(kind) \(owner.key) is empty in \(language); translate it")
        }
      }
    }
    if told > Self.mostUntranslated {
      find(
        .untranslated, nil,
        "\(told - Self.mostUntranslated) more times something is in no language that others are in; translate it"
      )
    }
  }
}
