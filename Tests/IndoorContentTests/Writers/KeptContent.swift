import IndoorGeometry
import IndoorGuide
import IndoorModel

/// How much of the museum's guide is there in content that was read of another format, by whatever
/// name that format has for it.
struct KeptContent {
  private let museum: MuseumGuide
  private let content: GuideContent
  private let guide: Guide
  private var items: [String: GuideItem] = [:]
  private var groups: [String: GuideGroup] = [:]
  private var texts: [GuideOwner: [GuideText]] = [:]
  private var shown: [GuideOwner: Set<String>] = [:]

  init(_ museum: MuseumGuide, in content: GuideContent) {
    self.museum = museum
    self.content = content
    guide = Guide([content])
    for item in content.items { items[Self.key(item.key)] = item }
    for group in content.groups { groups[group.key] = group }
    for text in content.texts { texts[text.owner, default: []].append(text) }
    for use in content.uses { shown[use.owner, default: []].insert(use.medium) }
  }

  /// `OS-1001` of `artwork:OS-1001`.
  private static func key(_ key: String) -> String {
    key.split(separator: ":").last.map(String.init) ?? key
  }

  private func works(_ isKept: (MuseumGuide.Work, GuideItem) -> Bool) -> Int {
    museum.works.count { work in items[work.key].map { isKept(work, $0) } ?? false }
  }

  private func isSaid(_ value: String, of owner: GuideOwner, language: String = "en") -> Bool {
    (texts[owner] ?? []).contains { $0.value == value && $0.language.hasPrefix(language) }
  }

  private func says(_ value: KeyPath<MuseumGuide.Work, String>, language: String = "en") -> Int {
    works { work, item in
      isSaid(work[keyPath: value], of: GuideOwner(.item, item.key), language: language)
    }
  }

  /// The labels of the groups that an item is in.
  private func labels(_ item: GuideItem) -> Set<String> {
    var (labels, open): (Set<String>, [String]) = ([], item.groups)
    while let key = open.popLast(), let group = groups[key], labels.insert(group.label).inserted {
      open += [group.parent].compactMap(\.self)
    }
    return labels
  }

  /// The entry of a work's medium, `nil` where it isn't shown.
  private func entry(_ medium: GuideMedium, of item: GuideItem) -> GuideMedium? {
    let keys = shown[GuideOwner(.item, item.key)] ?? []
    return content.media.first { other in
      keys.contains(other.key) && other.uri.split(separator: "/").last == medium.uri[...]
    }
  }

  /// How many of the works' media are there and as the museum has them.
  private func media(
    _ media: (MuseumGuide.Work) -> [GuideMedium],
    _ isKept: (GuideMedium, GuideMedium) -> Bool = { _, _ in true }
  ) -> Int {
    museum.works.reduce(0) { count, work in
      guard let item = items[work.key] else { return count }
      return count
        + media(work).count { own in entry(own, of: item).map { isKept(own, $0) } ?? false }
    }
  }

  private func tours(_ count: (MuseumGuide.Tour, Guide.Tour) -> Int) throws -> Int {
    let known = try guide.tours()
    return museum.tours.reduce(0) { sum, tour in
      sum + (known.first { Self.key($0.row.id.key) == tour.key }.map { count(tour, $0) } ?? 0)
    }
  }

  /// What there is, in the order of the table in docs/guide.md.
  func counts() throws -> [(name: String, count: Int)] {
    func words(_ own: GuideMedium, _ other: GuideMedium) -> Bool {
      own.about.transcript == other.about.transcript
    }
    let all: (MuseumGuide.Work) -> [GuideMedium] = { [$0.picture] + $0.sounds }
    return [
      ("works, titles", says(\.title)),
      ("artists", says(\.artist)), ("years", says(\.year)), ("texts", says(\.text)),
      (
        "titles and texts in German",
        says(\.germanTitle, language: "de") + says(\.germanText, language: "de")
      ),
      ("places", works { $1.place.coordinate == $0.coordinate }),
      ("levels", works { $1.place.ordinal == MuseumGuide.floors[$0.level] }),
      ("rooms", works { labels($1).contains($0.room.label) }),
      (
        "floors above the rooms",
        works { work, item in
          museum.levels.contains { level in
            level.key == work.room.parent && labels(item).contains(level.label)
          }
        }
      ),
      (
        "numbers",
        works { work, item in guide.number(work.code).contains { $0.row.id.key == item.key } }
      ),
      ("pictures", media { [$0.picture] }),
      (
        "words for pictures",
        media({ [$0.picture] }) { $0.about.alternative == $1.about.alternative }
      ),
      ("sounds", media { Array($0.sounds.prefix(1)) }),
      ("sounds in German", media { Array($0.sounds.dropFirst()) }),
      ("transcripts", media(\.sounds, words)),
      ("credits", media(all) { $0.about.credit == $1.about.credit }),
      ("licences", media(all) { $0.about.licence == $1.about.licence }),
      ("tours", try tours { $0.title == $1.row.title ? 1 : 0 }),
      (
        "tours in German",
        try tours { tour, other in
          isSaid(tour.germanTitle, of: GuideOwner(.tour, other.row.id.key), language: "de") ? 1 : 0
        }
      ),
      ("numbers of tours", try tours { $1.row.codes == [$0.code] ? 1 : 0 }),
      (
        "stops",
        try tours { tour, other in
          zip(tour.stops, other.stops).count { $1.item.map { Self.key($0.id.key) } == $0 }
        }
      ),
      ("dates", rules { if case .interval = $0 { true } else { false } }),
      ("opening hours", rules { if case .hours = $0 { true } else { false } }),
    ]
  }

  private func rules(_ isWanted: (GuideRule.When) -> Bool) -> Int {
    museum.content.rules.filter { isWanted($0.when) }.count { rule in
      content.rules.contains {
        $0.when == rule.when && Self.key($0.owner.key) == rule.owner.key
      }
    }
  }
}
