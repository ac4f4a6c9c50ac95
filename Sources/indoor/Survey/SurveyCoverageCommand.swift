import ArgumentParser
import IndoorAuthoring

/// `indoor survey coverage VENUE.gpkg`
struct SurveyCoverageCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "coverage",
    abstract: "Draw what was surveyed, how good positions will be there, and where to walk next.",
    discussion: """
      For each level: the share of its walkable ground that is covered, the radius that is expected to hold 68% of the \
      errors of single scans, and a walk through what is worst covered. Ground is covered where four scans within 6 m \
      count: a scan doesn't where other walks came within 5 m of it and none of them heard the like there.

      The radius is learned from this survey: each walk is located by the map of all others, and how far off its scans \
      are goes with how far and how many the reference points around are. What is walkable comes from the venue's \
      outlines, units and openings; without them only what was surveyed is drawn.

      --output writes coverage.html, a picture of each level (level-ORDINAL.svg), cells.geojson, and the walks to take, \
      numbered: next-walks.html to print, next-walks.gpx for a phone, next-walks.geojson for a map.
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
    let coverage = try MeasureCoverage(venue: venue, output: output, report: report)
      .run(progress: ProgressDisplay.handler())
    try Console.result(json ? coverage.json : coverage.text)
  }
}
