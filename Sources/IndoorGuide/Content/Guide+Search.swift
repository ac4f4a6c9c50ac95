import IndoorModel

extension Guide {
  /// Items that a text finds, best first: those it is a code of, those whose code begins with it,
  /// whose title begins with it, whose title has all its words, and those that have them anywhere.
  /// Each word may be the beginning of one. Nothing found is an empty list.
  ///
  /// - Parameters:
  ///   - text: what somebody has typed so far.
  ///   - limit: how many rows to give at most.
  public func search(_ text: String, limit: Int = 25) -> [GuideRow] {
    let index = index
    guard let query = index.query(text) else { return [] }
    return index.best(max(0, limit), query).map { row($0.item) }
  }

  /// A page of what a text finds, with how much there is.
  ///
  /// - Throws: `.badCursor`.
  public func search(
    _ text: String, limit: Int, after cursor: String?
  ) throws(GuideError) -> GuidePage {
    let index = index
    guard let query = index.query(text) else { return GuidePage(rows: [], total: 0) }
    var last: (rank: SearchIndex.Rank, item: Int)?
    if let cursor {
      let entry = try entry(of: cursor)
      guard let rank = index.rank(of: entry, query) else { throw .badCursor(cursor) }
      last = (rank, entry)
    }
    let found = index.best(max(0, limit), query, after: last)
    let rows = found.map { row($0.item) }
    let isMore = found.last.map { !index.best(1, query, after: $0).isEmpty } ?? false
    return GuidePage(
      rows: rows, total: index.all(query).count,
      after: isMore ? rows.last.map { Self.cursor($0.id) } : nil)
  }

  /// What a number leads to: tours before items; of codes that are dialled and codes that items
  /// bear beside them only the first, where there are any.
  public func number(_ code: String) -> [Dialled] {
    let wanted = Tokens.normal(code)
    guard !wanted.isEmpty else { return [] }
    var found: [Dialled] = []
    for (part, content) in contents.enumerated() {
      for value in content.codes where Tokens.normal(value.code) == wanted {
        guard let row = row(of: value.owner, in: part) else { continue }
        let dialled = Dialled(row: row, rank: value.rank, medium: value.medium)
        if !found.contains(dialled) { found.append(dialled) }
      }
    }
    let rank = found.map(\.rank).min()
    found.removeAll { $0.rank != rank }
    return found.filter(\.row.id.isTour) + found.filter { !$0.row.id.isTour }
  }

  /// What a number leads to.
  public struct Dialled: Hashable, Sendable {
    /// The item or the tour.
    public var row: GuideRow
    /// 0 what is dialled, 1 what an item bears beside it.
    public var rank: Int
    /// The key of the medium that is played, where the source names one.
    public var medium: String?
  }

  /// The item of a key, in the first collection that has it.
  public func item(_ key: String) throws(GuideError) -> GuideRow {
    for part in parts.indices {
      if let row = row(of: GuideOwner(.item, key), in: part) { return row }
    }
    throw .missing(.noItem, "item", key)
  }

  func row(of owner: GuideOwner, in part: Int) -> GuideRow? {
    switch owner.kind {
    case .item: parts[part].items[owner.key].map { row($0) }
    case .tour:
      parts[part].tours[owner.key].map { row(ofTour: contents[part].tours[$0], in: part) }
    case .collection, .group, .medium, .stop: nil
    }
  }
}
