import IndoorContent
import IndoorModel
import IndoorRecordings

extension ImportGuide {
  /// That works of an import have the titles that other keys of the collection had, as where a row
  /// was put into a table whose keys are running numbers, or taken out of it.
  func moved(_ content: GuideContent, from old: GuideContent) -> String? {
    let before = Dictionary(old.itemTitles) { first, _ in first }
    // What several were called doesn't say which of them it is.
    let owners = Dictionary(
      grouping: before, by: { WorkTitle($0.key.language, $0.value) })
    var changed: Set<String> = []
    var moved: [(key: String, from: String, title: String)] = []
    var seen: (now: Set<String>, before: Set<String>) = ([], [])
    for (name, title) in content.itemTitles {
      guard let was = before[name], was.comparedName != title.comparedName else { continue }
      changed.insert(name.key)
      let keys = owners[WorkTitle(name.language, title)] ?? []
      guard keys.count == 1, let key = keys.first?.key.key, seen.now.insert(name.key).inserted,
        seen.before.insert(key).inserted
      else { continue }
      moved.append((name.key, key, title))
    }
    guard moved.count >= 3, moved.count * 2 >= changed.count, let first = moved.first else {
      return nil
    }
    return
      "\(sources.joined(separator: ", ")): \(moved.count) works have titles now that others of the"
      + " collection \"\(content.collection.key)\" had, as \(first.key) \"\(first.title.onOneLine.prefix(60))\","
      + " which \(first.from) was, as where rows were put in or taken out of running numbers; what keeps to"
      + " the keys, as tours, numbers and translations, is other works' now: give the works keys that stay,"
      + " as inventory numbers, and import the whole guide anew by them"
  }
}

/// A work and a language.
private struct TitleName: Hashable {
  let key: String
  let language: String
}

/// What a work is called in a language.
private struct WorkTitle: Hashable {
  let language: String
  let title: String

  init(_ language: String, _ title: String) {
    self.language = language
    self.title = title.comparedName
  }
}

extension GuideContent {
  /// The titles of works, in their order.
  fileprivate var itemTitles: [(TitleName, String)] {
    texts.filter { $0.owner.kind == .item && $0.name == "title" }.map {
      (TitleName(key: $0.owner.key, language: $0.language), $0.value)
    }
  }
}
