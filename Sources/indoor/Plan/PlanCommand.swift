import ArgumentParser

/// `indoor plan`: what one does with plans that are placed.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Hand placed plans to other programs.",
    subcommands: [PlanExportCommand.self])
}
