import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Takes an archive's features as they are, for an export to hand them on.
enum IMDFKeeper {
  /// Types whose geometry the venue has, mended where it had to be.
  static let placed: Set<String> = ["level", "unit", "opening"]

  /// Stands for a type where an archive's manifest is kept.
  static let manifestType = "manifest"

  /// An archive's manifest, of which an export takes the language, with the one that the labels
  /// were read in beside it: earlier imports read English.
  static func manifest(_ node: JSONNode) -> SourceFeature {
    var json = JSONOutput(node)
    if case .object(let members) = json, let language = language(of: node) {
      json = .object(members.filter { $0.0 != readMember } + [(readMember, .string(language))])
    }
    return SourceFeature(type: manifestType, id: manifestType, json: json.text())
  }

  /// Where a kept manifest has the language that labels were read in.
  static let readMember = "labels_read_in"

  /// The language that a manifest says, `nil` where it is no tag.
  static func language(of manifest: JSONNode?) -> String? {
    manifest?["language"]?.string.flatMap { LanguageTag.isOne($0) ? $0 : nil }
  }

  /// Those of IMDF's types that have an id.
  static func features(of collection: GeoJSONFeatureCollection) -> [SourceFeature] {
    collection.features.compactMap { feature in
      guard let node = feature.node, let type = node["feature_type"]?.string,
        IMDFSchema.all[type] != nil, let id = node["id"]?.string,
        GeoJSONVenueReader.cleaned(id) == id
      else { return nil }
      let members = node.members.filter { !placed.contains(type) || $0.key != "geometry" }
      let json = JSONOutput.object(members.map { ($0.key, JSONOutput($0.value)) }).text()
      return SourceFeature(type: type, id: id, json: json)
    }
  }

  /// What of an import's features is kept: of those of one type and id the first, under the id that
  /// the venue knows them by. Levels that the venue has as one are kept together, as an
  /// array with an outline each, so that they come out as they came.
  static func kept(
    _ features: [SourceFeature], levels table: LevelTable, _ spelling: IDSpelling
  ) -> [SourceFeature] {
    var seen: Set<[String]> = []
    var jsons: [String: String] = [:]
    var kept: [SourceFeature] = []
    for feature in features where seen.insert([feature.type, feature.id.comparedID]).inserted {
      if feature.type == "level" {
        jsons[feature.id.comparedID] = feature.json
      } else {
        let id = spelling.id(feature.id, type: feature.type)
        kept.append(SourceFeature(type: feature.type, id: id, json: feature.json))
      }
    }
    for level in table.levels {
      var ids: Set<String> = []
      let sources = (table.sources[level.key] ?? []).filter { ids.insert($0.id).inserted }
      let texts = sources.compactMap { jsons[$0.id.comparedID] }
      guard let first = texts.first else { continue }
      let json =
        texts.count == 1 || texts.count < sources.count
        ? first
        : "[\(zip(texts, sources).map { Self.json($0, outline: $1.outline) }.joined(separator: ","))]"
      kept.append(SourceFeature(type: "level", id: level.id, json: json))
    }
    return kept
  }

  /// A level's text with its own outline.
  private static func json(_ text: String, outline: [Polygon<Coordinate>]) -> String {
    guard let document = try? JSONDocument(bytes: Array(text.utf8), name: "level") else {
      return text
    }
    let members = document.root.members.map { ($0.key, JSONOutput($0.value)) }
    return JSONOutput.object(members + [("geometry", outline.geometry?.output ?? .null)]).text()
  }
}
