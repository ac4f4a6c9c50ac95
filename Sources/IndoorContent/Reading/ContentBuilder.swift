import IndoorGeometry
import IndoorModel

/// What is known of a medium while it is read.
struct BuiltMedium {
  /// Where it is among the content's, by its language.
  var places: [String: Int] = [:]
  /// What was said of it first.
  var about: GuideMedium.About?
  /// All texts that were said of it, those of a source together.
  var said: Set<String> = []
}

/// Puts together what a reader finds, and keeps keys apart.
struct ContentBuilder {
  var content: GuideContent
  /// The path of what is being read, for places in findings.
  var path = ""
  /// What of the options the sources came upon.
  private(set) var use = OptionUse()
  private let options: ContentOptions

  private var items: Set<String> = []
  private var groups: Set<String> = []
  /// Where tours are among the content's.
  private var tours: [String: Int] = [:]
  var given = GivenKeys()
  /// What is known of the media by their keys.
  private var media: [String: BuiltMedium] = [:]

  /// Items, texts and codes that content may have: far beyond any museum's guide, and some 15 s and
  /// half a gigabyte to read.
  static let most = 700_000
  private var wasTooLarge = false
  /// Whether there was more than that; what is beyond it isn't kept.
  var isTooLarge: Bool { wasTooLarge || count > Self.most }
  private var count: Int { content.items.count + content.texts.count + content.codes.count }

  /// What the collection has already.
  var stored: StoredContent

  init(
    _ collection: GuideCollection, _ options: ContentOptions,
    over stored: StoredContent = StoredContent(nil)
  ) {
    content = GuideContent(collection)
    self.stored = stored
    self.options = options
  }

  /// The language of texts that say none.
  var language: String { content.collection.language }

  /// By their small letters the languages' tags as they came first, the collection's before all:
  /// `pt-br` is `pt-BR` (BCP 47, section 2.1.1).
  private lazy var tags = [language.lowercased(): language]

  /// A language's tag as it came first; the collection's language for none.
  mutating func tag(_ language: String?) -> String {
    guard let written = language?.lowercased() else { return self.language }
    if let tag = tags[written] { return tag }
    // As locales are named.
    let language = String((language ?? "").map { $0 == "_" ? "-" : $0 })
    let key = language.lowercased()
    defer { tags[written] = tags[key] }
    if let known = tags[key] { return known }
    tags[key] = language
    if !LanguageTag.isOne(language) {
      find(
        .badValue,
        "the language \(language.prefix(24)) is no tag, so that nobody can ask for it; write it as en"
          + " or fr-CA")
    }
    return language
  }

  /// Whether levels of several ordinals are called so.
  func hasSeveralLevels(_ label: String) -> Bool { options.levels.hasSeveral(label) }

  func place(_ line: Int?) -> String? { line.map { "\(path):\($0)" } }

  mutating func find(
    _ rule: ContentRule, item: String? = nil, line: Int? = nil, _ message: String
  ) {
    find(rule, of: item.map { GuideOwner(.item, $0) }, line: line, message)
  }

  mutating func find(
    _ rule: ContentRule, of owner: GuideOwner?, line: Int? = nil, _ message: String
  ) {
    var message = Words.onOneLine(message)
    // A finding has a key of its own for items, tours and media alone.
    if let owner, owner.kind == .group, rule != .missingKey, !message.contains(owner.named) {
      message = "in \(owner.named) \(message)"
    }
    content.findings.append(
      GuideFinding(rule, of: owner, source: place(line) ?? path, message))
  }

  // MARK: Nouns

  /// Adds an item. One whose key another has is kept under a key of its own, and told.
  ///
  /// - Returns: the key that it has now.
  @discardableResult
  mutating func add(_ item: GuideItem, line: Int? = nil) -> String {
    guard !isTooLarge else { return item.key }
    var item = item
    item.source = place(line)
    if items.contains(item.key) {
      let given = item.key
      item.key = free("\(item.kind):\(given)", among: items)
      find(
        .duplicateKey, item: item.key, line: line,
        "two items have the key \(given), and this one is \(item.key) here; give it another")
    }
    items.insert(item.key)
    if hasRoom() { content.items.append(item) }
    return item.key
  }

