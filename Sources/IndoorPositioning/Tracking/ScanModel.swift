import IndoorGeometry
import IndoorLibc

/// What scans are worth: how much one weighs the particles, and how many of them are drawn anew
/// from it.
struct ScanModel: Sendable {
  struct Parameters: Hashable, Sendable {
    /// Share of the particles drawn anew at each scan; more finds back faster and is less calm.
    var reset = 0.05
    /// The same for a device without motion sensors.
    var resetWithoutMotion = 0.25
    /// Share of the particles drawn anew where two scans on end say that all are wrong: a device
    /// that was carried off.
    var resetWhenLost = 0.95
    /// From how much surprise on (see `surprise`) particles may be wrong, and from how much on they
    /// surely are.
    var lostFrom = 3.0
    var lostAt = 4.0
    /// Weight of a particle drawn anew, in those of a mean one.
    var resetWeight = 0.25
    /// Outlier floor: density that every place has beside a scan's own, a square metre and level;
    /// more is more forgiving of a scan.
    var outlierFloor = 3e-5
    /// Exponent of the likelihood of a scan at once after another, one over its temperature: they
    /// hear much the same.
    var exponent = 0.4
    /// The same where no compass says which way the steps went.
    var exponentWithoutCompass = 0.8
    /// The same for a device without motion sensors: a scan is all there is.
    var exponentWithoutMotion = 1.5
    /// Seconds after the last scan from which a scan counts in full.
    var independence = 12.0
    /// Share of a scan's weight on the level that a device is taken to be on under which the scan
    /// says that it is another.
    var otherLevel = 0.5
    /// Density outdoors of a scan that is as unlike every row as `outdoorSimilarity`, and of one
    /// that is as like a row as `indoorSimilarity`: around buildings what is heard is weak and
    /// unlike what is heard inside.
    var outdoorDensity = 1e-3
    var outdoorSimilarity = 0.5
    var indoorDensity = 3e-5
    var indoorSimilarity = 0.9
    /// Part of its density on the ground's levels that a scan has outdoors besides: what is heard
    /// at a door is much the same on both of its sides.
    var beforeDoors = 0.15
  }

  /// What a scan comes on top of.
  struct Circumstances: Sendable {
    /// Seconds since the scan before.
    var elapsed = 0.0
    /// Whether steps told what happened since.
    var hasMotion = false
    /// Whether a compass said which way they went.
    var isAbsolute = false
    /// How far the scan counts where steps did tell, 0 to 1.
    var trust = 1.0
  }

  let parameters: Parameters
  /// How much less likely the last scan was for the particles than at its best place, as a natural
  /// logarithm.
  private(set) var surprise = 0.0
  /// How surely, 0 to 1, the last two scans say that all particles are wrong.
  private(set) var lost = 0.0

  init(parameters: Parameters) { self.parameters = parameters }

  /// There were no particles to surprise.
  mutating func restart() { (surprise, lost) = (0, 0) }

  /// Weighs the particles by a scan.
  ///
  /// - Parameters:
  ///   - outdoors: The index of the level that is none.
  ///   - grounds: The indices of the levels that doors lead to from there.
  mutating func weigh(
    _ particles: inout ParticleSet, by likelihood: ScanLikelihood, _ now: Circumstances,
    outdoors: Int32, grounds: [Int]
  ) {
    let p = parameters
    let share = min(1, max(0, now.elapsed / p.independence))
    // The less the steps tell of where the device went, the more a scan has to.
    let minimum =
      now.hasMotion
      ? (now.isAbsolute ? p.exponent : p.exponentWithoutCompass) : p.exponentWithoutMotion
    let exponent = Float(trust(now) * (minimum + (1 - minimum) * share))
    let floor = Float(p.outlierFloor)
    let (outdoorDensity, beforeDoors) = (outdoorDensity(of: likelihood), Float(p.beforeDoors))
    var evidence: Float = 0
    particles.update { four in
      let (x, y, levels) = (four.x, four.y, four.level)
      func density(_ lane: Int) -> Float {
        func onLevel(_ level: Int) -> Float {
          likelihood.density(x: x[lane], y: y[lane], level: level)
        }
        return levels[lane] == outdoors
          ? outdoorDensity + beforeDoors * grounds.reduce(0) { max($0, onLevel($1)) }
          : onLevel(Int(levels[lane]))
      }
      // Lane by lane by name: a loop over them would go through memory.
      let densities = SIMD4(density(0), density(1), density(2), density(3))
      // Outdoors no scan is a surprise.
      evidence.add(
        four.weight
          * densities.chosen(SIMD4(repeating: likelihood.peak), where: levels .== outdoors))
      let likely = densities + floor
      four.weight *= SIMD4(
        powf(likely[0], exponent), powf(likely[1], exponent), powf(likely[2], exponent),
        powf(likely[3], exponent))
    }
    let earlier = surprise
    surprise = Double(logf((likelihood.peak + floor) / (evidence + floor)))
    lost = min(1, max(0, (min(surprise, earlier) - p.lostFrom) / (p.lostAt - p.lostFrom)))
  }

  /// Density of a scan outdoors, between the two of the parameters by its likeness, as the
  /// logarithm goes.
  private func outdoorDensity(of likelihood: ScanLikelihood) -> Float {
    let p = parameters
    let way =
      (Double(likelihood.similarity) - p.outdoorSimilarity)
      / (p.indoorSimilarity - p.outdoorSimilarity)
    return Float(
      p.outdoorDensity * exp(log(p.indoorDensity / p.outdoorDensity) * min(1, max(0, way))))
  }

  /// Share of the particles, 0 to 1, that is drawn anew from the last scan.
  ///
  /// - Parameter isOtherLevel: whether it says that the device is on another level than it was
  ///   taken to be on.
  func reset(_ now: Circumstances, isOtherLevel: Bool) -> Double {
    let usual = now.hasMotion ? parameters.reset : parameters.resetWithoutMotion
    let share = usual + (parameters.resetWhenLost - usual) * lost
    // A scan that is little like any row may be wrong about the place; two on end that are another
    // level's aren't about the level.
    return share * (isOtherLevel ? max(trust(now), lost) : trust(now))
  }

  /// Weight of a particle drawn anew, in those of a mean one.
  var resetWeight: Double {
    parameters.resetWeight + (1 - parameters.resetWeight) * lost
  }

  /// Without steps there is nothing better than a scan, however unlikely it is.
  private func trust(_ now: Circumstances) -> Double { now.hasMotion ? now.trust : 1 }
}
