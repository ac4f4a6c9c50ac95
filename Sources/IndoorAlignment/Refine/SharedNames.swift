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

  /// Where a placement brings the names.
  struct Brought {
    /// Names that come to lie in the units that bear them.
    var home = 0
    /// Those of them that no unit of another level bears, as stairs and lifts do.
    var own = 0
    /// Those that come to lie in units that bear another of the names, which doesn't lie there.
    var astray = 0
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

  /// How many of the names a placement brings into the units that bear them, and into others'.
  func brought(by placement: AffineTransform) -> Brought {
    var brought = Brought()
    // Numbers may stand at the doors, in a corridor that has a name of its own.
    var (lost, empty): ([[LocalPoint]], [Name]) = ([], [])
    for name in names {
      let points = name.places.map { placement.apply($0, as: LocalPoint.self) }
      if points.contains(where: name.contains) {
        brought.home += 1
        if name.isOwn { brought.own += 1 }
      } else {
        lost.append(points)
        empty.append(name)
      }
    }
    brought.astray = lost.count { points in
      points.contains { point in empty.contains { $0.contains(point) } }
    }
    return brought
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
