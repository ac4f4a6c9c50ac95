import IndoorFiles
import IndoorModel
package import IndoorPositioning
import IndoorRecordings
public import IndoorReport

/// Computes attitude, heading and steps of a recording.
public struct ReplayMotion: Sendable {
  /// The recording: a file.
  public var recording: String
  /// How it is read.
  public var reading: RecordingReading
  /// How the compass is used; without it, the format decides.
  public var profile: Profile?
  /// Where the attitudes go, as CSV.
  public var output: String?
  /// Where the steps go, as CSV.
  public var steps: String?
  /// Where a page goes with heading, compass, field, steps and rests.
  public var report: String?

  /// The ways to use the compass.
  public enum Profile: String, CaseIterable, Codable, Sendable {
    /// It is off by 16° for seconds on end.
    case walking
    /// It is good where the field's norm and dip are as learned.
    case gated
    /// It is right once steady for two seconds; to compare with.
    case twoSeconds = "two-seconds"

    fileprivate var parameters: HeadingFilter.Parameters {
      switch self {
      case .walking: .walking
      case .gated: .gated
      case .twoSeconds: .steadyForTwoSeconds
      }
    }
  }

  /// Makes one for a recording.
  public init(recording: String, reading: RecordingReading = RecordingReading()) {
    self.recording = recording
    self.reading = reading
  }

  /// What the motion came to.
  public struct Result: Sendable {
    /// Attitudes, steps, rests and faults.
    package let replay: MotionReplay
    let name: String
    /// Whether accelerations are missing, too seldom or in another unit, so that no steps can be
    /// found.
    let areStepsUnknown: Bool
    let file: RecordingFiles.File

    /// The page; of a broad trial with the heading's error.
    ///
    /// - Throws: `RecordingError` where the trial's truth can't be read again.
    public func page() throws -> ReportPage {
      var report = MotionReport(name: name, replay: replay)
      if areStepsUnknown { report.steps = nil }
      if file.format == .broad {
        report.compare(replay, with: try BroadTruth(file).points.map { ($0.time, $0.attitude) })
      }
      return report.page
    }

    /// How much there is, for people.
    package var text: String {
      guard !areStepsUnknown else { return "\(replay.samples.count) samples, steps unknown" }
      let distance = replay.steps.reduce(0) { $0 + $1.length }
      return "\(replay.samples.count) samples, \(replay.steps.count) steps, "
        + ShortNumber.metres(distance)
    }
  }

  /// Computes the motion and writes what is asked for.
  ///
  /// - Throws: `AuthoringError` where there is no recording, several, or no gyroscope,
  ///   `RecordingError`, `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    let files = try reading.recordings(recording, progress).files
    guard files.count == 1, let file = files.first else {
      throw AuthoringError.severalRecordings(recording, files.count)
    }
    try OutputPlaces.check([output, steps, report], sparing: file.inputs, progress)
    let (read, said) = try onlyRecording(of: file)
    var parameters = file.format.headingParameters
    if let profile {
      let delays = parameters.delays
      parameters = profile.parameters
      parameters.delays = delays
    }
    let replay = MotionReplay(read.recording.observations, parameters: parameters)
    guard let start = replay.samples.first?.time else {
      // Why there is none may be among them.
      for warning in said.warnings.shown { progress(.warning(warning)) }
      throw AuthoringError.noGyroscope(file.path, said.leftOut.asked)
    }
    let attitudes = try output.map { try OutputFile($0) }
    if let attitudes {
      try AttitudeCSV.write(replay.samples) { text throws(FileError) in try attitudes.write(text) }
    }
    let units = SensorUnits(read.recording.observations)
    let lack = Self.lackOfAccelerations(read.recording.observations)
    let result = Result(
      replay: replay, name: read.recording.id,
      areStepsUnknown: units.hasStrangeAccelerations || units.areAccelerationsAlwaysSeldom
        || lack != nil,
      file: file)
    try finish(attitudes, result, since: start)
    said.tell(isUsed: true, progress)
    if let lack { progress(.warning(.sensorFault, "\(file.path): \(lack)")) }
    if let fault = SensorAxes(read.recording.observations).fault {
      progress(.warning(.sensorAxes, "\(file.path): \(fault.sentence)"))
    }
    var faults = replay.faults
    // Rates in another unit only look like the end of a range.
    if units.hasStrangeRates { faults.remove(.saturated) }
    for fault in faults.sentences {
      progress(.warning(.sensorFault, "\(file.path): \(fault)"))
    }
    return result
  }

  /// The recording of a file that has no other, and what is to be said of it.
  private func onlyRecording(
    of file: RecordingFiles.File
  ) throws -> (ReadRecording, RecordingsSaid) {
    var stream = reading.stream(file)
    guard let read = try stream.next() else { throw AuthoringError.noRecording(recording) }
    var said = RecordingsSaid()
    said.add([(read.path, read.skipped)])
    said.add(read.warnings)
    var names = [read.name]
    var turns = read.recording.turns
    while let other = try stream.next() {
      said.add([(other.path, other.skipped)])
      names.append(other.name)
      turns = turns || other.recording.turns
    }
    said.add(stream.remainders)
    guard names.count > 1 else { return (read, said) }
    // Of a table's rows it would be no remedy to name one.
    guard turns else { throw AuthoringError.noGyroscope(file.path, said.leftOut.asked) }
    throw AuthoringError.severalRecordings(in: file.path, names)
  }

  /// Puts what is asked for in its place, once all of it is written.
  private func finish(
    _ attitudes: OutputFile?, _ result: Result, since start: Timestamp
  ) throws {
    func finishAttitudes() throws(FileError) { try attitudes?.finish() }
    func finishTables() throws(FileError) {
      guard let steps else { return try finishAttitudes() }
      try OutputFile.write(
        StepsCSV.text(of: result.replay.steps, since: start), to: steps, after: finishAttitudes)
    }
    guard let report else { return try finishTables() }
    try result.page().write(to: report, after: finishTables)
  }

  /// Why no steps can be found where there are next to no accelerations.
  private static func lackOfAccelerations(_ observations: [Observation]) -> String? {
    let count = observations.count { if case .acceleration = $0 { true } else { false } }
    guard count < 2 else { return nil }
    return
      "has \(count == 0 ? "no accelerations" : "a single acceleration") (acc), so that steps and the device's tilt are unknown; record them, too"
  }
}

extension Recording {
  /// Whether it has samples of a gyroscope.
  fileprivate var turns: Bool {
    observations.contains { if case .angularRate = $0 { true } else { false } }
  }
}

extension AuthoringError {
  static func severalRecordings(_ path: String, _ count: Int) -> AuthoringError {
    AuthoringError(
      .severalRecordings, "\(path): holds \(count) recordings, name one file of it")
  }

  /// - Parameter names: what tells the recordings of a single file apart.
  static func severalRecordings(in path: String, _ names: [String]) -> AuthoringError {
    let most = 3
    let some = names.prefix(most) + (names.count > most ? ["\(names.count - most) more"] : [])
    return AuthoringError(
      .severalRecordings,
      "\(path): holds \(names.count) recordings (\(some.joined(separator: ", "))); write the messages of "
        + "each session to a file of their own, and name one of these")
  }

  static func noGyroscope(_ path: String, _ leftOut: [LeftOut.Reason]) -> AuthoringError {
    let reasons = leftOut.map { "\($0.count) × \($0.text)" }.joined(separator: "; ")
    return AuthoringError(
      .noGyroscope,
      "\(path): has no gyroscope samples\(reasons.isEmpty ? "" : " that could be read (\(reasons))"), "
        + "so there is no attitude to compute")
  }
}
