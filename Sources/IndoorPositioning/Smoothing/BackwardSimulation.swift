import IndoorGeometry
import IndoorLibc
import IndoorModel

/// Ways that a device may have gone, drawn backwards through a filter's particles: from each
/// moment's particle to one of the moment before, as often as its weight and the motion between the
/// two say.
///
/// Godsill, Doucet and West (2004), "Monte Carlo smoothing for nonlinear time series",
/// doi:10.1198/016214504000000151, algorithm 1. What walls say of a way is expensive, so that it is
/// asked of drawn ways alone, which are accepted or drawn again (Douc, Garivier, Moulines and
/// Olsson 2011, doi:10.1214/10-AAP735), a few times.
struct BackwardSimulation: Sendable {
  struct Parameters: Hashable, Sendable {
    /// How many ways are drawn.
    var count = 100
    /// What is added to the motion's standard deviation, in metres and in radians, as a thousand
    /// particles stand apart; more mixes ways that were none.
    var bandwidth = 0.5
    var offsetBandwidth = 0.1
    /// Standard deviation of a climb by the barometer, in metres, and as a part of it.
    var climbSigma = 0.7
    var climbNoise = 0.1
    /// Weight of a jump to any particle, in that of the nearest way from one of all: as filters
    /// draw particles anew.
    var jump = 1e-5
    /// How often a way that leads through walls is drawn again.
    var attempts = 8
  }

  let parameters: Parameters
  private let walk: WalkModel.Parameters
  private let ground: Ground
  private let climbs: Climbs
  private var random: RandomSource
  /// Where the ways are at the moment that they have come back to, and where they were at the one
  /// after it. Shape: ways.
  private var places: ContiguousArray<Particle> = []
  private var later: ContiguousArray<Particle> = []
  /// Weights of the particles of a moment, four at a time.
  private var weights: ContiguousArray<SIMD4<Float>> = []
  /// The ways at a moment between.
  private var between: ParticleSet

  init(parameters: Parameters, walk: WalkModel.Parameters, ground: Ground, seed: UInt64) {
    self.parameters = parameters
    self.walk = walk
    self.ground = ground
    climbs = Climbs(parameters: parameters, walk: walk, ground: ground)
    random = RandomSource(seed: seed ^ 0x5EED_BACC)
    between = ParticleSet(capacity: parameters.count, levels: ground.levels.layers)
    places.reserveCapacity(parameters.count)
    later.reserveCapacity(parameters.count)
  }

  /// Begins, or begins anew, at the last moment.
  mutating func begin(at moment: ParticleLog.Moment) {
    let particles = moment.particles
    let step = 1 / Float(parameters.count)
    var target = random.uniform() * step
    var (number, sum) = (0, particles[0].weight)
    places.removeAll(keepingCapacity: true)
    for _ in 0..<parameters.count {
      while sum < target, number < particles.count - 1 {
        number += 1
        sum += particles[number].weight
      }
      places.append(particles[number])
      target += step
    }
    later = places
  }

  /// Goes back to a moment from the one after it.
  mutating func goBack(to moment: ParticleLog.Moment, along leg: Leg) {
    swap(&places, &later)
    places.removeAll(keepingCapacity: true)
    let motion = Motion(leg, parameters)
    for way in later { places.append(drawn(from: moment, to: way, along: leg, motion)) }
  }

  /// The ways at a moment of the leg that was last gone back.
  mutating func ways(
    at time: Timestamp, from start: Timestamp, to end: Timestamp, along leg: Leg
  ) -> ParticleSet {
    let (way, share) = leg.way(until: time, from: start, to: end)
    between.removeAll()
    for (a, b) in zip(places, later) {
      let place = b.passed(way, share: share, of: leg.way, from: a)
      var particle = share < 0.5 ? a : b
      (particle.x, particle.y) = (place.x, place.y)
      particle.weight = 1 / Float(places.count)
      between.append(particle)
    }
    return between
  }

  /// The ways at the moment that they have come back to.
  mutating func ways() -> ParticleSet {
    between.removeAll()
    for var particle in places {
      particle.weight = 1 / Float(places.count)
      between.append(particle)
    }
    return between
  }

  /// What the motion of a leg says of how far two particles are apart.
  private struct Motion {
    /// Halves of one over the variances of place, in m², and of heading offset, in radians².
    let perSquare: Float
    let perOffset: Float
    /// Where a heading offset is expected after it.
    let offsetDecay: Float
    let offsetMean: Float

    init(_ leg: Leg, _ parameters: Parameters) {
      let bandwidth = parameters.bandwidth * parameters.bandwidth
      perSquare = Float(0.5 / (leg.variance + bandwidth))
      let offset = leg.offsetVariance + parameters.offsetBandwidth * parameters.offsetBandwidth
      perOffset = leg.losesOffset ? 0 : Float(0.5 / offset)
      offsetDecay = Float(leg.offsetDecay)
      offsetMean = Float(leg.offsetMean)
    }
  }

  /// Exponents of the motion's density beyond which a particle is too far off to have led there.
  private static let negligible: Float = 12

