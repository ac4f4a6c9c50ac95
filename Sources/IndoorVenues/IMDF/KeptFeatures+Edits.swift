import IndoorJSON
import IndoorModel

/// What somebody has changed in a venue file since an archive was imported into it, as in QGIS: it
/// counts, and the rest of the feature comes out as it was.
extension KeptFeatures {
  /// A kept feature with what the venue says otherwise by now.
  ///
  /// - Parameters:
  ///   - feature: the feature as it came, with its references put right.
  ///   - type: its type.
  ///   - properties: what would be written of the venue, had nothing been kept.
  ///   - ordinal: of the level that it is, or is on.
  func edited(
    _ feature: JSONOutput, _ type: String, _ properties: [(String, JSONOutput)], ordinal: Int
  ) -> JSONOutput {
    guard case .object(let members) = feature, case .object(let old)? = feature["properties"]
    else { return feature }
    let changed = properties.filter { name, value in
      let kept = feature["properties"]?[name]
      return switch name {
      // A level without one is called by its ordinal.
      case "name" where type == "level", "short_name":
        Self.text(kept).map { $0 != Self.text(value) } == true
      case "name": Self.isLabel(kept) && Self.text(kept) != Self.text(value)
      case "category" where type != "level":
        value.string != "unspecified" && kept?.string.map { $0 != value.string } == true
      case "ordinal": Self.integer(kept).map { $0 != ordinal } == true
      case "level_id":
        kept?.string.flatMap { ordinals[$0.comparedID] }.map { $0 != ordinal } == true
      default: false
      }
    }
    guard !changed.isEmpty else { return feature }
    let names = Set(changed.map(\.0))
    let properties = JSONOutput.object(old.filter { !names.contains($0.0) } + changed)
    return .object(members.map { $0.0 == "properties" ? ($0.0, properties) : $0 })
  }

  static func integer(_ value: JSONOutput?) -> Int? {
    switch value {
    case .integer(let number)?: Int(exactly: number)
    case .number(let number)?: Int(exactly: number)
    default: nil
    }
  }

  private static func isLabel(_ value: JSONOutput?) -> Bool {
    switch value {
    case nil, .null?, .object?: true
    default: false
    }
  }

  /// What the reader takes of one of IMDF's labels.
  private static func text(_ value: JSONOutput?) -> String? {
    guard case .object(let members)? = value else { return nil }
    let label = value?["en"]?.string ?? members.lazy.compactMap(\.1.string).first
    return label.flatMap(GeoJSONVenueReader.cleaned)
  }
}
