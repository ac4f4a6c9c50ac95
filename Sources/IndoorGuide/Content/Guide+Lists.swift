import IndoorModel

extension Guide {
  /// Items, nearest first where somebody is somewhere, else in the source's order.
  ///
  /// - Parameters:
  ///   - filter: which items.
  ///   - position: where somebody is.
  ///   - limit: how many rows a page has at most.
  ///   - cursor: what the page before gave as `after`.
  /// - Throws: `.noGroup`, `.badTime`, `.badCursor`.
  public func items(
    _ filter: GuideFilter = GuideFilter(), near position: GuidePosition? = nil, limit: Int = 25,
    after cursor: String? = nil
  ) throws(GuideError) -> GuidePage {
    let isWanted = try test(filter)
    let wanted = sourceOrder.filter(isWanted)
    let order: [(place: Int, distance: GuideRow.Distance?)] =
      if let position { sorted(wanted, from: position) } else { wanted.map { ($0, nil) } }
    var start = 0
    if let cursor {
      let last = try entry(of: cursor)
      guard let index = order.firstIndex(where: { $0.place == last }) else {
        throw .badCursor(cursor)
      }
      start = index + 1
    }
    let rows = order[start...].prefix(max(0, limit)).map {
      row($0.place, distance: $0.distance, isFromSomewhere: position != nil)
    }
    let isLast = start + rows.count >= order.count
    return GuidePage(
      rows: rows, total: order.count, after: isLast ? nil : rows.last.map { Self.cursor($0.id) })
  }

  /// The nearest items that have a place, nearest first.
  ///
  /// Costs are in metres: straight ones along the ground, 33⅓ for a level of difference and 200 for
  /// another building. Equals come by sort, then by key.
  ///
  /// - Parameters:
  ///   - position: where somebody is.
  ///   - limit: how many rows to give at most.
  public func nearest(to position: GuidePosition, limit: Int = 25) -> [GuideRow] {
    guard limit > 0 else { return [] }
    let here = EarthPoint(position.coordinate)
    var best: [(cost: Double, place: Int)] = []
    best.reserveCapacity(min(limit, places.count) + 1)
    for (place, point) in places.enumerated() {
      guard let point else { continue }
      let metres = here.metres(to: point)
      if best.count == limit, metres >= best[limit - 1].cost { continue }
      let cost = metres + Self.extra(item(place).place, from: position)
      if best.count == limit {
        if cost >= best[limit - 1].cost { continue }
        best.removeLast()
      }
      // Entries come in the order of equals.
      let index = best.firstIndex { $0.cost > cost } ?? best.count
      best.insert((cost, place), at: index)
    }
    return best.map {
      row($0.place, distance: distance($0.place, here, position), isFromSomewhere: true)
    }
  }

  /// The groups, nearest member first where somebody is somewhere, else in their order.
  public func groups(near position: GuidePosition? = nil) -> [GuideGroupRow] {
    var nearest: [GroupID: GuideRow.Distance] = [:]
    var counts: [GroupID: Int] = [:]
    let here = position.map { EarthPoint($0.coordinate) }
    for place in sourceOrder {
      let part = entries[place].part
      let distance = position.flatMap { position in
        here.flatMap { self.distance(place, $0, position) }
      }
      for group in ancestors(of: item(place).groups, in: part) {
        let id = GroupID(part: part, key: group)
        counts[id, default: 0] += 1
        if let distance, distance.cost < nearest[id]?.cost ?? .infinity { nearest[id] = distance }
      }
    }
    var rows: [GuideGroupRow] = []
    for (part, content) in contents.enumerated() {
      for (order, group) in Self.inOrder(content.groups).enumerated() {
        let id = GroupID(part: part, key: group.key)
        let label = text(named: "label", of: GuideOwner(.group, group.key), in: part)
        rows.append(
          GuideGroupRow(
            collection: content.collection.key, key: group.key, parent: group.parent,
            label: label?.value ?? group.label, order: order, items: counts[id] ?? 0,
            distance: nearest[id]))
      }
    }
    guard position != nil else { return rows }
    return rows.indices.sorted { a, b in
      let (first, second) = (
        rows[a].distance?.cost ?? .infinity, rows[b].distance?.cost ?? .infinity
      )
      return first == second ? a < b : first < second
    }.map { rows[$0] }
  }

  private struct GroupID: Hashable {
    let part: Int
    let key: String
  }

  private static func inOrder(_ groups: [GuideGroup]) -> [GuideGroup] {
    groups.enumerated().sorted {
      let (first, second) = ($0.element.sort ?? .infinity, $1.element.sort ?? .infinity)
      return first == second ? $0.offset < $1.offset : first < second
    }.map(\.element)
  }

  /// Groups and all that they are in.
  private func ancestors(of groups: [String], in part: Int) -> Set<String> {
    var found: Set<String> = []
    for group in groups {
      var next: String? = group
      while let key = next, let index = parts[part].groups[key], found.insert(key).inserted {
        next = contents[part].groups[index].parent
      }
    }
    return found
  }

