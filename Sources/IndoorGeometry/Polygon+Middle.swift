import IndoorLibc

extension Polygon where Point: PlanarPoint {
  /// The centre of gravity of the area, holes left out, which may lie outside; `nil` where there is
  /// no area.
  ///
  /// Bashein, Detmer (1994), "Centroid of a polygon", Graphics Gems IV, p. 3.
  public var centroid: Point? {
    guard let origin = exterior.first else { return nil }
    var (twice, x, y) = (0.0, 0.0, 0.0)
    for (index, ring) in rings.enumerated() {
      // Rings may wind either way: the outer one counts, holes count against it.
      let sign = (Self.signedArea(ring) < 0) == (index == 0) ? -1.0 : 1.0
      guard var previous = ring.last else { continue }
      for vertex in ring {
        let (ax, ay) = (previous.x - origin.x, previous.y - origin.y)
        let (bx, by) = (vertex.x - origin.x, vertex.y - origin.y)
        let cross = sign * (ax * by - bx * ay)
        twice += cross
        x += cross * (ax + bx)
        y += cross * (ay + by)
        previous = vertex
      }
    }
    let centroid = Point(x: origin.x + x / (3 * twice), y: origin.y + y / (3 * twice))
    return twice > 0 && centroid.isFinite ? centroid : nil
  }

  /// A point well inside, where a name would be written and a visitor sent: the centroid where that
  /// is at least half as far from every edge as a point can be, and else the point that is farthest
  /// from them, to some 2%. Of a U it lies in the widest part. `nil` where there is no area.
  ///
  /// The farthest point by quartering squares, as in polylabel (Agafonkin 2016) after
  /// Garcia-Castellanos, Lombardo (2007), "Poles of inaccessibility",
  /// doi:10.1080/14702540801897809; at most a thousand squares are looked at, fewer where
  /// there are over ten thousand vertices.
  public var middle: Point? {
    // A point's own type is looked up at each step otherwise, which takes most of the time.
    map { PlainPoint(x: $0.x, y: $0.y) }.farInside.map { Point(x: $0.x, y: $0.y) }
  }

  private var farInside: Point? {
    guard rings.allSatisfy({ $0.allSatisfy(\.isFinite) }), let box = BoundingBox(exterior),
      let inside = pointOnSurface(box), contains(inside)
    else { return nil }
    let centroid = centroid.flatMap { contains($0) ? $0 : nil }
    // The centroid first, so that of many points as far from the edges, as along a corridor, it is
    // the one.
    let pole = pole(from: centroid ?? inside, in: box)
    guard let centroid, -edgeDistance(to: centroid) >= -edgeDistance(to: pole) / 2 else {
      return pole
    }
    return centroid
  }

  /// Distance from a point to the nearest edge, negative inside, in the frame's unit.
  package func edgeDistance(to point: Point) -> Double {
    var minimum = Double.infinity
    for ring in rings {
      guard var previous = ring.last else { continue }
      for vertex in ring {
        minimum = min(minimum, Self.distance(from: point, to: previous, vertex))
        previous = vertex
      }
    }
    return contains(point) ? -minimum : minimum
  }

  private static func distance(from p: Point, to a: Point, _ b: Point) -> Double {
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let squares = dx * dx + dy * dy
    let along =
      squares > 0 ? min(1, max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / squares)) : 0
    return hypot(p.x - a.x - along * dx, p.y - a.y - along * dy)
  }

  /// A point inside however thin the polygon is: the middle of the widest piece of a line across
  /// it, half-way up and through no vertex, as in GEOS' `InteriorPointArea`.
  private func pointOnSurface(_ box: BoundingBox<Point>) -> Point? {
    var (below, above) = (box.minimum.y, box.maximum.y)
    let centre = box.centre.y
    for vertex in rings.joined() {
      if vertex.y <= centre { below = max(below, vertex.y) } else { above = min(above, vertex.y) }
    }
    let y = below + (above - below) / 2
    var crossings: [Double] = []
    for ring in rings {
      guard var previous = ring.last else { continue }
      for vertex in ring {
        if (vertex.y > y) != (previous.y > y) {
          let along = (y - vertex.y) / (previous.y - vertex.y)
          crossings.append(vertex.x + along * (previous.x - vertex.x))
        }
        previous = vertex
      }
    }
    crossings.sort()
    var widest: (width: Double, x: Double)?
    for index in stride(from: 1, to: crossings.count, by: 2) {
      let (west, east) = (crossings[index - 1], crossings[index])
      if east - west > widest?.width ?? 0 { widest = (east - west, (west + east) / 2) }
    }
    return widest.map { Point(x: $0.x, y: y) }
  }

  /// A square, and how far inside a point of it might be at most.
  private struct Square {
    var centre: Point
    var half: Double
    var bound: Double
  }

  private func pole(from start: Point, in box: BoundingBox<Point>) -> Point {
    var best = (point: start, depth: -edgeDistance(to: start))
    var squares: [Square] = []
    func look(at centre: Point, half: Double) {
      let depth = -edgeDistance(to: centre)
      if depth > best.depth { best = (centre, depth) }
      squares.append(Square(centre: centre, half: half, bound: depth + half * 2.0.squareRoot()))
    }
    // Of a long polygon at most 32 squares side by side.
    let size = max(min(box.width, box.height), max(box.width, box.height) / 32)
    let limit = max(100, min(1000, 10_000_000 / max(1, rings.reduce(0) { $0 + $1.count })))
    var looked = 0
    func count(_ length: Double) -> Int { Int(min(32, max(1, (length / size).rounded(.up)))) }
    for row in 0..<count(box.height) {
      for column in 0..<count(box.width) {
        let centre = Point(
          x: box.minimum.x + (Double(column) + 0.5) * size,
          y: box.minimum.y + (Double(row) + 0.5) * size)
        look(at: centre, half: size / 2)
        looked += 1
      }
    }
    while looked < limit,
      let next = squares.indices.max(by: { squares[$0].bound < squares[$1].bound }),
      squares[next].bound > best.depth * 1.02
    {
      let square = squares.remove(at: next)
      let half = square.half / 2
      for (dx, dy) in [(-half, -half), (half, -half), (-half, half), (half, half)] {
        look(at: Point(x: square.centre.x + dx, y: square.centre.y + dy), half: half)
        looked += 1
      }
    }
    return best.point
  }
}

/// A point of no frame, for which the compiler makes code of its own.
private struct PlainPoint: PlanarPoint {
  var x: Double
  var y: Double
}
