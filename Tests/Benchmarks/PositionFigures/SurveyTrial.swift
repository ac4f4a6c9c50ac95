import Foundation
import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import IndoorRecordings
import IndoorStorage
@_spi(Measuring) import IndoorSurveying

/// Survey walks of one venue, located on radio maps that they are left out of.
struct SurveyTrial: Sendable {
  /// What a walk is located without.
  enum LeaveOut: String, CaseIterable, Sendable {
    /// The walk, with every sixteenth of the others.
    case walks
    /// That, and all fingerprints of every fourth square of 40 m: nobody surveyed there.
    case areas
    /// All walks that the list names, at once; only these are located.
    case listed

    static let walkFolds = 16
    static let areaFolds = 4
    static let areaSide = 40.0
  }

  /// A walk to locate, and on which map.
  struct Task: Sendable {
    var walk: Walk
    var map: Int
  }

  struct Walk: Sendable {
    var observations: [Observation]
    var truth: [SurveyWalk.PathPoint]
    var firstScan: Timestamp
  }

  /// A true point with what was said there.
  struct Point: Sendable {
    var score: WalkScore.Point
    /// Metres from the nearest path that is in the map, on the same level.
    var fromPath: Double
    /// Whether so many scans that count are near that the survey calls the place covered.
    var isCovered: Bool
    /// The radio offset that was known at the recording's end.
    var offset: RadioOffset
  }

  private(set) var tasks: [Task] = []
  private(set) var maps: [PositioningMap] = []
  private(set) var paths: [SurveyedPaths] = []
  private(set) var supports: [CoverageSupport] = []
  private let leaveOut: LeaveOut

  /// Reads the walks that a venue file was surveyed with from the recordings they come from.
  ///
  /// - Parameter except: Walks that are in every map and never located, but where these alone are.
  init(venueFile: String, recordings: String, except: ExceptionList?, leaveOut: LeaveOut) throws {
    self.leaveOut = leaveOut
    let file = try VenueFile.open(venueFile, readOnly: true)
    guard let venue = try file.venue(), let stored = try file.radioMap() else {
      throw TrialError.noRadioMap(venueFile)
    }
    var surveyed: [SurveyWalk] = []
    try file.forEachWalk { surveyed.append($0) }
    let resolver = WaypointResolver(venue: venue, placements: try file.placements())
    var walks: [String: Walk] = [:]
    let known = Set(surveyed.map(\.hash))
    var stream = RecordingStream(
      try RecordingFiles(recordings), except: leaveOut == .listed ? nil : except)
    while let read = try stream.next() {
      guard known.contains(read.hash) else { continue }
      if leaveOut == .listed, !(except?.contains(read.path) ?? false) { continue }
      let recording = read.recording
      let first = recording.observations.first { observation in
        if case .scan(let scan) = observation {
          scan.readings.contains { if case .wifi = $0.transmitter { true } else { false } }
        } else {
          false
        }
      }
      guard let first else { continue }
      walks[read.hash] = Walk(
        observations: recording.observations,
        truth: recording.waypoints.compactMap {
          resolver.pathPoint(of: $0, level: recording.level)
        }, firstScan: first.time)
    }
    // Walks of one path often follow each other: their hashes spread them over the folds.
    surveyed.sort { $0.hash < $1.hash }
    let folds = leaveOut == .listed ? 1 : LeaveOut.walkFolds
    for fold in 0..<folds {
      let tested = Set(
        surveyed.indices.filter { $0 % folds == fold }.map { surveyed[$0].hash }
      ).intersection(walks.keys)
      let rest = surveyed.filter { !tested.contains($0.hash) }
      for area in 0..<(leaveOut == .areas ? LeaveOut.areaFolds : 1) {
        let isOut = leaveOut == .areas ? { Self.area(of: $0) == area } : { _ in false }
        let kept = rest.map { walk in
          var walk = walk
          walk.fingerprints.removeAll { isOut($0.place) }
          return walk
        }
        var map = try RadioMapBuilder.map(of: kept)
        map.matching = stored.matching
        tasks += tested.sorted().compactMap { walks[$0] }.map { Task(walk: $0, map: maps.count) }
        maps.append(PositioningMap(venue: venue, map: map))
        supports.append(CoverageSupport(map))
        paths.append(SurveyedPaths(rest, without: isOut))
      }
    }
  }

  /// Which fold a place's square falls in, the same at every run.
  private static func area(of place: LocalPoint) -> Int {
    let column = Int((place.x / LeaveOut.areaSide).rounded(.down))
    let row = Int((place.y / LeaveOut.areaSide).rounded(.down))
    // Neighbours by side and by corner are in other folds.
    return ((column & 1) + 2 * (row & 1)) % LeaveOut.areaFolds
  }

