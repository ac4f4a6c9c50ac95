import IndoorContent
import IndoorGeometry
import IndoorGuide
import IndoorModel

extension ImportGuide {
  /// That a number that was said to be a level and one that the venue's level is called by are one
  /// level, as where the source counts otherwise than the venue and some of its numbers were said.
  func mixed(_ use: OptionUse, _ levels: ContentLevels) -> String? {
    guard let (said, other, ordinal) = use.mixed(among: floors, levels) else { return nil }
    return
      "\(sources.joined(separator: ", ")): \(said) and \(other) are one level now, of ordinal \(ordinal):"
      + " one as it was said, the other as the venue calls its level; if the source counts otherwise, import"
      + " it again, and say which ordinal each is"
  }

  /// That what an import has on levels, at the places where it was, is all so many floors higher or
  /// lower than it was, as where its labels meant other levels at the import before, by ordinals
  /// that were said for them; nothing where all are said now.
  func lifted(
    _ content: GuideContent, from old: GuideContent, _ use: OptionUse
  ) -> String? {
    guard use.hasLabels(beside: floors) else { return nil }
    let before = Dictionary(old.placed) { first, _ in first }
    let both = content.placed.compactMap { owner, now in
      before[owner].flatMap { was in Lift(owner, from: was, to: now) }
    }
    let moved = both.filter { $0.was != $0.now }
    let stayed = Set(both.lazy.filter { $0.was == $0.now }.map(\.was))
    guard let first = moved.first, moved.count >= 3, moved.count * 2 > both.count,
      moved.allSatisfy({ $0.floors == first.floors && !stayed.contains($0.was) })
    else { return nil }
    let count = first.floors.magnitude
    let noun =
      moved.allSatisfy { $0.owner.kind == .item } ? "works" : "works, groups and tours"
    return
      "\(sources.joined(separator: ", ")): \(moved.count) \(noun) of the collection"
      + " \"\(content.collection.key)\", whose places are as they were, are \(count)"
      + " floor\(count == 1 ? "" : "s") \(first.floors > 0 ? "higher" : "lower") now, as"
      + " \(first.owner.key), of ordinal \(first.was) before and \(first.now) now; if they stayed where they"
      + " are, the labels of their levels mean others now than at the import before: import them again,"
      + " and say which ordinal each is"
  }
}

/// Something of a guide whose place stayed, on the level where it was and where it is.
private struct Lift {
  let owner: GuideOwner
  let was, now: Int
  /// How many floors higher it is.
  let floors: Int

  /// - Returns: `nil` where its place or its building is another one, or a level isn't said.
  init?(_ owner: GuideOwner, from old: GuidePlace, to new: GuidePlace) {
    let isElsewhere = old.building != nil && new.building != nil && old.building != new.building
    guard Self.isSame(old.coordinate, new.coordinate), !isElsewhere, let was = old.ordinal,
      let now = new.ordinal
    else { return nil }
    let (floors, isTooFar) = now.subtractingReportingOverflow(was)
    guard !isTooFar else { return nil }
    (self.owner, self.was, self.now, self.floors) = (owner, was, now, floors)
  }

  /// Whether two places are one, but for how many digits they are written to.
  private static func isSame(_ one: Coordinate?, _ other: Coordinate?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return one == other || Guide.metres(from: one, to: other) < 1
  }
}

extension GuideContent {
  /// The places of works, groups and tours.
  fileprivate var placed: [(GuideOwner, GuidePlace)] {
    items.map { (GuideOwner(.item, $0.key), $0.place) }
      + groups.map { (GuideOwner(.group, $0.key), $0.place) }
      + tours.map { (GuideOwner(.tour, $0.key), $0.place) }
  }
}
