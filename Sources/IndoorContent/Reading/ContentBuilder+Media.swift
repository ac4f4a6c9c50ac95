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

extension ContentBuilder {
  /// Adds a medium in one language, where it isn't there yet.
  ///
  /// - Returns: whether it is the first.
  @discardableResult
  mutating func add(_ medium: GuideMedium) -> Bool {
    tally.offered += 1
    let medium = moved(medium)
    guard media[medium.key]?.places[medium.language] == nil, hasRoom() else { return false }
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

  /// What an address of a source is where addresses change.
  func address(of uri: String) -> String {
    let change = options.urls.first { uri.hasPrefix($0.from) }
    return change.map { $0.to + uri.dropFirst($0.from.count) } ?? uri
  }

  /// A medium at the address that it has now, its language as it is written here.
  private mutating func moved(_ medium: GuideMedium) -> GuideMedium {
    var medium = medium
    if let change = use.change(of: medium.uri, among: options.urls) {
      medium.uri = change.to + medium.uri.dropFirst(change.from.count)
    }
    if !medium.language.isEmpty { medium.language = tag(medium.language) }
    return medium
  }

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
    guard let uri, !uri.isEmpty, !GuideText.isNull(uri), isShort(owner.key), isShort(role) else {
      return
    }
    content.uses.append(GuideMediumUse(owner, medium: uri, role: role))
    var medium = GuideMedium(key: uri, uri: uri, type: MediaType.of(uri, usedAs: role))
    describe(&medium.about)
    // What is only mentioned leaves what the venue file knows of it alone, but for its address.
    if medium.about == GuideMedium.About(), let known = stored.media[uri] {
      let isChanged = use.change(of: uri, among: options.urls) != nil
      for var medium in known where isChanged && (medium.uri == uri || medium.about == .init()) {
        medium.uri = uri
        add(medium)
      }
      return
    }
    add(medium)
  }
}
