import IndoorGeometry
public import IndoorJSON
public import IndoorModel

/// Reads sources into a venue.
///
///     var sources = VenueImport(into: file.venue())
///     try sources.read("museum.geojson")
///     let (venue, findings) = try sources.finish()
///
/// References are followed when all sources are read, so their order doesn't matter. What a venue
/// can't keep is left out or mended, and every such case is a finding.
public struct VenueImport {
  /// The level of what names none.
  public struct Level: Hashable, Sendable {
    /// 0 is the ground floor.
    public var ordinal: Int
    /// What the lift's button says; `nil` for what the venue has, or else the ordinal's digits.
    public var label: String?

    /// Makes a level's ordinal and label.
    public init(ordinal: Int, label: String? = nil) {
      self.ordinal = ordinal
      self.label = label
    }
  }

  /// What was read.
  private struct Sources {
    var names: [String] = []
    /// Whether one is of OpenStreetMap.
    var isOSM = false
    /// Bytes of memory that they take, by an estimate.
    var memory = 0
    /// The language in which labels of an archive's files are read that come without its manifest:
    /// that of the archive which the venue has.
    var language: String?
  }

  /// The venue that it goes into; known only when the sources are read, where another program
  /// changes it meanwhile.
  package var existing: Venue?
  private let name: String
  /// The building of levels that name none.
  package var building: String?
  private let level: Level?
  private var sources = Sources()
  private var features: [VenueFeature] = []
  private var findings: [VenueFinding] = []
  /// What archives say as they say it, to be kept beside the venue for an export; there when the
  /// import is finished.
  public private(set) var kept: [SourceFeature] = []
  /// What of the sources came to nothing; whole when the import is finished.
  package private(set) var unread = UnreadFeatures()
  /// Whether all sources are archives that lack nothing, and not files of some alone.
  package private(set) var isWhole = true
  /// The features of archives as they came.
  private var archived: [SourceFeature] = []
  /// The first archive's manifest.
  private var manifest: SourceFeature?

  /// Begins an import.
  ///
  /// - Parameters:
  ///   - existing: the venue that it goes into, whose origin and levels hold on; `nil` for a new
  ///     one.
  ///   - name: id and name of a new venue whose sources give none.
  ///   - building: the building of levels that name none.
  ///   - level: the level of features that name none; without it they are left out.
  public init(
    into existing: Venue? = nil, name: String = "venue", building: String? = nil,
    level: Level? = nil
  ) {
    self.existing = existing
    self.name = name
    self.building = building
    self.level = level
  }

  /// Has labels of an archive's files that come without its manifest read as the archive's were
  /// which the venue file has.
  ///
  /// - Parameter kept: that archive's manifest, as it was kept.
  package mutating func readLabels(asOf kept: SourceFeature?) {
    sources.language = kept.flatMap(IMDFKeeper.readLanguage)
  }

  /// Reads a source: a GeoJSON file by the project's convention or OpenStreetMap's indoor tagging,
  /// that as OpenStreetMap's XML or Overpass' JSON, or an IMDF archive as a folder or a zip. Throws
  /// `VenueError` where it can't be read.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - waiting: told the path, once, of a pipe that nothing has come through for a second.
  public mutating func read(
    _ path: String, waiting: (_ path: String) -> Void = { _ in }
  ) throws(VenueError) {
    try read(path, beside: [], waiting: waiting)
  }

  /// The same, beside other sources, which a folder's finding of what isn't read leaves out.
  package mutating func read(
    _ path: String, beside others: [String], waiting: (_ path: String) -> Void
  ) throws(VenueError) {
    let source = try SourceFiles(path, beside: others, memory: sources.memory, waiting: waiting)
    sources.memory += source.memory
    try take(source, name: path)
  }

  mutating func take(_ source: SourceFiles, name: String) throws(VenueError) {
    sources.names.append(name)
    findings += source.findings
    if let elements = source.elements {
      add(try OSMVenueReader.features(of: elements))
    }
    let lacks = source.findings.contains { [.missingFile, .unreadableFile].contains($0.rule) }
    isWhole = isWhole && source.isArchive && !lacks
    if source.isArchive, manifest == nil { manifest = source.manifest.map(IMDFKeeper.manifest) }
    for (type, collection) in source.files {
      try take(
        collection, type: type,
        language: source.manifest.map(IMDFKeeper.language) ?? sources.language)
      // A file of an archive may come alone, as where one was corrected.
      archived += IMDFKeeper.features(of: collection, type: source.isArchive ? type : nil)
    }
  }

  /// Adds features that are read already. Throws `VenueError` where OpenStreetMap's tags name more
  /// levels than there are.
  public mutating func add(_ collection: GeoJSONFeatureCollection) throws(VenueError) {
    sources.names.append(collection.document.name)
    try take(collection, type: nil)
  }

