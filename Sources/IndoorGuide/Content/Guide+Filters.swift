import IndoorModel

extension Guide {
  /// The test of a filter.
  func test(_ filter: GuideFilter) throws(GuideError) -> (Int) -> Bool {
    var groups: [Set<String>]?
    if let group = filter.group { groups = try members(of: group) }
    var time: GuideTime?
    var shut: [Set<String>] = []
    if let text = filter.openAt {
      guard let read = GuideTime(text) else { throw .badTime(text) }
      time = read
      shut = parts.map { Self.shutGroups($0, at: read) }
    }
    let part = filter.contained.map { Part($0.text) }
    let kind = filter.kind?.lowercased()
    let whole = filter.contained == nil ? parts : try wholeParts()
    if let field = filter.contained?.field,
      !whole.contains(where: { part in
        part.content.texts.contains { $0.owner.kind == .item && $0.name == field }
      })
    {
      throw .missing(.noField, "field", field)
    }
    return { [self] place in
      let item = item(place)
      if let groups, groups[entries[place].part].isDisjoint(with: item.groups) { return false }
      if let level = filter.level, item.place.ordinal ?? level != level { return false }
      if filter.level != nil, item.place.ordinal == nil, item.place.coordinate == nil {
        return false
      }
      if let kind, item.kind != kind, item.kind.lowercased() != kind { return false }
      if let time, !isOpen(place, at: time, shut) { return false }
      if let contained = filter.contained, let part {
        return has(part, in: contained.field, place, whole)
      }
      return true
    }
  }

  /// By collection, the keys of a group and of all within it.
  private func members(of group: String) throws(GuideError) -> [Set<String>] {
    let isKey = parts.contains { $0.groups[group] != nil }
    let found = parts.map { part in
      GroupTree(part.content.groups).all(
        in: part.content.groups.filter {
          isKey ? $0.key == group : part.isCalled(group, $0)
        }.map(\.key))
    }
    guard found.contains(where: { !$0.isEmpty }) else { throw .missing(.noGroup, "group", group) }
    return found
  }

  private func has(
    _ part: Part, in field: String, _ place: Int, _ whole: [GuidePart]
  ) -> Bool {
    whole[entries[place].part].texts(of: GuideOwner(.item, item(place).key)).contains { text in
      text.name == field && part.isIn(text.value)
    }
  }

  /// What is looked for in a field.
  private struct Part {
    /// Its words; where it has none, as "?" of a doubtful date, its signs.
    private let bytes: [UInt8]
    private let isWords: Bool

    init(_ text: String) {
      let words = Tokens.normal(text)
      isWords = !words.isEmpty
      bytes = isWords ? words : Array(Folding.folded(text).utf8)
    }

    func isIn(_ text: String) -> Bool {
      let text = isWords ? Tokens.normal(text) : Array(Folding.folded(text).utf8)
      guard let first = bytes.first, bytes.count <= text.count else { return bytes.isEmpty }
      return (0...(text.count - bytes.count)).contains { start in
        text[start] == first && text[start...].starts(with: bytes)
      }
    }
  }

  /// Groups that aren't open at a moment, and all within them.
  private static func shutGroups(_ part: GuidePart, at time: GuideTime) -> Set<String> {
    GroupTree(part.content.groups).all(
      in: part.content.groups.map(\.key).filter {
        !areOpen(part.rules(of: GuideOwner(.group, $0)), at: time)
      })
  }

  /// Whether an item is open or shown at a moment, and all the groups that it is in.
  private func isOpen(_ place: Int, at time: GuideTime, _ shut: [Set<String>]) -> Bool {
    let (part, item) = (entries[place].part, item(place))
    return shut[part].isDisjoint(with: item.groups)
      && Self.areOpen(parts[part].rules(of: GuideOwner(.item, item.key)), at: time)
  }
}
