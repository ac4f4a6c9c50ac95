import IndoorModel

extension ContentCheck {
  mutating func references() {
    let groups = Set(content.groups.map(\.key))
    let isMuseum =
      content.groups.contains { $0.kind == "gallery" } || content.collection.format == "aic"
    for item in content.items {
      for group in item.groups where !groups.contains(group) {
        find(
          isMuseum ? .danglingGallery : .danglingGroup, item.key,
          "item \(item.key) is in \(isMuseum ? "the gallery" : "the group") \(group), which isn't there; add it, or correct the name"
        )
      }
    }
    for group in content.groups {
      if let parent = group.parent, !groups.contains(parent) {
        find(
          .danglingGroup, nil,
          "group \(group.key) is in the group \(parent), which isn't there; add it, or correct the name"
        )
      }
      if group.isClosed {
        find(
          .closedGallery, nil,
          "group \(group.key), \(group.label), is closed, and hides what is in it; open it where that is over"
        )
      }
    }
    circles()
    let items = Set(content.items.map(\.key))
    let told = Set(content.findings.filter { $0.rule == .danglingStop }.map(\.message))
    for tour in content.tours {
      stopsAtNothing(of: tour, told)
      for stop in tour.stops {
        guard let item = stop.item, !items.contains(item) else { continue }
        find(
          .danglingStop, of: GuideOwner(.tour, tour.key), source: stop.source,
          "tour \(tour.key) stops at item \(item), which isn't there; add it, or take the stop out")
      }
    }
    played()
    let templates = Set(content.templates.map(\.name))
    for item in content.items {
      guard let template = item.template, !templates.contains(template) else { continue }
      find(
        .unknownTemplate, item.key,
        "item \(item.key) has the template \(template), which isn't there; add it, or name another")
    }
  }

  /// A tour's stops at nothing, where the reader didn't tell them by their lines.
  /// CollectiveAccess's stops may be places of their own, with a description alone.
  private mutating func stopsAtNothing(of tour: GuideTour, _ told: Set<String>) {
    let isNothing = Words.onOneLine(
      "a stop of the tour \(tour.key) has neither an item nor a medium")
    guard !content.collection.format.hasPrefix("collectiveaccess"),
      tour.stops.contains(where: { $0.item == nil && $0.medium == nil && $0.bumper == nil }),
      !told.contains("\(isNothing); write one of them, or take the line out")
    else { return }
    find(
      .danglingStop, of: GuideOwner(.tour, tour.key),
      "\(isNothing); write one of them, or take the stop out")
  }

  /// Groups that are in themselves, by way of others or not: each circle is told once, at the first
  /// of its groups.
  private mutating func circles() {
    let parents = Dictionary(content.groups.map { ($0.key, $0.parent) }) { first, _ in first }
    var seen: Set<String> = []
    for group in content.groups {
      var way: [String] = []
      var next: String? = group.key
      while let key = next, seen.insert(key).inserted {
        way.append(key)
        next = parents[key] ?? nil
      }
      // What was seen on this very way closes a circle.
      guard let next, let first = way.firstIndex(of: next) else { continue }
      let circle = way[first...].prefix(5) + [way.count - first > 5 ? "…" : next]
      find(
        .circularGroup, nil,
        "group \(next) is in itself (\(circle.joined(separator: " in "))); take one of them out")
    }
  }

  private mutating func played() {
    let media = Set(content.media.map(\.key))
    var told: Set<GuideMediumUse> = []
    var used: Set<String> = []
    for (use, source) in played(by: content) {
      used.insert(use.medium)
      let plain = GuideMediumUse(use.owner, medium: use.medium, role: "")
      guard !media.contains(use.medium), told.insert(plain).inserted else { continue }
      let isKnown = use.owner.kind == .item || use.owner.kind == .tour
      find(
        .danglingAudio, of: isKnown ? use.owner : .collection, source: source,
        "\(use.owner.kind.rawValue) \(use.owner.key) plays \(use.medium), which isn't there; add it, or correct the key"
      )
    }
    var seen: Set<String> = []
    for medium in content.media where !used.contains(medium.key) && seen.insert(medium.key).inserted
    {
      find(
        .unusedMedia, of: GuideOwner(.medium, medium.key),
        "nothing shows the medium \(medium.key); use it, or take it out")
    }
  }

  /// Everything that shows or plays a medium, with its place where that isn't its owner's.
  private func played(by content: GuideContent) -> [(use: GuideMediumUse, source: String?)] {
    var uses = content.uses.map { (use: $0, source: String?.none) }
    for code in content.codes {
      if let medium = code.medium {
        uses.append((GuideMediumUse(code.owner, medium: medium, role: "code"), nil))
      }
    }
    for tour in content.tours {
      for stop in tour.stops {
        for medium in [stop.medium, stop.bumper].compactMap(\.self) {
          let use = GuideMediumUse(GuideOwner(.tour, tour.key), medium: medium, role: "stop")
          uses.append((use, stop.source))
        }
      }
    }
    return uses
  }
}
