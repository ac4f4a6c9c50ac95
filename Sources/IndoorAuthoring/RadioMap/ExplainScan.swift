import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// Says why a scan is put where it is: what it was like, and who agreed.
public struct ExplainScan: Sendable {
  /// Which of a recording's scans.
  public enum Choice: Hashable, Sendable {
    /// The scan of a number, from 1.
    case number(Int)
    /// The last scan by a time, in milliseconds on the recording's own clock.
    case time(Int64)
  }

  /// The venue file, with a radio map.
  public var venue: String
  /// The recording.
  public var recording: String
  /// Which of its scans.
  public var scan: Choice
  /// How it is read.
  public var reading: RecordingReading

  /// Makes one for a scan.
  public init(
    venue: String, recording: String, scan: Choice,
    reading: RecordingReading = RecordingReading()
  ) {
    self.venue = venue
    self.recording = recording
    self.scan = scan
    self.reading = reading
  }

  /// Explains the scan.
  ///
  /// - Throws: `AuthoringError` where there is no such scan, venue or radio map, `RecordingError`,
  ///   `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> ExplainedScan {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let known = try file.venue() else { throw AuthoringError.noVenue(venue) }
    guard let map = try file.radioMap() else { throw AuthoringError.noRadioMap(venue) }
    var stream = RecordingStream(
      try reading.recordings(recording, progress), gathered: true,
      levels: LevelNames(known, isLenient: true),
      labels: RecordingLabels(places: PlaceNames(known)))
    guard let read = try stream.next() else { throw AuthoringError.noRecording(recording) }
    if let fault = read.levelFault {
      progress(
        .warning(.unknownLevel, "\(fault.message) (it is explained, and not compared with)"))
    }
    let scans = read.recording.explainableScans
    let index = try index(in: scans)
    let placer = FingerprintPlacer(
      resolver: WaypointResolver(venue: known, placements: try file.placements()))
    let truth = placer.walk(of: read.recording, hash: read.hash).walk.fingerprints.first {
      $0.scan.time == scans[index].time
    }
    return ExplainedScan(
      explanation: ScanExplanation(of: scans[index], by: map), recording: read.recording.id,
      isInMap: try file.hasWalk(read.hash) && file.removal(ofWalk: read.hash) == nil,
      number: index + 1, count: scans.count,
      time: scans[index].time, truth: truth, venue: known,
      walks: try file.walks().map(\.recording))
  }

  private func index(in scans: [Scan]) throws(AuthoringError) -> Int {
    guard let first = scans.first, let last = scans.last else { throw .noScan(recording) }
    switch scan {
    case .number(let number):
      guard scans.indices.contains(number - 1) else {
        throw .noScan(recording, number: number, count: scans.count)
      }
      return number - 1
    case .time(let time):
      guard let found = scans.lastIndex(where: { $0.time.milliseconds <= time }) else {
        throw .noScan(
          recording, by: time, first: first.time.milliseconds, last: last.time.milliseconds)
      }
      return found
    }
  }
}

extension AuthoringError {
  static func noScan(_ path: String) -> AuthoringError {
    AuthoringError(
      .noScan, "\(path): has no scan to explain; name a recording that heard something")
  }

  static func noScan(_ path: String, number: Int, count: Int) -> AuthoringError {
    AuthoringError(
      .noScan, "\(path): has \(count) scans, and no scan \(number); name one from 1 to \(count)")
  }

  static func noScan(_ path: String, by time: Int64, first: Int64, last: Int64) -> AuthoringError {
    AuthoringError(
      .noScan,
      "\(path): has no scan by \(time) ms; its scans are from \(first) to \(last) ms, name a time from there on"
    )
  }
}
