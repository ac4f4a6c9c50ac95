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
  }

  /// Numbers of particles, by particle of a later generation; negative where one doesn't go back so
  /// far.
  private typealias Ancestry = ContiguousArray<Int32>

  /// The particles of a moment.
  private struct Generation: Sendable {
    var places: ContiguousArray<Place> = []
    /// What its particles were in the generation before.
    var past: Ancestry = []
    /// What those of the generation `turn` were in this one; of use up to there.
    var before: Ancestry = []
    var features = AccuracyFeatures()
  }

  /// Oldest first, from `first` on; those before it were let go.
  ///
  /// How far back a particle goes is known at once, however many moments that is: what those of
  /// `turn` were in the generations before it is found for all of these when `turn` moves on, and
  /// what the newest were in `turn` is kept up to date (a queue of two stacks).
  private var generations: [Generation] = []
  private var first = 0
  private var turn = 0
  /// Generations that were let go, whose room the next ones take.
  private var spare: [Generation] = []
  /// What the newest generation's particles were in `turn`, and room for the next such.
  private var since: Ancestry = []
  private var next: Ancestry = []
  /// The particles now, at their places of then.
  private var past: ParticleSet

  /// Makes room for so many particles at so many moments; it takes more where they come.
  init(capacity: Int, moments: Int, levels: Int) {
    past = ParticleSet(capacity: capacity, levels: levels)
    spare.reserveCapacity(moments)
    for _ in 0..<moments {
      var generation = Generation()
      generation.places.reserveCapacity(capacity)
      generation.past.reserveCapacity(capacity)
      generation.before.reserveCapacity(capacity)
      spare.append(generation)
    }
    generations.reserveCapacity(2 * moments)
    since.reserveCapacity(capacity)
    next.reserveCapacity(capacity)
  }

  /// Keeps where the particles are, and numbers them.
  mutating func append(_ particles: inout ParticleSet, features: AccuracyFeatures) {
    let isFirst = first == generations.count
    var generation = spare.popLast() ?? Generation()
    generation.features = features
    generation.places.removeAll(keepingCapacity: true)
    generation.past.removeAll(keepingCapacity: true)
    for number in 0..<particles.count {
      let particle = particles[number]
      generation.places.append(Place(x: particle.x, y: particle.y, level: particle.level))
      generation.past.append(isFirst ? -1 : particle.past)
    }
    particles.number()
    generations.append(generation)
    if isFirst { return turnBack() }
    Self.follow(generation.past, through: since, into: &next)
    swap(&since, &next)
  }

  /// Where the device was at the oldest moment, by what the particles say now, and lets go of it;
  /// `nil` where no particle goes back so far. Precondition: there is one.
  mutating func removeFirst(
    _ particles: ParticleSet, _ surveyed: SurveyedGround
  ) -> (estimate: ParticleSet.Estimate, features: AccuracyFeatures)? {
    defer { letGo() }
    if first > turn { turnBack() }
    past.removeAll()
    for number in 0..<particles.count {
      var particle = particles[number]
      guard particle.past >= 0, case let middle = since[Int(particle.past)], middle >= 0,
        case let ancestor = generations[first].before[Int(middle)], ancestor >= 0
      else { continue }
      let place = generations[first].places[Int(ancestor)]
      (particle.x, particle.y, particle.level) = (place.x, place.y, place.level)
      past.append(particle)
    }
    guard !past.isEmpty else { return nil }
    past.normalise()
    return past.estimate(surveyed).map { ($0, generations[first].features) }
  }

  /// Lets go of the oldest moment. Those that are left move up when they are the fewer, not each
  /// time: there may be thousands.
  private mutating func letGo() {
    spare.append(Generation())
    swap(&spare[spare.count - 1], &generations[first])
    first += 1
    guard 2 * first >= generations.count else { return }
    generations.removeFirst(first)
    (first, turn) = (0, turn - first)
  }

  /// Lets `turn` be the newest generation.
  private mutating func turnBack() {
    turn = generations.count - 1
    since.removeAll(keepingCapacity: true)
    since.append(contentsOf: 0..<Int32(clamping: generations[turn].places.count))
    generations[turn].before.removeAll(keepingCapacity: true)
    generations[turn].before.append(contentsOf: since)
    for index in (first..<turn).reversed() {
      Self.follow(
        generations[index + 1].before, through: generations[index + 1].past,
        into: &generations[index].before)
    }
  }

  /// What was a number's number.
  private static func follow(
    _ numbers: Ancestry, through past: Ancestry, into found: inout Ancestry
  ) {
    found.removeAll(keepingCapacity: true)
    for number in numbers { found.append(number < 0 ? -1 : past[Int(number)]) }
  }
}
