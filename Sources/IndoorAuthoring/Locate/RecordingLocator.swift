import Foundation
import IndoorGeometry
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import IndoorRecordings
import IndoorReport
import IndoorStorage
import IndoorSurveying

/// Locates files side by side and hands their recordings over in the files' order.
struct RecordingLocator: Sendable {
  private let map: PositioningMap
  private let resolver: WaypointResolver
  private let venue: Venue
  private let places: PlaceNames
  private let strange: StrangeTransmitters
  private let parameters: Positioner.Parameters
  private let reading: RecordingReading
  /// Whether positions are a track's, and whether tracks are found beside them.
  var tracks = (areSmoothed: false, areFound: false)
  /// The radio map's rows, which walks that it is made of are known by, and the survey's walks.
  private let survey: (rows: MappedRows, file: VenueFile)
  /// What is known of transmitters that are gone, where that is learned from recording to
  /// recording.
  private(set) var watch: TransmitterWatch?
  /// What the readers left out and said so far.
  private(set) var said = RecordingsSaid()
  /// What they are called.
  private var names = RecordingNames()

  /// - Throws: `StorageError`.
  init(
    _ file: VenueFile, venue: Venue, map: RadioMap, parameters: Positioner.Parameters,
    reading: RecordingReading, watches: Bool
  ) throws {
    survey = (MappedRows(of: map, rows: 0..<map.rowCount), file)
    self.map = PositioningMap(venue: venue, map: map)
    self.venue = venue
    places = PlaceNames(venue)
    strange = StrangeTransmitters(map)
    resolver = WaypointResolver(venue: venue, placements: try file.placements())
    self.parameters = parameters
    self.reading = reading
    watch = watches ? TransmitterWatch(map) : nil
  }

  /// Locates the files, a few at a time, so that only those are in memory; one after the other
  /// where each tells the next what is gone. The recordings of a single file, which a table has a
  /// million of, are handed over one by one.
  mutating func locate(
    _ files: [RecordingFiles.File], _ progress: ProgressHandler,
    _ body: (LocatedRecording, _ filesDone: Int) throws -> Void
  ) throws {
    names = RecordingNames(files)
    let locator = self
    guard watch == nil, files.count > 1 else {
      var watch = watch
      for (number, file) in files.enumerated() {
        let located = try locator.located(file, watch: &watch) {
          try hand(over: $0, of: file.path) { try body($0, number + 1) }
        }
        tell(located, progress)
      }
      self.watch = watch
      return
    }
    let width = max(1, ProcessInfo.processInfo.activeProcessorCount)
    var next = 0
    while next < files.count {
      let batch = Array(files[next..<min(files.count, next + width)])
      let results = Results(count: batch.count)
      DispatchQueue.concurrentPerform(iterations: batch.count) { slot in
        var watch: TransmitterWatch?
        results.set(
          slot,
          Result {
            var recordings: [LocatedRecording] = []
            var located = try locator.located(batch[slot], watch: &watch) { recordings.append($0) }
            located.recordings = recordings
            return located
          })
      }
      for slot in batch.indices {
        let located = try results.get(slot)
        tell(located, progress)
        for recording in located.recordings {
          try hand(over: recording, of: located.path) { try body($0, next + slot + 1) }
        }
      }
      next += batch.count
    }
  }

  /// What came of a file.
  private struct Located {
    var path = ""
    var recordings: [LocatedRecording] = []
    /// What the reader left out.
    var skipped: [(path: String, skipped: SkippedLines)] = []
    /// The waypoints that have no place and would have been the truth.
    var waypoints = LeftOutWaypoints()
    /// What it said of the recordings.
    var warnings: [RecordingWarning] = []
    /// Why the first level means nothing that the truth has.
    var levelFault: RecordingError?
    /// How many levels mean nothing.
    var levelFaults = 0
    /// What is to be said of recordings that are too long, or whose sensors contradict each other.
    var told: [AuthoringWarning] = []
    /// That the radio map knows none of its transmitters.
    var strange: AuthoringWarning?
    /// What searches took.
    var searches = SearchBudget()
    /// What is to be said of what stands where the truth is looked for.
    var truthFaults: [String] = []
  }

  /// Hands a file's recording over under a name of its own.
  private mutating func hand(
    over recording: LocatedRecording, of path: String, to body: (LocatedRecording) throws -> Void
  ) throws {
    var recording = recording
    recording.name = names.next(recording.name, in: path)
    try body(recording)
  }

