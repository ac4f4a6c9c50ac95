import IndoorGeometry

extension GeometryBlob {
  /// The geometry of a blob that any GeoPackage program may have written: both byte orders, every
  /// envelope; heights and measures are passed over. SpatiaLite's own blobs are read, too, as
  /// `ST_GeomFromText` in GDAL's SQL writes them.
  static func decode(_ bytes: UnsafeRawBufferPointer, name: String) throws(Damage) -> Geometry {
    var reader = ByteReader(bytes, name: name)
    if bytes.first == 0 { return try spatiaLite(from: &reader) }
    guard try reader.byte() == UInt8(ascii: "G"), try reader.byte() == UInt8(ascii: "P"),
      try reader.byte() == 0
    else { throw reader.damage("is not GeoPackage binary of version 1") }
    let flags = try reader.byte()
    guard flags & 0b10_0000 == 0 else { throw reader.damage("has an extended geometry") }
    let srs = try reader.fixed(Int32.self, bigEndian: flags & 1 == 0)
    guard srs == Self.srs else { throw reader.damage("is in SRS \(srs) instead of \(Self.srs)") }
    let envelopeDoubles = [0, 4, 6, 6, 8]
    let kind = Int(flags >> 1 & 0b111)
    guard kind < envelopeDoubles.count else { throw reader.damage("has an unknown envelope") }
    _ = try reader.raw(envelopeDoubles[kind] * 8)
    let geometry = try read(from: &reader, depth: 0, bigEndian: try reader.byte() == 0)
    try reader.finish()
    return geometry
  }

  /// https://www.gaia-gis.it/gaia-sins/BLOB-Geometry.html: a byte order for all of it, the SRS, the
  /// box, then what WKB has, with 0x69 where a part's byte order would stand.
  private static func spatiaLite(from reader: inout ByteReader) throws(Damage) -> Geometry {
    _ = try reader.byte()
    let bigEndian = try reader.byte() == 0
    let srs = try reader.fixed(Int32.self, bigEndian: bigEndian)
    guard srs == Self.srs else { throw reader.damage("is in SRS \(srs) instead of \(Self.srs)") }
    _ = try reader.raw(4 * 8)
    guard try reader.byte() == 0x7C else { throw reader.damage("is no SpatiaLite geometry") }
    let geometry = try read(from: &reader, depth: 0, bigEndian: bigEndian, mark: 0x69)
    guard try reader.byte() == 0xFE else { throw reader.damage("is no SpatiaLite geometry") }
    try reader.finish()
    return geometry
  }

  /// How a geometry's coordinates are written.
  private struct ByteOrder {
    let isBig: Bool
    /// Numbers of a coordinate besides longitude and latitude.
    let besides: Int
  }

  /// - Parameter mark: what stands where a part's byte order would, where it has none of its own.
  private static func read(
    from reader: inout ByteReader, depth: Int, bigEndian: Bool, mark: UInt8? = nil
  ) throws(Damage) -> Geometry {
    let type = try reader.fixed(UInt32.self, bigEndian: bigEndian)
    // ISO 13249-3 counts 1000 on for a height, 2000 for a measure, 3000 for both.
    let order = ByteOrder(
      isBig: bigEndian, besides: type < 4000 ? [0, 1, 1, 2][Int(type / 1000)] : 0)
    switch type < 4000 ? type % 1000 : type {
    case 1: return .point(try coordinate(from: &reader, order))
    case 2: return .lineString(try line(from: &reader, order))
    case 3:
      let polygon = try polygon(from: &reader, order)
      // GDAL and QGIS write `POLYGON EMPTY` where nothing is left of an area.
      return polygon.exterior.isEmpty ? .multiPolygon([]) : .polygon(polygon)
    case 6 where depth == 0:
      let count = try self.count(from: &reader, bytesEach: 9, bigEndian: bigEndian)
      var polygons: [Polygon<Coordinate>] = []
      for _ in 0..<count {
        let first = try reader.byte()
        guard mark == nil || mark == first else {
          throw reader.damage("is no SpatiaLite geometry")
        }
        switch try read(
          from: &reader, depth: 1, bigEndian: mark == nil ? first == 0 : bigEndian, mark: mark)
        {
        case .polygon(let polygon): polygons.append(polygon)
        case .multiPolygon: break
        default: throw reader.damage("has something else than polygons in a MultiPolygon")
        }
      }
      return .multiPolygon(polygons)
    default: throw reader.damage("has the unexpected WKB type \(type)")
    }
  }

  private static func polygon(
    from reader: inout ByteReader, _ order: ByteOrder
  ) throws(Damage) -> Polygon<Coordinate> {
    let count = try self.count(from: &reader, bytesEach: 4, bigEndian: order.isBig)
    var rings: [[Coordinate]] = []
    for _ in 0..<count {
      var ring = try line(from: &reader, order)
      if ring.count > 1, ring.first == ring.last { ring.removeLast() }
      rings.append(ring)
    }
    return Polygon(exterior: rings.first ?? [], holes: Array(rings.dropFirst()))
  }

  private static func line(
    from reader: inout ByteReader, _ order: ByteOrder
  ) throws(Damage) -> [Coordinate] {
    let count = try self.count(
      from: &reader, bytesEach: 8 * (2 + order.besides), bigEndian: order.isBig)
    var line: [Coordinate] = []
    line.reserveCapacity(count)
    for _ in 0..<count { line.append(try coordinate(from: &reader, order)) }
    return line
  }

  private static func coordinate(
    from reader: inout ByteReader, _ order: ByteOrder
  ) throws(Damage) -> Coordinate {
    let longitude = try reader.double(bigEndian: order.isBig)
    let latitude = try reader.double(bigEndian: order.isBig)
    _ = try reader.raw(8 * order.besides)
    let coordinate = Coordinate(latitude: latitude, longitude: longitude)
    guard coordinate.isValid else { throw reader.damage("has a coordinate out of range") }
    return coordinate
  }

  private static func count(
    from reader: inout ByteReader, bytesEach: Int, bigEndian: Bool
  ) throws(Damage) -> Int {
    let value = try reader.fixed(UInt32.self, bigEndian: bigEndian)
    guard value <= UInt32(clamping: reader.remaining / bytesEach) else {
      throw reader.damage("counts more than it holds")
    }
    return Int(value)
  }
}
