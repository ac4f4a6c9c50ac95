import IndoorModel

extension Guide {
  /// The groups, nearest member first where somebody is somewhere, else in their order.
  public func groups(near position: GuidePosition? = nil) -> [GuideGroupRow] {
    var nearest: [GroupID: GuideRow.Distance] = [:]
    var counts: [GroupID: Int] = [:]
    let here = position.map { EarthPoint($0.coordinate) }
    for place in sourceOrder {
      let part = entries[place].part
      let distance = position.flatMap { position in
        here.flatMap { places.distance(place, $0, position) }
      }
      for group in ancestors(of: item(place).groups, in: part) {
        let id = GroupID(part: part, key: group)
        counts[id, default: 0] += 1
        if let distance, distance.cost < nearest[id]?.cost ?? .infinity { nearest[id] = distance }
      }
    }
    var rows: [GuideGroupRow] = []
    for (index, part) in parts.enumerated() {
      let groups = Self.inOrder(part.content.groups, by: \.sort).map(\.element)
      for (order, group) in groups.enumerated() {
        let id = GroupID(part: index, key: group.key)
        let label = part.text(named: "label", of: GuideOwner(.group, group.key))
        rows.append(
          GuideGroupRow(
            collection: part.content.collection.key, key: group.key, parent: group.parent,
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

  /// Groups and all that they are in.
  func ancestors(of groups: [String], in part: Int) -> Set<String> {
    var found: Set<String> = []
    for group in groups {
      var next: String? = group
      while let key = next, let index = parts[part].groups[key], found.insert(key).inserted {
        next = parts[part].content.groups[index].parent
      }
    }
    return found
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
