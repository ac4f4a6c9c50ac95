import IndoorGeometry
import IndoorJSON
import IndoorModel

/// The rules of an IMDF archive that its features break one by one or by their references.
package struct IMDFChecks {
  private var entries: [IMDFEntry] = []
  private var types: [String: String] = [:]
  private(set) var findings: [VenueFinding] = []

  /// - Parameter files: the archive's readable files, by their name without `.geojson`.
  init(files: [(type: String, collection: GeoJSONFeatureCollection)]) {
    for (type, collection) in files {
      let source = VenueSource(collection)
      entries += collection.features.map { IMDFEntry($0, in: source, fileType: type) }
    }
  }

  mutating func run(manifest: JSONNode?, name: String) {
    checkManifest(manifest, name: name)
    let venues = entries.filter { $0.type == "venue" }.count
    if venues != 1 {
      find(.venueCount, "\(name): has \(venues) venues; an archive has exactly one")
    }
    var first: [String: Int] = [:]
    for (index, entry) in entries.enumerated() {
      guard let id = entry.id?.comparedID else { continue }
      types[id] = entry.type
      if let other = first[id] {
        find(
          .duplicateID,
          "\(entry.subject) has the id of the \(entries[other].place); give it its own, or take one of"
            + " them out")
      } else {
        first[id] = index
      }
    }
    for entry in entries {
      checkIdentity(entry)
      guard let schema = IMDFSchema.all[entry.type] else {
        find(
          .unknownFeatureType,
          "\(entry.subject) is of a type that IMDF 1.0.0 doesn't know; correct feature_type")
        continue
      }
      checkGeometry(entry, schema)
      checkProperties(entry, schema)
      checkReferences(entry, schema)
      checkDisplayPoint(entry)
    }
  }

  private mutating func find(_ rule: VenueRule, _ message: String) {
    findings.append(VenueFinding(rule, message))
  }

  private mutating func checkManifest(_ manifest: JSONNode?, name: String) {
    guard let manifest, manifest.kind == .object else {
      return find(
        .manifestMissing,
        "\(name): has no manifest.json with an object; add version, created and language")
    }
    let place = "\(name)/manifest.json"
    if manifest["version"]?.string != "1.0.0" {
      find(.manifestVersion, "\(place): version isn't \"1.0.0\"; only that one is known")
    }
    if manifest["created"]?.string.map(Self.isDateTime) != true {
      find(
        .manifestCreated,
        "\(place): created isn't a date and time such as 2020-09-09T12:34:56Z; correct it")
    }
    if manifest["language"]?.string.map({ LanguageTag.isOne($0) }) != true {
      find(.manifestLanguage, "\(place): language isn't a tag such as en-US; correct it")
    }
  }

  private mutating func checkIdentity(_ entry: IMDFEntry) {
    let id = entry.feature.node?["id"]
    if entry.movedID != nil {
      find(
        .missingID, "\(entry.subject) has its id among its properties alone; move it beside them")
    } else if (id?.string ?? "").isEmpty {
      find(.missingID, "\(entry.subject) has no id that is a string; give it a UUID")
    }
    if let id = entry.movedID ?? id?.string, !id.isEmpty, !id.isUUID {
      find(.idNotUUID, "\(entry.subject) has an id that is no UUID; give it one")
    }
    if entry.type != entry.fileType || entry.feature.node?["feature_type"] == nil {
      find(.wrongFeatureType, "\(entry.subject) \(Self.remedy(of: entry))")
    }
  }

  /// Where a feature stands that should stand elsewhere, and what to do about it.
  private static func remedy(of entry: IMDFEntry) -> String {
    let place = "stands in \(entry.fileType).geojson"
    guard IMDFSchema.all[entry.fileType] == nil else {
      return "\(place); set feature_type to \"\(entry.fileType)\" or move it"
    }
    let home = IMDFSchema.all[entry.type] == nil ? "that of its type" : "\(entry.type).geojson"
    return "\(place), which is no file of IMDF's; move it to \(home)"
  }

  private mutating func checkGeometry(_ entry: IMDFEntry, _ schema: IMDFSchema) {
    let fits =
      switch (schema.geometry, entry.feature.geometry) {
      case (.any, _), (.none, nil), (.point, .point), (.area, .polygon), (.area, .multiPolygon):
        true
      case (.line, .lineString(let line)): Set(line).count > 1
      case (.line, .multiLineString): entry.type == "detail"
      default: false
      }
    guard !fits else { return }
    let wanted =
      switch schema.geometry {
      case .none: "no geometry"
      case .point: "a Point"
      case .line: "a LineString of two places or more"
      case .area: "a Polygon or MultiPolygon"
      case .any: ""
      }
    find(.wrongGeometry, "\(entry.subject) must have \(wanted); correct its geometry")
  }

  private mutating func checkProperties(_ entry: IMDFEntry, _ schema: IMDFSchema) {
    let properties = entry.feature.properties
    for name in schema.required {
      let value = properties?[name]
      if value == nil || value?.isNull == true || value?.string?.isEmpty == true {
        find(.missingProperty, "\(entry.subject) has no \(name), which it must have; add it")
      }
    }
    for name in IMDFSchema.labels {
      guard let value = properties?[name], !value.isNull,
        value.kind != .object || value.members.contains(where: { $0.value.kind != .string })
      else { continue }
      find(
        .wrongLabels,
        "\(entry.subject) has \(name) that is no object with a text by language; write it as"
          + " {\"en\": \"…\"}")
    }
    if entry.type == "level", let ordinal = properties?["ordinal"], !ordinal.isNull,
      ordinal.integer == nil
    {
      find(.noOrdinal, "\(entry.subject) has an ordinal that is no whole number; correct it")
    }
    if let category = properties?["category"]?.string, let known = schema.categories,
      !known.contains(category)
    {
      find(
        .unknownCategory,
        "\(entry.subject) has the category \"\(category)\", which IMDF doesn't know;"
          + " \(IMDFCategories.remedy(category, of: known))")
    }
    for (name, known) in [
      ("accessibility", IMDFCategories.accessibility),
      ("access_control", IMDFCategories.accessControl),
    ] {
      guard let value = properties?[name], !value.isNull else { continue }
      for word in value.kind == .array ? Array(value.elements) : [value]
      where word.string.map(known.contains) != true {
        find(
          .unknownCategory,
          "\(entry.subject) has \(name) \"\(word.string ?? "")\", which IMDF doesn't know; correct it"
        )
      }
    }
    if entry.type == "address", let country = properties?["country"]?.string, !country.isEmpty,
      !CountryCodes.isOne(country)
    {
      let remedy =
        CountryCodes.meant(country).map { "write \"\($0)\"" } ?? "write its two capital letters"
      find(
        .unknownCountry,
        "\(entry.subject) has the country \"\(country)\", which is no code of ISO 3166-1; \(remedy)"
      )
    }
    if let restriction = properties?["restriction"]?.string,
      restriction != "employeesonly", restriction != "restricted"
    {
      find(
        .unknownRestriction,
        "\(entry.subject) has the restriction \"\(restriction)\"; IMDF has employeesonly and restricted"
      )
    }
  }

  private mutating func checkReferences(_ entry: IMDFEntry, _ schema: IMDFSchema) {
    let properties = entry.feature.properties
    for (name, type) in schema.references.sorted(by: { $0.key < $1.key }) {
      guard let value = properties?[name], !value.isNull else { continue }
      let ids = value.kind == .array ? value.elements.map(\.string) : [value.string]
      for id in ids { checkReference(entry, name, id, type) }
    }
    guard entry.type == "relationship" else { return }
    for name in IMDFSchema.ends {
      guard let value = properties?[name], !value.isNull else { continue }
      for end in value.kind == .array ? Array(value.elements) : [value] {
        checkReference(entry, name, end["id"]?.string, end["feature_type"]?.string)
      }
    }
  }

  private mutating func checkReference(
    _ entry: IMDFEntry, _ name: String, _ id: String?, _ type: String?
  ) {
    let found = id.flatMap { types[$0.comparedID] }
    if let found, type == nil || found == type { return }
    let what = found.map { "is a \($0) and no \(type ?? "")" } ?? "isn't there"
    find(
      .danglingReference,
      "\(entry.subject): \(name) names \"\(id ?? "")\", which \(what); correct it")
  }

  private mutating func checkDisplayPoint(_ entry: IMDFEntry) {
    guard let node = entry.feature.properties?["display_point"], !node.isNull else { return }
    let polygons = entry.feature.geometry?.polygons ?? []
    guard let point = DisplayPoint.coordinate(of: JSONOutput(node)) else {
      return find(
        .displayPointOutside, "\(entry.subject) has a display_point that is no Point; correct it")
    }
    if !polygons.isEmpty, !DisplayPoint.isInside(point, polygons) {
      find(
        .displayPointOutside,
        "\(entry.subject) has its display_point outside of itself; move it inside")
    }
  }

  /// ISO 8601 as the standard's examples have it: `2020-09-09T12:34:56`, with a fraction and a zone
  /// if there is one.
  private static func isDateTime(_ text: String) -> Bool {
    text.wholeMatch(
      of:
        #/\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?/#
    ) != nil
  }
}
