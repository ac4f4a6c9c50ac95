import ArgumentParser
import IndoorAlignment
import IndoorFiles
import IndoorSimulation
import IndoorVenues

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
    let building = BuildingDescription.museum
    let venue = try building.venue()
    if let floorPlans {
      let folder = try OutputFolder(floorPlans)
      try OutputFile.write(GeoJSONVenueWriter.text(of: venue), to: folder.path("venue.geojson"))
      for sheet in Sheet.museum {
        guard let level = building.levels.first(where: { $0.ordinal == sheet.ordinal }) else {
          continue
        }
        let anchors = sheet.anchors(of: level, in: building, seed: BuildingDescription.museumSeed)
        try OutputFile.write(
          sheet.pdf(of: level, in: building), to: folder.path("level-\(level.label).pdf"))
        try OutputFile.write(
          AnchorFile.text(of: anchors), to: folder.path("level-\(level.label).anchors.geojson"))
      }
      try Console.result("\(floorPlans): \(Sheet.museum.count) levels")
    }
    if let surveys {
      let folder = try OutputFolder(surveys)
      let world = try SimulatedWorld(venue: venue, seed: BuildingDescription.museumSeed)
      let plans = WalkPlan.museumSurvey + WalkPlan.museumVisits
      try SimulatedWalkFiles.write(plans, in: world, to: folder)
      try Console.result("\(surveys): \(plans.count) walks")
    }
  }
}
