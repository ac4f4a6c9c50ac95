// What a unit's category says of who can walk there: the one place that says it, for areas,
// positions, pictures and simulated walkers alike.
//
// The words are those of IMDF 1.0.0 (OGC 20-094, Categories). What is neither a walkway nor solid
// nor leads to other levels is a room: it has walls, and is entered by its openings. So is a unit
// without a category, or of one that IMDF doesn't know.

extension UnitCategory {
  /// Whether people walk there freely: it ends without a wall.
  public var isWalkway: Bool { Self.walkways.contains(rawValue) }

  /// Whether nobody can walk there: matter, plants, or a fall.
  public var isSolid: Bool { Self.solids.contains(rawValue) }

  /// Whether it leads to other levels, or to other heights of its own.
  public var leadsToLevels: Bool { Self.passages.contains(rawValue) }

  /// Whether visitors may go there, as far as the category says.
  public var isPublic: Bool { rawValue != "nonpublic" }

  private static let walkways: Set<String> = [
    "walkway", "footbridge", "lobby", "lounge", "movingwalkway", "parking", "platform", "ramp",
    "road", "steps", "terrace", "unenclosedarea", "waitingroom",
  ]

  private static let solids: Set<String> = [
    "brick", "column", "concrete", "drywall", "glass", "opentobelow", "structure", "vegetation",
    "walkway.island", "wood",
  ]

  private static let passages: Set<String> = [
    "elevator", "escalator", "movingwalkway", "ramp", "stairs", "steps",
  ]
}
