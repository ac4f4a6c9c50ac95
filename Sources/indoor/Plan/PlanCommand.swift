import ArgumentParser

/// `indoor plan`: what one does with plans that are placed.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "List placed plans, tie them to each other, and hand them to other programs.",
    subcommands: [
      PlanListCommand.self, PlanRemoveCommand.self, PlanAlignLevelsCommand.self,
      PlanExportCommand.self,
    ])
}
