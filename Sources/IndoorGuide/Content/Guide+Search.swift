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
    let found = try? withQuery { query in
      guard query.ask(text, of: index) else { return [GuideRow]() }
      index.find(max(0, limit), &query)
      return query.found.map { row($0.item) }
    }
    return found ?? []
  }

  /// A page of what a text finds, with how much there is.
  ///
  /// - Throws: `.badCursor`.
  public func search(
    _ text: String, limit: Int, after cursor: String?
  ) throws(GuideError) -> GuidePage {
    let index = index
    return try withQuery { query throws(GuideError) in
      guard query.ask(text, of: index) else { return GuidePage(rows: [], total: 0) }
      var last: SearchQuery.Found?
      if let cursor {
        let entry = try entry(of: cursor)
        guard let rank = index.rank(of: entry, query) else { throw .badCursor(cursor) }
        last = SearchQuery.Found(rank: rank, item: entry)
      }
      index.find(max(0, limit), &query, after: last)
      let rows = query.found.map { row($0.item) }
      let end = query.found.last
      if let end { index.find(1, &query, after: end) }
      let isMore = end != nil && !query.found.isEmpty
      return GuidePage(
        rows: rows, total: index.all(query).count,
        after: isMore ? rows.last.map { Self.cursor($0.id) } : nil)
    }
  }

  /// What a number leads to: tours before items; of codes that are dialled and codes that items
  /// bear beside them only the first, where there are any.
  public func number(_ code: String) -> [Dialled] {
    let wanted = Tokens.normal(code)
    guard !wanted.isEmpty else { return [] }
    var found: [Dialled] = []
    for part in parts {
      // Spellings of one number count once.
      var seen: Set<GuideCode> = []
      for value in part.content.codes where Tokens.normal(value.code) == wanted {
        var plain = value
        plain.code = ""
        guard seen.insert(plain).inserted, let row = row(of: value.owner, in: part) else {
          continue
        }
        found.append(Dialled(row: row, rank: value.rank, medium: value.medium))
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
    for part in parts {
      if let row = row(of: GuideOwner(.item, key), in: part) { return row }
    }
    throw .missing(.noItem, "item", key)
  }

  /// Whether something is an item or a tour that is shown.
  static func isShown(_ owner: GuideOwner, in part: GuidePart) -> Bool {
    switch owner.kind {
    case .item: part.items[owner.key] != nil
    case .tour: part.tours[owner.key] != nil
    case .collection, .group, .medium, .stop: false
    }
  }

  func row(of owner: GuideOwner, in part: GuidePart) -> GuideRow? {
    switch owner.kind {
    case .item: part.items[owner.key].map { row($0) }
    case .tour: part.tours[owner.key].map { part.row(of: part.content.tours[$0]) }
    case .collection, .group, .medium, .stop: nil
    }
  }
}
