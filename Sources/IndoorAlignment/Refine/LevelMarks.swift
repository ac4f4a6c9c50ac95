internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

/// What a drawing shows where a level has openings and stairs: gaps in walls, and treads.
struct LevelMarks {
  private let doors: [(from: LocalPoint, to: LocalPoint)]
  private let stairs: [Polygon<LocalPoint>]

  /// What a drawing shows of them under one placement.
  struct Seen: Hashable {
    /// Openings where the drawn wall has a gap.
    var open = 0
    /// Openings where it has none.
    var closed = 0
    /// For each of the stairs, metres of lines of one direction a square metre.
    var treads: [Double] = []
  }

  /// Openings and stairs that are looked at.
  private static let maximumCount = 600
  /// Metres of an opening that is a door or a passage.
  private static let widths = 0.5...4.0
  /// Metres a wall's line may lie beside an opening: a wall has two faces.
  private static let wallReach = 0.35
  /// Metres between the places along an opening that are looked at.
  private static let step = 0.1
  /// Metres beyond an opening's ends where its wall must go on, on one side at least.
  private static let flank = 0.15...0.65

  /// What a level has.
  init(of level: LevelKey, in venue: Venue) {
    let frame = venue.frame
    doors = venue.openings.filter { $0.level == level && $0.line.count > 1 }
      .prefix(Self.maximumCount)
      .compactMap { opening in
        let line = opening.line.map { frame.local(from: $0) }
        let (from, to) = (line[0], line[line.count - 1])
        return Self.widths.contains(from.distance(to: to)) ? (from, to) : nil
      }
    stairs = venue.units.filter { $0.level == level && ["stairs", "steps"].contains($0.category) }
      .prefix(Self.maximumCount).flatMap(\.geometry).map { $0.map { frame.local(from: $0) } }
  }

  var isEmpty: Bool { doors.isEmpty && stairs.isEmpty }

  /// What a drawing shows under a placement of its lines, which go by `lines`' axes.
  func seen(in lines: LineIndex, _ linesToLocal: AffineTransform) -> Seen {
    guard let back = linesToLocal.inverse else { return Seen() }
    let unit = abs(back.determinant).squareRoot()
    var seen = Seen()
    for door in doors {
      switch Self.isOpen(door, lines, back, unit) {
      case true?: seen.open += 1
      case false?: seen.closed += 1
      case nil: break
      }
    }
    seen.treads = stairs.map { Self.treads(in: $0, lines, back, unit) }
    return seen
  }

  /// Whether the drawn wall has a gap at a door; `nil` where it can't be told.
  private static func isOpen(
    _ door: (from: LocalPoint, to: LocalPoint), _ lines: LineIndex, _ toLines: AffineTransform,
    _ unit: Double
  ) -> Bool? {
    let length = door.from.distance(to: door.to)
    let from: PagePoint = toLines.apply(door.from)
    let to: PagePoint = toLines.apply(door.to)
    let drawn = from.distance(to: to)
    guard drawn > 0 else { return nil }
    let (ux, uy) = ((to.x - from.x) / drawn, (to.y - from.y) / drawn)
    let reach = wallReach * unit
    func isDrawn(_ metres: Double) -> Bool {
      let t = metres / length
      let place = PagePoint(x: from.x + t * (to.x - from.x), y: from.y + t * (to.y - from.y))
      let box = BoundingBox(
        minimum: PagePoint(x: place.x - reach, y: place.y - reach),
        maximum: PagePoint(x: place.x + reach, y: place.y + reach))
      return lines.contains(box) { p in
        let (dx, dy) = (Double(p.x) - place.x, Double(p.y) - place.y)
        // A point stands for the line half its weight to either side.
        let along = max(step * unit / 2, Double(p.weight) / 2)
        // Within 20° of the wall's direction.
        return abs(dx * ux + dy * uy) <= along && abs(dy * ux - dx * uy) <= reach
          && abs(Double(p.dx) * ux + Double(p.dy) * uy) > 0.94
      }
    }
    func share(_ range: ClosedRange<Double>) -> Double {
      let places = Array(stride(from: range.lowerBound, through: range.upperBound, by: step))
      return Double(places.count { isDrawn($0) }) / Double(places.count)
    }
    let flanks = [
      share(-flank.upperBound ... -flank.lowerBound),
      share(length + flank.lowerBound...length + flank.upperBound),
    ]
    guard flanks.contains(where: { $0 >= 0.6 }) else { return nil }
    // The ends are left out: a drawing is off by some centimetres.
    let middle = share(0.2 * length...0.8 * length)
    return middle <= 0.2 ? true : middle >= 0.8 ? false : nil
  }

  /// Metres of drawn lines of the direction that has most, a square metre of an area, the lines
  /// along its edge left out.
  private static func treads(
    in area: Polygon<LocalPoint>, _ lines: LineIndex, _ toLines: AffineTransform, _ unit: Double
  ) -> Double {
    let drawn = area.map { place -> PagePoint in toLines.apply(place) }
    guard let box = BoundingBox(drawn.exterior), area.area > 1 else { return 0 }
    var lengths = [Double](repeating: 0, count: 18)
    lines.visit(box) { p in
      let place = PagePoint(x: Double(p.x), y: Double(p.y))
      guard drawn.contains(place), !drawn.hasEdge(within: wallReach * unit, of: place) else {
        return true
      }
      let half = atan2(Double(p.dy), Double(p.dx)) / .pi + 1
      lengths[Int(half * 18) % 18] += Double(p.weight) / unit
      return true
    }
    // Tenths of a half turn may part what is one direction.
    let best = (0..<18).map { lengths[$0] + lengths[($0 + 1) % 18] }.max() ?? 0
    return best / area.area
  }
}

extension Polygon where Point == PagePoint {
  /// Whether an edge runs within a distance of a point.
  fileprivate func hasEdge(within distance: Double, of p: PagePoint) -> Bool {
    rings.contains { ring in
      zip(ring, ring.dropFirst() + ring.prefix(1)).contains { a, b in
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let squared = dx * dx + dy * dy
        let t =
          squared > 0 ? max(0, min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared)) : 0
        return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy) < distance
      }
    }
  }
}
