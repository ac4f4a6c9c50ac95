/// Finds items by the beginnings of words, in the order people expect: those that the text is a
/// code of, those whose code begins with it, whose title begins with it, whose title has all its
/// words, and those that have them anywhere.
///
/// Items are numbers in the order in which equals come. What is found is a function of the texts
/// alone.
final class SearchIndex: Sendable {
  /// All tokens in order.
  let tokens: ByteStrings
  /// Items that have a token in their title, and anywhere, by token.
  private let titleItems: NumberLists
  private let items: NumberLists
  /// Tokens of an item's titles, and of all that it has, by item.
  private let titleTokens: NumberLists
  private let itemTokens: NumberLists
  let titles: Beginnings
  let codes: Beginnings
  let count: Int

  /// What is said of one item.
  struct Entry {
    var titles: [String] = []
    var codes: [String] = []
    var others: [String] = []
  }

  /// Makes an index of items in order.
  init(_ entries: some Collection<Entry>) {
    var vocabulary = Vocabulary()
    var (title, all): ([UInt64], [UInt64]) = ([], [])
    var (titles, codes): ([([UInt8], Int)], [([UInt8], Int)]) = ([], [])
    var words = Tokens()
    // Of each token the last item that has it: texts say the same word often.
    var (inTitle, inAny): ([UInt32], [UInt32]) = ([], [])
    func add(
      _ token: Int, _ item: Int, to pairs: inout [UInt64], unless last: inout [UInt32]
    ) {
      while last.count <= token { last.append(.max) }
      guard last[token] != UInt32(truncatingIfNeeded: item) else { return }
      last[token] = UInt32(truncatingIfNeeded: item)
      pairs.append(UInt64(token) << 32 | UInt64(item))
    }
    for (item, entry) in entries.enumerated() {
      for text in entry.titles {
        words.read(text) { word in
          let token = vocabulary.number(of: word)
          add(token, item, to: &title, unless: &inTitle)
          add(token, item, to: &all, unless: &inAny)
        }
        titles.append((Array(words.beginning(text)), item))
      }
      for text in entry.codes { codes.append((Array(words.beginning(text)), item)) }
      for text in entry.codes + entry.others {
        words.read(text) { add(vocabulary.number(of: $0), item, to: &all, unless: &inAny) }
      }
    }
    count = entries.count
    let (tokens, places) = vocabulary.settled()
    self.tokens = tokens
    // Guides have millions of pairs: no second list of them is made.
    func settle(_ pairs: inout [UInt64]) {
      for index in pairs.indices {
        pairs[index] =
          UInt64(places[Int(pairs[index] >> 32)]) << 32 | pairs[index] & 0xFFFF_FFFF
      }
      pairs.sort()
    }
    settle(&title)
    titleItems = NumberLists(rows: tokens.count, sorted: title)
    title = []
    settle(&all)
    items = NumberLists(rows: tokens.count, sorted: all)
    all = []
    titleTokens = titleItems.transposed(rows: count)
    itemTokens = items.transposed(rows: count)
    self.titles = Beginnings(titles, items: count)
    self.codes = Beginnings(codes, items: count)
  }

  /// How well an item fits a query, `nil` where it doesn't.
  func rank(of item: Int, _ query: SearchQuery) -> SearchQuery.Rank? {
    if codes.places.has(query.exactCode, in: item) { return .exactCode }
    if codes.places.has(query.codes, in: item) { return .codePrefix }
    if titles.places.has(query.titles, in: item) { return .titlePrefix }
    if has(query.tokens, titleTokens, item) { return .title }
    return has(query.tokens, itemTokens, item) ? .other : nil
  }

  private func has(_ tokens: [Range<Int>], _ lists: NumberLists, _ item: Int) -> Bool {
    for range in tokens where !lists.has(range, in: item) { return false }
    return true
  }

  /// Puts the best items behind one into the query, at most `limit`, best first.
  func find(
    _ limit: Int, _ query: inout SearchQuery, after last: SearchQuery.Found? = nil
  ) {
    query.found.removeAll(keepingCapacity: true)
    guard limit <= Self.mostInOrder else { return findMany(limit, &query, after: last) }
    for rank in SearchQuery.Rank.allCases where rank.rawValue >= last?.rank.rawValue ?? 0 {
      guard query.found.count < limit else { break }
      find(rank, limit, &query, after: last?.rank == rank ? last?.item ?? -1 : -1)
    }
  }

