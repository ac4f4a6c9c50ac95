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
      Every finding has a severity (error, warning, info), a code and a sentence. Ends with 1 where there is an error.

      Any venue: polygons that cross themselves, features whose level isn't there, units that reach out of their level or \
      overlap, openings on no unit's edge, unknown categories. An IMDF archive (a folder or a zip) also: manifest, ids, \
      feature types, required properties, references, geometry types, display points.
      """)

  @Argument(help: "A GeoJSON file, an IMDF archive (folder or zip) or a venue file.")
  var source: String

  @Flag(help: "Print the findings as JSON.")
  var json = false

  func run() throws {
    let check = try Self.check(source)
    try Console.result(json ? Self.json(check).text(pretty: true) : Self.text(check, of: source))
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

  private static func text(_ check: VenueCheck, of path: String) -> String {
    let lines = check.findings.map {
      "\($0.severity.rawValue): \($0.message) [\($0.rule.rawValue)]"
    }
    let counts = VenueSeverity.allCases.map { severity in
      let count = check.count(severity)
      return "\(count) \(severity.rawValue)\(count == 1 || severity == .info ? "" : "s")"
    }
    return (lines + ["\(path): \(counts.joined(separator: ", "))"]).joined(separator: "\n")
  }

  private static func json(_ check: VenueCheck) -> JSONOutput {
    .object([
      ("errors", .integer(Int64(check.count(.error)))),
      ("warnings", .integer(Int64(check.count(.warning)))),
      (
        "findings",
        .array(
          check.findings.map { finding in
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
