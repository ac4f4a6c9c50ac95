import IndoorGeometry
import IndoorJSON
public import IndoorModel

/// Writes a venue as an archive of IMDF 1.0.0.
///
/// IMDF asks for UUIDs, which are made of ids that are none, and for outlines, for which the hull
/// of a level's units stands in.
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
    /// BCP 47 tag of the language of names; `nil` for that of the archive that the venue came from,
    /// or English.
    public var language: String?
    /// When the archive is made, as ISO 8601.
    public var created: String

    /// Makes details.
    public init(
      category: String, address: String, locality: String, country: String, language: String?,
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

  /// Without what has no geometry.
  let venue: Venue
  let details: Details
  let frame: LocalFrame
  let kept: KeptFeatures
  private(set) var references: IMDFReferences
  let edits: IMDFEdits
  /// The language of names that replace none.
  let language: String
  /// The venue's levels, and one for each key that only units or openings name.
  let levels: [Level]
  let levelIDs: [LevelKey: String]
  /// Each level's outline, or the hull of its units.
  let outlines: [LevelKey: [Polygon<LocalPoint>]]
  /// Where a building or its footprint is to be drawn.
  let outlinesOfBuildings: [String: [Polygon<LocalPoint>]]
  /// What couldn't be written as it is.
  public private(set) var findings: [VenueFinding] = []

  /// Types that are written from the model, and so each time.
  static let modelled: Set<String> = [
    "address", "building", "footprint", "level", "opening", "unit", "venue",
  ]

  /// The names of all files that an archive may have.
  public static var fileNames: Set<String> {
    Set(IMDFSchema.all.keys.map(fileName)).union([manifestName])
  }

  /// The file that says what the archive is.
  package static let manifestName = "manifest.json"
  /// The file with the venue itself.
  package static let venueName = fileName("venue")
  private static let program = "IndoorKit"

  private static func fileName(_ type: String) -> String { "\(type).geojson" }

  /// Prepares a venue; what an archive said of its features, and of others, is written as it came.
  public init(_ venue: Venue, details: Details, kept features: [SourceFeature] = []) {
    findings = Shapeless.findings(in: venue, " and is left out")
    var venue = venue
    venue.units.removeAll(where: \.geometry.isEmpty)
    venue.openings.removeAll { $0.line.count < 2 }
    self.details = details
    let frame = venue.frame
    self.frame = frame
    let joined = RedrawnLevels.joined(features, in: venue)
    kept = KeptFeatures(joined.features, of: venue.id)
    findings += joined.findings
    levels = venue.allLevels
    edits = IMDFEdits(venue, levels: levels, kept: kept)
    // Another program may have taken a level's building away, or typed its name for its id.
    let buildings = Set(levels.map(\.key.building)).subtracting(venue.buildings.map(\.id))
    venue.buildings += buildings.sorted().map { Building(id: $0, name: nil) }
    self.venue = venue
    references = IMDFReferences(venue, levels: levels, kept: kept)
    language = details.language ?? kept.language ?? "en"
    levelIDs = Dictionary(
      levels.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
    let units = Dictionary(grouping: venue.units, by: \.level)
    var outlines: [LevelKey: [Polygon<LocalPoint>]] = [:]
    for level in levels {
      let known = level.outline.map { frame.local(from: $0) }
      let inside = (units[level.key] ?? []).flatMap(\.geometry).map { frame.local(from: $0) }
      outlines[level.key] = known.isEmpty ? Surfaces.hull(inside) : known
    }
    let drawn = Dictionary(grouping: outlines.filter { !$0.value.isEmpty }, by: \.key.building)
    for level in levels where level.outline.isEmpty {
      var instead = "the hull of its units stands for it"
      if outlines[level.key]?.isEmpty ?? true {
        let others = (drawn[level.key.building] ?? []).flatMap(\.value)
        outlines[level.key] = Surfaces.union(others)
        instead =
          others.isEmpty
          ? "and nothing to take for one, which IMDF asks for: import its polygon"
          : "the outlines of its building's other levels stand for it"
      }
      findings.append(
        VenueFinding(
          .levelWithoutOutline, "level \"\(level.id)\" has no outline; \(instead)"))
    }
    self.outlines = outlines
    let kept = kept
    outlinesOfBuildings = Dictionary(grouping: levels, by: \.key.building).filter {
      kept.all("footprint").isEmpty || !kept.has("building", $0.key)
    }.mapValues { levels in Surfaces.union(levels.flatMap { outlines[$0.key] ?? [] }) }
    findCategories()
    findLanguages()
    findings += references.leaveOutDangling(of: kept) + references.findings(of: kept, edits)
  }

  private mutating func findCategories() {
    for (type, id, category, known, instead) in venue.units
      .map({ ("unit", $0.id, $0.category, IMDFCategories.unit, "unspecified") })
      + venue.openings
      .map({ ("opening", $0.id, $0.category, IMDFCategories.opening, "pedestrian") })
    {
      let isAsItCame = kept.has(type, id) && !edits.names(type, id).contains("category")
      if let category, !isAsItCame, !known.contains(category) {
        findings.append(
          VenueFinding(
            .unknownCategory,
            "\(type) \"\(id)\" has the category \"\(category)\", written as \(instead)"))
      }
    }
  }

  /// What a thing was called in other languages isn't its name any more.
  private mutating func findLanguages() {
    let named: [(type: String, things: [(id: String, name: String?)])] = [
      ("venue", [(venue.id, venue.name)]), ("building", venue.buildings.map { ($0.id, $0.name) }),
      ("level", levels.map { ($0.id, $0.name ?? $0.label) }),
      ("unit", venue.units.map { ($0.id, $0.name) }),
      ("opening", venue.openings.map { ($0.id, $0.name) }),
    ]
    findOtherLanguage(of: named.map { ($0.type, $0.things.map(\.id)) })
    for (type, things) in named {
      for (id, _) in things.filter({ Self.words($0.name) != nil }) {
        for name in edits.names(type, id).intersection(["name", "short_name"]).sorted() {
          let old = kept.features(type, id).first?["properties"]?[name]
          let written = language(insteadOf: old)
          let others = Labels.languages(old).filter { $0 != written }
          guard !others.isEmpty else { continue }
          findings.append(
            VenueFinding(
              .otherLanguages,
              "\(type) \"\(id)\": its \(name) was changed in the venue file and is written in"
                + " \(written) alone; what the archive has in \(others.joined(separator: ", ")) is"
                + " left out, add it to the export"))
        }
      }
    }
  }

  /// The manifest's language is that of names, of which an archive may have none in the one given.
  private mutating func findOtherLanguage(of named: [(type: String, ids: [String])]) {
    guard let wanted = details.language?.lowercased() else { return }
    func primary(_ tag: String) -> Substring { tag.lowercased().prefix { $0 != "-" } }
    var tags: Set<String> = []
    for (type, ids) in named {
      for id in ids where !edits.names(type, id).contains("name") {
        for feature in kept.features(type, id) {
          tags.formUnion(Labels.languages(feature["properties"]?["name"]))
        }
      }
    }
    guard !tags.isEmpty, !tags.contains(where: { primary($0) == primary(wanted) }) else { return }
    findings.append(
      VenueFinding(
        .otherLanguages,
        "the archive's names are in \(tags.sorted().prefix(5).joined(separator: ", ")) and none in"
          + " \(wanted), which the manifest says now; leave the language out, or add the names in it"
      ))
  }

  /// The language of a name that replaces labels: the one given, else that of the text which the
  /// venue had of them.
  func language(insteadOf labels: JSONOutput?) -> String {
    details.language ?? Labels.readLanguage(labels, in: kept.readLanguage) ?? language
  }

  /// Whether the address that was given is written, be it an unknown one.
  package var isAddressWritten: Bool { isAddressNeeded || kept.all("address").isEmpty }

  /// Whether the category that was given is written.
  package var isCategoryWritten: Bool { !kept.has("venue", venue.id) }

  /// The ids that the venue has in archives that were made of it: the one under which it is
  /// written, and the one under which it was before it had an archive's.
  package var venueIDs: [String] {
    [
      references.id("venue", venue.id),
      IMDFIdentifier.uuid(venue.id, type: "venue", venue: venue.id),
    ]
  }

  /// The archive's files and their texts.
  public func files() -> [(name: String, text: String)] {
    let manifest = JSONOutput.object([
      ("version", .string("1.0.0")), ("created", .string(details.created)),
      ("generated_by", .string(Self.program)), ("language", .string(language)),
      ("extensions", kept.extensions),
    ])
    let others = kept.types.filter { !Self.modelled.contains($0) }.compactMap { type in
      references.others[type].map { (type: type, features: $0) }
    }
    let few = [
      ("address", addresses), ("building", buildings), ("footprint", footprints),
      ("level", levelFeatures), ("venue", venues),
    ].map { (type: $0.0, features: $0.1) }
    return [(Self.manifestName, manifest.text(pretty: true) + "\n")]
      + [
        (
          Self.fileName("opening"), Self.text(venue.openings.lazy.flatMap(features(of:)), "opening")
        ),
        (Self.fileName("unit"), Self.text(venue.units.lazy.flatMap(features(of:)), "unit")),
      ]
      + (few + others).map { type, features in (Self.fileName(type), Self.text(features, type)) }
  }

  /// The text of a collection, whose features are made one at a time.
  private static func text(_ features: some Sequence<JSONOutput>, _ type: String) -> String {
    var text = "{\"type\":\"FeatureCollection\",\"name\":\"\(type)\",\"features\":[\n"
    var isFirst = true
    for feature in features {
      if !isFirst { text += ",\n" }
      text += feature.text()
      isFirst = false
    }
    return text + "\n]}\n"
  }
}
