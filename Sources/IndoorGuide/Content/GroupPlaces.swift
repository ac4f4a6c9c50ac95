import IndoorModel

/// Where groups are, those that are nowhere themselves by what they are in.
struct GroupPlaces {
  private let part: GuidePart
  /// What was found so far: a deep chain is walked once.
  private var known: [Int: GuidePlace?] = [:]

  init(_ part: GuidePart) { self.part = part }

  /// Where a group is, else the first that is somewhere of those it is in.
  mutating func place(around key: String) -> GuidePlace? {
    var way: [Int] = []
    var (next, place): (String?, GuidePlace?) = (key, nil)
    while let key = next, let index = part.groups[key] {
      if let found = known[index] {
        place = found
        break
      }
      let group = part.content.groups[index]
      way.append(index)
      // Until the way is told, it leads nowhere: a circle ends here.
      known[index] = .some(nil)
      if group.place.coordinate != nil {
        place = group.place
        break
      }
      next = group.parent
    }
    for index in way { known[index] = .some(place) }
    return place
  }
}
