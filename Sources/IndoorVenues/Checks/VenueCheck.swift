import IndoorGeometry
public import IndoorModel

/// Checks a source or a venue by all rules that apply to it.
public struct VenueCheck: Sendable {
  /// What was found, errors first, each severity in the order of the rules.
  public let findings: [VenueFinding]

  /// How many findings have a severity.
  public func count(_ severity: VenueSeverity) -> Int {
    findings.count { $0.severity == severity }
  }

  /// Checks a GeoJSON file or an IMDF archive. Throws `VenueError` where it can't be read.
  public init(source path: String) throws(VenueError) {
    let source = try SourceFiles(path)
    var reading = VenueImport()
    reading.take(source, name: path)
    let (venue, read) = try reading.checked()
    var findings = read
    if source.isArchive {
      var checks = IMDFChecks(
        files: source.files.compactMap { type, collection in type.map { ($0, collection) } })
      checks.run(manifest: source.manifest, name: path)
      // The archive's own rules say these more fully.
      findings.removeAll { Self.coveredByIMDF.contains($0.rule) }
      findings += checks.findings
    }
    if let venue {
      // What reading has repaired is reported already.
      findings += VenueGeometryChecks.findings(of: venue, name: path, isArchive: source.isArchive)
    }
    self.findings = Self.sorted(findings)
  }

  /// Checks a venue of a venue file.
  public init(_ venue: Venue, name: String) {
    findings = Self.sorted(
      VenueGeometryChecks.invalidPolygons(of: venue, name: name)
        + VenueGeometryChecks.findings(of: venue, name: name, isArchive: false))
  }

  private static let coveredByIMDF: Set<VenueRule> = [
    .danglingLevel, .missingLevel, .duplicateID, .noPolygon, .noLine, .otherFeature,
    .untypedFeature,
  ]

  private static func sorted(_ findings: [VenueFinding]) -> [VenueFinding] {
    let groups = Dictionary(grouping: findings, by: \.rule)
    return VenueSeverity.allCases.flatMap { severity in
      VenueRule.allCases.filter { $0.severity == severity }.flatMap { groups[$0] ?? [] }
    }
  }
}
