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

  /// The language that a kept manifest says its labels were read in.
  static func readLanguage(of manifest: SourceFeature) -> String? {
    let document = try? JSONDocument(bytes: Array(manifest.json.utf8), name: manifestType)
    return document?.root[readMember]?.string.flatMap { LanguageTag.isOne($0) ? $0 : nil }
  }

  /// The language that a manifest says, `nil` where it is no tag.
  static func language(of manifest: JSONNode?) -> String? {
    manifest?["language"]?.string.flatMap { LanguageTag.isOne($0) ? $0 : nil }
  }

  /// Those of IMDF's types that have an id.
  ///
  /// - Parameter fileType: the type that the file's name says. Programs that write nothing beside a
  ///   feature's properties, as GDAL, leave its own out, and put its id among the properties.
  static func features(
    of collection: GeoJSONFeatureCollection, type fileType: String?
  ) -> [SourceFeature] {
    collection.features.compactMap { feature in
      guard let node = feature.node else { return nil }
      let told = node["feature_type"]?.string?.lowercased()
      guard let type = told ?? fileType, let schema = IMDFSchema.all[type] else { return nil }
      let properties = node["properties"]
      let isBare = told == nil || node["id"]?.isNull != false
      let id = node["id"]?.string ?? (isBare ? properties?["id"]?.string : nil)
      guard let id, GeoJSONVenueReader.cleaned(id) == id,
        !isBare || id.isUUID && isWhole(properties, schema)
      else { return nil }
      return SourceFeature(type: type, id: id, json: whole(node, type: type, id: id).text())
    }
  }

  /// Whether properties are IMDF's, and not those of the project's convention in a file that is
  /// called as one of IMDF's: those that are asked for are there, and labels are labels.
  private static func isWhole(_ properties: JSONNode?, _ schema: IMDFSchema) -> Bool {
    properties?["feature_type"] == nil
      && schema.required.allSatisfy { properties?[$0]?.isNull == false }
      && IMDFSchema.labels.allSatisfy { name in
        properties?[name]?.string.map { !Labels.packed($0).isEmpty } ?? true
      }
  }

  /// A feature with its type and id where IMDF has them, without a geometry that the venue has.
  private static func whole(_ node: JSONNode, type: String, id: String) -> JSONOutput {
    let lost = [("id", id), ("feature_type", type)].filter {
      node[$0.0]?.string == nil || $0.0 == "feature_type" && node[$0.0]?.string != type
    }
    let names = Set(lost.map(\.0))
    let members = node.members.filter {
      !names.contains($0.key) && !(placed.contains(type) && $0.key == "geometry")
    }
    return .object(
      lost.map { ($0.0, .string($0.1)) }
        + members.map { name, value in
          guard name == "properties", !names.isEmpty, value.kind == .object else {
            return (name, JSONOutput(value))
          }
          let own = value.members.filter { !names.contains($0.key) }
          return (name, .object(own.map { ($0.key, JSONOutput($0.value)) }))
        })
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
