import IndoorGeometry
package import IndoorModel
package import IndoorPositioning
package import IndoorSimulation
import IndoorSurveying

/// Arrays of a debug build allocate where those of a release build don't.
package let isDebug: Bool = {
  #if DEBUG
    true
  #else
    false
  #endif
}()

/// The museum, its radio map and some visits, made once for all tests.
package struct SurveyedMuseum {
  package static let shared = Result { try SurveyedMuseum() }

  package let venue: Venue
  package let world: SimulatedWorld
  package let map: RadioMap
  package let visits: [Recording]

  package init() throws {
    venue = try BuildingDescription.museum.venue()
    let world = try SimulatedWorld(venue: venue, seed: 11)
    self.world = world
    map = try Self.map(of: WalkPlan.museumSurvey, in: world, venue: venue)
    visits = try WalkPlan.museumVisits.map { try world.walk($0).recording }
  }

  /// The radio map of survey walks.
  package static func map(
    of plans: [WalkPlan], in world: SimulatedWorld, venue: Venue
  ) throws -> RadioMap {
    let frame = venue.frame
    return try RadioMapBuilder.map(of: plans.map { survey(try world.walk($0), in: frame) })
  }

  /// A walk's scans, each where its walker truly was.
  private static func survey(_ walk: SimulatedWalk, in frame: LocalFrame) -> SurveyWalk {
    var truth = walk.truth[...]
    let fingerprints = walk.recording.observations.compactMap { observation -> Fingerprint? in
      guard case .scan(let scan) = observation else { return nil }
      while let next = truth.dropFirst().first, next.time <= scan.time { truth.removeFirst() }
      return truth.first.map {
        Fingerprint(
          recording: walk.recording.id, level: $0.level, place: frame.local(from: $0.coordinate),
          scan: scan)
      }
    }
    return SurveyWalk(
      hash: walk.recording.id, recording: walk.recording.id, path: [], fingerprints: fingerprints)
  }

  package var scans: [Scan] {
    visits.flatMap(\.observations).compactMap { if case .scan(let scan) = $0 { scan } else { nil } }
  }
}
