public import IndoorModel

extension GuideContent {
  /// This content over what was there: what has the same key becomes what it is here, with its
  /// texts, codes, media and rules, and what isn't here stays or goes. What got a key of its own
  /// because its file gave two the same goes where that file, read again, gives it another. What is
  /// found of it is what reading it over the old came to.
  ///
  /// - Parameters:
  ///   - old: what was there, of the same collection.
  ///   - replaces: whether what isn't here goes.
  public func merged(into old: GuideContent, replaces: Bool) -> GuideContent {
    if replaces { return self }
    var result = self
    let keys = Set(
      items.map { GuideOwner(.item, $0.key) } + tours.map { GuideOwner(.tour, $0.key) })
    let found = Set(findings)
    let corrected = Set(
      old.findings.filter { $0.rule == .duplicateKey && !found.contains($0) }.compactMap(\.owner)
    ).subtracting(keys)
    result.items = Self.merged(
      items, into: old.items.filter { !corrected.contains(GuideOwner(.item, $0.key)) }, by: \.key)
    result.groups = Self.merged(groups, into: old.groups, by: \.key)
    result.tours = Self.merged(
      tours, into: old.tours.filter { !corrected.contains(GuideOwner(.tour, $0.key)) }, by: \.key)
    result.templates = Self.merged(templates, into: old.templates, by: \.name)
    let fresh = Set(media.map(\.key))
    result.media = old.media.filter { !fresh.contains($0.key) } + media
    let owners = Owners(self, and: corrected)
    result.texts = old.texts.filter { owners.lacks($0.owner) } + texts
    result.codes = old.codes.filter { owners.lacks($0.owner) } + codes
    result.uses = old.uses.filter { owners.lacks($0.owner) } + uses
    result.rules = old.rules.filter { owners.lacks($0.owner) } + rules
    return result
  }

  /// What of this other content doesn't have, by its keys.
  package func without(_ other: GuideContent) -> GuideContent {
    func keys<Value>(_ values: [Value], _ key: (Value) -> String) -> Set<String> {
      Set(values.map(key))
    }
    var result = GuideContent(collection)
    let items = keys(other.items, \.key)
    result.items = self.items.filter { !items.contains($0.key) }
    let groups = keys(other.groups, \.key)
    result.groups = self.groups.filter { !groups.contains($0.key) }
    let tours = keys(other.tours, \.key)
    result.tours = self.tours.filter { !tours.contains($0.key) }
    let media = keys(other.media, \.key)
    result.media = self.media.filter { !media.contains($0.key) }
    func name(_ text: GuideText) -> GuideText {
      var text = text
      (text.value, text.isHTML) = ("", false)
      return text
    }
    let texts = Set(other.texts.map(name))
    result.texts = self.texts.filter { !texts.contains(name($0)) }
    let codes = Set(other.codes.map { GuideCode($0.code, rank: 0, owner: $0.owner) })
    result.codes = self.codes.filter {
      !codes.contains(GuideCode($0.code, rank: 0, owner: $0.owner))
    }
    return result
  }

  /// What of both, in the order of the new where it has all, else in that of the old with what is
  /// new behind it.
  private static func merged<Value, Key: Hashable>(
    _ new: [Value], into old: [Value], by key: (Value) -> Key
  ) -> [Value] {
    var fresh = Dictionary(new.map { (key($0), $0) }) { first, _ in first }
    guard old.contains(where: { fresh[key($0)] == nil }) else { return new }
    var result: [Value] = []
    for value in old { result.append(fresh.removeValue(forKey: key(value)) ?? value) }
    return result + new.filter { fresh[key($0)] != nil }
  }

  /// What content says anything of.
  private struct Owners {
    private var items: Set<String>
    private var groups: Set<String>
    private var tours: Set<String>
    private var media: Set<String>

    init(_ content: GuideContent, and gone: Set<GuideOwner>) {
      func keys(_ kind: GuideOwner.Kind) -> [String] {
        gone.filter { $0.kind == kind }.map(\.key)
      }
      items = Set(content.items.map(\.key)).union(keys(.item))
      groups = Set(content.groups.map(\.key))
      tours = Set(content.tours.map(\.key)).union(keys(.tour))
      media = Set(content.media.map(\.key))
    }

    func lacks(_ owner: GuideOwner) -> Bool {
      switch owner.kind {
      case .collection: false
      case .item: !items.contains(owner.key)
      case .group: !groups.contains(owner.key)
      case .tour, .stop: !tours.contains(owner.key)
      case .medium: !media.contains(owner.key)
      }
    }
  }
}
