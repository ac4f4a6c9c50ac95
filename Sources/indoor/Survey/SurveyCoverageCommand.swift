import ArgumentParser
import IndoorFiles
import IndoorJSON
import IndoorModel
import IndoorReport
import IndoorStorage
import IndoorSurveying

/// `indoor survey coverage VENUE.gpkg`
struct SurveyCoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Draw what was surveyed, how good positions will be there, and where to walk next.",
    discussion: """
      For each level: the share of its walkable ground within 6 m of a scan, the radius that is expected to hold 68% of \
      the errors of single scans, and a walk through what is worst covered.

      The radius is learned from this survey: each walk is located by the map of all others, and how far off its scans \
      are goes with how far and how many the reference points around are. What is walkable comes from the venue's \
      outlines, units and openings; without them only what was surveyed is drawn.

      --output writes coverage.html, a picture of each level (level-ORDINAL.svg), cells.geojson and next-walks.geojson.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Option(help: "A folder for the page, the pictures and the GeoJSON; made where it is missing.")
  var output: String?

  @Option(help: "Write the page alone into this file.")
  var report: String?

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    try OutputPlaces.check([report], sparing: [venue])
    let file = try VenueFile.open(venue, readOnly: true)
    let (survey, venue) = try StoredSurvey.read(file, keepingReadings: false)
    var (map, _) = try SurveyedMap.build(of: file)
    if let stored = try file.radioMapMatching() { map.matching = stored }
    let result = CoverageResult(
      coverage: SurveyCoverage(survey, map: map), survey: survey, venue: venue, path: self.venue)
    if let report { try result.report.page.write(to: report) }
    if let output { try write(result, to: output) }
    try Console.result(json ? result.json.text(pretty: true) : result.text)
  }

  private func write(_ result: CoverageResult, to output: String) throws {
    let folder = try OutputFolder(output)
    let files: [(name: String, text: String)] = [
      ("coverage.html", result.report.page.html), ("cells.geojson", result.cells),
      ("next-walks.geojson", result.nextWalks),
    ]
    try folder.write(files + result.pictures, sparing: [venue])
  }
}
