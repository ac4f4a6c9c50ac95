import ArgumentParser
import IndoorAuthoring

/// `indoor radiomap diff VENUE.gpkg FROM TO`
struct RadioMapDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Say what changed from one version of the radio map to another.")

  @Argument(help: "The venue file.")
  var venue: String

  @Argument(help: "The version to compare from.")
  var from: Int

  @Argument(help: "The version to compare to.")
  var to: Int

  @Flag(help: "Print the result as JSON.")
  var json = false

  func run() throws {
    let compared = try CompareRadioMaps(venue: venue, from: from, to: to).run()
    try Console.result(json ? compared.json : compared.text)
  }
}