  /// One of a moment's particles that led to a way's next one.
  private mutating func drawn(
    from moment: ParticleLog.Moment, to next: Particle, along leg: Leg, _ motion: Motion
  ) -> Particle {
    let sum = weigh(moment, leadingTo: next, along: leg, motion)
    let jump = Float(parameters.jump)
    guard random.uniform() * (sum + jump) >= jump else { return jumped(from: moment) }
    var chosen = next
    for _ in 0..<parameters.attempts {
      chosen = moment.particles[number(at: random.uniform() * sum)]
      let walls = ground.hasWalls ? blockedSteps(from: chosen, to: next, along: leg) : 0
      guard walls > 0 else { break }
      if random.uniform() < powf(Float(walk.blocked), Float(walls)) { break }
    }
    return chosen
  }

  /// Weighs a moment's particles by how likely each led to a particle of the next one; the sum of
  /// the weights.
  private mutating func weigh(
    _ moment: ParticleLog.Moment, leadingTo next: Particle, along leg: Leg, _ motion: Motion
  ) -> Float {
    // Taken out, so that nothing else of this is held while they are written.
    var weights = ContiguousArray<SIMD4<Float>>()
    swap(&weights, &self.weights)
    defer { swap(&weights, &self.weights) }
    let climbs = climbs
    return moment.particles.withFours { fours in
      if weights.count != fours.count {
        weights = ContiguousArray(repeating: SIMD4(), count: fours.count)
      }
      return weights.withUnsafeMutableBufferPointer {
        Self.weigh(
          fours, leadingTo: next, along: leg, motion, climbs, levelHeight: moment.levelHeight,
          into: $0)
      }
    }
  }

  /// The same, in a loop that calls nothing where all are on one level: this is nearly all that a
  /// track takes.
  private static func weigh(
    _ fours: UnsafeBufferPointer<FourParticles>, leadingTo next: Particle, along leg: Leg,
    _ motion: Motion, _ climbs: Climbs, levelHeight: Double,
    into weights: UnsafeMutableBufferPointer<SIMD4<Float>>
  ) -> Float {
    guard let first = fours.baseAddress, let written = weights.baseAddress else { return 0 }
    let moved = next.moved(leg.way)
    let (x, y) = (next.x - moved.x, next.y - moved.y)
    let isLevel = leg.climbed == nil
    var sum: Float = 0
    for index in 0..<min(fours.count, weights.count) {
      let four = first + index
      let (dx, dy) = (four.pointee.x - x, four.pointee.y - y)
      var exponents = (dx * dx + dy * dy) * motion.perSquare
      guard (exponents .< negligible).isSetSomewhere else {
        written[index] = SIMD4()
        continue
      }
      if motion.perOffset > 0 {
        let expected =
          motion.offsetMean + (four.pointee.offset - motion.offsetMean) * motion.offsetDecay
        let turn = next.offset - expected
        exponents += turn * turn * motion.perOffset
      }
      let isBeyond = exponents .> negligible
      // What is beyond would be no number there, or one so small that processors take long.
      exponents = exponents.chosen(SIMD4(repeating: negligible), where: isBeyond)
      var weight = ((-exponents).exponential * four.pointee.weight).chosen(
        SIMD4(), where: isBeyond)
      if !isLevel || (four.pointee.level .!= next.level).isSetSomewhere {
        weight *= climbs.likely(
          from: four, where: weight, to: next, along: leg, levelHeight: levelHeight)
      }
      written[index] = weight
      sum += weight.sum()
    }
    return sum
  }

  /// The particle at a part of the weights' sum.
  private func number(at target: Float) -> Int {
    var left = target
    return weights.withUnsafeBufferPointer { weights in
      for (index, four) in weights.enumerated() {
        // What is left never falls below zero, so that none is found that has no weight.
        for lane in 0..<4 {
          if left < four[lane] { return 4 * index + lane }
          left -= four[lane]
        }
      }
      return (0..<4 * weights.count).last { weights[$0 >> 2][$0 & 3] > 0 } ?? 0
    }
  }

  /// Any particle of a moment.
  private mutating func jumped(from moment: ParticleLog.Moment) -> Particle {
    var left = random.uniform()
    for number in 0..<moment.particles.count {
      left -= moment.particles[number].weight
      if left < 0 { return moment.particles[number] }
    }
    return moment.particles[moment.particles.count - 1]
  }

  /// Steps of a way that lead into walls, but for the last one's end.
  private func blockedSteps(from particle: Particle, to next: Particle, along leg: Leg) -> Int {
    var blocked = 0
    let count = Float(leg.points.count)
    for (number, point) in leg.points.dropLast().enumerated() {
      let place = next.passed(
        point.way, share: Float(number + 1) / count, of: leg.way, from: particle)
      let kind = ground.walkable.kind(x: place.x, y: place.y, level: Int(next.level))
      if kind == GroundGrid.Cell.blocked.rawValue { blocked += 1 }
    }
    return blocked
  }
}

extension Particle {
  /// Where a way by the motion sensors leads a particle, in metres.
  fileprivate func moved(_ way: SIMD2<Float>) -> SIMD2<Float> {
    let (sine, cosine) = (sinf(offset), cosf(offset))
    return scale
      * SIMD2(way.x * cosine + way.y * sine, way.y * cosine - way.x * sine)
  }

  /// Where this particle was after a part of the whole way from another, so that it ends where it
  /// is: what the steps leave open comes about evenly.
  fileprivate func passed(
    _ way: SIMD2<Float>, share: Float, of whole: SIMD2<Float>, from start: Particle
  ) -> SIMD2<Float> {
    let origin = SIMD2(start.x, start.y)
    return origin + moved(way) + share * (SIMD2(x, y) - origin - moved(whole))
  }
}
