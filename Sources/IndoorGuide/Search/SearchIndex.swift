/// Finds items by the beginnings of words, in the order people expect: those that the text is a
/// code of, those whose code begins with it, whose title begins with it, whose title has all its
/// words, and those that have them anywhere.
///
/// Items are numbers in the order in which equals come. What is found is a function of the texts
/// alone.
struct SearchIndex: Sendable {
  /// How well an item fits, best first.
  enum Rank: Int, CaseIterable, Sendable {
    case exactCode
    case codePrefix
    case titlePrefix
    case title
    case other
  }

  /// All tokens in order.
  private let tokens: ByteStrings
  /// Items that have a token in their title, and anywhere, by token.
  private let titleItems: NumberLists
  private let items: NumberLists
  /// Tokens of an item's titles, and of all that it has, by item.
  private let titleTokens: NumberLists
  private let itemTokens: NumberLists
  private let titles: Beginnings
  private let codes: Beginnings
  let count: Int

  /// Whole strings of items, to be found by how they begin.
  private struct Beginnings: Sendable {
    /// The strings in order, and whose they are.
    let strings: ByteStrings
    let owners: NumberLists
    /// The strings of each item, as places in that order.
    let places: NumberLists

    init(_ entries: [(string: [UInt8], item: Int)], items: Int) {
      let sorted = entries.sorted {
        $0.string == $1.string
          ? $0.item < $1.item : $0.string.lexicographicallyPrecedes($1.string)
      }
      var strings = ByteStrings()
      var pairs: [UInt64] = []
      for entry in sorted {
        if strings.count == 0 || !strings[strings.count - 1].elementsEqual(entry.string) {
          strings.append(entry.string)
        }
        pairs.append(UInt64(strings.count - 1) << 32 | UInt64(entry.item))
      }
      self.strings = strings
      owners = NumberLists(rows: strings.count, sorted: pairs)
      places = NumberLists(
        rows: items, sorted: pairs.map { $0 << 32 | $0 >> 32 }.sorted())
    }
  }

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
    for (item, entry) in entries.enumerated() {
      for text in entry.titles {
        words.removeAll()
        words.add(text)
        for token in words.ranges.map({ vocabulary.number(of: words.bytes[$0]) }) {
          title.append(UInt64(token) << 32 | UInt64(item))
          all.append(UInt64(token) << 32 | UInt64(item))
        }
        titles.append((Tokens.normal(text), item))
      }
      for text in entry.codes { codes.append((Tokens.normal(text), item)) }
      for text in entry.codes + entry.others {
        words.removeAll()
        words.add(text)
        for range in words.ranges {
          all.append(UInt64(vocabulary.number(of: words.bytes[range])) << 32 | UInt64(item))
        }
      }
    }
    count = entries.count
    let (tokens, places) = vocabulary.sorted()
    self.tokens = tokens
    func placed(_ pairs: [UInt64]) -> [UInt64] {
      pairs.map { UInt64(places[Int($0 >> 32)]) << 32 | $0 & 0xFFFF_FFFF }.sorted()
    }
    func turned(_ pairs: [UInt64]) -> [UInt64] { pairs.map { $0 << 32 | $0 >> 32 }.sorted() }
    (title, all) = (placed(title), placed(all))
    titleItems = NumberLists(rows: tokens.count, sorted: title)
    items = NumberLists(rows: tokens.count, sorted: all)
    titleTokens = NumberLists(rows: count, sorted: turned(title))
    itemTokens = NumberLists(rows: count, sorted: turned(all))
    self.titles = Beginnings(titles, items: count)
    self.codes = Beginnings(codes, items: count)
  }

  /// A query, looked up: where in the index its words and beginnings are.
  struct Query {
    let tokens: [Range<Int>]
    let titles: Range<Int>
    let codes: Range<Int>
    /// Of `codes` the one that is the query itself.
    let exactCode: Range<Int>
  }

  /// Looks a query up; `nil` where it has no word.
  func query(_ text: String) -> Query? {
    var words = Tokens()
    words.add(query: text)
    let normal = Tokens.normal(text)
    guard !normal.isEmpty else { return nil }
    let found = codes.strings.range(withPrefix: normal)
    let isExact = !found.isEmpty && codes.strings[found.lowerBound].count == normal.count
    return Query(
      tokens: words.ranges.map { tokens.range(withPrefix: Array(words.bytes[$0])) },
      titles: titles.strings.range(withPrefix: normal), codes: found,
      exactCode: found.lowerBound..<(found.lowerBound + (isExact ? 1 : 0)))
  }

  /// How well an item fits a query, `nil` where it doesn't.
  func rank(of item: Int, _ query: Query) -> Rank? {
    if codes.places.has(query.exactCode, in: item) { return .exactCode }
    if codes.places.has(query.codes, in: item) { return .codePrefix }
    if titles.places.has(query.titles, in: item) { return .titlePrefix }
    if query.tokens.allSatisfy({ titleTokens.has($0, in: item) }) { return .title }
    return query.tokens.allSatisfy { itemTokens.has($0, in: item) } ? .other : nil
  }

  /// The best items behind one, at most `limit`, best first.
  func best(
    _ limit: Int, _ query: Query, after last: (rank: Rank, item: Int)? = nil
  ) -> [(rank: Rank, item: Int)] {
    var found: [(rank: Rank, item: Int)] = []
    found.reserveCapacity(min(limit, count))
    for rank in Rank.allCases where rank.rawValue >= last?.rank.rawValue ?? 0 {
      guard found.count < limit else { break }
      let behind = last?.rank == rank ? last?.item ?? -1 : -1
      let start = found.count
      for candidate in candidates(rank, query) {
        let item = Int(candidate)
        guard item > behind else { continue }
        if found.count == limit, item >= found[limit - 1].item { continue }
        let place = Self.place(of: item, in: found[start...])
        if place < found.count, found[place].item == item { continue }
        guard self.rank(of: item, query) == rank else { continue }
        if found.count == limit { found.removeLast() }
        found.insert((rank, item), at: place)
      }
    }
    return found
  }

  /// All items that fit, in no order.
  func all(_ query: Query) -> [Int] {
    var isFound = [Bool](repeating: false, count: count)
    for rank in [Rank.codePrefix, .titlePrefix, .other] {
      for candidate in candidates(rank, query) where !isFound[Int(candidate)] {
        isFound[Int(candidate)] = self.rank(of: Int(candidate), query) != nil
      }
    }
    return isFound.indices.filter { isFound[$0] }
  }

  /// Items among which all of a rank are: of several words, those of the rarest.
  private func candidates(_ rank: Rank, _ query: Query) -> ArraySlice<UInt32> {
    switch rank {
    case .exactCode: return codes.owners[query.exactCode]
    case .codePrefix: return codes.owners[query.codes]
    case .titlePrefix: return titles.owners[query.titles]
    case .title, .other:
      let lists = rank == .title ? titleItems : items
      var rarest: ArraySlice<UInt32> = []
      for (index, range) in query.tokens.enumerated() {
        let list = lists[range]
        if index == 0 || list.count < rarest.count { rarest = list }
      }
      return rarest
    }
  }

  private static func place(of item: Int, in found: ArraySlice<(rank: Rank, item: Int)>) -> Int {
    var (low, high) = (found.startIndex, found.endIndex)
    while low < high {
      let middle = (low + high) / 2
      if found[middle].item < item { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Numbers for distinct words, in the order they come.
private struct Vocabulary {
  private var words = ByteStrings()
  private var slots = [Int32](repeating: -1, count: 1 << 12)

  mutating func number(of word: ArraySlice<UInt8>) -> Int {
    var slot = Self.hash(word) & (slots.count - 1)
    while slots[slot] >= 0 {
      if words[Int(slots[slot])].elementsEqual(word) { return Int(slots[slot]) }
      slot = (slot + 1) & (slots.count - 1)
    }
    slots[slot] = Int32(truncatingIfNeeded: words.count)
    words.append(word)
    if words.count * 2 > slots.count { grow() }
    return words.count - 1
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for number in 0..<words.count {
      var slot = Self.hash(words[number]) & (slots.count - 1)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(truncatingIfNeeded: number)
    }
  }

  /// The words in order, and the place there of each number.
  func sorted() -> (words: ByteStrings, places: [Int]) {
    let order = (0..<words.count).sorted { words[$0].lexicographicallyPrecedes(words[$1]) }
    var (result, places) = (ByteStrings(), [Int](repeating: 0, count: order.count))
    for (place, number) in order.enumerated() {
      result.append(words[number])
      places[number] = place
    }
    return (result, places)
  }

  /// FNV-1a, folded.
  private static func hash(_ word: ArraySlice<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32) & .max
  }
}
