import ArgumentParser
import IndoorAuthoring

/// `indoor survey check VENUE.gpkg`
struct SurveyCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Say what is wrong with a venue's survey, by rules with stable codes.",
    discussion: """
      Findings are grouped by rule, errors first, the worst of each rule on top; each rule says what to do. An error puts \
      scans where they were not taken, a warning makes positions worse, an info is good to know. --json and --output \
      have all findings with their places, --report draws them on the levels' maps. Ends with 1 where there is an error.

      What the rules look for and why their thresholds are what they are: docs/surveys.md.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Option(
    name: [.long, .customLong("geojson")],
    help: "Write the findings that have a place as GeoJSON, for QGIS and other maps.")
  var output: String?

  @Option(help: "Write a page with the findings on maps, and what to do, into this file.")
  var report: String?

  @Option(parsing: .unconditional, help: "How many findings of a rule to print; 0 prints all.")
  var limit = usualLimit

  private static let usualLimit = 5

  @Flag(help: "Print the findings as JSON.")
  var json = false

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit can't be negative.") }
    try Usage.check(idle: [
      ("--limit", json && ![0, Self.usualLimit].contains(limit), "text, as JSON has all")
    ])
  }

  func run() throws {
    let report = try CheckSurvey(venue: venue, output: output, report: report)
      .run(progress: ProgressDisplay.handler())
    try Console.result(
      json
        ? report.json
        : report.text(
          limit: limit == 0 ? .max : limit,
          remedy: { CommandWords.spelled($1, of: "SurveyRule", $0) }))
    if report.hasErrors { throw ExitCode(1) }
  }
}
