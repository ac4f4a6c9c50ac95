import ArgumentParser

/// `indoor radiomap`: what is heard where.
struct RadioMapCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "radiomap",
    abstract: "Build a venue's radio map from its walks, and say how good it is.",
    subcommands: [
      RadioMapBuildCommand.self, RadioMapEvaluateCommand.self, RadioMapDiffCommand.self,
      RadioMapRollbackCommand.self, RadioMapForgetCommand.self,
    ])
}
