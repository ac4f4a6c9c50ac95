public import IndoorGeometry

/// One venue: its buildings, their levels and what is on them. Geometry is WGS 84; `frame` leads to
/// local metres.
public struct Venue: Hashable, Sendable {
  /// The source's identifier, or one made at the import.
  public var id: String
  /// What people call it.
  public var name: String
  /// Origin of the local frame: the middle of the first import's bounding box. It isn't moved
  /// afterwards, but by an import that finds it far off all that the file holds, with nothing
  /// stored in local metres.
  public var origin: Coordinate
  /// The buildings, by id.
  public var buildings: [Building]
  /// The levels, by building and ordinal.
  public var levels: [Level]
  /// Rooms, shops, corridors, stairs, lifts.
  public var units: [Unit]
  /// Doors and passages.
  public var openings: [Opening]

  /// Makes a venue of its parts.
  public init(
    id: String, name: String, origin: Coordinate, buildings: [Building] = [], levels: [Level] = [],
    units: [Unit] = [], openings: [Opening] = []
  ) {
    self.id = id
    self.name = name
    self.origin = origin
    self.buildings = buildings
    self.levels = levels
    self.units = units
    self.openings = openings
  }

  /// The local metric frame on the venue's origin.
  public var frame: LocalFrame { LocalFrame(origin: origin) }

  /// Whether it is known where on the ground it lies: a venue made of walks in local metres alone
  /// has 0°, 0° for its origin.
  package var hasKnownPlace: Bool {
    origin != Coordinate(latitude: 0, longitude: 0) || levels.contains { !$0.outline.isEmpty }
  }

  /// The level of a key, or `nil` where the venue has none.
  public func level(_ key: LevelKey) -> Level? { levels.first { $0.key == key } }

  /// The unit of an id, as `Position.unit` has it, or `nil` where the venue has none.
  public func unit(_ id: String) -> Unit? { units.first { $0.id == id } }
}

/// A building of a venue.
public struct Building: Hashable, Sendable {
  /// The source's identifier; a venue of one nameless building has the empty one.
  public var id: String
  /// What people call it, where known.
  public var name: String?

  /// Makes a building.
  public init(id: String, name: String? = nil) {
    self.id = id
    self.name = name
  }
}

/// What names a level: its building and its ordinal there.
public struct LevelKey: Hashable, Sendable, Comparable {
  /// The building's id, empty where the venue has only one.
  public var building: String
  /// 0 is the ground floor, -1 the one below it, whatever the lift's button says.
  public var ordinal: Int

  /// Makes a key.
  public init(building: String = "", ordinal: Int) {
    self.building = building
    self.ordinal = ordinal
  }

  /// The ordinals that a level may have, wherever it comes from: no building has more levels, and
  /// whoever counts from one to the next neither overflows nor takes long.
  package static let ordinals = -1000...1000

  /// By building, then from the lowest level up.
  public static func < (a: LevelKey, b: LevelKey) -> Bool {
    (a.building, a.ordinal) < (b.building, b.ordinal)
  }
}

/// A level (a floor) of a building.
public struct Level: Hashable, Sendable {
  /// The source's identifier, or one made at the import.
  public var id: String
  /// Building and ordinal.
  public var key: LevelKey
  /// What the lift's button says.
  public var label: String
  /// What people call it, where that is more than the label.
  public var name: String?
  /// The outline, in WGS 84; empty where unknown.
  public var outline: [Polygon<Coordinate>]

  /// Makes a level.
  public init(
    id: String, key: LevelKey, label: String, name: String? = nil,
    outline: [Polygon<Coordinate>] = []
  ) {
    self.id = id
    self.key = key
    self.label = label
    self.name = name
    self.outline = outline
  }
}

/// A unit of a level: a room, a shop, a corridor, stairs, a lift.
public struct Unit: Hashable, Sendable {
  /// The source's identifier, or one made at the import.
  public var id: String
  /// The level it is on.
  public var level: LevelKey
  /// IMDF's category (room, walkway, stairs, elevator, …), where known.
  public var category: String?
  /// What people call it, where known.
  public var name: String?
  /// Its area, in WGS 84. `unit:ID#N` names vertex N of the first polygon's outer ring.
  public var geometry: [Polygon<Coordinate>]

  /// Makes a unit.
  public init(
    id: String, level: LevelKey, category: String? = nil, name: String? = nil,
    geometry: [Polygon<Coordinate>]
  ) {
    self.id = id
    self.level = level
    self.category = category
    self.name = name
    self.geometry = geometry
  }
}

/// An opening of a level: a door, a passage, an entrance.
public struct Opening: Hashable, Sendable {
  /// The source's identifier, or one made at the import.
  public var id: String
  /// The level it is on.
  public var level: LevelKey
  /// IMDF's category (pedestrian, emergencyexit, …), where known.
  public var category: String?
  /// What people call it, where known.
  public var name: String?
  /// The line from one side of the opening to the other, in WGS 84, two vertices or more.
  public var line: [Coordinate]

  /// Makes an opening.
  public init(
    id: String, level: LevelKey, category: String? = nil, name: String? = nil, line: [Coordinate]
  ) {
    self.id = id
    self.level = level
    self.category = category
    self.name = name
    self.line = line
  }
}
