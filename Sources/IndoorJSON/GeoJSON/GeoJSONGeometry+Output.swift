package import IndoorGeometry

extension GeoJSONGeometry {
  /// The geometry as RFC 7946 has it: longitude first, rings closed, outer rings counter-clockwise
  /// and holes clockwise. A ring that has to be turned round keeps its first vertex.
  public var output: JSONOutput {
    switch self {
    case .point(let point): Self.object("Point", Self.position(point))
    case .multiPoint(let points): Self.object("MultiPoint", .array(points.map(Self.position)))
    case .lineString(let line): Self.object("LineString", .array(line.map(Self.position)))
    case .multiLineString(let lines):
      Self.object("MultiLineString", .array(lines.map { .array($0.map(Self.position)) }))
    case .polygon(let polygon): Self.object("Polygon", Self.rings(polygon))
    case .multiPolygon(let polygons):
      Self.object("MultiPolygon", .array(polygons.map(Self.rings)))
    case .collection(let parts):
      .object([
        ("type", .string("GeometryCollection")), ("geometries", .array(parts.map(\.output))),
      ])
    }
  }

  private static func object(_ type: String, _ coordinates: JSONOutput) -> JSONOutput {
    .object([("type", .string(type)), ("coordinates", coordinates)])
  }

  private static func position(_ coordinate: Coordinate) -> JSONOutput {
    .array([.number(coordinate.longitude), .number(coordinate.latitude)])
  }

  private static func rings(_ polygon: Polygon<Coordinate>) -> JSONOutput {
    let exterior = ring(polygon.exterior, counterClockwise: true)
    return .array([exterior] + polygon.holes.map { ring($0, counterClockwise: false) })
  }

  private static func ring(_ ring: [Coordinate], counterClockwise: Bool) -> JSONOutput {
    guard let first = ring.first else { return .array([]) }
    let isTurned = isTurned(ring, counterClockwise: counterClockwise)
    let vertices = isTurned ? [first] + ring.dropFirst().reversed() : ring
    return .array((vertices + [first]).map(position))
  }

  /// Whether a ring is written the other way round.
  ///
  /// - Parameter counterClockwise: whether that is how it is written.
  package static func isTurned(_ ring: [Coordinate], counterClockwise: Bool = true) -> Bool {
    guard let first = ring.first else { return false }
    let frame = LocalFrame(origin: first)
    let area = Polygon<LocalPoint>.signedArea(ring.map { frame.local(from: $0) })
    return counterClockwise ? area < 0 : area > 0
  }
}
