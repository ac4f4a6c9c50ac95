public import IndoorGeometry

/// A geometry of RFC 7946, section 3.1. Heights are dropped, rings are open (the first vertex not
/// repeated at the end).
public indirect enum GeoJSONGeometry: Hashable, Sendable {
  /// A place.
  case point(Coordinate)
  /// Places.
  case multiPoint([Coordinate])
  /// A line.
  case lineString([Coordinate])
  /// Lines.
  case multiLineString([[Coordinate]])
  /// A polygon.
  case polygon(Polygon<Coordinate>)
  /// Polygons.
  case multiPolygon([Polygon<Coordinate>])
  /// Geometries of any type.
  case collection([GeoJSONGeometry])

  /// Its places, those in collections too; not the vertices of lines and polygons.
  public var points: [Coordinate] {
    switch self {
    case .point(let point): [point]
    case .multiPoint(let points): points
    case .collection(let parts): parts.flatMap(\.points)
    default: []
    }
  }

  /// Its lines, those in collections too; not the rings of polygons.
  public var lines: [[Coordinate]] {
    switch self {
    case .lineString(let line): [line]
    case .multiLineString(let lines): lines
    case .collection(let parts): parts.flatMap(\.lines)
    default: []
    }
  }

  /// Its polygons, those in collections too.
  public var polygons: [Polygon<Coordinate>] {
    switch self {
    case .polygon(let polygon): [polygon]
    case .multiPolygon(let polygons): polygons
    case .collection(let parts): parts.flatMap(\.polygons)
    default: []
    }
  }
}
