import IndoorGeometry
import IndoorJSON
public import IndoorModel
import IndoorRecordings
import IndoorReport
public import IndoorSurveying
import IndoorVenues

/// The findings of a survey's check, for people, machines and maps.
public struct SurveyCheckReport: Sendable {
  /// The findings.
  public let check: SurveyCheck
  /// The venue that was surveyed.
  public let venue: Venue
  let path: String
  /// Where was walked, level by level, in local metres.
  let paths: [LevelKey: [[LocalPoint]]]
  private let names: NearbyUnits
  private let titles: LevelTitles

  init(check: SurveyCheck, venue: Venue, path: String, paths: [LevelKey: [[LocalPoint]]] = [:]) {
    (self.check, self.venue, self.path, self.paths) = (check, venue, path, paths)
    names = NearbyUnits(venue)
    titles = LevelTitles(venue)
  }

  /// What people call a finding's place: `beside Gallery 3`; `nil` where nothing with a name is
  /// near.
  func placeName(of finding: SurveyFinding) -> String? {
    guard let place = finding.place, let level = finding.level else { return nil }
    return names.name(of: place, on: level)
  }

  /// Whether there is an error: scans that stand where they were not taken.
  public var hasErrors: Bool { check.count(.error) > 0 }

  private var frame: LocalFrame { venue.frame }

  // MARK: For people

  /// The findings by rule, errors first, so many of each at most.
  ///
  /// - Parameter remedy: what stands for a rule's remedy, given its code.
  package func text(
    limit: Int, remedy: (_ code: String, _ remedy: String) -> String = { $1 }
  ) -> String {
    var lines: [String] = []
    for rule in SurveyRule.allCases {
      let findings = check.findings.filter { $0.rule == rule }
      guard !findings.isEmpty else { continue }
      lines.append(
        "\(rule.severity.rawValue): \(rule.title): \(findings.count) [\(rule.rawValue)]")
      lines += findings.prefix(limit).map { "  " + line($0) }
      if findings.count > limit { lines.append("  … and \(findings.count - limit) more") }
      lines.append("  → \(remedy(rule.rawValue, rule.remedy))")
    }
    let stale =
      check.readings == 0
      ? ""
      : ", \(100 * check.staleReadings / check.readings)% of them older than \(SurveyCheck.staleSeconds) s"
    lines.append(
      "\(path): \(SurveySeverity.allCases.map { "\(Counted.text(check.count($0), $0.noun))" }.joined(separator: ", ")) "
        + "on \(Counted.text(check.walks, "walk")) with \(Counted.text(check.scans, "scan")) and "
        + "\(Counted.text(check.readings, "reading"))\(stale)")
    return lines.joined(separator: "\n")
  }

  private func line(_ finding: SurveyFinding) -> String {
    var parts: [String] = []
    if let level = finding.level { parts.append(titles.title(of: level)) }
    if let coordinate = coordinate(of: finding) {
      parts.append(
        "\(ShortNumber.fixed(coordinate.latitude, decimals: 6)),\(ShortNumber.fixed(coordinate.longitude, decimals: 6))"
      )
    }
    if let name = placeName(of: finding) { parts.append(name) }
    if let walk = finding.walk { parts.append(walk) }
    if finding.transmitters.count == 1 {
      parts.append(TransmitterName.text(finding.transmitters[0]))
    }
    let place = parts.joined(separator: "  ")
    return place.isEmpty ? finding.message : "\(place)  \(finding.message)"
  }

  private func coordinate(of finding: SurveyFinding) -> Coordinate? {
    finding.place.map { frame.coordinate(from: $0) }.flatMap { $0.isValid ? $0 : nil }
  }

  // MARK: For machines

  /// All findings as JSON.
  public var json: String { output.text(pretty: true) }

  private var output: JSONOutput {
    func count(_ value: Int) -> JSONOutput { .integer(Int64(value)) }
    return .object([
      ("errors", count(check.count(.error))), ("warnings", count(check.count(.warning))),
      ("infos", count(check.count(.info))), ("walks", count(check.walks)),
      ("scans", count(check.scans)), ("readings", count(check.readings)),
      ("staleReadings", count(check.staleReadings)),
      (
        "findings",
        .array(
          check.findings.map { finding in
            var members = properties(of: finding)
            if let coordinate = coordinate(of: finding) {
              members.append(("latitude", .number(coordinate.latitude)))
              members.append(("longitude", .number(coordinate.longitude)))
            }
            if !finding.transmitters.isEmpty {
              members.append(
                (
                  "transmitters",
                  .array(finding.transmitters.map { .string(TransmitterName.text($0)) })
                ))
            }
            return .object(members)
          })
      ),
    ])
  }

  private func properties(of finding: SurveyFinding) -> [(String, JSONOutput)] {
    var members: [(String, JSONOutput)] = [
      ("code", .string(finding.rule.rawValue)),
      ("severity", .string(finding.severity.rawValue)),
      ("message", .string(finding.message)), ("remedy", .string(finding.rule.remedy)),
    ]
    if let level = finding.level {
      members.append(("building", .string(level.building)))
      members.append(("level", .integer(Int64(level.ordinal))))
      if let known = venue.level(level) { members.append(("label", .string(known.label))) }
    }
    if let name = placeName(of: finding) { members.append(("place", .string(name))) }
    if let walk = finding.walk { members.append(("walk", .string(walk))) }
    if let hash = finding.hash { members.append(("hash", .string(hash))) }
    return members
  }

  // MARK: For maps

  /// A FeatureCollection in WGS 84 (RFC 7946): a Point, or a MultiPolygon of cells, for each
  /// finding that has a place.
  public var geoJSON: String {
    let features = check.findings.compactMap { finding -> JSONOutput? in
      let geometry: GeoJSONGeometry
      if !finding.area.isEmpty {
        geometry = .multiPolygon(
          finding.area.flatMap { frame.coordinates(from: $0).cutAtAntimeridian })
      } else if let coordinate = coordinate(of: finding) {
        geometry = .point(coordinate)
      } else {
        return nil
      }
      var members = properties(of: finding)
      if finding.transmitters.count == 1 {
        members.append(("transmitter", .string(TransmitterName.text(finding.transmitters[0]))))
      }
      return .object([
        ("type", .string("Feature")), ("properties", .object(members)),
        ("geometry", geometry.output),
      ])
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + features.map { $0.text() }.joined(separator: ",\n") + "\n]}\n"
  }
}

extension SurveySeverity {
  /// As in `3 errors`.
  fileprivate var noun: String { self == .info ? "note" : rawValue }
}
