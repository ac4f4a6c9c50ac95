import IndoorGeometry
public import IndoorModel
public import IndoorPositioning

/// Gives a recording's scans their places: between two waypoints of one level, as far along as
/// steps were taken; where a format has a place for each scan, that and no other.
///
/// People stop, turn and look around between waypoints, so the share of the steps says better than
/// the share of the time how far they had come. Where there are no steps, time has to do.
public struct FingerprintPlacer: Sendable {
  /// What may be tuned.
  public struct Parameters: Hashable, Sendable {
    /// How long before the first and after the last waypoint of a level a scan still counts as
    /// taken there, in seconds. Longer keeps more scans, and more of them in the wrong place.
    public var slack = 2.0
    /// What tells how far along a scan is.
    public var pacing = Pacing.steps

    /// The defaults.
    public init() {}
  }

  /// What tells how far along between two waypoints a moment is.
  public enum Pacing: Hashable, Sendable {
    /// The time alone: an even pace is assumed.
    case time
    /// Steps, where any were taken.
    case steps
  }

  /// A recording as a walk, and what could not be placed.
  public struct Placed: Sendable {
    /// The walk; empty of fingerprints where nothing could be placed.
    public var walk: SurveyWalk
    /// Scans before, after or between waypoints that say nothing of where they were.
    public var scansWithoutPlace: Int
    /// Waypoints whose level or place is not known in the venue.
    public var waypointsWithoutPlace: Int
    /// The ids of places that the venue doesn't have, of some of these.
    package var unknownPlaces: Set<String> = []
    /// Of these, points of a page on a level that no plan is placed on.
    package var waypointsWithoutPlan = 0
    /// These levels.
    package var levelsWithoutPlan: Set<LevelKey> = []
    /// Of these, those at places that aren't on the levels which they say.
    package var waypointsOnOtherLevel = 0
    /// The ids of these places.
    package var placesOnOtherLevel: Set<String> = []
    /// Of these, places that name no level, where the venue has several.
    package var waypointsWithoutLevel = 0
    /// Of these, places over 100 km from the venue.
    package var waypointsFarOff = 0
    /// How many of them are as far by metres, and by no degrees.
    package var waypointsFarInMetres = 0
  }

  /// What turns waypoints into places.
  public let resolver: WaypointResolver
  /// What may be tuned.
  public let parameters: Parameters

  /// Makes a placer.
  public init(resolver: WaypointResolver, parameters: Parameters = Parameters()) {
    self.resolver = resolver
    self.parameters = parameters
  }

  /// The walk of a recording.
  ///
  /// - Parameters:
  ///   - recording: what a surveyor recorded.
  ///   - hash: hash of the recording's content.
  public func walk(of recording: Recording, hash: String) -> Placed {
    var path: [SurveyWalk.PathPoint] = []
    var (withoutLevel, withoutPlan, farOff, farInMetres) = (0, 0, 0, 0)
    var levelsWithoutPlan: Set<LevelKey> = []
    var (onOtherLevel, unknown): ([String], Set<String>) = ([], [])
    for waypoint in recording.waypoints {
      do throws(WaypointResolver.Unresolved) {
        path.append(try resolver.resolve(waypoint, level: recording.level))
      } catch {
        switch error {
        case .unknown: continue
        case .unknownPlace(let id): unknown.insert(id)
        case .withoutLevel: withoutLevel += 1
        case .withoutPlan(let level):
          withoutPlan += 1
          levelsWithoutPlan.insert(level)
        case .onOtherLevel(let id): onOtherLevel.append(id)
        case .farOff: farOff += 1
        case .farInMetres: farInMetres += 1
        }
      }
    }
    var placed = Placed(
      walk: SurveyWalk(
        hash: hash, recording: recording.id, device: recording.device,
        surveyor: recording.surveyor, plannedPath: recording.path, path: path, fingerprints: []),
      scansWithoutPlace: 0,
      waypointsWithoutPlace: recording.waypoints.count - path.count,
      unknownPlaces: unknown, waypointsWithoutPlan: withoutPlan,
      levelsWithoutPlan: levelsWithoutPlan,
      waypointsOnOtherLevel: onOtherLevel.count, placesOnOtherLevel: Set(onOtherLevel),
      waypointsWithoutLevel: withoutLevel,
      waypointsFarOff: farOff, waypointsFarInMetres: farInMetres)
    let pace = parameters.pacing == .steps ? StepPace(recording) : StepPace()
    var segment = 0
    for case .scan(let scan) in recording.observations {
      // The last point at or before the scan; scans come in order of time.
      while segment < path.count, path[segment].time <= scan.time { segment += 1 }
      let before = segment > 0 ? path[segment - 1] : nil
      let after = segment < path.count ? path[segment] : nil
      let point: SurveyWalk.PathPoint? =
        if let seconds = recording.markSeconds {
          before.flatMap { scan.time.seconds(since: $0.time) <= seconds ? $0 : nil }
        } else {
          place(at: scan.time, before: before, after: after, pace)
        }
      if let point {
        placed.walk.fingerprints.append(
          Fingerprint(recording: hash, level: point.level, place: point.place, scan: scan))
      } else {
        placed.scansWithoutPlace += 1
      }
    }
    placed.walk.remarks = SurveyWalk.Remarks(
      unplacedScans: placed.scansWithoutPlace, unplacedWaypoints: placed.waypointsWithoutPlace,
      clockStepBack: recording.clockStepBack, longestSilence: Self.longestSilence(of: recording))
    return placed
  }

  /// The longest time between two things that were recorded one after the other, in seconds.
  private static func longestSilence(of recording: Recording) -> Double {
    var longest = 0.0
    var last: Timestamp?
    var waypoint = 0
    func take(_ time: Timestamp) {
      if let last { longest = max(longest, time.seconds(since: last)) }
      last = time
    }
    for observation in recording.observations {
      let time = observation.time
      while waypoint < recording.waypoints.count, recording.waypoints[waypoint].time <= time {
        take(recording.waypoints[waypoint].time)
        waypoint += 1
      }
      take(time)
    }
    for rest in recording.waypoints.dropFirst(waypoint) { take(rest.time) }
    return longest
  }

  private func place(
    at time: Timestamp, before: SurveyWalk.PathPoint?, after: SurveyWalk.PathPoint?,
    _ pace: StepPace
  ) -> SurveyWalk.PathPoint? {
    if let before, let after, before.level == after.level {
      let share = pace.share(of: time, from: before.time, to: after.time)
      var point = before
      point.place.x += share * (after.place.x - before.place.x)
      point.place.y += share * (after.place.y - before.place.y)
      return point
    }
    // Beyond the ends, or between two levels: only close to a waypoint is it known where.
    if let before, time.seconds(since: before.time) <= parameters.slack { return before }
    if let after, after.time.seconds(since: time) <= parameters.slack { return after }
    return nil
  }
}
