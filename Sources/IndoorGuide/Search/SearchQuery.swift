/// What is searched for, looked up in an index, and room for what is found. It is used again and
/// again, so that a search takes no memory but its answer's.
struct SearchQuery: Sendable {
  /// How well an item fits, best first.
  enum Rank: Int, CaseIterable, Sendable {
    case exactCode
    case codePrefix
    case titlePrefix
    case title
    case other
  }

  /// An item that fits, and how well.
  struct Found: Sendable {
    let rank: Rank
    let item: Int

    func isBefore(_ other: Found) -> Bool {
      rank == other.rank ? item < other.item : rank.rawValue < other.rank.rawValue
    }
  }

  private var words = Tokens()
  /// Where in the index its words and beginnings are.
  private(set) var tokens: [Range<Int>] = []
  private(set) var titles = 0..<0
  private(set) var codes = 0..<0
  /// Of `codes` the one that is the query itself.
  private(set) var exactCode = 0..<0
  /// What was found last, best first.
  var found: [Found] = []

  /// Looks a text up; false where it has no word.
  mutating func ask(_ text: String, of index: SearchIndex) -> Bool {
    words.removeAll()
    words.add(query: text)
    tokens.removeAll(keepingCapacity: true)
    for range in words.ranges {
      tokens.append(index.tokens.range(withPrefix: words.bytes[range]))
    }
    let normal = words.normal(text)
    guard !normal.isEmpty else { return false }
    titles = index.titles.strings.range(withPrefix: normal)
    codes = index.codes.strings.range(withPrefix: normal)
    let isExact = !codes.isEmpty && index.codes.strings.length(of: codes.lowerBound) == normal.count
    exactCode = codes.lowerBound..<(codes.lowerBound + (isExact ? 1 : 0))
    return true
  }
}
