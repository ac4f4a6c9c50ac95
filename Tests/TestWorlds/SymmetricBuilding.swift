import IndoorGeometry
package import IndoorModel
import IndoorSimulation

/// A level that is nearly its own mirror image and half turn: what offices, schools and wards look
/// like to a program that lays plans on walls.
package struct SymmetricBuilding: Sendable {
  /// How the rooms lie.
  package enum Kind: String, CaseIterable, Sendable {
    /// On both sides of a corridor.
    case corridor
    /// Around a corridor that goes round a core of lifts and stairs.
    case tower
  }

  package let kind: Kind
  package let seed: UInt64
  package private(set) var venue: Venue

  package static let key = LevelKey(ordinal: 1)

  private var random: SimulationRandom
  /// The building's own axes to local metres.
  private let toLocal: AffineTransform
  private var doorStyle = DoorStyle.mixed
  private var roomCount = 0

  /// Where along its wall a room's door is.
  private enum DoorStyle: Int {
    /// Next to the same hand of who enters: as it was after a half turn.
    case sameHand
    /// Next to the lower end: as it was in a mirror along the corridor.
    case sameEnd
    /// By turns, so that the doors of two rooms are side by side.
    case paired
    /// Anywhere.
    case mixed
  }

  /// Makes the building of a kind and a seed.
  package init(_ kind: Kind, seed: UInt64) {
    self.kind = kind
    self.seed = seed
    random = SimulationRandom(seed: seed, for: "symmetric \(kind.rawValue)")
    let origin = Coordinate(
      latitude: random.uniform(-60, 60), longitude: random.uniform(-170, 170))
    toLocal = AffineTransform.rotation(random.uniform(0, 2 * .pi))
      .followed(by: .translation(x: random.uniform(-20, 20), y: random.uniform(-20, 20)))
    venue = Venue(
      id: "symmetric", name: "Symmetric", origin: origin, buildings: [Building(id: "")])
    doorStyle = DoorStyle(rawValue: random.index(below: 4)) ?? .mixed
    switch kind {
    case .corridor: layCorridor()
    case .tower: layTower()
    }
  }

  // MARK: Plans

  private mutating func layCorridor() {
    let module = random.uniform(2.7, 4.2)
    let count = 8 + random.index(below: 9)
    let (depth, corridor) = (random.uniform(4.5, 7), random.uniform(1.8, 2.8))
    let length = module * Double(count)
    let top = 2 * depth + corridor
    addLevel(0, 0, length, top)
    addUnit("Corridor", "walkway", 0, depth, length, depth + corridor)
    var south = symmetricWidths(count)
    var north = south
    // What isn't alike: none at all in a quarter of the buildings.
    for _ in 0..<random.index(below: 4) {
      if random.uniform() < 0.5 { change(&south) } else { change(&north) }
    }
    // Stairs in the outer rooms of one side, of both, or in one alone.
    let stairs = random.index(below: 4)
    for (isNorth, widths) in [(false, south), (true, north)] {
      var x = 0.0
      for (i, width) in widths.enumerated() {
        let (west, east) = (x, x + Double(width) * module)
        x = east
        let isFirst = i == 0
        let isEnd = isFirst || i == widths.count - 1
        let isStairs =
          isEnd
          && (stairs == 0
            ? isNorth : stairs == 1 ? isNorth == isFirst : stairs == 2 && isNorth && isFirst)
        let (y0, y1) = isNorth ? (depth + corridor, top) : (0, depth)
        addRoom(isStairs ? "stairs" : "room", west, y0, east, y1)
        // A door of the corridor's wall; who enters a northern room looks north.
        addDoor(
          wallFrom: (west, isNorth ? depth + corridor : depth),
          to: (east, isNorth ? depth + corridor : depth), index: i, isReversed: isNorth)
      }
    }
    // The corridor's own ends.
    for x in random.uniform() < 0.5 ? [0, length] : [length] {
      addOpening((x, depth + 0.3), (x, depth + corridor - 0.3))
    }
  }

  private mutating func layTower() {
    let module = random.uniform(2.7, 3.8)
    let across = 7 + random.index(below: 4)
    let up = random.uniform() < 0.5 ? across : across + 1 + random.index(below: 3)
    let depth = random.uniform(4.5, 6)
    let corridor = random.uniform(1.7, 2.3)
    let (width, height) = (module * Double(across), module * Double(up))
    addLevel(0, 0, width, height)
    let inner = depth + corridor
    addRing(depth, inner, width, height)
    layCore(inner, width - inner, height - inner)
    // The corners belong to the rooms of the long sides; doors open onto the corridor.
    let free = (width - 2 * depth, height - 2 * depth)
    let counts = (max(2, Int(free.0 / module)), max(2, Int(free.1 / module)))
    let (horizontal, vertical) = (symmetricWidths(counts.0), symmetricWidths(counts.1))
    var sides = [horizontal, horizontal, vertical, vertical]
    for _ in 0..<random.index(below: 4) {
      let side = random.index(below: 4)
      change(&sides[side])
    }
    for (side, widths) in sides.enumerated() {
      let isHorizontal = side < 2
      let span = isHorizontal ? free.0 : free.1
      let unit = span / Double(widths.reduce(0, +))
      var t = depth
      for (i, w) in widths.enumerated() {
        let (from, to) = (t, t + Double(w) * unit)
        t = to
        // The end rooms of the horizontal sides take the corners.
        let low = isHorizontal && i == 0 ? 0 : from
        let high = isHorizontal && i == widths.count - 1 ? width : to
        let far = side == 1 ? height : width
        if isHorizontal {
          let (y0, y1) = side == 0 ? (0, depth) : (far - depth, far)
          addRoom("room", low, y0, high, y1)
          let wall = side == 0 ? depth : far - depth
          addDoor(wallFrom: (from, wall), to: (to, wall), index: i, isReversed: side == 1)
        } else {
          let (x0, x1) = side == 2 ? (0, depth) : (far - depth, far)
          addRoom("room", x0, from, x1, to)
          let wall = side == 2 ? depth : far - depth
          addDoor(wallFrom: (wall, from), to: (wall, to), index: i, isReversed: side == 2)
        }
      }
    }
  }

  /// Lifts in the middle, stairs or shafts at the ends.
  private mutating func layCore(_ low: Double, _ right: Double, _ top: Double) {
    let third = (top - low) / 3
    let middle = (low + right) / 2
    let isLast = random.uniform() < 0.5
    addRoom("stairs", low, low, right, low + third)
    addOpening((low + 0.5, low), (low + 1.5, low))
    addRoom(isLast ? "stairs" : "restroom", low, top - third, right, top)
    addOpening((right - 1.5, top), (right - 0.5, top))
    let lifts = 2
    for (x0, x1) in [(low, middle), (middle, right)] {
      for k in 0..<lifts {
        let y0 = low + third + third * Double(k) / Double(lifts)
        let y1 = low + third + third * Double(k + 1) / Double(lifts)
        addRoom("elevator", x0, y0, x1, y1)
        let x = x0 == low ? low : right
        addOpening((x, (y0 + y1) / 2 - 0.45), (x, (y0 + y1) / 2 + 0.45))
      }
    }
  }

  /// Widths in modules that read the same from either end.
  private mutating func symmetricWidths(_ count: Int) -> [Int] {
    var half: [Int] = []
    var left = count / 2
    while left > 0 {
      let width = min(left, random.uniform() < 0.25 ? 2 : 1)
      half.append(width)
      left -= width
    }
    return half + (count % 2 == 1 ? [1] : []) + half.reversed()
  }

  /// Takes out a wall between two rooms, or moves it by a module.
  private mutating func change(_ widths: inout [Int]) {
    guard widths.count > 2 else { return }
    let i = random.index(below: widths.count - 1)
    if widths[i] > 1 {
      widths[i] -= 1
      widths[i + 1] += 1
    } else {
      widths[i] += widths.remove(at: i + 1)
    }
  }

  // MARK: Parts

  private func coordinate(_ x: Double, _ y: Double) -> Coordinate {
    venue.frame.coordinate(from: toLocal.apply(LocalPoint(x: x, y: y), as: LocalPoint.self))
  }

  private func polygon(_ ring: [(Double, Double)]) -> Polygon<Coordinate> {
    Polygon(exterior: ring.map { coordinate($0.0, $0.1) })
  }

  private func box(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) -> [(Double, Double)] {
    [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]
  }

  private mutating func addLevel(_ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double) {
    venue.levels = [
      Level(id: "level", key: Self.key, label: "1", outline: [polygon(box(x0, y0, x1, y1))])
    ]
  }

  private mutating func addUnit(
    _ name: String?, _ category: String, _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double
  ) {
    venue.units.append(
      Unit(
        id: "unit\(venue.units.count)", level: Self.key, category: category, name: name,
        geometry: [polygon(box(x0, y0, x1, y1))]))
  }

  /// A room with a number of its own; stairs, lifts and the like are called alike.
  private mutating func addRoom(
    _ category: String, _ x0: Double, _ y0: Double, _ x1: Double, _ y1: Double
  ) {
    roomCount += 1
    let number = "1.\(roomCount < 10 ? "0" : "")\(roomCount)"
    let names = ["stairs": "Stairs", "elevator": "Lift", "restroom": "WC"]
    addUnit(names[category] ?? number, category, x0, y0, x1, y1)
  }

  /// The corridor around the core.
  private mutating func addRing(
    _ outer: Double, _ inner: Double, _ width: Double, _ height: Double
  ) {
    let area = Polygon(
      exterior: box(outer, outer, width - outer, height - outer).map { coordinate($0.0, $0.1) },
      holes: [box(inner, inner, width - inner, height - inner).map { coordinate($0.0, $0.1) }])
    venue.units.append(
      Unit(
        id: "ring", level: Self.key, category: "walkway", name: "Corridor", geometry: [area]))
  }

  /// A door in a room's wall; `isReversed` where who enters has the wall's beginning at his left.
  private mutating func addDoor(
    wallFrom a: (Double, Double), to b: (Double, Double), index: Int, isReversed: Bool
  ) {
    let length = abs(b.0 - a.0) + abs(b.1 - a.1)
    let width = min(0.95, length / 2)
    let free = length - width
    let offset = min(free / 2, random.uniform(0.2, 0.6))
    var isLow =
      switch doorStyle {
      case .sameHand: isReversed
      case .sameEnd: true
      case .paired: index % 2 == 0
      case .mixed: random.uniform() < 0.5
      }
    // No building is as regular as its rule.
    if random.uniform() < 0.1 { isLow.toggle() }
    let start = isLow ? offset : free - offset
    let (ux, uy) = ((b.0 - a.0) / length, (b.1 - a.1) / length)
    addOpening(
      (a.0 + ux * start, a.1 + uy * start),
      (a.0 + ux * (start + width), a.1 + uy * (start + width)))
  }

  private mutating func addOpening(_ a: (Double, Double), _ b: (Double, Double)) {
    venue.openings.append(
      Opening(
        id: "opening\(venue.openings.count)", level: Self.key, category: "pedestrian",
        line: [coordinate(a.0, a.1), coordinate(b.0, b.1)]))
  }
}