  /// Up to here what is found is kept in order while more is found.
  private static let mostInOrder = 512

  private func find(
    _ rank: SearchQuery.Rank, _ limit: Int, _ query: inout SearchQuery, after item: Int
  ) {
    let start = query.found.count
    let (lists, rows) = candidates(rank, query)
    lists.visit(rows, below: count) { candidate in
      guard candidate > item else { return bound(limit, query) }
      let place = Self.place(of: candidate, in: query.found, from: start)
      let isThere = place < query.found.count && query.found[place].item == candidate
      guard !isThere, self.rank(of: candidate, query) == rank else { return bound(limit, query) }
      if query.found.count == limit { query.found.removeLast() }
      query.found.insert(SearchQuery.Found(rank: rank, item: candidate), at: place)
      return bound(limit, query)
    }
  }

  /// What an item must come before to be among the best.
  private func bound(_ limit: Int, _ query: SearchQuery) -> Int {
    query.found.count == limit ? query.found[limit - 1].item : count
  }

  private func findMany(
    _ limit: Int, _ query: inout SearchQuery, after last: SearchQuery.Found?
  ) {
    let fits = all(query).map { SearchQuery.Found(rank: $0.rank, item: $0.item) }
      .filter { found in last.map { $0.isBefore(found) } ?? true }
    query.found = Array(fits.sorted { $0.isBefore($1) }.prefix(limit))
  }

  /// All items that fit, in no order.
  func all(_ query: SearchQuery) -> [SearchQuery.Found] {
    var isSeen = [Bool](repeating: false, count: count)
    var found: [SearchQuery.Found] = []
    for rank in [SearchQuery.Rank.codePrefix, .titlePrefix, .other] {
      let (lists, rows) = candidates(rank, query)
      lists.visit(rows, below: count) { item in
        if !isSeen[item] {
          isSeen[item] = true
          if let rank = self.rank(of: item, query) {
            found.append(SearchQuery.Found(rank: rank, item: item))
          }
        }
        return count
      }
    }
    return found
  }

  /// Lists and rows of them among whose items all of a rank are: of several words, those of the
  /// rarest.
  private func candidates(
    _ rank: SearchQuery.Rank, _ query: SearchQuery
  ) -> (lists: NumberLists, rows: Range<Int>) {
    switch rank {
    case .exactCode: return (codes.owners, query.exactCode)
    case .codePrefix: return (codes.owners, query.codes)
    case .titlePrefix: return (titles.owners, query.titles)
    case .title, .other:
      let lists = rank == .title ? titleItems : items
      var rarest = 0..<0
      var least = Int.max
      for range in query.tokens {
        let size = lists.count(in: range)
        if size < least { (rarest, least) = (range, size) }
      }
      return (lists, rarest)
    }
  }

  private static func place(
    of item: Int, in found: [SearchQuery.Found], from start: Int
  ) -> Int {
    var (low, high) = (start, found.count)
    while low < high {
      let middle = (low + high) / 2
      if found[middle].item < item { low = middle + 1 } else { high = middle }
    }
    return low
  }

  // MARK: Packed

  func pack(into packer: inout Packer) {
    packer.reserve(
      256 + tokens.packedCount
        + [titleItems, items, titleTokens, itemTokens].reduce(0) { $0 + $1.packedCount }
        + titles.packedCount + codes.packedCount)
    packer.number(count)
    tokens.pack(into: &packer)
    for lists in [titleItems, items, titleTokens, itemTokens] { lists.pack(into: &packer) }
    titles.pack(into: &packer)
    codes.pack(into: &packer)
  }

  init(from unpacker: inout Unpacker) throws(Unpacker.Damaged) {
    count = try unpacker.number()
    tokens = try ByteStrings(from: &unpacker)
    titleItems = try NumberLists(from: &unpacker, rows: tokens.count, below: count)
    items = try NumberLists(from: &unpacker, rows: tokens.count, below: count)
    titleTokens = try NumberLists(from: &unpacker, rows: count, below: tokens.count)
    itemTokens = try NumberLists(from: &unpacker, rows: count, below: tokens.count)
    titles = try Beginnings(from: &unpacker, items: count)
    codes = try Beginnings(from: &unpacker, items: count)
  }
}
