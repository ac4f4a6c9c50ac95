import IndoorGeometry

/// A unit or an opening as ids are made for it, of an import or of the venue before it.
struct MadeFeature {
  /// What a made id has behind its level's id, before the index.
  enum What: String {
    case unit
    case opening
  }

  var id: String
  let level: String
  let what: What
  let name: String?
  /// All its vertices.
  let points: [Coordinate]
  /// The same in the venue's local metres.
  let local: [LocalPoint]
  /// Around them.
  let box: BoundingBox<LocalPoint>?

  init(
    id: String, level: String, what: What, name: String?, points: [Coordinate], frame: LocalFrame
  ) {
    (self.id, self.level, self.what, self.name, self.points) = (id, level, what, name, points)
    local = points.map { frame.local(from: $0) }
    box = BoundingBox(local.lazy.filter(\.isFinite))
  }

  /// What it is called by among units and openings.
  var key: String { "\(what.rawValue) \(id)" }
  /// The same of its name.
  var nameKey: String { "\(what.rawValue) \(name ?? "")" }
  /// What a made id begins with, before the index.
  var stem: String { "\(level)/\(what.rawValue)" }

  /// Whether its id is one that an import made.
  var isMade: Bool {
    let stem = stem
    return id.hasPrefix(stem) && id.dropFirst(stem.count).first?.isNumber == true
  }

  /// A room's box without the walls.
  var inside: BoundingBox<LocalPoint>? { box?.shrunk(by: VenueAssembly.wall / 2) }

  // MARK: Exact places

  struct Cell: Hashable {
    let what: What
    let count: Int
    let north, east: Double
  }

  /// How far vertices of one place may lie apart, in degrees.
  private static let tolerance = 1e-9

  /// Where it is looked for: squares ten times as large as the tolerance, of which what lies near
  /// an edge has several.
  var cells: [Cell] {
    guard let first = points.first else { return [] }
    func squares(_ degrees: Double) -> [Double] {
      Set([-Self.tolerance, Self.tolerance].map { ((degrees + $0) * 1e8).rounded() }).sorted()
    }
    return squares(first.latitude).flatMap { north in
      squares(first.longitude).map {
        Cell(what: what, count: points.count, north: north, east: $0)
      }
    }
  }

  /// Whether it lies exactly where another one does.
  func lies(where other: MadeFeature) -> Bool {
    what == other.what && points.count == other.points.count
      && zip(points, other.points).allSatisfy {
        abs($0.latitude - $1.latitude) <= Self.tolerance
          && abs($0.longitude - $1.longitude) <= Self.tolerance
      }
  }
}
