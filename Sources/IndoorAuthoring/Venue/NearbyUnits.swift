import IndoorGeometry
import IndoorModel

/// Names places as people do: by the unit they are in, or beside.
struct NearbyUnits {
  /// Metres within which a unit is beside a place.
  static let reach = 10.0
  /// Side of the squares that units are looked up by, in metres.
  fileprivate static let side = 20.0
  /// A unit on more squares than that is looked at everywhere.
  fileprivate static let mostSquares = 400.0

  /// One level's units.
  fileprivate struct LevelUnits {
    var units: [Unit] = []
    var polygons: [[Polygon<LocalPoint>]] = []
    var index = PolygonIndex([])
    var squares: [Square: [Int]] = [:]
    var wide: [Int] = []
  }

  fileprivate struct Square: Hashable {
    var column: Int
    var row: Int
  }

  private var levels: [LevelKey: LevelUnits] = [:]

  /// Indexes a venue's units.
  init(_ venue: Venue) {
    let frame = venue.frame
    for (key, units) in Dictionary(grouping: venue.units, by: \.level) {
      var level = LevelUnits()
      level.units = units
      level.polygons = units.map { $0.geometry.map { frame.local(from: $0) } }
      level.index = PolygonIndex(level.polygons)
      for (number, unit) in units.enumerated() where unit.hasName {
        level.place(number)
      }
      levels[key] = level
    }
  }

  /// `in NAME` where a unit with a name holds the place, else `beside NAME` of the nearest within
  /// reach, else `in the CATEGORY`; `nil` where nothing is near.
  func name(of place: LocalPoint, on key: LevelKey) -> String? {
    guard place.isFinite, let level = levels[key] else { return nil }
    let around = level.index.areas(containing: place).map { level.units[$0] }
    if let name = around.first(where: \.hasName)?.name { return "in \(name)" }
    var nearest: (distance: Double, name: String)?
    for number in level.near(place) {
      let distance =
        level.polygons[number].map { $0.edgeDistance(to: place) }.min() ?? .infinity
      if distance <= Self.reach, distance < nearest?.distance ?? .infinity,
        let name = level.units[number].name
      {
        nearest = (distance, name)
      }
    }
    if let nearest { return "beside \(nearest.name)" }
    return around.first?.category.map { "in the \($0)" }
  }
}

extension NearbyUnits.LevelUnits {
  /// Notes the squares that a unit is within reach of.
  mutating func place(_ number: Int) {
    let corners = polygons[number].lazy.flatMap(\.exterior).filter(\.isFinite)
    guard let box = BoundingBox(corners) else { return }
    let (first, last) = (
      Self.square(box.minimum, margin: -NearbyUnits.reach),
      Self.square(box.maximum, margin: NearbyUnits.reach)
    )
    guard let first, let last,
      Double(last.column - first.column + 1) * Double(last.row - first.row + 1)
        <= NearbyUnits.mostSquares
    else {
      wide.append(number)
      return
    }
    for column in first.column...last.column {
      for row in first.row...last.row {
        squares[NearbyUnits.Square(column: column, row: row), default: []].append(number)
      }
    }
  }

  /// The units that may be within reach of a place.
  func near(_ place: LocalPoint) -> [Int] {
    wide + (Self.square(place, margin: 0).flatMap { squares[$0] } ?? [])
  }

  /// `nil` beyond what can be on Earth.
  private static func square(_ place: LocalPoint, margin: Double) -> NearbyUnits.Square? {
    let (x, y) = ((place.x + margin) / NearbyUnits.side, (place.y + margin) / NearbyUnits.side)
    guard abs(x) < 1e9, abs(y) < 1e9 else { return nil }
    return NearbyUnits.Square(column: Int(x.rounded(.down)), row: Int(y.rounded(.down)))
  }
}

extension Unit {
  fileprivate var hasName: Bool { !(name ?? "").isEmpty }
}