  /// Says what is to be said of a file.
  private mutating func tell(_ located: Located, _ progress: ProgressHandler) {
    said.add(located.skipped)
    said.leftOut.waypoints.add(located.waypoints)
    said.add(located.warnings)
    for warning in located.told { said.warnings.add(warning) }
    if let warning = located.searches.warning(of: located.path) {
      progress(.warning(warning))
    }
    if let strange = located.strange { said.warnings.add(strange) }
    if let fault = located.levelFault {
      progress(.warning(.uncompared(fault, located.levelFaults, "located")))
    }
    for fault in located.truthFaults { progress(.warning(.truthPassedOver, fault)) }
  }

  private func located(
    _ recordings: RecordingFiles.File, watch: inout TransmitterWatch?,
    _ body: (LocatedRecording) throws -> Void
  ) throws -> Located {
    var stream = reading.stream(recordings, in: venue, places: places)
    var located = Located(path: recordings.path)
    var truth = try RecordingTruth(beside: recordings.path, in: venue, resolver: resolver)
    var strange = strange
    let placer = FingerprintPlacer(resolver: resolver)
    var own = OwnRows()
    var batch = LocatingBatch()
    batch.mostJobs = located.searches.jobs
    var failure: (any Error)?
    var isDone = false
    while !isDone {
      batch.removeAll()
      // One that tells the next what is gone is located before that.
      while watch == nil ? !batch.isFull : batch.jobs.isEmpty {
        let next: ReadRecording?
        do { next = try stream.next() } catch { (next, failure) = (nil, error) }
        guard let read = next else {
          isDone = true
          break
        }
        var skipped = read.skipped
        if parameters.inputs.contains(.fix) {
          skipped.add(.uselessFix, uselessFixes(in: read.recording))
        } else {
          skipped.remove(.uselessFix)
        }
        let part = truth.part(of: read)
        if part == nil { located.waypoints.add(read.recording, by: resolver) }
        if part != nil || !read.recording.waypoints.isEmpty {
          let walk = placer.walk(of: read.recording, hash: read.hash).walk
          try own.add(walk, of: read, in: survey.rows, survey.file)
        }
        if !skipped.isEmpty { located.skipped.append((read.path, skipped)) }
        located.warnings += read.warnings
        strange.take(read.recording)
        located.levelFault = located.levelFault ?? read.levelFault
        located.levelFaults += read.levelFaults
        let relief = Relief(
          for: read.recording.observations, parameters, rows: map.rowCount,
          isSmoothed: tracks.areSmoothed || tracks.areFound)
        if let relief { located.told.append(warning(relief, of: read)) }
        batch.append(
          LocatingBatch.Job(
            recording: read.recording, path: read.path, name: read.name,
            truth: part?.path(
              in: map.frame, building: venue.buildings.count == 1 ? venue.buildings[0].id : ""),
            relief: relief))
      }
      let mostWork = located.searches.left
      let found: [Found]
      if watch == nil {
        found = batch.run { job in
          var watch: TransmitterWatch?
          return locate(job, mostWork: mostWork, watch: &watch)
        }
      } else {
        found = batch.jobs.map { locate($0, mostWork: mostWork, watch: &watch) }
      }
      for one in found {
        if let told = one.told { located.told.append(told) }
        try body(one.recording)
      }
      located.searches.take(found.map(\.searches))
      batch.mostJobs = located.searches.jobs
      if let failure { throw failure }
    }
    located.skipped += stream.remainders
    located.strange = strange.finish(recordings.path)
    if own.areOwn { located.told.append(.surveyedWalk(recordings.path)) }
    located.truthFaults = truth.sentences()
    return located
  }

  private func uselessFixes(in recording: Recording) -> Int {
    recording.observations.count { observation in
      if case .fix(let known) = observation { !map.counts(known) } else { false }
    }
  }

  private func warning(_ relief: Relief, of read: ReadRecording) -> AuthoringWarning {
    var changes: [String] = []
    let count = parameters.relieved(by: relief).particleCount
    if count < parameters.particleCount {
      changes.append("are of \(count) particles rather than \(parameters.particleCount)")
    }
    if relief.interval > parameters.interval {
      let seconds = ShortNumber.fixed(relief.interval, decimals: 0)
      changes.append("come every \(seconds) s where nothing is heard")
    }
    if changes.isEmpty { changes.append("are smoothed at fewer moments") }
    return AuthoringWarning(
      .longRecording,
      "\(read.path): is so long that its positions \(changes.joined(separator: " and ")), "
        + "cut it into walks to have them as usual")
  }

