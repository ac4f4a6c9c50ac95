import ArgumentParser
import IndoorAuthoring

/// `indoor guide search VENUE.gpkg TEXT`
struct GuideSearchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Find items by the beginnings of words: codes first, then titles, then all else.")

  @OptionGroup var question: GuideQuestionOptions

  @Argument(help: "What is looked for.")
  var text: [String]

  @OptionGroup var page: GuidePageOptions

  func run() throws {
    try question.ask {
      try $0.search(text.joined(separator: " "), limit: page.count, after: page.after)
    }
  }
}

/// `indoor guide number VENUE.gpkg 109`
struct GuideNumberCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "number",
    abstract:
      "Dial a number, or read a QR code's text: tours first, then items, and what they play.")

  @OptionGroup var question: GuideQuestionOptions

  @Argument(help: "The number.")
  var number: String

  func run() throws { try question.ask { $0.number(number) } }
}

/// `indoor guide show VENUE.gpkg ITEM`
struct GuideShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Say all that is said of an item, and what it shows.")

  @OptionGroup var question: GuideQuestionOptions

  @Argument(help: "The item's key; where several collections have it, as museum/1.")
  var item: String

  func run() throws { try question.ask { try $0.item(item) } }
}

/// `indoor guide tour VENUE.gpkg TOUR`
struct GuideTourCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tour", abstract: "Say a tour's stops in order, where they are and how far.")

  @OptionGroup var question: GuideQuestionOptions

  @Argument(help: "The tour's key; where several collections have it, as museum/1.")
  var tour: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where one is; N is the level's ordinal.", valueName: "lat,lon[,n]"))
  var from: String?

  func validate() throws {
    if let from, GuideWords.position(from) == nil {
      throw ValidationError(
        "--from is written LAT,LON or LAT,LON,N, with decimal points: 48.86,2.33.")
    }
  }

  func run() throws { try question.ask { try $0.tour(tour, from: from) } }
}
