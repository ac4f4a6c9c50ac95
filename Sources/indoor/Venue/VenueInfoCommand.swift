import ArgumentParser
import IndoorAuthoring

/// `indoor venue info VENUE.gpkg`
struct VenueInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Say what a venue file holds: levels, units, plans, walks, radio map.")

  @Argument(help: "The venue file.")
  var venue: String

  @Flag(help: "Print it as JSON.")
  var json = false

  func run() throws {
    let found = try DescribeVenue(venue: venue).run()
    try Console.result(json ? found.json : found.text)
  }
}
