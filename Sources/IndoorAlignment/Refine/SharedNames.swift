internal import IndoorGeometry
internal import IndoorModel

/// Names that a plan's text and a level's units share: where the page has them, and where the
/// venue.
struct SharedNames {
  private struct Name {
    /// Where the plan says it: once, or in a list of rooms once more.
    var places: [PagePoint]
    var areas: [Polygon<LocalPoint>]
  }

  private var names: [Name] = []

  /// How many there are.
  var count: Int { names.count }

  /// Places of a name on the page beyond which it says nothing of where it belongs.
  private static let maximumPlaces = 3
  /// Letters of the shortest name that says something.
  private static let leastLetters = 2

  /// The names that a level gives to one of its units each, and the page shows.
  init(_ words: PlanWords, units: [Unit], frame: LocalFrame) {
    let texts = words.words.map { Self.letters(of: $0.text) }
    var starts: [String: [Int]] = [:]
    for (i, text) in texts.enumerated() where !text.isEmpty { starts[text, default: []].append(i) }
    let named = Dictionary(grouping: units.filter { $0.name != nil }) {
      Self.tokens(of: $0.name ?? "")
    }
    for (tokens, units) in named {
      guard units.count == 1, let first = tokens.first,
        tokens.reduce(0, { $0 + $1.count }) >= Self.leastLetters
      else { continue }
      let places = (starts[first] ?? []).compactMap { start -> PagePoint? in
        guard start + tokens.count <= texts.count,
          texts[start..<start + tokens.count].elementsEqual(tokens)
        else { return nil }
        let middles = words.words[start..<start + tokens.count].map(\.middle)
        return BoundingBox(middles)?.centre
      }
      guard (1...Self.maximumPlaces).contains(places.count) else { continue }
      names.append(
        Name(
          places: places,
          areas: units.flatMap(\.geometry).map { $0.map { frame.local(from: $0) } }))
    }
  }

  /// How many of the names a placement brings into the units that bear them.
  func hits(_ placement: AffineTransform) -> Int {
    names.count { name in
      name.places.contains { place in
        let point: LocalPoint = placement.apply(place)
        return name.areas.contains { $0.contains(point) }
      }
    }
  }

  private static func tokens(of name: String) -> [String] {
    name.split(whereSeparator: \.isWhitespace).map { letters(of: String($0)) }
      .filter { !$0.isEmpty }
  }

  /// A word without what stands around it, in small letters.
  private static func letters(of word: String) -> String {
    let isOuter: (Character) -> Bool = { !$0.isLetter && !$0.isNumber }
    let inner = word.drop(while: isOuter)
    let end = inner.lastIndex { !isOuter($0) }
    return end.map { inner[...$0].lowercased() } ?? ""
  }
}
