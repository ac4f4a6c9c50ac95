import ArgumentParser

/// `indoor survey`: recorded walks.
struct SurveyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "survey",
    abstract: "Bring surveyed walks into a venue file.",
    subcommands: [SurveyImportCommand.self])
}
