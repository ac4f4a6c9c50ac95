import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Levels that an archive had apart and a venue has as one: they were kept with an outline each.
enum RedrawnLevels {
  /// The share of the ground by which an outline may differ from that of all of them.
  private static let tolerance = 0.01

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
    func area(_ polygons: [Polygon<LocalPoint>]) -> Double {
      Surfaces.union(polygons).reduce(0) { $0 + $1.area }
    }
    let (own, known, all) = (area(one), area(other), area(one + other))
    return 2 * all - own - known > tolerance * max(own, known)
  }
}
