import ArgumentParser

/// `indoor venue`: what becomes of a venue's geometry.
struct VenueCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "venue",
    abstract:
      "Read a venue's levels, units and openings, write them out again, and keep them up to date.",
    subcommands: [
      VenueImportCommand.self, VenueInfoCommand.self, VenueCheckCommand.self,
      VenueExportCommand.self,
      VenueAtCommand.self, VenueUpdateCommand.self,
    ])
}
