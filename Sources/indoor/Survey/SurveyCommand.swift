import ArgumentParser

/// `indoor survey`: recorded walks.
struct SurveyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "survey",
    abstract: "Bring surveyed walks into a venue file, and say what is wrong with them.",
    subcommands: [SurveyImportCommand.self])
}
