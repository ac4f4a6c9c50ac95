import IndoorModel

/// What is wrong with a survey, and what is good to know of it: findings of rules with stable
/// codes, worst first.
public struct SurveyCheck: Sendable {
  /// The findings, by rule in the rules' order, and the heaviest of each rule first.
  public let findings: [SurveyFinding]
  /// How many walks were checked.
  public let walks: Int
  /// How many scans they have.
  public let scans: Int
  /// How many readings those have.
  public let readings: Int
  /// How many of the readings are so old that they tell more of the way than of the place.
  public let staleReadings: Int
  /// How old that is, in seconds, as text.
  package static let staleSeconds = Figures.fixed(Double(WalkChecks.stale) / 1000)

  /// Checks a survey.
  ///
  /// - Throws: `.tooManyLevels`.
  public init(_ survey: Survey) throws(SurveyError) {
    let map = try survey.heardMap()
    let places = PlaceIndex(map)
    var findings = survey.findings
    findings += LevelChecks.findings(of: survey, map: map, places: places)
    let grid = CoverageGrid(survey, places)
    findings += GalleryChecks.findings(of: survey, map: map, places: places, grid: grid)
    findings += CoverageChecks.findings(of: survey, grid: grid)
    findings += DeviceChecks(survey, map).findings()
    findings += PlaceholderAddresses.findings(of: map)
    findings += TransmitterChecks(survey, map, places).findings()
    findings += Self.virtualTransmitters(of: map)
    if let copies = survey.tableRows.finding { findings.append(copies) }
    // Each walk would say it of each of its levels.
    if survey.ground.levels.isEmpty, !map.levels.isEmpty {
      findings.append(
        SurveyFinding(
          rule: .unknownLevel,
          message:
            "the venue has no level at all, and the walks are on \(map.levels.count) of them"))
    }
    self.findings = Self.sorted(findings)
    walks = survey.walks.count
    scans = survey.scanCount
    readings = survey.readingCount
    staleReadings = survey.staleReadings
  }

  /// How many findings of a severity there are.
  public func count(_ severity: SurveySeverity) -> Int {
    findings.count { $0.severity == severity }
  }

  private static func virtualTransmitters(of map: RadioMap) -> [SurveyFinding] {
    let groups = VirtualTransmitters.groups(of: map)
    guard let largest = groups.first else { return [] }
    let names = groups.reduce(0) { $0 + $1.count }
    return [
      SurveyFinding(
        rule: .virtualTransmitters,
        message:
          "\(names) of \(map.transmitters.count) transmitters are \(groups.count) radios with up to \(largest.count) names each",
        transmitters: groups.flatMap { $0 }, weight: Double(names))
    ]
  }

  private static func sorted(_ findings: [SurveyFinding]) -> [SurveyFinding] {
    let groups = Dictionary(grouping: findings, by: \.rule)
    return SurveyRule.allCases.flatMap { rule in
      // The order of arrival decides between equals, so that equal surveys read the same.
      (groups[rule] ?? []).enumerated().sorted {
        ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
      }.map(\.element)
    }
  }
}
