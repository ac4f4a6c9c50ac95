import IndoorJSON
public import IndoorVenues

/// The findings of a venue's check, for people and machines.
public struct VenueCheckReport: Sendable {
  /// The findings.
  public let check: VenueCheck
  let path: String

  /// Whether there is an error.
  public var hasErrors: Bool { check.count(.error) > 0 }

  /// How many findings of a rule a check keeps.
  package static var most: Int { VenueCheck.most }

  /// The first findings of each rule, with the rule's number of them.
  private func groups(
    limit: Int
  ) -> [(rule: VenueRule, count: Int, findings: ArraySlice<VenueFinding>)] {
    let groups = Dictionary(grouping: check.findings, by: \.rule)
    return VenueSeverity.allCases.flatMap { severity in
      VenueRule.allCases.filter { $0.severity == severity }
    }.compactMap { rule in
      groups[rule].map { (rule, check.counts[rule] ?? $0.count, $0.prefix(limit)) }
    }
  }

  /// So many findings of each rule, a line each, and their number.
  package func text(limit: Int) -> String {
    var lines: [String] = []
    for (rule, count, findings) in groups(limit: limit) {
      let severity = rule.severity.rawValue
      lines += findings.map { "\(severity): \($0.message) [\(rule.rawValue)]" }
      guard count > findings.count else { continue }
      lines.append(
        "\(severity): … and \(count - findings.count) more, \(count) in all [\(rule.rawValue)]")
    }
    let counts = VenueSeverity.allCases.map { severity in
      let count = check.count(severity)
      return "\(count) \(severity.rawValue)\(count == 1 || severity == .info ? "" : "s")"
    }
    return (lines + ["\(path): \(counts.joined(separator: ", "))"]).joined(separator: "\n")
  }

  /// So many findings of each rule as JSON, and how many there are.
  public func json(limit: Int = 1000) -> String {
    let groups = groups(limit: limit)
    return JSONOutput.object([
      ("errors", .integer(Int64(check.count(.error)))),
      ("warnings", .integer(Int64(check.count(.warning)))),
      (
        "codes",
        .array(
          groups.map { rule, count, _ in
            .object([
              ("code", .string(rule.rawValue)), ("severity", .string(rule.severity.rawValue)),
              ("count", .integer(Int64(count))),
            ])
          })
      ),
      (
        "findings",
        .array(
          groups.flatMap(\.findings).map { finding in
            .object([
              ("code", .string(finding.rule.rawValue)),
              ("severity", .string(finding.severity.rawValue)),
              ("message", .string(finding.message)),
            ])
          })
      ),
    ]).text(pretty: true)
  }
}