  private mutating func take(
    _ collection: GeoJSONFeatureCollection, type: String?, language: String? = nil
  ) throws(VenueError) {
    if type == nil, OSMVenueReader.reads(collection) {
      add(try OSMVenueReader.features(of: collection))
    } else {
      features += GeoJSONVenueReader.features(of: collection, type: type, language: language)
    }
    findings += collection.warnings.map { VenueFinding($0.code.rule, $0.message) }
  }

  /// Adds what OpenStreetMap's tags say. Where the import was told its building, all is in that.
  private mutating func add(_ osm: OSMVenueReader.Result) {
    sources.isOSM = true
    unread.note(elements: osm.unread)
    features += osm.features.map { feature in
      var feature = feature
      if building != nil { feature.buildingIDs = [] }
      return feature
    }
    findings += osm.findings.filter { building == nil || $0.rule != .severalBuildings }
  }

  /// What the sources hold, to be saved into the venue: its buildings, levels, units and openings.
  ///
  /// Throws `VenueError` where a level has no ordinal, there is nothing of a venue at all, or it
  /// lies over 100 km from the origin of the venue it is imported into, whose local metres don't
  /// reach so far, and not beside what that holds.
  public mutating func finish() throws(VenueError) -> (venue: Venue, findings: [VenueFinding]) {
    let assembly = assembled()
    if let refusal = assembly.refusal { throw refusal }
    let (venue, found) = try venue(of: assembly)
    unread.note(assembly.unread)
    kept = IMDFKeeper.kept(archived, levels: assembly.table, assembly.spelling)
    if !kept.isEmpty, let manifest { kept.append(manifest) }
    let (ids, keys) = (Set(venue.levels.map(\.id)), Set(venue.levels.map(\.key)))
    let others = existing?.levels.filter { !ids.contains($0.id) && !keys.contains($0.key) } ?? []
    let labels = LevelLabels.findings(
      of: others + venue.levels, name: sources.names.joined(separator: ", "))
    return (venue, found + labels)
  }

  /// The venue as far as it goes, with all findings: levels without an ordinal are left out.
  func checked() throws(VenueError) -> (venue: Venue?, findings: [VenueFinding]) {
    let assembly = assembled()
    let found = findings + assembly.findings
    // Where nothing is left of what is there, the findings say why.
    if assembly.isEmpty || assembly.bounds.centre == nil, !faults(among: found, assembly).isEmpty {
      return (nil, found)
    }
    return try venue(of: assembly)
  }

  /// Why nothing is left of what is there: a file that is missing, or else what was found most
  /// often.
  private func faults(among found: [VenueFinding], _ assembly: VenueAssembly) -> [VenueFinding] {
    // What of OpenStreetMap isn't closed, or lacks nodes, is left out.
    let faults = found.filter { $0.isFault || sources.isOSM && $0.rule == .ringNotClosed }
    let groups = Dictionary(grouping: faults, by: \.rule)
    let most = groups.values.reduce(0) { max($0, $1.count) }
    let first =
      faults.first { $0.rule == .missingFile } ?? faults.first { groups[$0.rule]?.count == most }
    if let first { return groups[first.rule] ?? [] }
    guard sources.isOSM, !assembly.isEmpty else { return faults }
    // Where no room is an area, those would have been that are open or points.
    return found.filter { $0.rule == .otherFeature }
  }

  private func assembled() -> VenueAssembly {
    let spelling = IDSpelling(features, existing: existing)
    var assembly = VenueAssembly(
      existing: existing, building: building, level: level, spelling: spelling)
    let spelled = features.map(spelling.spelled)
    assembly.addBuildings(spelled.filter { $0.kind == .building })
    let counts = OSMLevelCounts(
      spelled, building: assembly.building, existing: existing?.levels ?? [])
    for finding in counts.findings { assembly.find(finding.rule, finding.message) }
    let kinds = Dictionary(grouping: spelled.map(counts.settled), by: \.kind)
    assembly.addLevels((kinds[.level] ?? []) + counts.moved)
    for feature in kinds[.unit] ?? [] { assembly.addUnit(feature) }
    for feature in kinds[.opening] ?? [] { assembly.addOpening(feature) }
    assembly.addUntyped(kinds[.untyped] ?? [])
    assembly.joinOutlines()
    assembly.findRoomsInHoles(sources.names, beside: existing)
    if let existing {
      assembly.keepMadeIDs(of: existing)
      assembly.compare(with: existing)
      assembly.findMoved(in: existing, by: spelled)
      assembly.findVenueMoved(from: existing, sources.names)
      assembly.findReplaced(in: existing, sources.names)
      assembly.findDoubledLevels(in: existing)
    }
    findVenues(kinds[.venue] ?? [], in: &assembly)
    let keptIDs = Set(archived.map(\.id))
    for feature in features {
      assembly.findFaults(feature)
      guard case .other(let type) = feature.kind, !keptIDs.contains(feature.id ?? "") else {
        continue
      }
      assembly.leaveOut(feature, type: type)
    }
    if assembly.bounds.extent > 20_000 {
      assembly.find(
        .wideVenue,
        "\(sources.names.joined(separator: ", ")): spans \(Int(assembly.bounds.extent / 1000)) km;"
          + " is a coordinate wrong?")
    }
    return assembly
  }

