import IndoorModel

extension Guide {
  /// The groups, nearest member first where somebody is somewhere, else in their order.
  public func groups(near position: GuidePosition? = nil) -> [GuideGroupRow] {
    let members = members(near: position)
    var rows: [GuideGroupRow] = []
    for (index, part) in parts.enumerated() {
      let groups = Self.inOrder(part.content.groups, by: \.sort).map(\.element)
      for (order, group) in groups.enumerated() {
        guard let place = part.groups[group.key] else { continue }
        rows.append(
          GuideGroupRow(
            collection: part.content.collection.key, key: group.key, parent: group.parent,
            label: part.label(of: group), order: order,
            items: members[index].counts[place], distance: members[index].nearest[place]))
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

  /// By collection and group, how many items are in it and in the groups within it, and how far
  /// the nearest of them is.
  private func members(
    near position: GuidePosition?
  ) -> [(counts: [Int], nearest: [GuideRow.Distance?])] {
    typealias Near = (distance: GuideRow.Distance, order: Int)
    func isNearer(_ a: Near, _ b: Near) -> Bool {
      a.distance.cost == b.distance.cost
        ? a.order < b.order : a.distance.cost < b.distance.cost
    }
    let here = position.map { EarthPoint($0.coordinate) }
    var groups: [[[Int]]] = parts.map { _ in [] }
    var nearest = parts.map { [Near?](repeating: nil, count: $0.content.groups.count) }
    for (order, place) in sourceOrder.enumerated() {
      let part = entries[place].part
      let own = item(place).groups.compactMap { parts[part].groups[$0] }
      groups[part].append(own)
      guard let position, let here, let distance = places.distance(place, here, position) else {
        continue
      }
      let near = (distance, order)
      for group in own where nearest[part][group].map({ isNearer(near, $0) }) ?? true {
        nearest[part][group] = near
      }
    }
    return parts.indices.map { index in
      let part = parts[index]
      let forest = GroupForest(
        part.content.groups.map { $0.parent.flatMap { part.groups[$0] } })
      return (
        forest.counts(of: groups[index]),
        forest.first(of: nearest[index], by: isNearer).map { $0?.distance }
      )
    }
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
