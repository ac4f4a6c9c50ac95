import ArgumentParser
import Foundation
import IndoorJSON
import IndoorModel
import IndoorStorage
import IndoorVenues

/// `indoor venue check SOURCE|VENUE.gpkg`
struct VenueCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a venue's source, an IMDF archive or a venue file by rules with stable codes.",
    discussion: """
      Every finding has a severity (error, warning, info), a code and a sentence. Of each code the first few are told, and \
      how many there are. Ends with 1 where there is an error.

      Any venue: polygons that cross themselves, features whose level isn't there, units that reach out of their level or \
      overlap, openings on no unit's edge, unknown categories. An IMDF archive (a folder or a zip) also: manifest, ids, \
      feature types, required properties, references, geometry types, display points.
      """)

  @Argument(help: "A GeoJSON file, an IMDF archive (folder or zip) or a venue file.")
  var source: String

  @Option(
    help: ArgumentHelp(
      "How many findings of a code to tell, 5 without it and 1000 as JSON; 0 tells up to \(VenueCheck.most).",
      valueName: "n"))
  var limit: Int?

  @Flag(help: "Print the findings as JSON.")
  var json = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit can't be negative.") }
  }

  func run() throws {
    let check = try Self.check(source)
    let limit = limit.map { $0 == 0 ? .max : $0 } ?? (json ? 1000 : 5)
    try Console.result(
      json
        ? Self.json(check, limit: limit).text(pretty: true)
        : Self.text(check, of: source, limit: limit))
    if check.count(.error) > 0 { throw ExitCode(1) }
  }

  private static func check(_ path: String) throws -> VenueCheck {
    // `readData(ofLength:)` traps on a folder.
    let head = try? FileHandle(forReadingAtPath: path)?.read(upToCount: 15)
    guard head == Data("SQLite format 3".utf8) else { return try VenueCheck(source: path) }
    guard let venue = try VenueFile.open(path, readOnly: true).venue() else {
      throw CommandError.noVenue(path)
    }
    return VenueCheck(venue, name: path)
  }

  /// The first findings of each rule, with the rule's number of them.
  private static func groups(
    of check: VenueCheck, limit: Int
  ) -> [(rule: VenueRule, count: Int, findings: ArraySlice<VenueFinding>)] {
    let groups = Dictionary(grouping: check.findings, by: \.rule)
    return VenueSeverity.allCases.flatMap { severity in
      VenueRule.allCases.filter { $0.severity == severity }
    }.compactMap { rule in
      groups[rule].map { (rule, check.counts[rule] ?? $0.count, $0.prefix(limit)) }
    }
  }

  private static func text(_ check: VenueCheck, of path: String, limit: Int) -> String {
    var lines: [String] = []
    for (rule, count, findings) in groups(of: check, limit: limit) {
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

  private static func json(_ check: VenueCheck, limit: Int) -> JSONOutput {
    let groups = groups(of: check, limit: limit)
    return .object([
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
    ])
  }
}
