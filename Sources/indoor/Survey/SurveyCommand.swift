import ArgumentParser

/// `indoor survey`: recorded walks.
struct SurveyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "survey",
    abstract: "Bring surveyed walks into a venue file, and say what is wrong and what is missing.",
    subcommands: [
      SurveyImportCommand.self, SurveyCheckCommand.self, SurveyCoverageCommand.self,
      SurveyListCommand.self, SurveyShowCommand.self, SurveyRemoveCommand.self,
      SurveyRestoreCommand.self, SurveyRenameCommand.self,
    ])
}
