import ArgumentParser
import IndoorAuthoring

/// `indoor survey rename VENUE.gpkg WALK NAME`
struct SurveyRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Give a walk another name.",
    discussion:
      "A walk is named by its recording, where that is unique, or by the beginning of its hash.")

  @Argument(help: "The venue file.")
  var venue: String

  @Argument(help: "The walk.")
  var walk: String

  @Argument(help: "Its new name.")
  var name: String

  @Option(help: "Who does it, for the journal; without it the login's name.")
  var by: String?

  @Flag(help: "Print the walk as JSON.")
  var json = false

  func validate() throws {
    try Usage.check(name: name, of: "The new name")
    try Usage.check(name: by, of: "--by")
  }

  func run() throws {
    let done = try ChangeWalks(venue: venue, walks: [walk], change: .rename(name), by: by).run()
    try Console.result(json ? done.json : done.text)
  }
}
