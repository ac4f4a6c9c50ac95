import IndoorGeometry
import IndoorJSON
import Testing

/// Damaged files: each is read or refused with a sentence; what this looks for is a trap.
struct GeoJSONMutationTests {
  static let sample = Array(
    """
    {"type": "FeatureCollection", "crs": null, "features": [
      {"type": "Feature", "id": "a", "properties": {"ordinal": -1, "label": "B1"},
       "geometry": {"type": "Polygon", "coordinates": [[[1, 2], [3, 2.5e0, 9], [3, 4], [1, 2]], []]}},
      {"type": "Feature", "id": 2, "properties": null, "geometry": {"type": "GeometryCollection",
       "geometries": [{"type": "MultiPoint", "coordinates": [[-0.5, 89]]}, null,
                      {"type": "MultiPolygon", "coordinates": [[[[0, 0], [1, 0], [1, 1]]]]}]}},
      {"type": "Feature", "geometry": {"type": "LineString", "coordinates": [[179.9, 0], [-179.9, 0]]}}
    ]}
    """.utf8)

  func read(_ bytes: [UInt8]) {
    do {
      let collection = try GeoJSONFeatureCollection(JSONDocument(bytes: bytes, name: "x.geojson"))
      #expect(collection.lines().count >= collection.features.count)
      _ = collection.warnings.map(\.message)
    } catch {
      #expect(error.message.hasPrefix("x.geojson"))
    }
  }

  @Test func `every truncation is read or refused`() {
    for length in 0...Self.sample.count { read(Array(Self.sample.prefix(length))) }
  }

  @Test func `every byte replaced is read or refused`() {
    let replacements = Array("\"{}[],:-+.eE019\\u\0ntf \n".utf8) + [0x80, 0xED, 0xFF]
    for position in Self.sample.indices {
      for byte in replacements {
        var bytes = Self.sample
        bytes[position] = byte
        read(bytes)
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `pieces moved, doubled and dropped are read or refused`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      var bytes = Self.sample
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let from = Int.random(in: 0..<bytes.count, using: &random)
        let piece = bytes[from..<min(bytes.count, from + Int.random(in: 1...40, using: &random))]
        let to = Int.random(in: 0...bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes.insert(contentsOf: piece, at: to)
        case 1: bytes.removeSubrange(piece.indices)
        default: bytes.replaceSubrange(to..<min(bytes.count, to + piece.count), with: piece)
        }
        if bytes.isEmpty { break }
      }
      read(bytes)
    }
  }
}
