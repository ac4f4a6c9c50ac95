import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// Says why a scan is put where it is: what it was like, and who agreed.
public struct ExplainScan: Sendable {
  /// Which scan of a file's recordings, as a table's rows or FIND3's devices are.
  public enum Choice: Hashable, Sendable {
    /// The scan of a number, from 1, over the recordings one after the other.
    case number(Int)
    /// The last scan by a time, in milliseconds on the recordings' own clock.
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
  /// - Throws: `AuthoringError` where there is no such scan, venue or radio map, or a folder has
  ///   several files, `RecordingError`, `StorageError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> ExplainedScan {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let known = try file.venue() else { throw AuthoringError.noVenue(venue) }
    guard let map = try file.radioMap() else { throw AuthoringError.noRadioMap(venue) }
    let source = try reading.recordings(recording, progress)
    guard source.files.count == 1 else {
      throw AuthoringError.severalRecordings(recording, source.files.count)
    }
    var stream = RecordingStream(
      source, gathered: true,
      levels: .compared(with: known, isLenient: true),
      labels: reading.labels(PlaceNames(known)))
    var reads: [ReadRecording] = []
    var said = RecordingsSaid()
    while let read = try stream.next() {
      said.add([(read.path, read.skipped)])
      said.add(read.warnings)
      reads.append(read)
    }
    said.add(stream.remainders)
    said.tell(isUsed: !reads.isEmpty, progress)
    guard !reads.isEmpty else { throw AuthoringError.noRecording(recording) }
    var (scans, rows) = ([(recording: Int, scan: Scan)](), [Int]())
    for (at, read) in reads.enumerated() {
      let some = read.recording.explainableScans
      scans += some.map { (at, $0) }
      if some.count == read.rows.count { rows += read.rows.map(\.number) }
    }
    // Of a table a scan is called by its row, also behind rows that hear nothing.
    let isTable = rows.count == scans.count
    let index = try index(in: scans.map(\.scan), rows: isTable ? rows : Array(scans.indices))
    let (read, scan) = (reads[scans[index].recording], scans[index].scan)
    if let fault = reads.lazy.compactMap(\.levelFault).first {
      let count = reads.reduce(0) { $0 + $1.levelFaults }
      progress(.warning(.uncompared(fault, count, "explained")))
    }
    let placer = FingerprintPlacer(
      resolver: WaypointResolver(venue: known, placements: try file.placements()))
    let walk = placer.walk(of: read.recording, hash: read.hash).walk
    var own = OwnRows()
    try own.add(walk, of: read, in: MappedRows(of: map, rows: 0..<map.rowCount), file)
    let explanation = ScanExplanation(of: scan, by: map)
    return ExplainedScan(
      explanation: explanation, recording: read.recording.id, isInMap: own.areOwn,
      number: isTable ? rows[index] + 1 : index + 1,
      count: isTable ? (rows.max() ?? 0) + 1 : scans.count,
      time: scan.time, truth: walk.fingerprints.first { $0.scan.time == scan.time }, venue: known,
      walks: try Self.walks(of: explanation.matches, in: map, file))
  }

  /// The walks that reference points were made of, by the map's rows; none where a walk isn't in
  /// the file any more.
  private static func walks(
    of matches: [ScanExplanation.Match], in map: RadioMap, _ file: VenueFile
  ) throws -> [Int: ExplainedScan.Walk] {
    let mapped = MappedRows(of: map, rows: matches.map(\.row))
    let walkOfRow = Dictionary(matches.map { ($0.row, $0.walk) }) { first, _ in first }
    var walks: [Int: ExplainedScan.Walk] = [:]
    var number = 0
    func take(_ rows: WalkRows, _ walk: SurveyWalk, isRemoved: Bool) {
      for row in mapped.rows(of: rows).rows {
        // Of copies the one at the map's own number is meant.
        if walks[row] == nil || !isRemoved && walkOfRow[row] == number {
          walks[row] = ExplainedScan.Walk(name: walk.recording, isRemoved: isRemoved)
        }
      }
      number += 1
    }
    let builder = RadioMapBuilder()
    try file.forEachWalkRows(recipe: builder.recipe, making: { try builder.rows(of: $0) }) {
      take($1, $0, isRemoved: false)
    }
    try file.forEachRemovedWalk { take(try builder.rows(of: $0), $0, isRemoved: true) }
    return walks
  }

  /// - Parameter rows: the scans' numbers, from 0.
  private func index(in scans: [Scan], rows: [Int]) throws(AuthoringError) -> Int {
    let times = scans.map(\.time.milliseconds)
    guard let first = times.min(), let last = times.max() else { throw .noScan(recording) }
    switch scan {
    case .number(let number):
      guard let found = rows.firstIndex(of: number - 1) else {
        let last = (rows.max() ?? 0) + 1
        guard number < last else {
          throw .noScan(recording, number: number, count: scans.count, last: last)
        }
        throw .noScan(recording, row: number, next: (rows.filter { $0 >= number }.min() ?? 0) + 1)
      }
      return found
    case .time(let time):
      guard let latest = scans.map(\.time).filter({ $0.milliseconds <= time }).max(),
        let found = scans.lastIndex(where: { $0.time == latest })
      else { throw .noScan(recording, by: time, first: first, last: last) }
      return found
    }
  }
}

extension AuthoringError {
  static func noScan(_ path: String) -> AuthoringError {
    AuthoringError(
      .noScan,
      "\(path): has no scan to explain, as it heard nothing, or all of it over 20 s before it was reported; "
        + "name another recording")
  }

  static func noScan(
    _ path: String, number: Int, count: Int, last: Int
  ) -> AuthoringError {
    AuthoringError(
      .noScan,
      last == count
        ? "\(path): has \(Counted.text(count, "scan")), and no scan \(number); name one from 1 to \(count)"
        : "\(path): has no scan \(number), as the last one is row \(last); name a row up to there")
  }

  static func noScan(_ path: String, row: Int, next: Int) -> AuthoringError {
    AuthoringError(
      .noScan,
      "\(path): row \(row) has no scan, as it heard nothing or couldn't be read; name another, such as \(next)"
    )
  }

  static func noScan(_ path: String, by time: Int64, first: Int64, last: Int64) -> AuthoringError {
    AuthoringError(
      .noScan,
      "\(path): has no scan by \(time) ms; its scans are from \(first) to \(last) ms, name a time from there on"
    )
  }
}
