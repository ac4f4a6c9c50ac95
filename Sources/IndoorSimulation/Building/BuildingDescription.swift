public import IndoorGeometry

/// A building as its architect thinks of it: levels of rooms that meet at the middle of their
/// walls, and doors in them.
///
/// The venue, the drawings, the radio field and the walks all come from this one value.
public struct BuildingDescription: Sendable {
  /// The venue's identifier.
  public var id: String
  /// The venue's name.
  public var name: String
  /// Where the building's grid begins.
  public var site: Site
  /// From the lowest level up.
  public var levels: [LevelDescription]
  /// Grid lines across x, in metres, numbered 1, 2, 3, … on drawings.
  public var gridX: [Double]
  /// Grid lines across y, in metres, lettered A, B, C, … on drawings.
  public var gridY: [Double]

  /// Where a building stands and how it is turned.
  public struct Site: Sendable {
    /// The place of the grid's origin.
    public var origin: Coordinate
    /// From east to the grid's x axis, in degrees, counter-clockwise positive.
    public var rotationDegrees: Double
  }
}

/// One level of a building.
public struct LevelDescription: Sendable {
  /// 0 is the ground floor.
  public var ordinal: Int
  /// What the lift's button says; it begins the rooms' numbers.
  public var label: String
  /// What people call it.
  public var name: String
  /// The outer face of the outer wall, counter-clockwise.
  public var outline: [BuildingPoint]
  /// The rooms; together they fill the outline.
  public var rooms: [Room]
  /// The doors.
  public var doors: [Door]
  /// What stands in the rooms: drawn, but in nobody's way.
  public var furniture: [Furniture]

  /// The room of a number, or `nil` where the level has none.
  public func room(_ number: String) -> Room? { rooms.first { $0.number == number } }
}

/// A room, a corridor, stairs, a lift, or a void over what is below.
public struct Room: Sendable {
  /// Its number on the drawing, unique in the building.
  public var number: String
  /// Its name.
  public var name: String
  /// IMDF's unit category.
  public var category: String
  /// Its outer ring along the middle of its walls (the outer face of outer ones),
  /// counter-clockwise.
  public var outline: [BuildingPoint]
  /// What it runs around, clockwise.
  public var hole: [BuildingPoint]?
  /// Where its name is written.
  public var label: BuildingPoint

  init(
    _ number: String, _ name: String, _ category: String, _ outline: [BuildingPoint],
    hole: [BuildingPoint]? = nil, label: BuildingPoint? = nil
  ) {
    self.number = number
    self.name = name
    self.category = category
    self.outline = outline
    self.hole = hole.map { $0.reversed() }
    let box = BoundingBox(outline)
    self.label = label ?? box?.centre ?? BuildingPoint(0, 0)
  }

  /// Area of its ring without the hole, in square metres.
  public var area: Double { polygon.area }

  /// Its outer ring and hole.
  public var polygon: Polygon<BuildingPoint> {
    Polygon(exterior: outline, holes: hole.map { [$0] } ?? [])
  }

  /// Whether people can be in it at all.
  public var hasFloor: Bool { category != "opentobelow" }
}

/// A door, a passage without a leaf, or a lift's door.
public struct Door: Sendable {
  /// Its middle, on the line where both rooms meet.
  public var middle: BuildingPoint
  /// Clear width, in metres.
  public var width: Double
  /// How it closes.
  public var leaf: Leaf
  /// The room's number on one side; the leaves open into it.
  public var from: String
  /// The room's number on the other side, `nil` outdoors.
  public var to: String?

  /// How a door closes.
  public enum Leaf: Sendable {
    /// Nothing closes it.
    case none
    /// One leaf on hinges.
    case single
    /// Two leaves on hinges.
    case double
    /// A lift's doors.
    case sliding
    /// One leaf, opened in an emergency only.
    case emergency
  }

  package init(
    _ from: String, _ to: String?, _ x: Double, _ y: Double, _ width: Double, _ leaf: Leaf = .none
  ) {
    middle = BuildingPoint(x, y)
    self.width = width
    self.leaf = leaf
    self.from = from
    self.to = to
  }
}

/// Something that stands in a room, drawn with a thin line.
public enum Furniture: Sendable {
  /// A box between two corners.
  case box(BuildingPoint, BuildingPoint)
  /// A circle of a radius in metres.
  case circle(BuildingPoint, radius: Double)
}
