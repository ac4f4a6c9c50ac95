import ArgumentParser
import IndoorAuthoring

/// `indoor guide check VENUE.gpkg`
struct GuideCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a venue file's guide by rules with stable codes.",
    discussion: """
      Every finding has a severity (error, warning, info), a code and a sentence. Ends with 1 where there is an error: \
      references to nothing, places that are none, levels that the venue doesn't have.
      """)

  /// Whom an app is for.
  enum Audience: String, ExpressibleByArgument, CaseIterable {
    case free, paid
  }

  @Argument(help: "The venue file.")
  var venue: String

  @Option(
    help: ArgumentHelp("A folder with the media's files, to be looked at too.", valueName: "folder")
  )
  var media: String?

  @Option(name: .customLong("for"), help: "Whether the app is free or costs.")
  var audience = Audience.free

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many findings of a code to tell, all as JSON; 0 tells all.", valueName: "n"))
  var limit = usualLimit

  private static let usualLimit = 5

  @Flag(help: "Print the findings as JSON.")
  var json = false

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit can't be negative.") }
    try Usage.check(idle: [
      ("--limit", json && ![0, Self.usualLimit].contains(limit), "text, as JSON has all")
    ])
  }

  func run() throws {
    var check = CheckGuide(venue: venue)
    check.media = media
    check.isPaid = audience == .paid
    let report = try check.run()
    try Console.result(json ? report.json : report.text(limit: limit == 0 ? .max : limit))
    if report.hasErrors { throw ExitCode(1) }
  }
}
