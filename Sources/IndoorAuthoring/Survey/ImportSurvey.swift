import Foundation
import IndoorFiles
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// Reads surveyed walks into a venue file, which is made where it is missing: recordings, and other
/// venue files, whose walks are merged.
///
/// A walk is known by its content: importing it again changes nothing unless `readsAgain` says so,
/// and an import that was interrupted goes on where it stopped. A level that means nothing ends the
/// import before anything is stored.
public struct ImportSurvey: Sendable {
  /// The venue file.
  public var venue: String
  /// Recordings, folders of them, and venue files.
  public var sources: [String]
  /// How they are read.
  public var reading: RecordingReading
  /// A file that names walks to leave out, a path a line.
  public var exceptions: String?
  /// What is said of the recordings beside their files.
  public var marks = RecordingMarks()
  /// Whether walks that are stored already are read again and take their own place, as where the
  /// first time was with the wrong `marks`: they keep their order, the names that they were given
  /// and their journal, and stay hidden where they were removed.
  public var readsAgain = false

  /// Makes an import.
  public init(
    venue: String, sources: [String], reading: RecordingReading = RecordingReading(),
    exceptions: String? = nil
  ) {
    self.venue = venue
    self.sources = sources
    self.reading = reading
    self.exceptions = exceptions
  }

