import IndoorGeometry
import IndoorModel

/// Where a device truly went, told once that is over: for heat maps, dwell times and a survey's own
/// walks. What came later counts as much as what came before; who wants to know where the device
/// is now wants a `Positioner`.
///
///     var trajectory = Trajectory(map: map)
///     for observation in recording.observations { track += trajectory.update(observation) }
///     track += trajectory.finish()
///
/// It has a positioner's positions at the positioner's times, with other places, levels, radii and
/// headings, and `smoothed` among their sources. It smooths visits that are longer than a few
/// minutes in overlapping pieces, so that a day needs no more memory than those.
public struct Trajectory: Sendable {
  /// Moments of a piece, and of its overlap with the next one: five minutes and more.
  private static let piece = 160

  private let map: PositioningMap
  private var positioner: Positioner
  private var simulation: BackwardSimulation
  private var pending: [Delay.Pending] = []

  /// Makes the trajectory of a device that nothing was observed of yet.
  ///
  /// - Parameters:
  ///   - map: the radio map with the venue's walls.
  ///   - parameters: as a positioner's; scans are never located for themselves.
  public init(map: PositioningMap, parameters: Positioner.Parameters = .init()) {
    var parameters = parameters
    parameters.scanAlone = false
    parameters.lag = 0
    self.map = map
    positioner = Positioner(map: map, parameters: parameters)
    positioner.keepLog()
    simulation = BackwardSimulation(
      parameters: parameters.simulation, walk: parameters.tracker.filter.walk,
      ground: map.ground(for: parameters), seed: parameters.seed)
  }

  /// The positions of a whole recording.
  ///
  /// - Parameters:
  ///   - observations: what the device measured, in order of time.
  ///   - map: the radio map with the venue's walls.
  ///   - parameters: as a positioner's; scans are never located for themselves.
  public static func positions(
    of observations: some Sequence<Observation>, map: PositioningMap,
    parameters: Positioner.Parameters = .init()
  ) -> [Position] {
    var trajectory = Trajectory(map: map, parameters: parameters)
    var positions: [Position] = []
    for observation in observations { positions += trajectory.update(observation) }
    return positions + trajectory.finish()
  }

  /// What is known of the phone by now.
  package var learned: Learned { positioner.learned }

  /// Takes one observation, in order of time, and returns the positions that are ready; most often
  /// none.
  public mutating func update(_ observation: Observation) -> [Position] {
    for position in positioner.positions(of: CollectionOfOne(observation)) {
      pending.append(Delay.Pending(position: position, facing: positioner.facing))
    }
    guard positioner.log.moments.count >= 2 * Self.piece else { return [] }
    return smooth(ready: Self.piece)
  }

  /// Returns the positions that are left, once there are no more observations.
  public mutating func finish() -> [Position] {
    positioner.endLog()
    return smooth(ready: positioner.log.moments.count)
  }

  /// Smooths what there is, and lets go of the first so many moments and the positions up to the
  /// last of them.
  private mutating func smooth(ready count: Int) -> [Position] {
    let moments = positioner.log.moments
    let isOver = count == moments.count
    let end = isOver ? nil : moments[count].time
    let ready = end.map { end in pending.partitioningIndex { $0.position.time > end } }
    defer {
      pending.removeFirst(ready ?? pending.count)
      positioner.forgetLog(first: count)
    }
    var positions = pending.prefix(ready ?? pending.count).map(\.position)
    for index in positions.indices { positions[index].sources.insert(.smoothed) }
    // Of a single moment nothing is known but what the positioner says.
    guard moments.count > 1 else { return positions }
    for (index, fix) in zip(positions.indices, trace(moments)) {
      if let fix { map.put(fix, into: &positions[index]) }
    }
    return positions
  }

  /// Goes back through the moments: where the device was at each pending position's time.
  private mutating func trace(_ moments: [ParticleLog.Moment]) -> [Fix?] {
    var fixes = [Fix?](repeating: nil, count: pending.count)
    var known = Circumstances(positioner, map.ground(for: positioner.parameters))
    var index = pending.count - 1
    var features: AccuracyFeatures?
    for number in moments.indices.reversed() {
      let moment = moments[number]
      let next = number + 1 < moments.count ? moments[number + 1] : nil
      if let next, let leg = next.leg {
        simulation.goBack(to: moment, along: leg)
      } else {
        simulation.begin(at: moment)
        features = nil
        known.knowsSatellites =
          moment.knowsSatellites || next == nil && positioner.knowsSatellites
      }
      var past = features ?? moment.features
      past.goBack(to: moment.features)
      features = past
      while index >= 0, pending[index].position.time >= moment.time {
        let time = pending[index].position.time
        var ways =
          if let next, let leg = next.leg {
            simulation.ways(at: time, from: moment.time, to: next.time, along: leg)
          } else {
            simulation.ways()
          }
        fixes[index] = known.fix(of: &ways, past, facing: pending[index].facing)
        index -= 1
      }
    }
    return fixes
  }

  /// What fixes are made with, taken out once: to ask the trajectory for it at every position would
  /// copy all of it.
  private struct Circumstances {
    let ground: Ground
    let parameters: Tracker.Parameters
    /// Whether there was a satellite fix before the filter began anew or ended.
    var knowsSatellites = false

    init(_ positioner: Positioner, _ ground: Ground) {
      self.ground = ground
      parameters = positioner.parameters.tracker
    }

    func fix(
      of ways: inout ParticleSet, _ known: AccuracyFeatures, facing: Heading?
    ) -> Fix? {
      guard let estimate = ways.estimate(ground.surveyed) else { return nil }
      var features = known
      features.update(estimate, usesWalls: ground.hasWalls)
      return Fix(
        estimate, features, parameters.trackAccuracy, on: ground,
        knowsSatellites: knowsSatellites,
        heading: facing.map { parameters.heading.turned($0, by: ways.meanOffset()) })
    }
  }
}
