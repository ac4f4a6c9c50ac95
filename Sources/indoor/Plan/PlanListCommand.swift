import ArgumentParser
import IndoorAuthoring

/// `indoor plan list VENUE.gpkg`
struct PlanListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List a venue file's placed plans, and how well they lie.")

  @Argument(help: "The venue file.")
  var venue: String

  @Flag(help: "Print the list as JSON.")
  var json = false

  func run() throws {
    let found = try ListPlans(venue: venue).run()
    try Console.result(json ? found.json : found.text)
  }
}
