import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import IndoorSimulation
import TestWorlds
import Testing

/// Visits of the museum with the phone that surveyed it, and with one that reads everything
/// stronger or weaker.
@Suite(.enabled(if: !isDebug, "run with -c release, as make test does"))
struct RadioOffsetTests {
  /// The museum, surveyed with one phone alone.
  private static let map = Result {
    let museum = try SurveyedMuseum.shared.get()
    let plans = WalkPlan.museumSurvey.map { plan in
      var plan = plan
      plan.phone = 0
      return plan
    }
    return PositioningMap(
      venue: museum.venue,
      map: try SurveyedMuseum.map(of: plans, in: museum.world, venue: museum.venue))
  }

  private struct Visit {
    var offset: RadioOffset
    var score: WalkScore
  }

  private func visits(
    _ decibels: Double, _ parameters: Positioner.Parameters = .init()
  ) throws -> [Visit] {
    let museum = try SurveyedMuseum.shared.get()
    let map = try Self.map.get()
    return try WalkPlan.museumVisits.map { plan in
      var plan = plan
      plan.phone = 0
      plan.radioOffset = decibels
      let walk = try museum.world.walk(plan)
      var positioner = Positioner(map: map, parameters: parameters)
      let positions = positioner.positions(of: walk.recording.observations)
      let truth = walk.truth.map {
        SurveyWalk.PathPoint(
          time: $0.time, level: $0.level, place: museum.venue.frame.local(from: $0.coordinate))
      }
      return Visit(
        offset: positioner.learned.radioOffset,
        score: WalkScore(positions: positions, truth: truth, from: positions.first?.time))
    }
  }

  private func mean(_ visits: [Visit]) throws -> Double {
    try #require(ErrorStatistics(visits.flatMap { $0.score.errors.sorted }).mean)
  }

  @Test(arguments: [-8.0, -6, 0, 6, 8])
  func `what a phone reads more or less is learned to a decibel and a half`(decibels: Double)
    throws
  {
    for visit in try visits(decibels) {
      // Its prior of 4 dB, which holds it back, included.
      let held = decibels * visit.offset.accuracy * visit.offset.accuracy / 16
      #expect(abs(visit.offset.decibels - (decibels - held)) < 1.5)
      #expect(visit.offset.accuracy < 1.5)
    }
  }

  @Test(arguments: [-8.0, 8])
  func `a phone that reads otherwise is located to within a metre of the survey's own`(
    decibels: Double
  ) throws {
    let own = try mean(visits(0))
    #expect(try mean(visits(decibels)) < own + 1)
    var parameters = Positioner.Parameters()
    parameters.learnsRadioOffset = false
    parameters.learned.radioOffset = RadioOffset(decibels: decibels, accuracy: 0.5)
    #expect(try mean(visits(decibels, parameters)) < own + 1)
  }

  @Test
  func `what isn't learned stays what was said, and learned is as before where nothing is wrong`()
    throws
  {
    var parameters = Positioner.Parameters()
    parameters.learnsRadioOffset = false
    let unlearned = try visits(0, parameters)
    #expect(unlearned.allSatisfy { $0.offset == .unknown })
    // Nothing is corrected, so that not a bit of any position is another.
    #expect(try visits(0).map(\.score) == unlearned.map(\.score))
    parameters.learned.radioOffset = RadioOffset(decibels: .nan, accuracy: -1)
    #expect(try visits(0, parameters).map(\.score) == unlearned.map(\.score))
  }
}
