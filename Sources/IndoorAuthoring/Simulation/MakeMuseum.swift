import IndoorAlignment
import IndoorFiles
import IndoorRecordings
import IndoorSimulation
import IndoorVenues

/// Makes the sample museum that the project ships.
package enum MakeMuseum {
  /// Writes the venue's GeoJSON, the drawings and the anchors into a folder.
  ///
  /// - Returns: how many levels there are.
  package static func writePlans(
    to path: String, progress: @escaping ProgressHandler
  ) throws -> Int {
    let building = BuildingDescription.museum
    let folder = try OutputFolder(path)
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
      [folder.path("venue.geojson")] + files.flatMap { [$0.plan, $0.anchors] }, sparing: [],
      progress)
    try checkOwn([folder.path("venue.geojson")] + files.flatMap { [$0.plan, $0.anchors] })
    try OutputFile.write(
      GeoJSONVenueWriter.text(of: try building.venue()), to: folder.path("venue.geojson"))
    for ((sheet, level), file) in zip(drawings, files) {
      let anchors = sheet.anchors(of: level, in: building, seed: BuildingDescription.museumSeed)
      try OutputFile.write(sheet.pdf(of: level, in: building), to: file.plan)
      try OutputFile.write(AnchorFile.text(of: anchors), to: file.anchors)
    }
    return Sheet.museum.count
  }

  /// Checks that what is in the way was made here, which the venue's file beside it says.
  private static func checkOwn(_ paths: [String]) throws(AuthoringError) {
    let name = BuildingDescription.museum.name.utf8
    let isOwn = RecordingFiles.opening(of: paths[0])?.firstRange(of: name) != nil
    guard !isOwn,
      let other = paths.first(where: { RecordingFiles.opening(of: $0)?.isEmpty == false })
    else { return }
    throw .notOfTheSample(other)
  }

  /// Writes the recordings and their truth into a folder.
  ///
  /// - Returns: how many walks there are.
  package static func writeWalks(
    to path: String, progress: @escaping ProgressHandler
  ) throws -> Int {
    let world = try SimulatedWorld(
      venue: try BuildingDescription.museum.venue(), seed: BuildingDescription.museumSeed)
    let folder = try OutputFolder(path)
    let plans = WalkPlan.museumSurvey + WalkPlan.museumVisits
    try OutputPlaces.check(
      plans.flatMap { SimulatedWalkFiles.paths(of: $0, in: folder) }, sparing: [], progress)
    try SimulatedWalkFiles.check(plans, in: folder)
    SimulatedWalkFiles.tellEarlier(plans, in: folder, path, progress)
    try SimulatedWalkFiles.write(plans, in: world, to: folder, progress)
    return plans.count
  }
}

extension AuthoringError {
  fileprivate static func notOfTheSample(_ path: String) -> AuthoringError {
    AuthoringError(
      .otherRecording,
      "\(path): is there and was not made for the sample; move it elsewhere, or name another folder"
    )
  }
}
