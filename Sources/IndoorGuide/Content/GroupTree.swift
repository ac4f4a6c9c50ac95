import IndoorModel

/// Which groups are in which.
struct GroupTree {
  private var inner: [String: [String]] = [:]

  init(_ groups: [GuideGroup]) {
    for group in groups {
      if let parent = group.parent { inner[parent, default: []].append(group.key) }
    }
  }

  /// Groups and all that are in them, however deep; a group that is in itself counts once.
  func all(in groups: some Sequence<String>) -> Set<String> {
    var found = Set(groups)
    var open = Array(found)
    while let group = open.popLast() {
      for key in inner[group] ?? [] where found.insert(key).inserted { open.append(key) }
    }
    return found
  }
}
