import IndoorGeometry
package import IndoorModel
@_spi(Measuring) package import IndoorPositioning
package import IndoorSimulation
import IndoorSurveying

/// Visitors of a simulated venue, located on the map of a simulated survey; every seed has
/// transmitters, steel, weather, phones and walkers of its own.
package struct SimulatedTrial: Sendable {
  /// A visit: what its phone measured, and where it was twice a second.
  private struct Visit: Sendable {
    var observations: [Observation]
    var truth: [SurveyWalk.PathPoint]
  }

  /// What was said of one visit.
  package struct Located: Sendable {
    package var points: [WalkScore.Point]
    package var changes: [Change]
  }

  /// A change of level, with the seconds from when on the level was right and stayed so until the
  /// next change or, where that is later, for ten seconds; negative where it was said too soon,
  /// infinite where it was never right.
  package struct Change: Sendable {
    package var delay: Double
  }

  private var visits: [Visit] = []
  private let map: PositioningMap

  package init(venue: Venue, seed: UInt64, plans: (SimulatedWorld) -> [WalkPlan]) throws {
    let world = try SimulatedWorld(venue: venue, seed: seed)
    let placer = FingerprintPlacer(resolver: WaypointResolver(venue: venue))
    var survey: [SurveyWalk] = []
    for plan in plans(world) {
      let walk = try world.walk(plan)
      if plan.isSurvey {
        survey.append(placer.walk(of: walk.recording, hash: plan.id).walk)
      } else {
        visits.append(
          Visit(
            observations: walk.recording.observations,
            truth: walk.truth.map {
              SurveyWalk.PathPoint(time: $0.time, level: $0.level, place: $0.place)
            }))
      }
    }
    map = PositioningMap(venue: venue, map: try RadioMapBuilder.map(of: survey))
  }

  /// Locates every visit.
  package func locate(_ parameters: Positioner.Parameters) -> [Located] {
    visits.map { visit in
      var positioner = Positioner(map: map, parameters: parameters)
      let score = WalkScore(
        positions: positioner.positions(of: visit.observations), truth: visit.truth)
      let points = score.points.filter { $0.position != nil }
      return Located(points: points, changes: Self.changes(in: points))
    }
  }

  private static func changes(in points: [WalkScore.Point]) -> [Change] {
    let at = points.indices.dropFirst().filter {
      points[$0].truth.level != points[$0 - 1].truth.level
    }
    return at.enumerated().map { number, index in
      let next = number + 1 < at.count ? at[number + 1] : points.count
      let before = number > 0 ? at[number - 1] : 0
      let time = points[index].truth.time
      let level = points[index].truth.level
      // A lift goes through levels: what counts is that it was right before it changed again, or
      // soon after.
      var end = next
      while end > index, points[end - 1].position?.level != level { end -= 1 }
      guard end > index else { return Change(delay: .infinity) }
      var first = end - 1
      while first > before, points[first - 1].position?.level == level { first -= 1 }
      return Change(delay: points[first].truth.time.seconds(since: time))
    }
  }
}
