import IndoorJSON
import IndoorModel

/// An archive's features as they came, by the ids that the venue knows them by.
struct KeptFeatures {
  /// By type and id; several where the venue has several of the archive's levels as one.
  private var features: [String: [String: [JSONOutput]]] = [:]
  /// By type, in the order kept.
  private var all: [String: [JSONOutput]] = [:]

  /// The levels' ordinals by their ids in the archive.
  private(set) var ordinals: [String: Int] = [:]

  init(_ features: [SourceFeature]) {
    // A venue file may come from anywhere, and files are named by types.
    for feature in features where IMDFSchema.all[feature.type] != nil {
      guard
        let root = try? JSONDocument(bytes: Array(feature.json.utf8), name: feature.type).root
      else { continue }
      let outputs = (root.kind == .array ? Array(root.elements) : [root])
        .filter { $0.kind == .object }.map { JSONOutput($0) }
      self.features[feature.type, default: [:]][feature.id.comparedID] = outputs
      all[feature.type, default: []] += outputs
    }
    for level in all["level"] ?? [] {
      guard let id = level["id"]?.string else { continue }
      ordinals[id.comparedID] = Self.integer(level["properties"]?["ordinal"])
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