  /// Says where the sources are of several venues.
  private func findVenues(_ venues: [VenueFeature], in assembly: inout VenueAssembly) {
    var seen: Set<String> = []
    let different = venues.filter { seen.insert($0.id ?? $0.name ?? "").inserted }
    guard let first = different.first, different.count > 1 else { return }
    func called(_ venue: VenueFeature) -> String { "\"\(venue.name ?? venue.id ?? "")\"" }
    assembly.find(
      .venueCount,
      "\(different[1].place.text): is a second venue, \(called(different[1])), and all is taken for"
        + " \(called(first)); import each venue into a file of its own")
  }

  /// Refuses what lies farther off than the venue's local metres reach, but beside what it holds:
  /// then its origin is what lies wrong.
  private func checkPlace(_ centre: Coordinate) throws(VenueError) {
    guard let existing else { return }
    let fromOrigin = GeographicBounds(around: [existing.origin, centre]).extent
    guard fromOrigin >= 100_000 else { return }
    if !existing.hasKnownPlace { throw .noKnownPlace(sources.names) }
    let ground = VenueGround(existing)
    let nearOrigin = ground.nearest(to: existing.origin) ?? existing.origin
    let isOriginOff =
      VenueGround.metres(from: existing.origin, to: nearOrigin) > VenueGround.farthest
    let near = (isOriginOff ? ground.nearest(to: centre) : nil) ?? existing.origin
    let metres = GeographicBounds(around: [near, centre]).extent
    if metres > VenueGround.farthest { throw .farFromVenue(sources.names, metres: metres) }
  }

  /// The first type that a venue doesn't keep, where all features are of such.
  private var otherType: String? {
    var first: String?
    for feature in features {
      guard case .other(let type) = feature.kind else { return nil }
      first = first ?? type
    }
    return first
  }

  private func venue(
    of assembly: VenueAssembly
  ) throws(VenueError) -> (venue: Venue, findings: [VenueFinding]) {
    guard !assembly.isEmpty, let centre = assembly.bounds.centre ?? existing?.origin else {
      let faults = faults(among: findings + assembly.findings, assembly)
      if let first = faults.first {
        throw .nothingLeft(sources.names, of: first, count: faults.count)
      }
      throw assembly.isEmpty
        ? .empty(
          sources.names, isOSM: sources.isOSM,
          almostType: features.lazy.compactMap(\.faults.almostType).first,
          otherType: otherType)
        : .noPlace(sources.names, isOSM: sources.isOSM)
    }
    let origin = existing?.origin ?? centre
    guard abs(origin.latitude) <= 89 else { throw .nearPole(sources.names) }
    try checkPlace(centre)
    let described = features.filter { $0.kind == .venue }
    let id = described.first?.id
    let called = described.lazy.filter { $0.id?.comparedID == id?.comparedID }.compactMap(\.name)
    let other = described.first.flatMap { first in existing.flatMap(first.another(than:)) }
    let venue = Venue(
      id: existing?.id ?? id ?? name,
      name: other?.keptName ?? called.first ?? existing?.name ?? id ?? name,
      origin: origin,
      buildings: assembly.buildings, levels: assembly.levels, units: assembly.units,
      openings: assembly.openings)
    return (venue, findings + assembly.findings + [other?.finding].compactMap(\.self))
  }
}

extension VenueFeature {
  /// What is to be said where a venue's feature is of another venue than one that sources have
  /// named (without any it is called by its file), and that one's name where it stays: archives'
  /// ids are one venue's, and others may be anybody's words.
  fileprivate func another(than venue: Venue) -> (finding: VenueFinding, keptName: String?)? {
    guard let id, venue.name != venue.id, id.comparedID != venue.id.comparedID else { return nil }
    let stays = id.isUUID && venue.id.isUUID
    let finding = VenueFinding(
      .venueCount,
      "\(place.text): is of another venue, \"\(name ?? id)\", than the file, \"\(venue.name)\", which"
        + " \(stays ? "keeps its name" : "is called so now"); import each venue into a file of its own"
    )
    return (finding, stays ? venue.name : nil)
  }
}

extension GeoJSONWarning.Code {
  fileprivate var rule: VenueRule {
    switch self {
    case .obsoleteReferenceSystem: .obsoleteReferenceSystem
    case .ringNotClosed: .ringNotClosed
    case .ringTooShort: .ringTooShort
    case .keyTwice: .keyTwice
    }
  }
}

extension VenueFinding {
  /// Whether for it something is left out that would have been a part of a venue.
  fileprivate var isFault: Bool {
    switch rule {
    case .ringTooShort, .invalidPolygon, .missingLevel, .danglingLevel, .noOrdinal, .noPolygon,
      .noLine, .levelWithoutOutline, .missingFile:
      true
    default: false
    }
  }
}
