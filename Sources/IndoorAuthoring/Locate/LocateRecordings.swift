import Foundation
import IndoorFiles
import IndoorModel
@_spi(Measuring) import IndoorPositioning
import IndoorRecordings
public import IndoorReport
import IndoorStorage

/// Locates recordings: where each was, on which floor, and how sure that is.
///
/// Each recording is located alone and, but for tracks and delayed positions, each position from
/// nothing but what was stamped up to its time. Waypoints and the truth beside a recording are read
/// afterwards, to say how far off it was.
public struct LocateRecordings: Sendable {
  /// The venue file with its radio map.
  public var venue: String
  /// Recordings, or folders of them; they are located in the order given.
  public var recordings: [String]
  /// How they are read.
  public var reading: RecordingReading
  /// What phones shall seem not to have.
  public var without: Set<Source> = []
  /// Whether each scan is located for itself, without what came before it.
  public var isScanAlone = false
  /// Whether positions are a track's, which what came later counts for, too.
  public var isSmoothed = false
  /// Seconds that positions wait for what came next; see `Positioner.Parameters.lag`.
  public var lag = 0.0
  /// Whether it is learned from recording to recording which transmitters are gone.
  public var isWatched = false
  /// Of so many Wi-Fi scans the first alone is taken, as on phones that ration them.
  public var scanStride = 1
  /// What the phone is known to read more than the radio map, in dB; without it, it is learned on
  /// the way.
  public var radioOffset: Double?
  /// Seed of the particles' random numbers.
  public var seed: UInt64 = 1
  /// The file that the positions go to.
  public var output: String?
  /// What goes there.
  public var format = PositionsFormat.csv
  /// Where a page goes that shows them on each floor.
  public var report: String?
  /// Whether the result has the recordings and the plans for a page, in memory; where a page is
  /// written, it has.
  public var keepsRecordings = false

  /// Whether the recordings that are kept have their tracks beside their positions.
  public var keepsTracks = false

  /// What a phone may have, and may seem not to have.
  public enum Source: String, CaseIterable, Codable, Sendable {
    /// Wi-Fi.
    case wifi
    /// Bluetooth beacons.
    case ble
    /// The gyroscope and the accelerometer.
    case motion
    /// The magnetometer.
    case compass
    /// The barometer.
    case pressure
    /// The venue's walls.
    case map
    /// Known places.
    case fix
    /// Learning what the phone reads more or less than the radio map.
    case offset

    /// Whether it counts only where positions follow one another: a scan that is located for itself
    /// has no use for it, while motion and the compass give it its heading, and a climb its age.
    package var isOfTracking: Bool { [.map, .fix, .offset].contains(self) }
  }

  /// Makes one for recordings.
  public init(
    venue: String, recordings: [String], reading: RecordingReading = RecordingReading()
  ) {
    self.venue = venue
    self.recordings = recordings
    self.reading = reading
  }

  /// What the recordings came to.
  public struct Result: Sendable {
    /// How much was located, and how far off that was.
    public internal(set) var summary: LocateSummary
    /// The page's content; without recordings where they weren't kept.
    package var report: PositionsReport
  }

  /// Locates the recordings and writes the positions.
  ///
  /// - Throws: `AuthoringError` where there is no venue, no radio map or nothing to locate,
  ///   `RecordingError`, `StorageError`, `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let known = try file.venue() else { throw AuthoringError.noVenue(venue) }
    guard let map = try file.radioMap() else { throw AuthoringError.noRadioMap(venue) }
    let keeps = keepsRecordings || report != nil
    var locator = try RecordingLocator(
      file, venue: known, map: map, parameters: parameters, reading: reading, watches: isWatched)
    locator.tracks.areSmoothed = isSmoothed
    locator.tracks.areFound = keeps && keepsTracks
    let found = try recordings.map { try reading.recordings($0, progress) }
    let files = found.flatMap(\.files)
    let repeated = Self.repeated(recordings, files)
    var said = RecordingWarnings()
    for warning in repeated { said.add(warning) }
    for warning in said.shown { progress(.warning(warning)) }
    try OutputPlaces.check(
      [output, report],
      sparing: [venue] + files.flatMap { $0.inputs + [TruthFile.path(besideRecording: $0.path)] },
      progress)
    if let output, output.lowercased().hasSuffix(".truth.csv") {
      throw AuthoringError.truth(output)
    }
    let positions = try output.map {
      try PositionsFile(path: $0, format: format, namesBuildings: known.namesBuildings)
    }
    var result = Result(
      summary: LocateSummary(in: known),
      report: PositionsReport(venue: known, plans: [], recordings: []))
    let part = AuthoringProgress.Part(.locating, total: files.count, progress)
    try locator.locate(files, progress) { recording, done in
      try positions?.append(recording.positions, recording: recording.name)
      result.summary.add(recording)
      if keeps { result.report.recordings.append(recording) }
      part.update(done)
    }
    part.finish()
    result.summary.warnings = locator.said.warnings
    for warning in repeated { result.summary.warnings.add(warning) }
    for source in found { result.summary.warnings.add(passedOver: source.passedOver) }
    result.summary.watch = locator.watch
    result.summary.leftOut = locator.said.leftOut
    let isUsed = result.summary.positions > 0
    locator.said.tell(isUsed: isUsed, progress)
    guard !result.summary.isEmpty else {
      throw AuthoringError.noRecording(recordings.first ?? "recordings")
    }
    if keeps {
      result.report.plans = try known.levels.compactMap { try file.plan(for: $0.key) }
    }
    let finish: () throws(FileError) -> Void = { () throws(FileError) in try positions?.finish() }
    guard let report else {
      try finish()
      return result
    }
    try result.report.page.write(to: report, after: finish)
    return result
  }

  /// What is to be said of files that are named several times.
  private static func repeated(
    _ named: [String], _ files: [RecordingFiles.File]
  ) -> [AuthoringWarning] {
    guard named.count > 1 else { return [] }
    let same = Dictionary(grouping: files.map(\.path)) { path in
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    }
    return same.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }.map { paths in
      AuthoringWarning(
        .namedTwice,
        "\(paths[0]): is named \(paths.count) times, and located as often; name it once")
    }
  }

  private var parameters: Positioner.Parameters {
    var parameters = Positioner.Parameters()
    for source in without {
      switch source {
      case .wifi: parameters.inputs.remove(.wifi)
      case .ble: parameters.inputs.remove(.ble)
      case .motion: parameters.inputs.remove(.motion)
      case .pressure: parameters.inputs.remove(.pressure)
      case .map: parameters.inputs.remove(.map)
      case .fix: parameters.inputs.remove(.fix)
      case .compass: parameters.usesCompass = false
      case .offset: parameters.learnsRadioOffset = false
      }
    }
    parameters.scanAlone = isScanAlone
    parameters.scanStride = scanStride
    parameters.lag = lag
    parameters.seed = seed
    if let radioOffset {
      parameters.learned.radioOffset = RadioOffset(decibels: radioOffset, accuracy: 1)
    }
    return parameters
  }
}

extension Venue {
  /// Whether rows have to say which building they are in.
  fileprivate var namesBuildings: Bool { Set(levels.map(\.key.building)).count > 1 }
}