  /// Each walk with the next one of another level that its map doesn't know either.
  var stitchable: [(Task, Task)] {
    tasks.indices.compactMap { index in
      let first = tasks[index]
      let level = first.walk.truth.first?.level
      let next = tasks[(index + 1)...].first {
        $0.map == first.map && $0.walk.truth.first?.level != level
          && $0.walk.truth.first?.level.building == level?.building
      }
      return next.map { (first, $0) }
    }
  }

  /// Locates all walks and compares them with the truth: of left-out areas the points off every
  /// path that is left.
  func points(
    _ parameters: Positioner.Parameters, phone: OtherPhone = OtherPhone(decibels: 0),
    isSmoothed: Bool = false
  ) -> [Point] {
    let found = Found<Point>(count: tasks.count)
    DispatchQueue.concurrentPerform(iterations: tasks.count) { index in
      let task = tasks[index]
      let observations = phone.heard(task.walk.observations)
      var positioner = Positioner(map: maps[task.map], parameters: parameters)
      let score = WalkScore(
        positions: isSmoothed
          ? Trajectory.positions(of: observations, map: maps[task.map], parameters: parameters)
          : positioner.positions(of: observations) + positioner.waiting(),
        truth: task.walk.truth, from: task.walk.firstScan)
      let (paths, support) = (paths[task.map], supports[task.map])
      found.set(
        index,
        score.points.map {
          Point(
            score: $0, fromPath: paths.distance(to: $0.truth),
            isCovered: support.count(around: $0.truth.place, onLevel: $0.truth.level)
              >= CoverageGrid.enough,
            offset: positioner.learned.radioOffset)
        }.filter {
          leaveOut != .areas || $0.fromPath > 4
        })
    }
    return found.all()
  }
}

extension SurveyTrial {
  /// What was known of an error, and how large it was.
  struct Sample: Sendable {
    var features: AccuracyFeatures
    var error: Double
    /// Metres from the nearest path that is in the map, on the same level.
    var fromPath: Double
  }

  /// Locates all walks and notes at each true point what the radius was made of.
  func samples(_ parameters: Positioner.Parameters) -> [Sample] {
    let found = Found<Sample>(count: tasks.count)
    DispatchQueue.concurrentPerform(iterations: tasks.count) { index in
      let task = tasks[index]
      var positioner = Positioner(map: maps[task.map], parameters: parameters)
      var samples: [Sample] = []
      var truth = task.walk.truth[...]
      var last: (position: Position, features: AccuracyFeatures)?
      for observation in task.walk.observations {
        while let point = truth.first, point.time < observation.time {
          truth.removeFirst()
          guard let last else { continue }
          let fromPath = paths[task.map].distance(to: point)
          guard leaveOut == .walks || fromPath > 4 else { continue }
          samples.append(
            Sample(
              features: last.features, error: last.position.place.distance(to: point.place),
              fromPath: fromPath))
        }
        if let position = positioner.update(observation) { last = (position, positioner.features) }
      }
      found.set(index, samples)
    }
    return found.all()
  }
}

enum TrialError: Error {
  case noRadioMap(String)
}

/// The ways that a map's surveyors went, to a metre.
struct SurveyedPaths: Sendable {
  private var places: [LevelKey: [LocalPoint]] = [:]

  init(_ walks: [SurveyWalk], without isOut: (LocalPoint) -> Bool) {
    for walk in walks {
      for (a, b) in zip(walk.path, walk.path.dropFirst()) where a.level == b.level {
        let pieces = max(1, Int(a.place.distance(to: b.place).rounded(.up)))
        for piece in 0...min(1000, pieces) {
          let t = Double(piece) / Double(pieces)
          let place = LocalPoint(
            x: a.place.x + t * (b.place.x - a.place.x), y: a.place.y + t * (b.place.y - a.place.y))
          if !isOut(place) { places[a.level, default: []].append(place) }
        }
      }
    }
  }

  /// Metres to the nearest of them on the point's level.
  func distance(to point: SurveyWalk.PathPoint) -> Double {
    (places[point.level] ?? []).map { $0.distance(to: point.place) }.min() ?? .infinity
  }
}

/// What the workers found, each in its own slot.
final class Found<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var slots: [[Value]]

  init(count: Int) { slots = Array(repeating: [], count: count) }

  func set(_ slot: Int, _ values: [Value]) { lock.withLock { slots[slot] = values } }

  func all() -> [Value] { lock.withLock { slots.flatMap { $0 } } }
}