  /// Whether there is room for so many items and texts more.
  mutating func hasRoom(for more: Int = 1) -> Bool {
    if count > Self.most - more { wasTooLarge = true }
    return !isTooLarge
  }

  /// Adds a group; the first of a key counts.
  ///
  /// - Returns: whether it is the first.
  @discardableResult
  mutating func add(_ group: GuideGroup, line: Int? = nil) -> Bool {
    var group = group
    group.source = place(line)
    guard groups.insert(group.key).inserted else {
      find(
        .duplicateKey, line: line,
        "two groups have the key \(group.key), and only the first is kept; give one another")
      return false
    }
    content.groups.append(group)
    return true
  }

  func hasGroup(_ key: String) -> Bool { groups.contains(key) }

  /// Adds a tour, as `add` does an item.
  @discardableResult
  mutating func add(_ tour: GuideTour, line: Int? = nil) -> String {
    var tour = tour
    tour.source = place(line)
    if tours[tour.key] != nil {
      let given = tour.key
      tour.key = free("tour:\(given)", among: tours.keys)
      find(
        .duplicateKey, of: GuideOwner(.tour, tour.key), line: line,
        "two tours have the key \(given), and this one is \(tour.key) here; give it another")
    }
    tours[tour.key] = content.tours.count
    content.tours.append(tour)
    return tour.key
  }

  /// Where the tour of a key is among the content's.
  func tour(_ key: String) -> Int? { tours[key] }

  /// Adds a medium in one language, where it isn't there yet.
  ///
  /// - Returns: whether it is the first.
  @discardableResult
  mutating func add(_ medium: GuideMedium) -> Bool {
    let medium = moved(medium)
    guard media[medium.key]?.places[medium.language] == nil else { return false }
    media[medium.key, default: BuiltMedium()].places[medium.language] = content.media.count
    content.media.append(medium)
    return true
  }

  /// Whether a medium is there in its language with the same address, and with all of its words.
  mutating func has(_ medium: GuideMedium) -> Bool {
    let medium = moved(medium)
    guard let place = media[medium.key]?.places[medium.language] else { return false }
    let (known, transcript) = (content.media[place], medium.about.transcript)
    return known.uri == medium.uri
      && (transcript == nil || transcript == known.about.transcript)
  }

  /// A medium at the address that it has now, its language as it is written here.
  private mutating func moved(_ medium: GuideMedium) -> GuideMedium {
    var medium = medium
    let change = options.urls.first { medium.uri.hasPrefix($0.from) }
    use.add(change: change, of: medium.uri)
    if let change { medium.uri = change.to + medium.uri.dropFirst(change.from.count) }
    if !medium.language.isEmpty { medium.language = tag(medium.language) }
    return medium
  }

  func hasItem(_ key: String) -> Bool { items.contains(key) }

  func hasMedium(_ key: String) -> Bool { media[key]?.places.isEmpty == false }

  /// Says who made a medium that is known by its address alone: the first that is said counts.
  ///
  /// - Returns: whether that is all of it, and nothing is left to be kept otherwise.
  mutating func describe(_ key: String, _ about: GuideMedium.About) -> Bool {
    guard about != GuideMedium.About(), let known = media[key] else { return true }
    if let first = known.about { return first == about }
    media[key]?.about = about
    if let place = known.places[""] { content.media[place].about = about }
    return true
  }

  /// The position of texts that a source has of a medium, behind others of it; `nil` where they
  /// were said before.
  mutating func position(of words: Property, saidOf key: String) -> Int? {
    guard words.saysAnything else { return 0 }
    let count = media[key]?.said.count ?? 0
    guard media[key, default: BuiltMedium()].said.insert(words.written).inserted else { return nil }
    return count
  }

