import IndoorModel
import IndoorPositioning
import IndoorSimulation
import Testing

struct FloorChangeTests {
  /// The changes of floor that a walk's barometer tells.
  static func changes(of walk: SimulatedWalk) -> [Climb] {
    var detector = LevelChangeDetector()
    return walk.recording.observations.compactMap { observation in
      guard case .pressure(let time, let value) = observation else { return nil }
      return detector.update(pressure: value, at: time)
    }
  }

  /// Levels that a walk was on, each as often as it came to it.
  static func levels(of walk: SimulatedWalk) -> [Int] {
    walk.truth.map(\.level.ordinal).reduce(into: []) { list, level in
      if list.last != level { list.append(level) }
    }
  }

  @Test func `the museum's stairs and lift are found in its barometer, and nothing else`() throws {
    let world = try SimulatedWorld(venue: BuildingDescription.museum.venue(), seed: 11)
    for plan in WalkPlan.museumVisits + WalkPlan.museumSurvey.suffix(2) {
      let walk = try world.walk(plan)
      let levels = Self.levels(of: walk)
      let changes = Self.changes(of: walk)
      let net = changes.reduce(0) { $0 + $1.height }
      // Directions agree, and so does where it ends: a ride past a level is one change of two
      // storeys.
      #expect(
        changes.isEmpty == (levels.count == 1), "\(plan.id): \(levels), \(changes.map(\.height))")
      let storeys = (levels.last ?? 0) - (levels.first ?? 0)
      #expect(
        (net / 4.5).rounded() == Double(storeys), "\(plan.id): \(levels), \(changes.map(\.height))")
    }
  }
}
