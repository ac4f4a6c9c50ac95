import ArgumentParser
import IndoorAuthoring

/// `indoor make-museum`: remakes the sample museum that the project ships.
struct MakeMuseumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make-museum",
    abstract: "Make the sample museum's floor plans and simulated recordings anew.",
    shouldDisplay: false)

  @Option(help: "Where the venue's GeoJSON, the drawings and the anchors go.")
  var floorPlans: String?

  @Option(help: "Where the recordings and their truth go.")
  var surveys: String?

  func run() throws {
    let progress = ProgressDisplay.handler()
    if let floorPlans {
      let levels = try MakeMuseum.writePlans(to: floorPlans, progress: progress)
      try Console.result("\(floorPlans): \(levels) levels")
    }
    if let surveys {
      let walks = try MakeMuseum.writeWalks(to: surveys, progress: progress)
      try Console.result("\(surveys): \(walks) walks")
    }
  }
}
