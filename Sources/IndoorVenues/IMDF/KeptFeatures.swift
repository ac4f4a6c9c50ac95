import IndoorJSON
import IndoorModel

/// An archive's features as they came, by the ids that the venue knows them by.
struct KeptFeatures {
  /// By type and id; several where the venue has several of the archive's levels as one.
  private var features: [String: [String: [JSONOutput]]] = [:]
  /// By type, in the order kept.
  private var all: [String: [JSONOutput]] = [:]

  /// What an import reads of them, by type and id.
  private var said: [String: [String: VenueProperties]] = [:]
  /// The ids by which the venue knows the archive's levels, by those that the archive has, as both
  /// are compared.
  private(set) var levelIDs: [String: String] = [:]
  /// The language of the archive's labels, where its manifest or they themselves say one.
  private(set) var language: String?

  init(_ features: [SourceFeature]) {
    // A venue file may come from anywhere, and files are named by types.
    for feature in features where IMDFSchema.all[feature.type] != nil {
      guard
        let root = try? JSONDocument(bytes: Array(feature.json.utf8), name: feature.type).root
      else { continue }
      let nodes = (root.kind == .array ? Array(root.elements) : [root])
        .filter { $0.kind == .object }
      let outputs = nodes.map { JSONOutput($0) }
      let id = feature.id.comparedID
      self.features[feature.type, default: [:]][id] = outputs
      // Of several that the venue has as one, none is what it says.
      if nodes.count == 1, let node = nodes.first {
        said[feature.type, default: [:]][id] = GeoJSONVenueReader.said(by: node["properties"])
      }
      all[feature.type, default: []] += outputs
      guard feature.type == "level" else { continue }
      for own in outputs.compactMap({ $0["id"]?.string }) { levelIDs[own.comparedID] = id }
    }
    language = Self.language(of: features) ?? Labels.language(of: all.values.flatMap(\.self))
  }

  /// The language that a kept manifest says.
  private static func language(of features: [SourceFeature]) -> String? {
    features.lazy.filter { $0.type == IMDFKeeper.manifestType }.compactMap {
      try? JSONDocument(bytes: Array($0.json.utf8), name: $0.type).root["language"]?.string
    }.first { LanguageTag.isOne($0) }
  }

  /// What an import reads of what the venue knows by an id, `nil` where nothing was kept of it, or
  /// several features that the venue has as one.
  func said(_ type: String, _ id: String) -> VenueProperties? { said[type]?[id.comparedID] }

  /// The types of which something was kept.
  var types: [String] { all.keys.sorted() }

  /// What was kept of a type, in the order kept.
  func all(_ type: String) -> [JSONOutput] { all[type] ?? [] }

  /// What was kept of what the venue knows by an id.
  func features(_ type: String, _ id: String) -> [JSONOutput] {
    features[type]?[id.comparedID] ?? []
  }

  /// Whether something was kept of what the venue knows by an id.
  func has(_ type: String, _ id: String) -> Bool { !features(type, id).isEmpty }
}

extension JSONOutput {
  /// The last member of that name, `nil` where this is no object or has none.
  subscript(_ name: String) -> JSONOutput? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.0 == name }?.1
  }

  /// The string, `nil` where this is none.
  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}
