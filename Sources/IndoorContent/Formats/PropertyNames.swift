import IndoorModel

/// The names that a feed's objects have, with the first of what they say: of each is told where it
/// is nearly one that means something, means something elsewhere, or names a language.
struct PropertyNames {
  /// The properties that mean something.
  private let known: Set<String>
  private(set) var samples: [NamedValues] = []
  private var places: [String: (index: Int, line: Int?)] = [:]
  private var count = 0

  /// The texts that people read first, where they aren't among these.
  private let titles: Set<String>
  /// Both in small letters.
  private let small: Set<String>

  init(known: Set<String>, titles: Set<String> = []) {
    self.known = known
    self.titles = titles
    small = Set(known.union(titles).map { $0.lowercased() })
  }

  /// Takes one object's names.
  mutating func add(_ members: Property.Members, line: Int?) {
    for member in members.all where member.key.utf8.count < 80 {
      guard let value = sample(of: member) else { continue }
      if let place = places[member.key] {
        samples[place.index].add(value, of: count)
      } else if samples.count < 1000 {
        // No guide has more of them; what a hostile file has is no name of these.
        places[member.key] = (samples.count, line)
        samples.append(NamedValues(name: member.key, known: known.union(titles)))
        samples[samples.count - 1].add(value, of: count)
      }
    }
    count += 1
  }

  /// The first word of a member; of what has none, as a list of objects, nothing but its name where
  /// that is one that means something in other capitals.
  private func sample(of member: Property.Members.Member) -> String? {
    if let word = member.value.list.lazy.compactMap(\.word).first { return word }
    let isOther =
      !known.contains(member.key)
      && small.contains(Words.onOneLine(member.key).folded)
    return isOther && member.value.saysAnything ? "" : nil
  }

  /// Tells names that stand for what nothing else says.
  func tellAlmost(_ builder: inout ContentBuilder) -> AlmostNames {
    let almost = AlmostNames(in: samples, known: known, titles: titles)
    if let first = almost.first {
      builder.find(
        .almostName, line: places[first]?.line, almost.sentence(("property", "properties")))
    }
    return almost
  }

  /// Tells these, names that mean something elsewhere, and names of texts in a language.
  ///
  /// - Parameters:
  ///   - other: names that mean something, too, where they stand by themselves.
  ///   - languages: how the format says another language; `nil` where a name does, as `title@fr`.
  func tell(
    besides other: Set<String> = [], languages: String? = nil, _ builder: inout ContentBuilder
  ) {
    let almost = tellAlmost(&builder)
    let idle = IdleNames(
      in: samples, known: known.union(other), almost: almost, "property",
      isFeed: languages != nil)
    for (name, sentence) in idle.found.prefix(10) {
      builder.find(.almostName, line: places[name]?.line, sentence)
    }
    let found = LanguageColumns(in: samples, says: languages)
    if let first = found.first {
      builder.find(
        .almostName, line: places[first]?.line, found.sentence(("property", "properties")))
    }
  }
}
