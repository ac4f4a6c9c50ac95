import IndoorGeometry
import IndoorModel

/// Stairs or a lift from one level to the next, as a walker takes them.
struct Connector {
  /// What leads there.
  enum Kind: String, Sendable { case stairs, elevator }

  let kind: Kind
  /// The places and elevations from the lower level to the upper one; for a lift the car's middle
  /// twice.
  let line: [(LocalPoint, Double)]
  /// Where the door is, for facing it; the car's middle where the venue has no doors.
  let door: LocalPoint

  /// Stairs and lifts from a level to the one right above it in its building.
  static func all(from level: Int, in levels: [WalkedLevel]) -> [Connector] {
    guard levels.indices.contains(level), levels.indices.contains(level + 1),
      levels[level].key.building == levels[level + 1].key.building
    else { return [] }
    return levels[level].units.compactMap { unit in
      Kind(rawValue: unit.category).flatMap {
        Connector(kind: $0, unit: unit, lower: levels[level], upper: levels[level + 1])
      }
    }
  }

  /// Two flights with a landing at the far end, along the longer side of the stairs' room; `nil`
  /// where the levels' units don't lie above each other.
  init?(kind: Kind, unit: WalkedLevel.Area, lower: WalkedLevel, upper: WalkedLevel) {
    let ring = unit.polygons.first?.exterior ?? []
    let sides = zip(ring, ring.dropFirst() + ring.prefix(1))
    guard let longest = sides.max(by: { $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1) }),
      longest.0.distance(to: longest.1) > 0,
      upper.hasUnit(unit.category, at: unit.box.centre)
    else { return nil }
    self.kind = kind
    let length = longest.0.distance(to: longest.1)
    let (ux, uy) = ((longest.1.x - longest.0.x) / length, (longest.1.y - longest.0.y) / length)
    let middle = unit.box.centre
    func along(_ p: LocalPoint) -> Double { (p.x - middle.x) * ux + (p.y - middle.y) * uy }
    func across(_ p: LocalPoint) -> Double { (p.y - middle.y) * ux - (p.x - middle.x) * uy }
    let doors = lower.doors(around: unit.box, within: 0.3).filter { door in
      sides.contains { WalkGrid.distance(door, $0, $1) < 0.3 }
    }
    door = doors.first ?? middle
    guard kind == .stairs else {
      line = [(middle, lower.elevation), (middle, upper.elevation)]
      return
    }
    let width = (ring.map(across).max() ?? 0) - (ring.map(across).min() ?? 0)
    let entry = along(door) < 0 ? -1.0 : 1.0
    let landing = max(0.3, length / 2 - 0.9)
    // 14 risers a flight want 13 treads of 0.3 m.
    let run = min(landing, 1.95)
    func point(_ s: Double, _ lane: Double) -> LocalPoint {
      let a = s * entry
      let b = lane * width / 4
      return LocalPoint(x: middle.x + a * ux - b * uy, y: middle.y + a * uy + b * ux)
    }
    let (low, high) = (lower.elevation, upper.elevation)
    let half = (low + high) / 2
    line = [
      (point(landing, 1), low), (point(run, 1), low), (point(-run, 1), half),
      (point(-landing, 1), half), (point(-landing, -1), half), (point(-run, -1), half),
      (point(run, -1), high), (point(landing, -1), high),
    ]
  }
}