  /// Imports the walks, a few at a time: what was stored stays whatever happens.
  ///
  /// - Returns: what was stored, and what was left out and why.
  /// - Throws: `RecordingError`, `SurveyError`, `StorageError`, and `AuthoringError` where there is
  ///   no walk to store.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> SurveyImportTally {
    let list = try exceptions.map {
      try ExceptionList($0, patience: RecordingReading.patience(progress))
    }
    let marks = try marks.read(for: venue, progress)
    let others = sources.filter { VenueFile.isDatabase($0) }
    let found = try sources.filter { !VenueFile.isDatabase($0) }.map {
      try reading.recordings($0, progress)
    }
    return try VenueTarget.storing(into: venue) { target in
      // Everything is looked at before the file is made, so that what can't be imported leaves
      // nothing behind.
      let merged = try MergeSource.all(others, into: venue, known: target.venue, progress)
      let looked = try ImportSource.all(
        found, known: target.venue ?? merged.first?.venue, named: name, except: list, marks: marks)
      return try target.store { file in
        var tally = SurveyImportTally()
        let venue = try merge(merged, into: file, known: target.venue, &tally)
        try importAll(looked, into: file, known: venue, except: list, marks, &tally, progress)
        return tally
      }
    }
  }

  /// Merges other files, into the first one's venue where there is none; returns the venue that the
  /// file has then.
  private func merge(
    _ others: [MergeSource], into file: VenueFile, known: Venue?, _ tally: inout SurveyImportTally
  ) throws -> Venue? {
    guard let first = others.first else { return known }
    let venue = known ?? first.venue
    if known == nil {
      try first.storing(into: file) { try file.save(venue, on: VenueBasis(nil)) }
    }
    tally.levels = venue.levels.count
    for other in others {
      try other.storing(into: file) {
        try other.merge(into: file, venue, readsAgain: readsAgain, &tally)
      }
    }
    return venue
  }

  /// What a venue is called that is made of recordings.
  private var name: String { PathParts(venue).stem }

  private func importAll(
    _ looked: [ImportSource], into file: VenueFile, known: Venue?, except list: ExceptionList?,
    _ marks: ReadMarks, _ tally: inout SurveyImportTally, _ progress: @escaping ProgressHandler
  ) throws {
    let part = AuthoringProgress.Part(
      .importing, total: looked.reduce(0) { $0 + $1.recordings.files.count }, progress)
    var venue = known
    var waiting: WaitingBatch?
    var told: Set<String> = []
    for source in looked {
      if let site = source.site {
        try waiting?.batch.store(&tally)
        waiting = nil
        venue = try site.store(named: name, in: file, known: venue, told: &told, progress)
      }
      venue = try importWalks(
        of: source, into: file, known: venue, except: list, marks, &waiting, &tally, part)
    }
    try waiting?.batch.store(&tally)
    part.finish()
    for warning in tally.said.twins?.tables ?? [] { tally.said.warnings.add(warning) }
    for warning in tally.said.warnings.shown { progress(.warning(warning)) }
    for warning in tally.said.beside?.warnings(self.venue) ?? [] { progress(.warning(warning)) }
    // These were told when the folders were looked through.
    for source in looked { tally.said.warnings.add(passedOver: source.recordings.passedOver) }
    for sentence in try tally.hiddenWalks(in: file) { progress(.note(.walkRemoved, sentence)) }
    if tally.foundWalks {
      for source in looked {
        if let sentence = source.assumption { progress(.note(.levelAssumed, sentence)) }
      }
    }
    if let sentence = tally.keptAsTheyWere(says: self) { progress(.note(.walksKept, sentence)) }
    guard tally.foundWalks else {
      throw tally.nothingToImport(sources.joined(separator: ", "))
    }
    if let list { tellMissing(of: list, from: looked, progress) }
  }

  /// Says which walks that the list names are none of the sources'.
  private func tellMissing(
    of list: ExceptionList, from looked: [ImportSource], _ progress: ProgressHandler
  ) {
    let missing = list.missing(from: looked.lazy.flatMap { $0.recordings.files.map(\.path) })
    guard !missing.isEmpty else { return }
    let named = missing.prefix(3).map { String($0.prefix(200)) }.joined(separator: ", ")
    let more = missing.count > 3 ? " and \(missing.count - 3) more" : ""
    progress(
      .note(
        .exceptionsMissing,
        "\(exceptions ?? ""): \(list.count - missing.count) of the \(list.count) walks it names were among"
          + " the sources, and not \(named)\(more)"))
  }

  /// Each batch of walks is a transaction. One of a drawn venue, to which no source adds, waits for
  /// the next source's walks. Returns the venue that the file has then.
  private func importWalks(
    of source: ImportSource, into file: VenueFile, known: Venue?, except list: ExceptionList?,
    _ marks: ReadMarks, _ waiting: inout WaitingBatch?, _ tally: inout SurveyImportTally,
    _ part: AuthoringProgress.Part
  ) throws -> Venue? {
    let venue = try source.venue(adding: known, named: name)
    tally.levels = venue.levels.count
    var own =
      try waiting
      ?? WaitingBatch(
        batch: ImportBatch(file: file, venue: venue, known: known, readsAgain: readsAgain),
        levels: LevelNames(venue), labels: marks.labels(in: venue))
    waiting = nil
    var stream = RecordingStream(
      source.recordings, gathered: true, except: list, levels: own.levels, labels: own.labels)
    let before = tally.files
    while let read = try stream.next() {
      try own.batch.add(read, &tally)
      tally.files = before + stream.position
      part.update(tally.files)
    }
    tally.leaveOut(stream.remainders)
    tally.excepted += stream.excepted
    guard known?.isDrawn != true else {
      waiting = own
      return known
    }
    try own.batch.store(&tally)
    return own.batch.stored
  }
}

/// Walks of a source that wait to be stored, and what its venue calls levels and places.
private struct WaitingBatch {
  var batch: ImportBatch
  let levels: LevelNames
  let labels: RecordingLabels
}

extension SurveyImportTally {
  /// That walks stay as they were, where something was said that would place them elsewhere.
  fileprivate func keptAsTheyWere(says importing: ImportSurvey) -> String? {
    let marks = importing.marks
    let says = marks.waypoints ?? marks.level ?? marks.timeZone
    guard known > 0, !importing.readsAgain, says != nil || importing.reading.columns != nil else {
      return nil
    }
    let file = importing.venue
    guard known > 1 else {
      return "\(file): 1 walk was there already and stays as it was; read it again to place it anew"
    }
    return "\(file): \(known) walks were there already and stay as they were; "
      + "read them again to place them anew"
  }
}
