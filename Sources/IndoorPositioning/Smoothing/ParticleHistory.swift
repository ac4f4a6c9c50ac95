import IndoorGeometry
import IndoorModel

/// Where the particles of a filter, as they are now, were over the last seconds: each knows which
/// particle of the generation before it comes from, through all drawing anew, so that what scans
/// have said since then counts for the places of then (Kitagawa 1996,
/// doi:10.1080/10618600.1996.10474692, section 4).
struct ParticleHistory: Sendable {
  /// Where a particle was.
  private struct Place: Sendable {
    var x: Float
    var y: Float
    var level: Int32
    /// Its number in the generation before; negative where it was drawn anew since.
    var past: Int32
  }

  /// The particles of a moment.
  private struct Generation: Sendable {
    var places: ContiguousArray<Place> = []
    var features = AccuracyFeatures()
  }

  /// Oldest first, from `first` on, and those that are out of use before it, whose room is kept.
  private var generations: [Generation] = []
  private var first = 0
  /// The particles now, at their places of then.
  private var past: ParticleSet

  /// Makes room for so many particles at so many moments; it takes more where they come.
  init(capacity: Int, moments: Int, levels: Int) {
    past = ParticleSet(capacity: capacity, levels: levels)
    for _ in 0..<moments {
      var generation = Generation()
      generation.places.reserveCapacity(capacity)
      generations.append(generation)
    }
    first = moments
  }

  /// Keeps where the particles are, and numbers them.
  mutating func append(_ particles: inout ParticleSet, features: AccuracyFeatures) {
    // A generation that was let go gives its room to the next.
    var generation = first > 0 ? generations.removeFirst() : Generation()
    if first > 0 { first -= 1 }
    generation.features = features
    generation.places.removeAll(keepingCapacity: true)
    for number in 0..<particles.count {
      let particle = particles[number]
      generation.places.append(
        Place(x: particle.x, y: particle.y, level: particle.level, past: particle.past))
    }
    particles.number()
    generations.append(generation)
  }

  /// Where the device was at the oldest moment, by what the particles say now, and lets go of it;
  /// `nil` where no particle goes back so far. Precondition: there is one.
  mutating func removeFirst(
    _ particles: ParticleSet, _ surveyed: SurveyedGround
  ) -> (estimate: ParticleSet.Estimate, features: AccuracyFeatures)? {
    defer { first += 1 }
    past.removeAll()
    for number in 0..<particles.count {
      var particle = particles[number]
      var ancestor = particle.past
      for generation in generations[(first + 1)...].reversed() where ancestor >= 0 {
        ancestor = generation.places[Int(ancestor)].past
      }
      guard ancestor >= 0 else { continue }
      let place = generations[first].places[Int(ancestor)]
      (particle.x, particle.y, particle.level) = (place.x, place.y, place.level)
      past.append(particle)
    }
    guard !past.isEmpty else { return nil }
    past.normalise()
    return past.estimate(surveyed).map { ($0, generations[first].features) }
  }
}
