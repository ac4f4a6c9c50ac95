import IndoorJSON
import IndoorModel

/// An archive's features as they came, by the ids that the venue knows them by.
struct KeptFeatures {
  /// By type and id; several where the venue has several of the archive's levels as one.
  private var features: [String: [String: [JSONOutput]]] = [:]
  /// By type, in the order kept.
  private var all: [String: [JSONOutput]] = [:]

  /// What an import reads of them, by type and id: first in the language that it reads, then in the
  /// other languages of the labels.
  private var said: [String: [String: [VenueProperties]]] = [:]
  /// Languages of a label that are looked at: a file from anywhere may name any number.
  private static let mostLanguages = 16
  /// The ids by which the venue knows the archive's levels, by those that the archive has, as both
  /// are compared.
  private(set) var levelIDs: [String: String] = [:]
  /// The language of the archive's labels, where its manifest or they themselves say one.
  private(set) var language: String?
  /// The language that labels were read in where they have it.
  private(set) var readLanguage: String?
  /// The extensions that the archive's manifest names; null where it names none.
  private(set) var extensions = JSONOutput.null

  /// - Parameter venue: the id of the venue that they are of.
  init(_ features: [SourceFeature], of venue: String) {
    let manifests = features.filter { $0.type == IMDFKeeper.manifestType }.compactMap {
      try? JSONDocument(bytes: Array($0.json.utf8), name: $0.type).root
    }
    readLanguage = manifests.lazy.compactMap { $0[IMDFKeeper.readMember]?.string }.first
    extensions =
      manifests.first?["extensions"].flatMap { $0.kind == .array ? JSONOutput($0) : nil } ?? .null
    // A venue file may come from anywhere, and files are named by types.
    for feature in features where IMDFSchema.all[feature.type] != nil {
      guard
        let root = try? JSONDocument(bytes: Array(feature.json.utf8), name: feature.type).root
      else { continue }
      let nodes = (root.kind == .array ? Array(root.elements) : [root])
        .filter { $0.kind == .object }
      let outputs = nodes.map { Labels.unpacked(JSONOutput($0)) }
      let id = feature.id.comparedID
      self.features[feature.type, default: [:]][id] = outputs
      said[feature.type, default: [:]][id] = Self.said(
        by: nodes, outputs, id: id, in: readLanguage)
      all[feature.type, default: []] += outputs
      guard feature.type == "level" else { continue }
      for own in outputs.compactMap({ $0["id"]?.string }) { levelIDs[own.comparedID] = id }
    }
    language =
      manifests.lazy.compactMap { IMDFKeeper.language(of: $0) }.first
      ?? Labels.language(of: all.values.flatMap(\.self))
    // A file that another source began has its venue's id from that.
    if let venues = self.features["venue"], venues.count == 1, let only = venues.keys.first {
      self.features["venue"] = [venue.comparedID: venues[only] ?? []]
      said["venue"] = said["venue"]?[only].map { [venue.comparedID: $0] }
    }
  }

  /// What an import reads of what the venue knows by an id, none where nothing was kept of it. Of
  /// several venues' archives each was read in its own language, so that any of the labels' may be
  /// what was read.
  func said(_ type: String, _ id: String) -> [VenueProperties] {
    let said = said[type]?[id.comparedID] ?? []
    return all("venue").count > 1 ? said : Array(said.prefix(1))
  }

  /// What an import reads of a feature, in its language and then in the labels' others. Of several
  /// that the venue has as one it is that of the same id, and of the others what that one lacks.
  private static func said(
    by nodes: [JSONNode], _ outputs: [JSONOutput], id: String, in language: String?
  ) -> [VenueProperties] {
    let own = nodes.firstIndex { $0["id"]?.string?.comparedID == id } ?? 0
    guard nodes.indices.contains(own) else { return [] }
    let tags = ["name", "short_name"].flatMap { name in
      Labels.languages(outputs[own]["properties"]?[name]).prefix(mostLanguages)
    }
    return ([language] + (Set(tags).count > 1 ? tags : [])).map { language in
      var said = GeoJSONVenueReader.said(by: nodes[own]["properties"], language: language)
      for other in nodes where said.name == nil || said.label == nil {
        let more = GeoJSONVenueReader.said(by: other["properties"], language: language)
        said.name = said.name ?? more.name
        said.label = said.label ?? more.label
      }
      return said
    }
  }

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
