/// A polygon: one outer ring and any number of holes. A ring's last vertex is not its first one
/// again.
public struct Polygon<Point: Hashable & Sendable>: Hashable, Sendable {
  /// The outer ring, in either winding.
  public var exterior: [Point]
  /// The holes.
  public var holes: [[Point]]

  /// Makes a polygon of open rings (the first vertex not repeated at the end).
  public init(exterior: [Point], holes: [[Point]] = []) {
    self.exterior = exterior
    self.holes = holes
  }

  /// The outer ring, then the holes.
  public var rings: [[Point]] { [exterior] + holes }

  /// The polygon with every vertex converted, as between frames.
  public func map<Other>(_ convert: (Point) -> Other) -> Polygon<Other> {
    Polygon<Other>(exterior: exterior.map(convert), holes: holes.map { $0.map(convert) })
  }
}

extension Polygon where Point: PlanarPoint {
  /// Whether the point is inside the outer ring and in no hole; on an edge it may be either.
  ///
  /// Crossing number test after Franklin's PNPOLY.
  public func contains(_ point: Point) -> Bool {
    guard Self.ring(exterior, contains: point) else { return false }
    return !holes.contains { Self.ring($0, contains: point) }
  }

  /// Area inside the outer ring less the holes, in the frame's unit squared, never negative for
  /// valid rings.
  public var area: Double {
    abs(Self.signedArea(exterior)) - holes.reduce(0) { $0 + abs(Self.signedArea($1)) }
  }

  /// Area of a ring by the shoelace formula, positive where it runs counter-clockwise (y up).
  public static func signedArea(_ ring: [Point]) -> Double {
    guard let origin = ring.first else { return 0 }
    var twice = 0.0
    var previous = ring[ring.count - 1]
    for vertex in ring {
      twice +=
        (previous.x - origin.x) * (vertex.y - origin.y)
        - (vertex.x - origin.x) * (previous.y - origin.y)
      previous = vertex
    }
    return twice / 2
  }

  private static func ring(_ ring: [Point], contains p: Point) -> Bool {
    guard var previous = ring.last else { return false }
    var inside = false
    for vertex in ring {
      if (vertex.y > p.y) != (previous.y > p.y),
        p.x < (previous.x - vertex.x) * (p.y - vertex.y) / (previous.y - vertex.y) + vertex.x
      {
        inside.toggle()
      }
      previous = vertex
    }
    return inside
  }
}
