import ArgumentParser
import IndoorAuthoring

/// `indoor survey restore VENUE.gpkg WALK...`
struct SurveyRestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring walks back that were removed.",
    discussion: """
      A walk is named by its recording, where that is unique, or by the beginning of its hash. The walks count again from the next "radiomap build" on.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Argument(help: "Walks.")
  var walk: [String]

  @Option(help: "Who does it, for the journal; without it the login's name.")
  var by: String?

  @Flag(help: "Print the walks as JSON.")
  var json = false

  func validate() throws {
    if walk.isEmpty { throw ValidationError("Name at least one walk.") }
    try Usage.check(name: by, of: "--by")
  }

  func run() throws {
    let done = try ChangeWalks(venue: venue, walks: walk, change: .restore, by: by).run()
    try Console.result(json ? done.json : done.text)
  }
}
