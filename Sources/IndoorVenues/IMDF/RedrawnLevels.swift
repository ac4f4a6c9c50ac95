import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Levels that an archive had apart and a venue has as one: they were kept with an outline each.
enum RedrawnLevels {
  /// Metres along the edge by which an outline may differ from that of all of them, as by rounding.
  private static let tolerance = 0.002

  /// Kept features without those of levels that were drawn anew as one since.
  static func leftOut(of features: [SourceFeature], in venue: Venue) -> [SourceFeature] {
    let several = features.filter { $0.type == "level" && $0.json.hasPrefix("[") }
    guard !several.isEmpty else { return features }
    let levels = Dictionary(
      venue.levels.map { ($0.id.comparedID, $0) }, uniquingKeysWith: { first, _ in first })
    let frame = venue.frame
    let redrawn = several.filter { feature in
      guard let level = levels[feature.id.comparedID], !level.outline.isEmpty else { return false }
      return differ(
        level.outline.map { frame.local(from: $0) },
        outlines(of: feature).map { frame.local(from: $0) })
    }
    guard !redrawn.isEmpty else { return features }
    let ids = Set(redrawn.map(\.id))
    return features.filter { $0.type != "level" || !ids.contains($0.id) }
  }

  private static func outlines(of feature: SourceFeature) -> [Polygon<Coordinate>] {
    let text = #"{"type":"FeatureCollection","features":\#(feature.json)}"#
    guard let document = try? JSONDocument(bytes: Array(text.utf8), name: feature.type),
      let collection = try? GeoJSONFeatureCollection(document)
    else { return [] }
    return collection.features.flatMap { $0.geometry?.polygons ?? [] }
  }

  private static func differ(_ one: [Polygon<LocalPoint>], _ other: [Polygon<LocalPoint>]) -> Bool {
    let (own, known) = (Surfaces.union(one), Surfaces.union(other))
    // What crosses itself was mended, and has no area to compare with.
    guard !own.isEmpty, !known.isEmpty else { return false }
    func area(_ polygons: [Polygon<LocalPoint>]) -> Double { polygons.reduce(0) { $0 + $1.area } }
    let edge = (own + known).flatMap(\.rings).reduce(0.0) { length, ring in
      length
        + zip(ring, ring.dropFirst() + ring.prefix(1)).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    }
    return 2 * area(Surfaces.union(own + known)) - area(own) - area(known) > tolerance * edge
  }
}
