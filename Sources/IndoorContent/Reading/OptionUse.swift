/// What of an import's options its sources came upon: a level that was said and that none of them
/// has is spelled otherwise, like an address's beginning.
package struct OptionUse: Sendable {
  /// Labels that mean nothing, or several ordinals, in the order they come, and where each is
  /// first.
  var unknownLevels: [(label: String, place: String?)] = []
  /// The labels of levels in the sources, so many of them as people name.
  private(set) var labels: Set<String> = []
  /// The beginnings of addresses that were changed.
  private var changed: Set<String> = []
  private var hasUnchanged = false

  package init() {}

  static let most = 1000

  mutating func add(label: String) {
    if labels.count < Self.most { labels.insert(label) }
  }

  mutating func add(change: ContentOptions.URLChange?, of uri: String) {
    if let change { changed.insert(change.from) } else if !uri.isEmpty { hasUnchanged = true }
  }

  mutating func add(_ other: OptionUse) {
    labels.formUnion(other.labels)
    changed.formUnion(other.changed)
    hasUnchanged = hasUnchanged || other.hasUnchanged
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
    let found = Set(labels.compactMap { used.name(of: $0) })
    let unused = said.keys.filter { !found.contains(ContentLevels.folded($0)) }.sorted()
    return unused.isEmpty || others.isEmpty ? nil : (unused, others)
  }

  /// The beginnings that no address has, where there are addresses that stayed as they are.
  package func unused(of changes: [ContentOptions.URLChange]) -> [String] {
    hasUnchanged ? changes.map(\.from).filter { !changed.contains($0) } : []
  }
}
