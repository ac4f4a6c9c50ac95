import IndoorContent
import IndoorModel

extension GuideContent {
  /// What others say no more of things that are still there: how many of these had a level,
  /// degrees, groups, a group above them and so on, and have none of it now, or aren't hidden,
  /// closed or kept for free apps any more.
  func emptied(in new: GuideContent) -> [(name: String, count: Int)] {
    let items = Self.pairs(items, new.items, by: \.key)
    let groups = Self.pairs(groups, new.groups, by: \.key)
    let tours = Self.pairs(tours, new.tours, by: \.key)
    let media = Self.pairs(media, new.media) { [$0.key, $0.language] }
    let places =
      items.map { (old: $0.old.place, new: $0.new.place) }
      + groups.map { (old: $0.old.place, new: $0.new.place) }
    let sorts =
      items.map { (old: $0.old.sort, new: $0.new.sort) }
      + groups.map { (old: $0.old.sort, new: $0.new.sort) }
      + tours.map { (old: $0.old.sort, new: $0.new.sort) }
    return [
      ("levels", places.count { $0.old.ordinal != nil && $0.new.ordinal == nil }),
      ("places", places.count { $0.old.coordinate != nil && $0.new.coordinate == nil }),
      (
        "memberships",
        items.reduce(0) { $0 + Set($1.old.groups).subtracting($1.new.groups).count }
      ),
      ("parents", groups.count { $0.old.parent != nil && $0.new.parent == nil }),
      ("sorts", sorts.count { $0.old != nil && $0.new == nil }),
      ("rules", unruled(in: new)), ("uses", unshown(in: new)),
      ("stop_media", unplayed(tours, \.medium)), ("bumpers", unplayed(tours, \.bumper)),
      ("hidden", items.count { $0.old.isHidden && !$0.new.isHidden }),
      ("closed", groups.count { $0.old.isClosed && !$0.new.isClosed }),
      ("free_only", media.count { $0.old.about.isFreeOnly && !$0.new.about.isFreeOnly }),
      ("credits", media.count { $0.old.about.credit != nil && $0.new.about.credit == nil }),
      ("licences", media.count { $0.old.about.licence != nil && $0.new.about.licence == nil }),
    ]
  }

  /// What is in both, as it was and as it is.
  private static func pairs<Value, Key: Hashable>(
    _ old: [Value], _ new: [Value], by key: (Value) -> Key
  ) -> [(old: Value, new: Value)] {
    let fresh = Dictionary(new.map { (key($0), $0) }) { first, _ in first }
    return old.compactMap { value in fresh[key(value)].map { (old: value, new: $0) } }
  }

  /// Stops at an item that had something to play and have nothing, of tours as they were and are.
  private func unplayed(
    _ tours: [(old: GuideTour, new: GuideTour)], _ medium: (GuideStop) -> String?
  ) -> Int {
    tours.reduce(0) { count, tour in
      let fresh = Dictionary(tour.new.stops.map { ($0.item, medium($0)) }) { $0 ?? $1 }
      return count
        + tour.old.stops.count { medium($0) != nil && fresh[$0.item].map { $0 == nil } ?? false }
    }
  }

  /// Media of what is still there that had some as one thing, as its pictures, and has none as
  /// that.
  private func unshown(in new: GuideContent) -> Int {
    func thing(_ use: GuideMediumUse) -> Said { Said(owner: use.owner, what: use.role) }
    let shown = Set(new.uses.map(thing))
    let there = new.there
    return uses.count { there.contains($0.owner) && !shown.contains(thing($0)) }
  }

  /// What there is of works, groups and tours.
  private var there: Set<GuideOwner> {
    Set(
      items.map { GuideOwner(.item, $0.key) } + groups.map { GuideOwner(.group, $0.key) }
        + tours.map { GuideOwner(.tour, $0.key) })
  }

  /// Opening hours, first days and last days that what is still there had and has no more.
  private func unruled(in new: GuideContent) -> Int {
    func said(_ rules: [GuideRule]) -> Set<Said> {
      var said: Set<Said> = []
      for rule in rules {
        switch rule.when {
        case .hours: said.insert(Said(owner: rule.owner, what: "hours"))
        case .interval(let begin, let end):
          if begin != nil { said.insert(Said(owner: rule.owner, what: "begins")) }
          if end != nil { said.insert(Said(owner: rule.owner, what: "ends")) }
        }
      }
      return said
    }
    let there = new.there
    return said(rules).subtracting(said(new.rules)).count { there.contains($0.owner) }
  }

  /// That something has hours, a first or a last day, or media as one thing.
  private struct Said: Hashable {
    let owner: GuideOwner
    let what: String
  }
}
