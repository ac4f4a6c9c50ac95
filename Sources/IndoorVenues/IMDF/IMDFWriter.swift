import IndoorGeometry
import IndoorJSON
public import IndoorModel

/// Writes a venue as an archive of IMDF 1.0.0.
///
/// IMDF asks for UUIDs, which are made of ids that are none, and for outlines, for which the hull of a level's units stands in.
public struct IMDFWriter {
  /// What IMDF asks of a venue and the model doesn't know.
  public struct Details: Sendable {
    /// One of IMDF's venue categories, such as `museum`.
    public var category: String
    /// Street and number.
    public var address: String
    /// Town.
    public var locality: String
    /// ISO 3166-1 alpha-2; `ZZ` where unknown.
    public var country: String
    /// BCP 47 tag of the language of names.
    public var language: String
    /// When the archive is made, as ISO 8601.
    public var created: String

    /// Makes details.
    public init(
      category: String, address: String, locality: String, country: String, language: String,
      created: String
    ) {
      self.category = category
      self.address = address
      self.locality = locality
      self.country = country
      self.language = language
      self.created = created
    }
  }

  private let venue: Venue
  private let details: Details
  private let frame: LocalFrame
  /// Features as they came, by type and id.
  private var kept: [String: [String: JSONOutput]] = [:]
  /// Types of which nothing is in the model, each with its features in the order kept.
  private var keptAddresses: [JSONOutput] = []
  private var keptFootprints: [JSONOutput] = []
  private var others: [(type: String, features: [JSONOutput])] = []
  private var outlines: [LevelKey: [Polygon<LocalPoint>]] = [:]
  /// What couldn't be written as it is.
  public private(set) var findings: [VenueFinding] = []

  /// Types that are written from the model, and so each time.
  private static let modelled = [
    "address", "building", "footprint", "level", "opening", "unit", "venue",
  ]

  /// Prepares a venue; what an archive said of its features, and of others, is written as it came.
  public init(_ venue: Venue, details: Details, kept features: [SourceFeature] = []) {
    self.venue = venue
    self.details = details
    frame = venue.frame
    var rest: [String: [JSONOutput]] = [:]
    for feature in features {
      guard
        let document = try? JSONDocument(bytes: Array(feature.json.utf8), name: feature.type),
        document.root.kind == .object
      else { continue }
      let output = JSONOutput(document.root)
      kept[feature.type, default: [:]][feature.id] = output
      rest[feature.type, default: []].append(output)
    }
    others = rest.filter { !Self.modelled.contains($0.key) }.sorted { $0.key < $1.key }
      .map { (type: $0.key, features: $0.value) }
    keptAddresses = rest["address"] ?? []
    keptFootprints = rest["footprint"] ?? []
    let units = Dictionary(grouping: venue.units, by: \.level)
    for level in venue.levels {
      let known = level.outline.map { frame.local(from: $0) }
      let inside = (units[level.key] ?? []).flatMap(\.geometry).map { frame.local(from: $0) }
      outlines[level.key] = known.isEmpty ? Surfaces.hull(inside) : known
      guard known.isEmpty else { continue }
      findings.append(
        VenueFinding(
          .levelWithoutOutline,
          "level \"\(level.id)\" has no outline; the hull of its units stands for it"))
    }
    for (what, category, known, instead) in venue.units.filter({ kept["unit"]?[$0.id] == nil })
      .map({ ("unit \"\($0.id)\"", $0.category, IMDFCategories.unit, "unspecified") })
      + venue.openings.filter({ kept["opening"]?[$0.id] == nil })
      .map({ ("opening \"\($0.id)\"", $0.category, IMDFCategories.opening, "pedestrian") })
    {
      if let category, !known.contains(category) {
        findings.append(
          VenueFinding(
            .unknownCategory, "\(what) has the category \"\(category)\", written as \(instead)"))
      }
    }
  }

  /// The archive's files and their texts.
  public func files() -> [(name: String, text: String)] {
    let manifest = JSONOutput.object([
      ("version", .string("1.0.0")), ("created", .string(details.created)),
      ("generated_by", .string("IndoorKit")), ("language", .string(details.language)),
      ("extensions", .null),
    ])
    return [("manifest.json", manifest.text(pretty: true) + "\n")]
      + ([
        ("address", addresses), ("building", buildings), ("footprint", footprints),
        ("level", levels), ("opening", openings), ("unit", units), ("venue", venues),
      ]
      .map { (type: $0.0, features: $0.1) } + others).map { type, features in
        ("\(type).geojson", Self.text(features, type))
      }
  }

  private static func text(_ features: [JSONOutput], _ type: String) -> String {
    "{\"type\":\"FeatureCollection\",\"name\":\"\(type)\",\"features\":[\n"
      + features.map { $0.text() }.joined(separator: ",\n") + "\n]}\n"
  }
}

extension IMDFWriter {
  private func feature(
    _ type: String, _ id: String, _ geometry: GeoJSONGeometry?, _ properties: [(String, JSONOutput)]
  ) -> JSONOutput {
    guard case .object(let members)? = kept[type]?[id] else {
      return .object([
        ("type", .string("Feature")), ("id", reference(type, id)), ("feature_type", .string(type)),
        ("geometry", geometry?.output ?? .null), ("properties", .object(properties)),
      ])
    }
    // As it came, with the geometry as it was mended.
    return .object(
      IMDFKeeper.placed.contains(type)
        ? members + [("geometry", geometry?.output ?? .null)] : members)
  }

