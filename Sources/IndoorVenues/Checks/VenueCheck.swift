import IndoorGeometry
public import IndoorModel

/// Checks a source or a venue by all rules that apply to it.
public struct VenueCheck: Sendable {
  /// What was found, errors first, each severity in the order of the rules; of a rule that found
  /// very much the first ten thousand.
  public let findings: [VenueFinding]
  /// Findings of a rule that are kept.
  public static let most = FindingList.most

  /// How many findings each rule has, those that aren't kept too.
  public let counts: [VenueRule: Int]

  /// How many findings have a severity.
  public func count(_ severity: VenueSeverity) -> Int {
    counts.reduce(0) { $0 + ($1.key.severity == severity ? $1.value : 0) }
  }

  /// Checks a GeoJSON file or an IMDF archive. Throws `VenueError` where it can't be read.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - waiting: told the path, once, of a pipe that nothing has come through for a second.
  public init(
    source path: String, waiting: (_ path: String) -> Void = { _ in }
  ) throws(VenueError) {
    let source = try SourceFiles(path, waiting: waiting)
    var reading = VenueImport()
    try reading.take(source, name: path)
    let (venue, read) = try reading.checked()
    var list = FindingList()
    list.add(read)
    if source.isArchive {
      var checks = IMDFChecks(
        files: source.files.compactMap { type, collection in type.map { ($0, collection) } })
      checks.run(manifest: source.manifest, name: path)
      // The archive's own rules say these more fully.
      list.removeAll(of: Self.coveredByIMDF)
      list.add(checks.findings)
    }
    if let venue {
      // What reading has repaired is reported already.
      VenueGeometryChecks.run(on: venue, name: path, isArchive: source.isArchive, &list)
    }
    self.init(list)
  }

  /// What is said of units and openings of a file that are on no level that is clear.
  package static func findings(withoutLevel rows: [String], of name: String) -> [VenueFinding] {
    rows.map {
      VenueFinding(
        .missingLevel,
        "\(name): \($0): is on no level that is clear, and is left out; fill in its ordinal, and its building where there are several"
      )
    }
  }

  /// What is said of a file's levels of buildings, and units and openings on levels, that aren't
  /// there.
  package static func findings(missingIn venue: Venue, of name: String) -> [VenueFinding] {
    var list = FindingList()
    VenueGeometryChecks.findMissingBuildings(of: venue, name: name, &list)
    VenueGeometryChecks.findMissingLevels(of: venue, name: name, &list)
    return list.findings
  }

  /// Checks a venue of a venue file.
  ///
  /// - Parameters:
  ///   - venue: the venue.
  ///   - name: what messages call its file.
  ///   - withoutLevel: units and openings of the file that no level is clear of, as the venue
  ///     hasn't them.
  ///   - withoutPicture: plans of the file whose picture for other programs is gone.
  ///   - planned: the levels that the file has plans for.
  ///   - plans: where they lie.
  ///   - outlinedByPlan: the levels whose outline their plan made.
  ///   - foreignAddition: what is said of that for which nothing can be stored in the file.
  public init(
    _ venue: Venue, name: String, withoutLevel: [String] = [], withoutPicture: [String] = [],
    planned: [LevelKey] = [], plans: [PlanPlacement] = [], outlinedByPlan: Set<LevelKey> = [],
    foreignAddition: String? = nil
  ) {
    var list = FindingList()
    list.add(Self.findings(withoutLevel: withoutLevel, of: name))
    if let foreignAddition { list.add([VenueFinding(.foreignAddition, foreignAddition)]) }
    list.add(
      withoutPicture.map {
        VenueFinding(
          .pictureLost,
          "\(name): \($0): the tiles that other programs show are gone; place and store it again")
      })
    list.add(
      planned.filter { venue.level($0) == nil }.map {
        VenueFinding(
          .danglingLevel,
          "\(name): a plan is on level \($0.ordinal) of building \"\($0.building)\", which isn't there; "
            + "correct its ordinal and building in the table plans, or import that level")
      })
    list.add(
      Shapeless.findings(in: venue, place: "\(name): ", "; draw it, as in QGIS, or delete its row"))
    list.add([FarOrigin.finding(of: venue, name: name)].compactMap(\.self))
    VenueGeometryChecks.findInvalidPolygons(of: venue, name: name, &list)
    list.add(Self.findings(missingIn: venue, of: name))
    VenueGeometryChecks.findDoubledLevels(of: venue, name: name, &list)
    VenueGeometryChecks.findDoubledIDs(of: venue, name: name, &list)
    VenueGeometryChecks.run(on: venue, name: name, isArchive: false, &list)
    list.add(LevelApart.findings(of: plans, in: venue, planned: outlinedByPlan, name: name))
    self.init(list)
  }

  private init(_ list: FindingList) {
    let groups = Dictionary(grouping: list.findings, by: \.rule)
    findings = VenueSeverity.allCases.flatMap { severity in
      VenueRule.allCases.filter { $0.severity == severity }.flatMap { groups[$0] ?? [] }
    }
    counts = list.counts
  }

  private static let coveredByIMDF: Set<VenueRule> = [
    .danglingLevel, .missingLevel, .duplicateID, .noPolygon, .noLine, .otherFeature,
    .untypedFeature, .venueCount,
  ]
}
