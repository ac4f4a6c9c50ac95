import IndoorAlignment
import IndoorKit
import IndoorRecordings
import IndoorSurveying

/// The Swift of the README, as it stands there; `ReadmeTests` compares the two line by line and
/// runs this.
enum ReadmeExamples {
  static func align(_ venueFile: VenueFile) throws {
    guard let venue = try venueFile.venue() else { return }
    let plan = try PlanFile(path: "FloorPlans/museum/level-G.pdf")
    let anchors = try AnchorFile.read("FloorPlans/museum/level-G.anchors.geojson")
    let alignment = try PlanAligner(page: plan.page, frame: venue.frame).align(anchors)
    print(alignment.rmseMetres ?? .nan, "m at the anchors;", alignment.warnings.count, "warnings")

    let placement = alignment.placement(on: LevelKey(ordinal: 0))
    let corner = venue.frame.coordinate(from: placement.local(from: PagePoint(x: 0, y: 0)))
    print("the page's origin lies at", corner.latitude, corner.longitude)
  }

  static func survey(_ venueFile: VenueFile) throws {
    guard let venue = try venueFile.venue() else { return }
    let placer = FingerprintPlacer(resolver: WaypointResolver(venue: venue))
    var stream = try RecordingStream("Surveys/museum")
    var walks: [SurveyWalk] = []
    while let read = try stream.next() {
      guard read.recording.id.hasPrefix("survey-") else { continue }
      walks.append(placer.walk(of: read.recording, hash: read.hash).walk)
    }
    try venueFile.append(walks)
    try venueFile.save(RadioMapBuilder.map(of: walks).withChosenMatching())
  }

  static func locate(
    _ path: String, _ observations: [Observation], show: (Position) -> Void
  ) throws {
    var positioner = try VenueFile.open(path, readOnly: true).positioner()
    for observation in observations {  // as the sensors deliver them
      if let position = positioner.update(observation) { show(position) }
    }
  }
}
