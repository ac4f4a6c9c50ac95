import ArgumentParser
import IndoorAuthoring

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
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many findings of a code to tell, 5 without it and 1000 as JSON; 0 tells up to \(VenueCheckReport.most).",
      valueName: "n"))
  var limit: Int?

  @Flag(help: "Print the findings as JSON.")
  var json = false

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit can't be negative.") }
  }

  func run() throws {
    let report = try CheckVenue(source: source).run(progress: ProgressDisplay.handler())
    let limit = limit.map { $0 == 0 ? .max : $0 } ?? (json ? 1000 : 5)
    try Console.result(json ? report.json(limit: limit) : report.text(limit: limit))
    if report.hasErrors { throw ExitCode(1) }
  }
}
