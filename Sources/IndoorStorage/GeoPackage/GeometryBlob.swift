import IndoorGeometry

/// What a layer's `geom` column can hold here.
enum Geometry: Hashable {
  case point(Coordinate)
  case lineString([Coordinate])
  case polygon(Polygon<Coordinate>)
  case multiPolygon([Polygon<Coordinate>])

  /// Every vertex.
  var coordinates: [Coordinate] {
    switch self {
    case .point(let coordinate): [coordinate]
    case .lineString(let line): line
    case .polygon(let polygon): polygon.rings.flatMap { $0 }
    case .multiPolygon(let polygons): polygons.flatMap { $0.rings.flatMap { $0 } }
    }
  }
}

/// The degrees that a layer's geometries span.
struct Extent: Hashable {
  var west: Double
  var south: Double
  var east: Double
  var north: Double

  init?(_ coordinates: some Sequence<Coordinate>) {
    var extent: Extent?
    for coordinate in coordinates { extent = Extent(extent, and: coordinate) }
    guard let extent else { return nil }
    self = extent
  }

  init(_ other: Extent?, and c: Coordinate) {
    west = min(other?.west ?? c.longitude, c.longitude)
    south = min(other?.south ?? c.latitude, c.latitude)
    east = max(other?.east ?? c.longitude, c.longitude)
    north = max(other?.north ?? c.latitude, c.latitude)
  }
}

/// GeoPackage binary geometry (OGC 12-128r18, 2.1.3): a header with SRS and envelope, then ISO WKB,
/// little-endian.
enum GeometryBlob {
  static let srs: Int32 = 4326

  static func encode(_ geometry: Geometry) -> [UInt8] {
    var out = ByteWriter()
    out.raw("GP".utf8)
    out.byte(0)
    let coordinates = geometry.coordinates
    // Bit 0: little-endian. Bits 1 to 3: envelope of x and y. Bit 4: empty. A point is its own
    // envelope.
    if case .point = geometry {
      out.byte(0b0_0001)
      out.fixed(srs)
    } else if let extent = Extent(coordinates) {
      out.byte(0b0_0011)
      out.fixed(srs)
      for edge in [extent.west, extent.east, extent.south, extent.north] { out.double(edge) }
    } else {
      out.byte(0b1_0001)
      out.fixed(srs)
    }
    write(geometry, to: &out)
    return out.bytes
  }

  private static func write(_ geometry: Geometry, to out: inout ByteWriter) {
    out.byte(1)
    switch geometry {
    case .point(let coordinate):
      out.fixed(UInt32(1))
      write(coordinate, to: &out)
    case .lineString(let line):
      out.fixed(UInt32(2))
      write(line, to: &out)
    case .polygon(let polygon):
      out.fixed(UInt32(3))
      out.fixed(UInt32(polygon.holes.count + 1))
      // WKB closes a ring by its first vertex, the model doesn't.
      for ring in polygon.rings { write(ring + ring.prefix(1), to: &out) }
    case .multiPolygon(let polygons):
      out.fixed(UInt32(6))
      out.fixed(UInt32(polygons.count))
      for polygon in polygons { write(.polygon(polygon), to: &out) }
    }
  }

  private static func write(_ line: [Coordinate], to out: inout ByteWriter) {
    out.fixed(UInt32(line.count))
    for coordinate in line { write(coordinate, to: &out) }
  }

  private static func write(_ coordinate: Coordinate, to out: inout ByteWriter) {
    out.double(coordinate.longitude)
    out.double(coordinate.latitude)
  }
}
