import CGEOS
import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Levels that an archive had apart and a venue has as one: they were kept with an outline each.
enum RedrawnLevels {
  /// Metres by which an outline's edge may lie beside that of all of them.
  private static let tolerance = 0.002

  /// Kept features, of levels that were drawn anew as one since that one alone, and what is to be
  /// said of these.
  static func joined(
    _ features: [SourceFeature], in venue: Venue
  ) -> (features: [SourceFeature], findings: [VenueFinding]) {
    let levels = Dictionary(
      venue.levels.map { ($0.id.comparedID, $0) }, uniquingKeysWith: { first, _ in first })
    let frame = venue.frame
    var findings: [VenueFinding] = []
    let joined = features.map { feature in
      guard feature.type == "level", feature.json.hasPrefix("["),
        let level = levels[feature.id.comparedID], !level.outline.isEmpty,
        differ(
          level.outline.map { frame.local(from: $0) },
          outlines(of: feature).map { frame.local(from: $0) },
          by: max(tolerance, rounding(of: level.outline))),
        let (own, count) = own(of: feature)
      else { return feature }
      findings.append(
        VenueFinding(
          .sameOrdinal,
          "level \"\(level.id)\" was drawn anew since it came as \(count) levels of one ordinal, and is"
            + " written as one, without the others' outlines, names and categories"
        ))
      return own
    }
    return (joined, findings)
  }

  /// The level whose id the venue knows it by, without the outline that it had.
  private static func own(of feature: SourceFeature) -> (SourceFeature, count: Int)? {
    guard let root = try? JSONDocument(bytes: Array(feature.json.utf8), name: feature.type).root
    else { return nil }
    let nodes = Array(root.elements)
    let own = nodes.first { $0["id"]?.string?.comparedID == feature.id.comparedID } ?? nodes.first
    guard let own else { return nil }
    let members = own.members.filter { $0.key != "geometry" }.map { ($0.key, JSONOutput($0.value)) }
    let json = JSONOutput.object(members).text()
    return (SourceFeature(type: feature.type, id: feature.id, json: json), nodes.count)
  }

  private static func outlines(of feature: SourceFeature) -> [Polygon<Coordinate>] {
    let text = #"{"type":"FeatureCollection","features":\#(feature.json)}"#
    guard let document = try? JSONDocument(bytes: Array(text.utf8), name: feature.type),
      let collection = try? GeoJSONFeatureCollection(document)
    else { return [] }
    return collection.features.flatMap { $0.geometry?.polygons ?? [] }
  }

  /// Metres by which places that are written with six or seven decimals are off, as GDAL writes
  /// them by RFC 7946; 0 for others.
  private static func rounding(of outline: [Polygon<Coordinate>]) -> Double {
    let numbers = outline.flatMap(\.rings).joined().flatMap { [$0.latitude, $0.longitude] }
    for (scale, metres) in [(1e6, 0.06), (1e7, 0.006)]
    where numbers.allSatisfy({ abs($0 * scale - ($0 * scale).rounded()) < 1e-4 }) {
      return metres
    }
    return 0
  }

  /// Whether what one of two areas has and the other hasn't is anywhere wider than twice the
  /// tolerance.
  private static func differ(
    _ one: [Polygon<LocalPoint>], _ other: [Polygon<LocalPoint>], by tolerance: Double
  ) -> Bool {
    guard let arena = GEOSArena(), let first = arena.area(of: one),
      let second = arena.area(of: other),
      // What crosses itself was mended, and can't be compared.
      let own = arena.keep(GEOSUnaryUnion_r(arena.handle, first)),
      let known = arena.keep(GEOSUnaryUnion_r(arena.handle, second)),
      let apart = arena.keep(GEOSSymDifference_r(arena.handle, own, known)),
      let wide = arena.keep(GEOSBuffer_r(arena.handle, apart, -tolerance, 2))
    else { return false }
    return GEOSisEmpty_r(arena.handle, wide) == 0
  }
}
