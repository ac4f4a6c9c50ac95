import ArgumentParser
import IndoorAuthoring

/// `indoor plan remove VENUE.gpkg --level ORDINAL`
struct PlanRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take a level's placed plan out of a venue file; the level and its units stay.")

  @Argument(help: "The venue file.")
  var venue: String

  @Option(help: "The level's building by id or name, where the venue has several.")
  var building: String?

  @Option(parsing: .unconditional, help: "The level's ordinal: 0 is the ground floor, -1 below it.")
  var level: Int

  func run() throws {
    try Console.result(
      try RemovePlan(venue: venue, building: building, level: level).run())
  }
}
