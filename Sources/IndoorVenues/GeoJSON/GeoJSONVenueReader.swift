import IndoorGeometry
import IndoorJSON
import IndoorModel

/// Reads the project's GeoJSON convention: `feature_type`, `id`, `building_id`, `level_id`,
/// `ordinal`, `label`, `name` and `category` in a feature's properties. IMDF's members are
/// understood as well, as the convention is taken from it.
enum GeoJSONVenueReader {
  /// Properties that are texts.
  private static let texts = [
    "feature_type", "id", "building_id", "level_id", "label", "short_name", "name", "category",
  ]

  /// - Parameters:
  ///   - defaultType: what features are that say no type.
  ///   - language: the one that labels are read in, where they have it.
  static func features(
    of collection: GeoJSONFeatureCollection, type defaultType: String? = nil,
    language: String? = nil
  ) -> [VenueFeature] {
    let source = VenueSource(collection)
    return collection.features.map { feature in
      let type =
        feature.properties?["feature_type"].flatMap(Self.text)
        ?? feature.node?["feature_type"].flatMap(Self.text) ?? defaultType
      var said = said(by: feature.properties, language: language)
      let row = type == nil ? row(feature.properties) : nil
      let id = row?.id ?? id(of: feature, isArchived: defaultType != nil)
      if row != nil {
        said.buildingIDs = [feature.properties?["building"].flatMap(text)].compactMap(\.self)
        said.levelID = nil
      }
      return VenueFeature(
        kind: row?.kind ?? kind(type),
        id: id,
        buildingIDs: said.buildingIDs, levelID: said.levelID, ordinal: said.ordinal,
        label: said.label, name: said.name, category: said.category, geometry: feature.geometry,
        faults: faults(of: feature, id: id, language),
        place: VenuePlace(source: source, index: feature.index))
    }
  }

  /// Whether a feature says what it is by the convention, or is a row of a venue file's layers.
  static func saysType(_ feature: GeoJSONFeature) -> Bool {
    feature.properties?["feature_type"]?.string != nil
      || feature.node?["feature_type"]?.string != nil || row(feature.properties) != nil
  }

  /// What a row of a venue file's own layers is, which QGIS and GDAL save without a type: it has
  /// the layer's columns.
  private static func row(_ columns: JSONNode?) -> (kind: VenueFeature.Kind, id: String?)? {
    guard columns?["ordinal"] != nil, columns?["building"] != nil else { return nil }
    let columnKinds = [
      ("unit_id", VenueFeature.Kind.unit), ("opening_id", .opening), ("level_id", .level),
    ]
    let rows = columnKinds.compactMap { column, kind in columns?[column].map { (kind, text($0)) } }
    // Layers that were merged have each other's columns, too, without a value.
    return rows.first { $0.1 != nil } ?? rows.first
  }

  /// What a feature's properties say.
  static func said(by node: JSONNode?, language: String? = nil) -> VenueProperties {
    func text(_ name: String) -> String? {
      node?[name].flatMap { words($0, language) }.flatMap(cleaned)
    }
    let buildings = node?["building_ids"]?.elements.compactMap(Self.text) ?? []
    let building = text("building_id") ?? buildings.first
    return VenueProperties(
      buildingIDs: [building].compactMap(\.self)
        + Set(buildings.filter { $0 != building }).sorted(),
      levelID: text("level_id"), ordinal: node?["ordinal"].flatMap(ordinal),
      label: text("label") ?? text("short_name")
        ?? node.flatMap { inCapitals("label", $0, language, orNumber: true) },
      name: text("name") ?? node.flatMap { inCapitals("name", $0, language) },
      category: text("category") ?? node.flatMap { inCapitals("category", $0, language) })
  }

  private static func faults(
    of feature: GeoJSONFeature, id: String?, _ language: String?
  ) -> PropertyFaults {
    let properties = feature.properties
    return PropertyFaults(
      owner: id,
      unread: texts.filter { properties?[$0].map(isUnread) == true },
      cleaned: texts.filter {
        properties?[$0].flatMap { words($0, language) }.map(hasControls) == true
          || $0 == "id" && feature.id.map(hasControls) == true
      }, level: properties.flatMap(floor), levelNames: properties.map(SaidLevels.names) ?? [],
      almostType: properties.flatMap(almostType))
  }