  /// Adds a medium without words that is known by its address alone, and that something shows it.
  mutating func show(
    _ uri: String?, as role: String, by owner: GuideOwner,
    _ describe: (inout GuideMedium.About) -> Void = { _ in }
  ) {
    guard let uri, !uri.isEmpty, !GuideText.isNull(uri) else { return }
    content.uses.append(GuideMediumUse(owner, medium: uri, role: role))
    var medium = GuideMedium(key: uri, uri: uri, type: MediaType.of(uri))
    describe(&medium.about)
    // What is only mentioned leaves what the venue file knows of it alone, but for its address.
    if medium.about == GuideMedium.About(), let known = stored.media[uri] {
      let change = options.urls.first { uri.hasPrefix($0.from) }
      let isChanged = change != nil
      use.add(change: change, of: uri)
      for var medium in known where isChanged && (medium.uri == uri || medium.about == .init()) {
        medium.uri = uri
        add(medium)
      }
      return
    }
    add(medium)
  }

  // MARK: Texts

  /// Adds what is said of something; nothing where there is nothing, everything else as it came.
  mutating func say(
    _ name: String, _ value: Property, of owner: GuideOwner, language: String? = nil,
    position: Int = 0
  ) {
    switch value {
    case .nothing: return
    case .array(let values) where !values.isEmpty && values.allSatisfy({ $0.text != nil }):
      for (index, value) in values.enumerated() {
        say(name, value, of: owner, language: language, position: position + index)
      }
    case .string, .array, .dictionary:
      let text = value.written
      guard hasRoom() else { return }
      let language = tag(language)
      content.texts.append(
        GuideText(
          owner, name, language: language, text, isHTML: Words.hasTags(text),
          position: position))
    }
  }

  /// Adds each of a dictionary's members but some.
  mutating func say(
    _ members: Property.Members, of owner: GuideOwner, language: String? = nil, prefix: String = "",
    position: Int = 0, except names: Set<String> = []
  ) {
    for (name, value) in members.pairs where !names.contains(name) {
      say(prefix + name, value, of: owner, language: language, position: position)
    }
  }

  /// Adds a nested value member by member, names joined by dots.
  mutating func flatten(_ name: String, _ value: Property, of owner: GuideOwner) {
    guard case .dictionary(let members) = value, !members.all.isEmpty else {
      return say(name, value, of: owner)
    }
    for member in members.all { flatten("\(name).\(member.key)", member.value, of: owner) }
  }

  // MARK: Places

  /// The level that a label means, in a building where one is known.
  mutating func level(
    _ label: String?, in building: String? = nil, line: Int?
  ) -> ContentLevels.Level? {
    guard let label else { return nil }
    use.add(label: label)
    if let level = options.levels.level(label, in: building) { return level }
    let unknown = use.unknownLevels
    if unknown.count < OptionUse.most, !unknown.contains(where: { $0.label == label }) {
      use.unknownLevels.append((label, place(line)))
    }
    return nil
  }

  /// The level that a label and an ordinal mean, of which the ordinal counts; told where they
  /// contradict each other, and where the ordinal is none. A label beside an ordinal may mean
  /// nothing.
  mutating func level(
    _ label: String?, ordinal: String?, in building: String?, of owner: GuideOwner, line: Int?
  ) -> ContentLevels.Level? {
    let number = ordinal.flatMap(Words.whole)
    if let label { use.add(label: label) }
    let level =
      number == nil
      ? level(label, in: building, line: line)
      : label.flatMap { options.levels.level($0, in: building) }
    if let label, let building, let level, options.levels.isElsewhere(level, than: building) {
      find(
        .wrongFloor, of: owner, line: line,
        "the level \(label.prefix(24)) is another building's, and the building given is \(building.prefix(24)), which counts; correct one of them"
      )
    }
    guard let ordinal else { return level }
    guard let number else {
      find(
        .wrongFloor, of: owner, line: line,
        "the ordinal \(ordinal.prefix(24)) is no whole number; 0 is the ground")
      return level
    }
    if let label, let level, level.ordinal != number {
      find(
        .wrongFloor, of: owner, line: line,
        "the level \(label.prefix(24)) has the ordinal \(level.ordinal), and the ordinal given is \(number), which counts; correct one of them"
      )
    }
    return ContentLevels.Level(ordinal: number, building: level?.building)
  }

