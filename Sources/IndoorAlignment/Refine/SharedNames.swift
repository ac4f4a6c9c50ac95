internal import IndoorGeometry
internal import IndoorModel

/// Names that a plan's text and a level's units share: where the page has them, and where the
/// venue.
struct SharedNames {
  private struct Name {
    /// Where the plan says it: once, or in a list of rooms once more.
    var places: [PagePoint]
    var areas: [Polygon<LocalPoint>]
    /// The box around these.
    var box: BoundingBox<LocalPoint>
    /// Whether no unit of another level bears it.
    var isOwn: Bool

    func contains(_ point: LocalPoint) -> Bool {
      box.contains(point) && areas.contains { $0.contains(point) }
    }
  }

  private var names: [Name] = []
  /// The middles of units whose names the page doesn't have.
  private var missing: [LocalPoint] = []

  /// How many there are.
  var count: Int { names.count }

  /// Places of a name on the page beyond which it says nothing of where it belongs.
  private static let maximumPlaces = 3
  /// Names that a page has of a level, at least, where what it lacks of the others says something.
  private static let leastShown = 3
  /// Letters of the shortest name that says something.
  private static let leastLetters = 2

  /// The names that a level gives to one of its units each, and the page shows.
  ///
  /// - Parameter others: units of other levels.
  init(_ words: PlanWords, units: [Unit], others: [Unit], frame: LocalFrame) {
    let elsewhere = Set(others.lazy.compactMap(\.name).map(Self.tokens))
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
      let areas = units.flatMap(\.geometry).map { $0.map { frame.local(from: $0) } }
      guard let box = BoundingBox(around: areas) else { continue }
      if places.isEmpty { missing.append(box.centre) }
      guard (1...Self.maximumPlaces).contains(places.count) else { continue }
      names.append(Name(places: places, areas: areas, box: box, isOwn: !elsewhere.contains(tokens)))
    }
  }

  /// How many of the names a placement brings into the units that bear them, and how many of those
  /// no unit of another level bears, as stairs and lifts do.
  func home(by placement: AffineTransform) -> (count: Int, own: Int) {
    let home = names.filter { isHome($0, placement) }
    return (home.count, home.count { $0.isOwn })
  }

  /// How many of the names a placement brings into units that bear another of them. Numbers may
  /// stand at the doors, in a corridor that bears a name of its own, so that units in which their
  /// own name lies don't count.
  func astray(by placement: AffineTransform) -> Int {
    let lost = names.filter { !isHome($0, placement) }
    return lost.count { name in
      name.places.contains { place in
        let point: LocalPoint = placement.apply(place)
        return lost.contains { $0.contains(point) }
      }
    }
  }

  private func isHome(_ name: Name, _ placement: AffineTransform) -> Bool {
    name.places.contains { name.contains(placement.apply($0)) }
  }

  /// The share of the level's names that the page has, of those of units whose middles a placement
  /// lays on the page; `nil` where it has none or hardly any.
  func shareShown(by placement: AffineTransform, on page: PlanPage) -> Double? {
    guard let back = placement.inverse, let sheet = BoundingBox(page.corners) else { return nil }
    func isOnPage(_ place: LocalPoint) -> Bool {
      sheet.contains(back.apply(place, as: PagePoint.self))
    }
    let shown = names.count { isOnPage($0.box.centre) }
    guard shown >= Self.leastShown else { return nil }
    return Double(shown) / Double(shown + missing.count(where: isOnPage))
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