  func item(_ place: Int) -> GuideItem { contents[entries[place].part].items[entries[place].item] }

  /// How far an entry is, `nil` where it has no place.
  func distance(
    _ place: Int, _ here: EarthPoint, _ position: GuidePosition
  ) -> GuideRow.Distance? {
    guard let point = places[place] else { return nil }
    let metres = here.metres(to: point)
    let to = item(place).place
    return GuideRow.Distance(
      metres: metres, levels: Self.levels(to.ordinal, from: position.ordinal),
      cost: metres + Self.extra(to, from: position))
  }

  /// All of some entries by cost; those without a place last, in the source's order.
  private func sorted(
    _ wanted: [Int], from position: GuidePosition
  ) -> [(place: Int, distance: GuideRow.Distance?)] {
    let here = EarthPoint(position.coordinate)
    let all = wanted.map { (place: $0, distance: distance($0, here, position)) }
    let placed = all.filter { $0.distance != nil }.sorted {
      let (first, second) = ($0.distance?.cost ?? 0, $1.distance?.cost ?? 0)
      return first == second ? $0.place < $1.place : first < second
    }
    return placed + all.filter { $0.distance == nil }
  }

  private static func levels(_ to: Int?, from: Int?) -> Int {
    guard let to, let from else { return 0 }
    let (levels, overflow) = to.subtractingReportingOverflow(from)
    return overflow ? (to > from ? .max : .min) : levels
  }

  /// What levels and buildings cost, in metres: a minute of walking a level, as the Art Institute
  /// of Chicago's app has it, at 2 km/h.
  private static func extra(_ to: GuidePlace, from position: GuidePosition) -> Double {
    let stairs = 100.0 / 3 * abs(Double(levels(to.ordinal, from: position.ordinal)))
    guard let building = to.building, let other = position.building, building != other else {
      return stairs
    }
    return stairs + 200
  }

  /// The test of a filter.
  private func test(_ filter: GuideFilter) throws(GuideError) -> (Int) -> Bool {
    var groups: [Set<String>]?
    if let group = filter.group { groups = try members(of: group) }
    var time: GuideTime?
    if let text = filter.openAt {
      guard let read = GuideTime(text) else { throw .badTime(text) }
      time = read
    }
    let part = filter.contained.map { Tokens.normal($0.text) }
    return { [self] place in
      let item = item(place)
      if let groups, groups[entries[place].part].isDisjoint(with: item.groups) { return false }
      if let level = filter.level, item.place.ordinal ?? level != level { return false }
      if filter.level != nil, item.place.ordinal == nil, item.place.coordinate == nil {
        return false
      }
      if let kind = filter.kind, item.kind != kind { return false }
      if let time, !isOpen(place, at: time) { return false }
      if let contained = filter.contained, let part {
        return has(part, in: contained.field, place)
      }
      return true
    }
  }

  /// By collection, the keys of a group and of all within it.
  private func members(of group: String) throws(GuideError) -> [Set<String>] {
    let isKey = parts.contains { $0.groups[group] != nil }
    let found = contents.map { content in
      GroupTree(content.groups).all(
        in: content.groups.filter { isKey ? $0.key == group : $0.label == group }.map(\.key))
    }
    guard found.contains(where: { !$0.isEmpty }) else { throw .missing(.noGroup, "group", group) }
    return found
  }

  private func has(_ part: [UInt8], in field: String, _ place: Int) -> Bool {
    let owner = GuideOwner(.item, item(place).key)
    let content = contents[entries[place].part]
    return (parts[entries[place].part].texts[owner] ?? []).contains { index in
      let text = content.texts[index]
      return text.name == field && Self.contains(Tokens.normal(text.value), part)
    }
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, part.count <= bytes.count else { return part.isEmpty }
    return (0...(bytes.count - part.count)).contains { start in
      bytes[start] == first && bytes[start...].starts(with: part)
    }
  }

  private func isOpen(_ place: Int, at time: GuideTime) -> Bool {
    let part = entries[place].part
    let owner = GuideOwner(.item, item(place).key)
    let rules = (parts[part].rules[owner] ?? []).map { contents[part].rules[$0] }
    return Self.areOpen(rules, at: time)
  }
}

/// What a list shows of a group.
public struct GuideGroupRow: Hashable, Sendable {
  /// The collection's key.
  public var collection: String
  /// The group's key.
  public var key: String
  /// The key of the group it is in, `nil` at the top.
  public var parent: String?
  /// What people call it.
  public var label: String
  /// Its place among the groups of its collection, from 0.
  public var order: Int
  /// How many items are in it and in the groups within it.
  public var items: Int
  /// How far its nearest item is, in lists from somewhere.
  public var distance: GuideRow.Distance?
}
