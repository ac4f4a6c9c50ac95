import ArgumentParser
import IndoorAuthoring

/// `indoor guide`: works, numbers and tours over a venue.
struct GuideCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "guide",
    abstract: "Works, numbers and tours over a venue: import, check, list, search, dial, walk.",
    subcommands: [
      GuideImportCommand.self, GuideCheckCommand.self, GuideListCommand.self,
      GuideSearchCommand.self, GuideNumberCommand.self, GuideShowCommand.self,
      GuideTourCommand.self,
    ])
}

/// The venue file, the language and the form of an answer: what every question has.
struct GuideQuestionOptions: ParsableArguments {
  @Argument(help: "The venue file.")
  var venue: String

  @Option(
    help: ArgumentHelp("The language of titles and texts, as far as they are there: es, zh-Hant."))
  var language: String?

  @Flag(help: "Print it as JSON.")
  var json = false

  func validate() throws { try Usage.check(language: language) }

  /// Opens the guide, and prints what it answers.
  func ask(_ question: (AskGuide) throws -> GuideAnswer) throws {
    let answer = try question(AskGuide(venue: venue, language: language))
    try Console.result(json ? answer.json : answer.text)
  }
}

/// Which page of a list.
struct GuidePageOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: "How many rows to give at most; 0 gives all.")
  var limit = 25

  /// How many rows that is.
  var count: Int { limit == 0 ? .max : limit }

  @Option(help: ArgumentHelp("Where the page before ended, as its JSON says.", valueName: "cursor"))
  var after: String?

  func validate() throws {
    if limit < 0 { throw ValidationError("--limit can't be negative.") }
  }
}
