import ArgumentParser
import IndoorModel
import IndoorStorage
import IndoorVenues

/// `indoor venue export VENUE.gpkg --as geojson --output PATH`
struct VenueExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a venue's levels, units and openings as a file for other programs.",
    discussion: """
      geojson: one FeatureCollection, a feature a line, that "venue import" reads back as the same venue.
      """)

  /// What can be written.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case geojson
  }

  @Argument(help: "The venue file.")
  var venue: String

  @Option(name: .customLong("as"), help: "What to write.")
  var format: Format

  @Option(help: "Where to write it.")
  var output: String

  func run() throws {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let content = try file.venue() else { throw CommandError.noVenue(venue) }
    try OutputFile.write(GeoJSONVenueWriter.text(of: content), to: output)
    print("\(output): \(VenueSummary(content).text)")
  }
}
