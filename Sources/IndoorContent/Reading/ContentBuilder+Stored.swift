import IndoorModel

extension ContentBuilder {
  /// What something without a key is called: by its file and its place in it. What earlier builds
  /// called by its place alone stays that where the collection has it with one of its titles.
  func key(
    at place: String, as kind: GuideOwner.Kind = .item, former: String, titles: [String]
  ) -> String {
    let titles = titles.map(Words.trimmed)
    let isThere = stored.texts(of: GuideOwner(kind, former)).contains {
      GuideText.titles.contains($0.name) && titles.contains(Words.trimmed($0.value))
    }
    return isThere ? former : "\(ReadContent.stem(path)) \(place)"
  }

  /// What to do where a number belongs.
  static let writeNumber = "write a number, as 1 or 2.5"

  /// Those of some properties that have said what they can; what else says anything is told, to
  /// stay a text.
  ///
  /// - Parameter remedies: what to do, by property, where that isn't to write one word.
  mutating func used(
    _ properties: [(name: String, isUsed: Bool)], in members: Property.Members,
    of owner: GuideOwner, line: Int?, remedies: [String: String] = [:]
  ) -> Set<String> {
    var used: Set<String> = []
    for (name, isUsed) in properties {
      let value = members[name]
      guard !isUsed, value.saysAnything else {
        used.insert(name)
        continue
      }
      // As a text it is told.
      guard !value.isNull else { continue }
      let remedy = remedies[name] ?? "write one word or number"
      find(
        .badValue, of: owner, line: line,
        "the \(name) of \(owner.named) can't be used as such and is kept as a text; \(remedy)")
    }
    return used
  }

  /// The venue file's item of a key, for the first that has it here.
  func stored(item key: String) -> GuideItem? { hasItem(key) ? nil : stored.items[key] }

  /// The venue file's tour of a key, for the first that has it here.
  func stored(tour key: String) -> GuideTour? { tour(key) == nil ? stored.tours[key] : nil }

  /// Keeps everything that the venue file says of something.
  mutating func keep(_ owner: GuideOwner) {
    content.texts += stored.texts(of: owner)
    content.codes += stored.codes(of: owner)
    content.uses += stored.uses(of: owner)
    content.rules += stored.rules(of: owner)
  }

  /// Keeps the venue file's tour of a key, all but its stops, and says where it is among the
  /// content's; `nil` where there is none.
  mutating func keep(tour key: String) -> Int? {
    guard var tour = stored(tour: key) else { return nil }
    tour.stops = []
    let source = tour.source
    keep(GuideOwner(.tour, add(tour)))
    guard let index = self.tour(key) else { return nil }
    content.tours[index].source = source
    return index
  }

  /// What the venue file says of the stop of a tour at an item, the next one where several are.
  mutating func storedTexts(of stop: GuideStop, in tour: String) -> [GuideText] {
    let position = stored.stops.take(stop, of: tour)
    return position.map { stored.texts(of: GuideOwner(.stop, tour, position: $0)) } ?? []
  }

  /// Keeps the languages that media have in the venue file and not here.
  mutating func keepOtherLanguages() {
    var seen: Set<String> = []
    for key in content.media.map(\.key) where seen.insert(key).inserted {
      for medium in stored.media[key] ?? [] { add(medium) }
    }
  }
}
