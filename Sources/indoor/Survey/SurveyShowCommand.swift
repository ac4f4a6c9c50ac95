import ArgumentParser
import IndoorAuthoring

/// `indoor survey show VENUE.gpkg WALK...`
struct SurveyShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show walks, and what was done to them since their import.",
    discussion:
      "A walk is named by its recording, where that is unique, or by the beginning of its hash.")

  @Argument(help: "The venue file.")
  var venue: String

  @Argument(help: "Walks.")
  var walk: [String]

  @Flag(help: "Print the walks as JSON.")
  var json = false

  func validate() throws {
    if walk.isEmpty { throw ValidationError("Name at least one walk.") }
  }

  func run() throws {
    let list = try ShowWalks(venue: venue, walks: walk).run()
    try Console.result(json ? list.json : list.text)
  }
}
