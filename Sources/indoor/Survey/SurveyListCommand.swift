import ArgumentParser
import IndoorAuthoring

/// `indoor survey list VENUE.gpkg`
struct SurveyListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List a venue file's walks.",
    discussion: """
      A line a walk: what names it, the recording, phone and surveyor, when it began, how many of its scans have a place, \
      and on which levels. --removed lists walks that were removed too, with who did it and when.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Flag(help: "List walks that were removed, too.")
  var removed = false

  @Flag(help: "Print the walks as JSON.")
  var json = false

  func run() throws {
    let list = try ListWalks(venue: venue, isWithRemoved: removed).run()
    try Console.result(json ? list.json : list.text)
  }
}
