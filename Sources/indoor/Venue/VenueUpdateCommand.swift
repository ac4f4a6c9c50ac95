import ArgumentParser
import IndoorAuthoring

/// `indoor venue update VENUE.gpkg URL`
struct VenueUpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Bring a venue file to the version that a server has now.",
    discussion: """
      URL is the file's address at an indoor-server, as https://HOST/v1/venues/museum/file. Where the server knows the \
      version that is here, only the pages that differ are fetched, else the whole file. The file is the server's version \
      to the byte afterwards, or stays as it was; it stays where it has walks that the server's version hasn't, and where it is written to meanwhile. A token, \
      where the server takes one, is read from the environment's INDOOR_TOKEN.
      """)

  @Argument(help: "The venue file; made where it is missing.")
  var venue: String

  @Argument(help: "The file's address at the server.")
  var url: String

  func run() throws {
    let update = UpdateVenue(
      venue: venue, url: url, token: Surroundings.environment("INDOOR_TOKEN"))
    let result = try update.run(progress: ProgressDisplay.handler())
    try Console.result("\(venue): \(result.text) (version \(result.version.prefix(12)))")
  }
}
