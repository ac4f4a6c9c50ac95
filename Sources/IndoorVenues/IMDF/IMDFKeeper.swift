import IndoorJSON
import IndoorModel

/// Takes an archive's features as they are, for an export to hand them on.
enum IMDFKeeper {
  /// Types whose geometry the venue has, mended where it had to be.
  static let placed: Set<String> = ["level", "unit", "opening"]

  /// Those of IMDF's types that have an id.
  static func features(of collection: GeoJSONFeatureCollection) -> [SourceFeature] {
    collection.features.compactMap { feature in
      guard let node = feature.node, let type = node["feature_type"]?.string,
        IMDFSchema.all[type] != nil, let id = node["id"]?.string, !id.isEmpty,
        !id.utf8.contains(where: { $0 < 0x20 })
      else { return nil }
      let members = node.members.filter { !placed.contains(type) || $0.key != "geometry" }
      let json = JSONOutput.object(members.map { ($0.key, JSONOutput($0.value)) }).text()
      return SourceFeature(type: type, id: id, json: json)
    }
  }
}