  private func reference(_ type: String, _ id: String) -> JSONOutput {
    .string(IMDFIdentifier.uuid(id, type: type, venue: venue.id))
  }

  private func labels(_ text: String?) -> JSONOutput {
    text.map { .object([(details.language, .string($0))]) } ?? .null
  }

  private func displayPoint(_ polygons: [Polygon<LocalPoint>]) -> JSONOutput {
    Surfaces.pointInside(polygons)
      .map { GeoJSONGeometry.point(frame.coordinate(from: $0)).output } ?? .null
  }

  private func area(_ polygons: [Polygon<LocalPoint>]) -> GeoJSONGeometry? {
    area(polygons.map { frame.coordinates(from: $0) })
  }

  private func area(_ polygons: [Polygon<Coordinate>]) -> GeoJSONGeometry? {
    switch polygons.count {
    case 0: nil
    case 1: .polygon(polygons[0])
    default: .multiPolygon(polygons)
    }
  }

  /// Those of the archive, and the one given where something that the archive didn't have refers to it.
  private var addresses: [JSONOutput] {
    let isNeeded =
      kept["venue"]?[venue.id] == nil
      || venue.buildings.contains { kept["building"]?[$0.id] == nil }
    guard isNeeded || keptAddresses.isEmpty else { return keptAddresses }
    return keptAddresses + [
      feature(
        "address", "", nil,
        [
          ("address", .string(details.address)), ("unit", .null),
          ("locality", .string(details.locality)), ("province", .null),
          ("country", .string(details.country)), ("postal_code", .null),
          ("postal_code_ext", .null), ("postal_code_vanity", .null),
        ])
    ]
  }

  private var venues: [JSONOutput] {
    let all = Surfaces.union(venue.levels.flatMap { outlines[$0.key] ?? [] })
    return [
      feature(
        "venue", venue.id, area(all),
        [
          ("category", .string(details.category)), ("restriction", .null),
          ("name", labels(venue.name)), ("alt_name", .null), ("hours", .null), ("phone", .null),
          ("website", .null), ("display_point", displayPoint(all)),
          ("address_id", reference("address", "")),
        ])
    ]
  }

  private func outline(ofBuilding id: String) -> [Polygon<LocalPoint>] {
    Surfaces.union(
      venue.levels.filter { $0.key.building == id }.flatMap { outlines[$0.key] ?? [] })
  }

  private var buildings: [JSONOutput] {
    venue.buildings.map { building in
      feature(
        "building", building.id, nil,
        [
          ("name", labels(building.name)), ("alt_name", .null),
          ("category", .string("unspecified")), ("restriction", .null),
          ("display_point", displayPoint(outline(ofBuilding: building.id))),
          ("address_id", reference("address", "")),
        ])
    }
  }

  private var footprints: [JSONOutput] {
    if !keptFootprints.isEmpty { return keptFootprints }
    return venue.buildings.compactMap { building in
      let outline = outline(ofBuilding: building.id)
      guard !outline.isEmpty else { return nil }
      return feature(
        "footprint", building.id, area(outline),
        [
          ("category", .string("ground")), ("name", .null),
          ("building_ids", .array([reference("building", building.id)])),
        ])
    }
  }

  private var levels: [JSONOutput] {
    venue.levels.map { level in
      let outline = outlines[level.key] ?? []
      return feature(
        "level", level.id, area(level.outline) ?? area(outline),
        [
          ("category", .string("unspecified")), ("restriction", .null), ("outdoor", .bool(false)),
          ("ordinal", .integer(Int64(level.key.ordinal))),
          ("name", labels(level.name ?? level.label)), ("short_name", labels(level.label)),
          ("display_point", displayPoint(outline)), ("address_id", .null),
          ("building_ids", .array([reference("building", level.key.building)])),
        ])
    }
  }

  private func levelID(_ key: LevelKey) -> JSONOutput? {
    venue.level(key).map { reference("level", $0.id) }
  }

  private var units: [JSONOutput] {
    venue.units.compactMap { unit in
      guard let level = levelID(unit.level) else { return nil }
      let category = unit.category.flatMap { IMDFCategories.unit.contains($0) ? $0 : nil }
      return feature(
        "unit", unit.id, area(unit.geometry),
        [
          ("category", .string(category ?? "unspecified")), ("restriction", .null),
          ("accessibility", .null), ("name", labels(unit.name)), ("alt_name", .null),
          ("level_id", level),
          ("display_point", displayPoint(unit.geometry.map { frame.local(from: $0) })),
        ])
    }
  }

  private var openings: [JSONOutput] {
    venue.openings.compactMap { opening in
      guard let level = levelID(opening.level), opening.line.count >= 2 else { return nil }
      let category = opening.category.flatMap { IMDFCategories.opening.contains($0) ? $0 : nil }
      return feature(
        "opening", opening.id, .lineString(opening.line),
        [
          ("category", .string(category ?? "pedestrian")), ("accessibility", .null),
          ("access_control", .null), ("door", .null), ("name", labels(opening.name)),
          ("alt_name", .null), ("display_point", .null), ("level_id", level),
        ])
    }
  }
}