  /// The number of a level in `level`, or in `LEVEL`, `ORDINAL` or `VERTICAL_ORDER` as other
  /// programs write them.
  private static func floor(_ properties: JSONNode) -> PropertyFaults.Level? {
    if let level = properties["level"].flatMap(ordinal) { return ("level", level) }
    for (name, value) in properties.members
    where ["level", "ordinal", "vertical_order"].contains(name.lowercased()) {
      if let level = ordinal(value) { return (name, level) }
    }
    return nil
  }

  /// The text under a name in capitals, NAME or Name, as ArcGIS Indoors has it, or where layers
  /// were merged that call it so beside others' `name`.
  private static func inCapitals(
    _ name: String, _ node: JSONNode, _ language: String?, orNumber: Bool = false
  ) -> String? {
    node.members.lazy.filter { $0.key.utf8.count == name.utf8.count && $0.key.lowercased() == name }
      .compactMap { member -> String? in
        // Numbers are codes of subtypes there, and this is its word for nothing.
        guard orNumber || member.value.number == nil, member.value.string != "<Null>" else {
          return nil
        }
        return words(member.value, language).flatMap(cleaned)
      }.first
  }

  private static func almostType(_ properties: JSONNode) -> String? {
    guard properties["feature_type"] == nil else { return nil }
    return properties.members.first { name, value in
      ["feature_type", "feature_ty"].contains(name.lowercased())
        && text(value)?.allSatisfy(\.isWhitespace) == false
    }?.key
  }

  /// By the project's convention the properties say it; in an archive, references mean the
  /// feature's own.
  private static func id(of feature: GeoJSONFeature, isArchived: Bool) -> String? {
    let (own, told) = (feature.id.flatMap(cleaned), feature.properties?["id"].flatMap(text))
    return isArchived ? own ?? told : told ?? own
  }

  private static func kind(_ type: String?) -> VenueFeature.Kind {
    switch type?.lowercased() {
    case nil: .untyped
    case "venue": .venue
    case "building": .building
    case "level": .level
    case "unit": .unit
    case "opening": .opening
    case let lower?: .other(type ?? lower)
    }
  }

  /// A string, a number's digits, or of IMDF's labels the one that is read.
  static func text(_ node: JSONNode) -> String? { words(node, nil).flatMap(cleaned) }

  /// The same as it stands there, of labels in a language where they have it.
  private static func words(_ node: JSONNode, _ language: String?) -> String? {
    let string = node.string ?? node.digits
    let labels = string.map(Labels.packed) ?? Labels.texts(node)
    return Labels.read(labels, in: language) ?? string
  }

  /// Whether something is there that is no text and no number, nor IMDF's labels.
  private static func isUnread(_ node: JSONNode) -> Bool {
    switch node.kind {
    case .bool: true
    case .array: node.elements.contains { !$0.isNull }
    case .object:
      text(node) == nil && node.members.contains { !$0.value.isNull && $0.value.string == nil }
    default: false
    }
  }

  /// Without control characters, which no database and no screen bears: a space for line breaks and
  /// tabs between words; `nil` where nothing but blanks is left.
  static func cleaned(_ text: String) -> String? {
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    guard hasControls(text) else { return text }
    var scalars = String.UnicodeScalarView()
    var isBetween = false
    for scalar in text.unicodeScalars {
      guard !scalar.isControl else {
        isBetween = isBetween || scalar.properties.isWhitespace
        continue
      }
      if isBetween, scalar == " " { continue }
      if isBetween, let last = scalars.last, last != " " { scalars.append(" ") }
      isBetween = false
      scalars.append(scalar)
    }
    return scalars.allSatisfy(\.properties.isWhitespace) ? nil : String(scalars)
  }

  /// Whether a text has control characters.
  static func hasControls(_ text: String) -> Bool {
    // Nearly all texts are clean; U+0080 to U+009F begin with C2 in UTF-8.
    text.utf8.contains { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 }
      && text.unicodeScalars.contains(where: \.isControl)
  }

  /// A whole number within what a building can have, also where it stands in quotes, as 1 or 1.0.
  static func ordinal(_ node: JSONNode) -> Int? {
    let number = node.number ?? node.string.flatMap { Double(decimal: $0) }
    return number.flatMap { Int(exactly: $0) }.flatMap { LevelKey.ordinals.contains($0) ? $0 : nil }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool { properties.generalCategory == .control }
}
