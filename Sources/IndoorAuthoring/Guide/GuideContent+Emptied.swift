import IndoorContent
import IndoorModel

extension GuideContent {
  /// What others say no more of things that are still there: how many of these had a level,
  /// degrees, groups, a group above them, or opening hours and dates, and have none of it now.
  func emptied(in new: GuideContent) -> [(name: String, count: Int)] {
    let newItems = Dictionary(new.items.map { ($0.key, $0) }) { first, _ in first }
    let newGroups = Dictionary(new.groups.map { ($0.key, $0) }) { first, _ in first }
    let items = items.compactMap { item in newItems[item.key].map { (old: item, new: $0) } }
    let groups = groups.compactMap { group in newGroups[group.key].map { (old: group, new: $0) } }
    let places =
      items.map { (old: $0.old.place, new: $0.new.place) }
      + groups.map { (old: $0.old.place, new: $0.new.place) }
    let tours = Set(new.tours.map(\.key))
    let ruled = Set(new.rules.map(\.owner))
    let unruled = Set(rules.map(\.owner)).subtracting(ruled).count { owner in
      switch owner.kind {
      case .item: newItems[owner.key] != nil
      case .group: newGroups[owner.key] != nil
      default: tours.contains(owner.key)
      }
    }
    return [
      ("levels", places.count { $0.old.ordinal != nil && $0.new.ordinal == nil }),
      ("places", places.count { $0.old.coordinate != nil && $0.new.coordinate == nil }),
      ("memberships", items.count { !$0.old.groups.isEmpty && $0.new.groups.isEmpty }),
      ("parents", groups.count { $0.old.parent != nil && $0.new.parent == nil }),
      ("rules", unruled),
    ]
  }
}
