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
      let drawings = Sheet.museum.compactMap { sheet in
        building.levels.first { $0.ordinal == sheet.ordinal }.map { (sheet, $0) }
      }
      let files = drawings.map { sheet, level in
        (
          plan: folder.path("level-\(level.label).pdf"),
          anchors: folder.path("level-\(level.label).anchors.geojson")
        )
      }
      try OutputPlaces.check(
        [folder.path("venue.geojson")] + files.flatMap { [$0.plan, $0.anchors] }, sparing: [])
      try OutputFile.write(GeoJSONVenueWriter.text(of: venue), to: folder.path("venue.geojson"))
      for ((sheet, level), file) in zip(drawings, files) {
        let anchors = sheet.anchors(of: level, in: building, seed: BuildingDescription.museumSeed)
        try OutputFile.write(sheet.pdf(of: level, in: building), to: file.plan)
        try OutputFile.write(AnchorFile.text(of: anchors), to: file.anchors)
      }
      try Console.result("\(floorPlans): \(Sheet.museum.count) levels")
    }
    if let surveys {
      let folder = try OutputFolder(surveys)
      let world = try SimulatedWorld(venue: venue, seed: BuildingDescription.museumSeed)
      let plans = WalkPlan.museumSurvey + WalkPlan.museumVisits
      try OutputPlaces.check(
        plans.flatMap { SimulatedWalkFiles.paths(of: $0, in: folder) }, sparing: [])
      try SimulatedWalkFiles.write(plans, in: world, to: folder)
      try Console.result("\(surveys): \(plans.count) walks")
    }
  }
}