  /// What came of a recording: where it was, what searches took, and what is to be said of it.
  private typealias Found = (
    recording: LocatedRecording, searches: SearchWork, told: AuthoringWarning?
  )

  private func locate(
    _ job: LocatingBatch.Job, mostWork: Int, watch: inout TransmitterWatch?
  ) -> Found {
    var recording = job.recording
    let told = leaveOutContradictingMotion(of: &recording, path: job.path)
    var parameters = parameters.relieved(by: job.relief)
    parameters.mostSearchWork = mostWork
    let (positions, learned, searches) = positions(of: recording, parameters, watch: &watch)
    var track: [Position] = []
    if tracks.areFound {
      track = Trajectory.positions(of: recording.observations, map: map, parameters: parameters)
    }
    // Only now is the truth looked at.
    let truth =
      job.truth
      ?? recording.waypoints.compactMap { resolver.pathPoint(of: $0, level: recording.level) }
    let firstScan = recording.observations.first { if case .scan = $0 { true } else { false } }
    var located = LocatedRecording(
      name: job.name, positions: positions, truth: truth, from: firstScan?.time,
      radioOffset: learned == parameters.learned ? nil : learned.radioOffset)
    located.track = track
    return (located, searches, told)
  }

  /// Leaves motion out whose sensors contradict each other or whose accelerations are in another
  /// unit, the magnetic field alone where it contradicts the others, and the gyroscope in another
  /// unit, as is said of units; what is to be said of the rest.
  private func leaveOutContradictingMotion(
    of recording: inout Recording, path: String
  ) -> AuthoringWarning? {
    guard parameters.inputs.contains(.motion) else { return nil }
    let units = SensorUnits(recording.observations)
    if units.hasStrangeAccelerations {
      recording.observations.removeAll(where: \.isMotion)
      return nil
    }
    if units.hasStrangeRates {
      recording.observations.removeAll { if case .angularRate = $0 { true } else { false } }
    }
    // A venue that is only known in metres has its origin there.
    let isPlaced = venue.origin != Coordinate(latitude: 0, longitude: 0)
    let axes = SensorAxes(
      recording.observations, at: isPlaced ? venue.origin : nil,
      usesField: parameters.usesCompass)
    guard let fault = axes.fault else { return nil }
    let isFieldAlone = fault == .magneticField && axes.isGyroscopeConfirmed
    recording.observations.removeAll { observation in
      if case .magneticField = observation { true } else { !isFieldAlone && observation.isMotion }
    }
    let without = isFieldAlone ? "the compass" : "motion"
    return AuthoringWarning(
      .sensorAxes, "\(path): \(fault.sentence); it is located without \(without) until then")
  }

  private func positions(
    of recording: Recording, _ parameters: Positioner.Parameters, watch: inout TransmitterWatch?
  ) -> (positions: [Position], learned: Learned, searches: SearchWork) {
    guard !tracks.areSmoothed else {
      var trajectory = Trajectory(map: map, parameters: parameters)
      var positions: [Position] = []
      for observation in recording.observations { positions += trajectory.update(observation) }
      return (positions + trajectory.finish(), trajectory.learned, SearchWork())
    }
    var positioner = Positioner(map: map, parameters: parameters, watch: watch)
    let positions = positioner.positions(of: recording.observations) + positioner.waiting()
    watch = positioner.watch
    return (positions, positioner.learned, positioner.searches)
  }

  /// What the workers found, each in its own slot.
  private final class Results: @unchecked Sendable {
    private let lock = NSLock()
    private var slots: [Result<Located, any Error>]

    init(count: Int) { slots = Array(repeating: .success(Located()), count: count) }

    func set(_ slot: Int, _ result: Result<Located, any Error>) {
      lock.withLock { slots[slot] = result }
    }

    func get(_ slot: Int) throws -> Located {
      try lock.withLock { slots[slot] }.get()
    }
  }
}

extension AuthoringWarning {
  fileprivate static func surveyedWalk(_ path: String) -> AuthoringWarning {
    AuthoringWarning(
      .ownWalk,
      "\(path): is one of the walks that the radio map is made of, and how far off it is found flatters that; "
        + "locate recordings that aren't in the survey, or evaluate the radio map")
  }
}

extension Observation {
  /// Whether it is of the sensors that steps and turns come of.
  fileprivate var isMotion: Bool {
    switch self {
    case .acceleration, .angularRate, .magneticField: true
    default: false
    }
  }
}
