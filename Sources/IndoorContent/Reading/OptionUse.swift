import IndoorModel

/// What of an import's options its sources came upon: a level that was said and that none of them
/// has is spelled otherwise, like an address's beginning.
package struct OptionUse: Sendable {
  /// Labels that mean nothing, or several ordinals, in the order they come, and where each is
  /// first.
  var unknownLevels: [(label: String, place: String?)] = []
  /// The labels of levels in the sources, so many of them as people name.
  private var labels: Set<String> = []
  /// Those beside an ordinal, which counts.
  private var besideOrdinals: Set<String> = []
  /// The beginnings of addresses that were changed, and those that fit where another came first.
  private var (changed, fitting): (Set<String>, Set<String>) = ([], [])
  private var hasUnchanged = false

  package init() {}

  static let most = 1000

  mutating func add(label: String, isBesideOrdinal: Bool = false) {
    guard labels.count + besideOrdinals.count < Self.most else { return }
    if isBesideOrdinal { besideOrdinals.insert(label) } else { labels.insert(label) }
  }

  /// Counts an address, and returns the first change that fits it.
  mutating func change(
    of uri: String, among changes: [ContentOptions.URLChange]
  ) -> ContentOptions.URLChange? {
    let fits = changes.filter { uri.hasPrefix($0.from) }
    if let first = fits.first { changed.insert(first.from) }
    fitting.formUnion(fits.dropFirst().map(\.from))
    if fits.isEmpty, !uri.isEmpty { hasUnchanged = true }
    return fits.first
  }

  mutating func add(_ other: OptionUse) {
    labels.formUnion(other.labels)
    besideOrdinals.formUnion(other.besideOrdinals)
    changed.formUnion(other.changed)
    fitting.formUnion(other.fitting)
    hasUnchanged = hasUnchanged || other.hasUnchanged
  }

  /// Whether the sources have labels of levels that no ordinal stands beside, nor was said.
  package func hasLabels(beside said: [String: Int]) -> Bool {
    let used = ContentLevels(said: said)
    return labels.contains { used[$0] == nil }
  }

  /// A number in the sources that was said to be a level, another that wasn't and that is the same
  /// one by the venue, and their ordinal. Words may well be two names of one level.
  package func mixed(
    among said: [String: Int], _ levels: ContentLevels
  ) -> (said: String, other: String, ordinal: Int)? {
    let used = ContentLevels(said: said)
    let numbers = labels.filter { $0.plainNumber != nil }.sorted()
    for label in numbers {
      guard let ordinal = used[label]?.ordinal,
        let other = numbers.first(where: { used[$0] == nil && levels[$0]?.ordinal == ordinal })
      else { continue }
      return (label, other, ordinal)
    }
    return nil
  }

  /// The numbers in the sources that the venue calls levels by, where it doesn't others.
  func numbers(in levels: ContentLevels, among said: [String]) -> [String] {
    guard said.contains(where: { $0.plainNumber != nil }) else { return [] }
    return labels.filter { $0.plainNumber != nil && !said.contains($0) && levels[$0] != nil }
      .sorted()
  }

  /// The labels that were said and that no source has, where the sources have labels of which
  /// nothing was said: these keep what the venue calls so.
  ///
  /// - Returns: the former and the latter, each sorted; `nil` where there is nothing to tell.
  package func strangers(
    among said: [String: Int]
  ) -> (said: [String], others: [String])? {
    let used = ContentLevels(said: said)
    let others = labels.filter { used[$0] == nil }.sorted()
    let found = Set(labels.union(besideOrdinals).compactMap { used.name(of: $0) })
    let unused = said.keys.filter { !found.contains($0.comparedName) }.sorted()
    return unused.isEmpty || others.isEmpty ? nil : (unused, others)
  }

  /// The beginnings that no address has, where there are addresses that stayed as they are.
  package func unused(of changes: [ContentOptions.URLChange]) -> [String] {
    guard hasUnchanged else { return [] }
    return changes.map(\.from).filter { !changed.contains($0) && !fitting.contains($0) }
  }

  /// The beginnings that some address has, and that a shorter one was always before.
  package func late(among changes: [ContentOptions.URLChange]) -> [String] {
    changes.indices.filter { index in
      let own = changes[index].from
      return fitting.contains(own) && !changed.contains(own)
        && changes[..<index].contains { own.hasPrefix($0.from) }
    }.map { changes[$0].from }
  }
}
