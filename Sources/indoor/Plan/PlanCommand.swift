import ArgumentParser

/// `indoor plan`: what one does with plans that are placed.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Tie placed plans to each other, and hand them to other programs.",
    subcommands: [PlanAlignLevelsCommand.self, PlanExportCommand.self])
}
