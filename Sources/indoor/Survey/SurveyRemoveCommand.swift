import ArgumentParser
import IndoorAuthoring

/// `indoor survey remove VENUE.gpkg WALK...`
struct SurveyRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take walks out: they stay in the file, hidden.",
    discussion: """
      A walk is named by its recording, where that is unique, or by the beginning of its hash. A removed walk's survey points and fingerprints stay; "survey restore" brings it back. Imported again it stays \
      hidden, and a merge hides it in the other file. Radio maps change when the next is built.
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
    let done = try ChangeWalks(venue: venue, walks: walk, change: .remove, by: by).run()
    try Console.result(json ? done.json : done.text)
  }
}
