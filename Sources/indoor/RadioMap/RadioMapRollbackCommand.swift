import ArgumentParser
import IndoorAuthoring

/// `indoor radiomap rollback VENUE.gpkg VERSION`
struct RadioMapRollbackCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Make an earlier version of the radio map the newest one again.",
    discussion: "The version comes back under a new number, and the versions since then stay.")

  @Argument(help: "The venue file.")
  var venue: String

  @Argument(help: "The version's number, as \"radiomap build\" printed it.")
  var version: Int

  func run() throws {
    let number = try RollBackRadioMap(venue: venue, version: version).run()
    try Console.result("\(venue): version \(number) of the radio map is version \(version) again")
  }
}
