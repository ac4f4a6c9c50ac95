import Foundation
package import IndoorGeometry
package import IndoorModel
import IndoorPositioning
import IndoorRecordings
package import IndoorSurveying
import IndoorVenues

/// The sample museum's survey, read once: simulated walks through a building with doors, stairs and
/// a lift.
package struct MuseumSurvey {
  package let venue: Venue
  package let ground: SurveyGround
  package let walks: [SurveyWalk]

  package static let shared = Result { try MuseumSurvey() }

  private init() throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().path
    var source = VenueImport(name: "museum")
    try source.read("\(repository)/FloorPlans/museum/venue.geojson")
    let venue = try source.finish().venue
    let placer = FingerprintPlacer(resolver: WaypointResolver(venue: venue))
    var stream = try RecordingStream("\(repository)/Surveys/museum")
    var walks: [SurveyWalk] = []
    while let read = try stream.next() {
      guard read.recording.id.hasPrefix("survey-") else { continue }
      walks.append(placer.walk(of: read.recording, hash: read.hash).walk)
    }
    self.venue = venue
    self.walks = walks
    ground = Self.ground(of: venue)
  }

  package static func ground(of venue: Venue) -> SurveyGround {
    let frame = venue.frame
    return SurveyGround(
      levels: venue.levels.map { level in
        SurveyGround.LevelGround(
          key: level.key, label: level.label, outline: level.outline.map { frame.local(from: $0) },
          walkable: GroundArea(
            of: level, units: venue.units.filter { $0.level == level.key },
            openings: venue.openings.filter { $0.level == level.key }, frame: frame
          ).parts)
      })
  }

  /// How many findings each rule has of some walks.
  package static func counts(_ walks: [SurveyWalk], on ground: SurveyGround) throws -> [SurveyRule:
    Int]
  {
    Dictionary(grouping: try findings(walks, on: ground), by: \.rule).mapValues(\.count)
  }

  /// What a check of walks finds.
  package static func findings(_ walks: [SurveyWalk], on ground: SurveyGround) throws
    -> [SurveyFinding]
  {
    var survey = Survey(ground: ground)
    for walk in walks { survey.add(walk) }
    return try SurveyCheck(survey).findings
  }
}

extension [SurveyWalk] {
  /// Changes the walk of a name.
  package mutating func change(_ name: String, _ body: (inout SurveyWalk) -> Void) {
    for index in indices where self[index].recording == name { body(&self[index]) }
  }

  /// Adds a reading to every `step`-th scan of a walk that is near a place, or anywhere.
  package mutating func add(
    _ transmitter: Transmitter, _ rssi: Int8, to name: String, near place: LocalPoint? = nil
  ) {
    change(name) { walk in
      for index in walk.fingerprints.indices {
        let distance = place.map { walk.fingerprints[index].place.distance(to: $0) } ?? 0
        guard distance < 6, !walk.fingerprints[index].scan.readings.isEmpty else { continue }
        walk.fingerprints[index].scan.readings.append(
          Reading(transmitter: transmitter, rssi: rssi))
      }
    }
  }

  /// Moves walks to later days.
  package func later(days: Int64, where isLater: (SurveyWalk) -> Bool) -> [SurveyWalk] {
    map { walk in
      guard isLater(walk) else { return walk }
      let shift = days * 86_400_000_000
      var walk = walk
      for index in walk.path.indices { walk.path[index].time.microseconds += shift }
      for index in walk.fingerprints.indices {
        walk.fingerprints[index].scan.time.microseconds += shift
      }
      return walk
    }
  }
}
