import IndoorGeometry
import IndoorLibc
import IndoorModel

/// How likely legs led from level to level. A class, so that it is handed on as it is: all that it
/// knows of the ground would be counted for each four particles.
final class Climbs: Sendable {
  private let parameters: BackwardSimulation.Parameters
  private let walk: WalkModel.Parameters
  private let ground: Ground

  init(parameters: BackwardSimulation.Parameters, walk: WalkModel.Parameters, ground: Ground) {
    (self.parameters, self.walk, self.ground) = (parameters, walk, ground)
  }

  /// How likely a leg led from each of four particles that have a weight to another one.
  @inline(never)
  func likely(
    from four: UnsafePointer<FourParticles>, where weight: SIMD4<Float>, to next: Particle,
    along leg: Leg, levelHeight: Double
  ) -> SIMD4<Float> {
    var likely = SIMD4<Float>(repeating: 1)
    for lane in 0..<4
    where weight[lane] > 0 && !(leg.climbed == nil && four.pointee.level[lane] == next.level) {
      likely[lane] = climb(
        from: four.pointee[lane], to: next, along: leg, levelHeight: levelHeight)
    }
    return likely
  }

  /// How likely a leg led from one level and height to another, 0 to 1.
  private func climb(
    from particle: Particle, to next: Particle, along leg: Leg, levelHeight: Double
  ) -> Float {
    guard let levels = ground.levels.levels(from: particle.level, to: next.level) else {
      return isThroughEntrance(from: particle, to: next) ? 1 : 0
    }
    guard let climbed = leg.climbed else {
      guard abs(levels) == 1,
        ground.walkable.isNearPassage(x: next.x, y: next.y, level: Int(next.level))
      else { return levels == 0 ? 1 : 0 }
      return Float(min(1, walk.levelChange / 2 * leg.stepCount))
    }
    let height = Double(levels) * levelHeight + Double(next.height - particle.height)
    let sigma = parameters.climbSigma + parameters.climbNoise * abs(climbed)
    let deviations = (height - climbed) / sigma
    return Float(exp(-0.5 * deviations * deviations))
  }

  /// Whether a leg led in or out of a building, at one of its entrances.
  private func isThroughEntrance(from particle: Particle, to next: Particle) -> Bool {
    let outdoors = ground.levels.outdoors
    guard (particle.level == outdoors) != (next.level == outdoors) else { return false }
    return [particle, next].contains {
      guard case .threshold = ground.surroundings.place(x: $0.x, y: $0.y) else { return false }
      return true
    }
  }
}
