import IndoorGeometry
import IndoorLibc
import IndoorModel

/// Draws what a trial's page shows: walls, doors, treads of stairs, names.
struct TrialContents {
  var canvas: PDFCanvas
  /// From local metres to points.
  var toPage: AffineTransform
  /// Clockwise degrees that a reader turns the page by.
  var rotate: Int

  private typealias Stretch = (from: LocalPoint, to: LocalPoint)

  /// Metres within which an opening lies on a wall.
  private static let onWall = 0.3
  /// Metres from one tread to the next.
  private static let tread = 0.28
  /// Height of a name's letters, in points.
  private static let letters = 5.0

  private func page(_ place: LocalPoint) -> PagePoint { toPage.apply(place) }

  mutating func draw(_ rings: [[LocalPoint]]) {
    for ring in rings { canvas.polygons([ring.map(page)], .stroke) }
  }

  /// Walls that end at doors, each with a leaf that stands open and the quarter circle of its
  /// swing; hinge and side are left to chance.
  mutating func draw(
    _ rings: [[LocalPoint]], doors: [[LocalPoint]], _ random: inout SimulationRandom
  ) {
    let doors = doors.compactMap { line -> Stretch? in
      guard let from = line.first, let to = line.last, from.distance(to: to) > 0.1 else {
        return nil
      }
      return (from, to)
    }
    for ring in rings {
      for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        for piece in Self.pieces(of: (from, to), without: doors) {
          canvas.line(page(piece.from), page(piece.to))
        }
      }
    }
    for door in doors {
      let (hinge, end) = random.uniform() < 0.5 ? (door.from, door.to) : (door.to, door.from)
      let side = random.uniform() < 0.5 ? 1.0 : -1
      let leaf = LocalPoint(
        x: hinge.x - side * (end.y - hinge.y), y: hinge.y + side * (end.x - hinge.x))
      canvas.line(page(hinge), page(leaf))
      canvas.quarterArc(centre: page(hinge), from: page(leaf), to: page(end))
    }
  }

  /// What is left of a wall between the doors on it.
  private static func pieces(of wall: Stretch, without doors: [Stretch]) -> [Stretch] {
    let length = wall.from.distance(to: wall.to)
    guard length > 0 else { return [] }
    let (ux, uy) = ((wall.to.x - wall.from.x) / length, (wall.to.y - wall.from.y) / length)
    func along(_ p: LocalPoint) -> Double {
      (p.x - wall.from.x) * ux + (p.y - wall.from.y) * uy
    }
    func across(_ p: LocalPoint) -> Double {
      abs((p.y - wall.from.y) * ux - (p.x - wall.from.x) * uy)
    }
    let gaps =
      doors.filter { across($0.from) < onWall && across($0.to) < onWall }
      .map { (along($0.from), along($0.to)) }
      .map { (min($0.0, $0.1), max($0.0, $0.1)) }
      .sorted { $0.0 < $1.0 }
    var pieces: [(Double, Double)] = []
    var start = 0.0
    for gap in gaps where gap.1 > 0 && gap.0 < length {
      if gap.0 > start { pieces.append((start, gap.0)) }
      start = max(start, gap.1)
    }
    if start < length { pieces.append((start, length)) }
    func place(_ t: Double) -> LocalPoint {
      LocalPoint(x: wall.from.x + t * ux, y: wall.from.y + t * uy)
    }
    return pieces.map { (place($0.0), place($0.1)) }
  }

  /// Treads across the longer side of every stairs' bounding rectangle.
  mutating func drawTreads(of units: [Unit], in frame: LocalFrame) {
    for unit in units where unit.category == "stairs" {
      let ring = (unit.geometry.first?.exterior ?? []).map { frame.local(from: $0) }
      guard ring.count == 4 else { continue }
      // Of a rectangle's sides the longer one is gone along.
      let isTurned = ring[0].distance(to: ring[1]) < ring[1].distance(to: ring[2])
      let (a, b, c, d) =
        isTurned ? (ring[1], ring[2], ring[3], ring[0]) : (ring[0], ring[1], ring[2], ring[3])
      let count = Int(a.distance(to: b) / Self.tread)
      guard count > 2 else { continue }
      for k in 1..<count {
        let t = Double(k) / Double(count)
        canvas.line(
          page(LocalPoint(x: a.x + t * (b.x - a.x), y: a.y + t * (b.y - a.y))),
          page(LocalPoint(x: d.x + t * (c.x - d.x), y: d.y + t * (c.y - d.y))))
      }
    }
  }

  /// Names in the middle of their units, upright for the reader.
  mutating func drawNames(of units: [Unit], in frame: LocalFrame) {
    for unit in units {
      guard let name = unit.name, let ring = unit.geometry.first?.exterior,
        let box = BoundingBox(ring.map { frame.local(from: $0) })
      else { continue }
      let middle = page(box.centre)
      // A viewer turns the page clockwise: letters are turned the other way.
      canvas.save(
        .rotation(Double(rotate) * .pi / 180).followed(
          by: .translation(x: middle.x, y: middle.y)))
      canvas.text(
        name, at: PagePoint(x: 0, y: -Self.letters / 3), size: Self.letters, align: .centre)
      canvas.restore()
    }
  }
}