  /// A place of latitude and longitude as texts; `nil`, and told, where they are none.
  mutating func coordinate(
    _ latitude: String?, _ longitude: String?, of owner: GuideOwner, line: Int?
  ) -> Coordinate? {
    let (latitude, longitude) = (
      latitude.map(Words.trimmed) ?? "", longitude.map(Words.trimmed) ?? ""
    )
    if latitude.isEmpty, longitude.isEmpty { return nil }
    let (north, east) = (
      Double(decimal: latitude) ?? .nan, Double(decimal: longitude) ?? .nan
    )
    let place = Coordinate(latitude: north, longitude: east)
    guard place.isValid else {
      if Coordinate(latitude: east, longitude: north).isValid {
        find(
          .swappedCoordinates, of: owner, line: line,
          "the location \(latitude),\(longitude) has latitude and longitude exchanged; exchange them"
        )
        return nil
      }
      find(
        .badLocation, of: owner, line: line,
        "the location \(latitude.prefix(24)),\(longitude.prefix(24)) is none; give degrees of latitude and longitude"
      )
      return nil
    }
    return place
  }

  /// Whether a location is only a comma, as where it isn't known.
  static func isUnknown(_ location: String) -> Bool {
    location.split(separator: ",").allSatisfy { Words.trimmed(String($0)).isEmpty }
  }

  /// Those of some properties whose values are no place, to be kept as texts beside the finding.
  static func unread(_ members: Property.Members, location: String = "location") -> Set<String> {
    func place(_ parts: [String]) -> Coordinate? {
      guard parts.count == 2, let north = Double(Words.trimmed(parts[0])),
        let east = Double(Words.trimmed(parts[1]))
      else { return nil }
      return Coordinate(latitude: north, longitude: east)
    }
    var names: Set<String> = []
    let isBeside = members["latitude"].word != nil && members["longitude"].word != nil
    if let text = members[location].word, !(isBeside && isUnknown(text)),
      place(text.split(separator: ",", omittingEmptySubsequences: false).map(String.init))?.isValid
        != true
    {
      names.insert(location)
    }
    let (latitude, longitude) = (members["latitude"].word, members["longitude"].word)
    if latitude != nil || longitude != nil,
      place([latitude ?? "", longitude ?? ""])?.isValid != true
    {
      names.formUnion(["latitude", "longitude"])
    }
    return names
  }

  /// A place of `latitude,longitude`, as `coordinate` takes the two.
  mutating func coordinate(_ text: String?, of owner: GuideOwner, line: Int?) -> Coordinate? {
    guard let text, !Words.trimmed(text).isEmpty else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    let isEmpty = parts.allSatisfy { Words.trimmed($0).isEmpty }
    guard parts.count == 2, !isEmpty else {
      find(
        .badLocation, of: owner, line: line,
        "the location \(text.prefix(48)) is none; give degrees of latitude and longitude")
      return nil
    }
    return coordinate(parts[0], parts[1], of: owner, line: line)
  }

  /// A key that nothing has, made of one that something has.
  private mutating func free(_ key: String, among taken: some Collection<String>) -> String {
    guard taken.contains(key) else { return key }
    var number = given.copies[key] ?? 1
    repeat { number += 1 } while taken.contains("\(key):\(number)")
    given.copies[key] = number
    return "\(key):\(number)"
  }
}
