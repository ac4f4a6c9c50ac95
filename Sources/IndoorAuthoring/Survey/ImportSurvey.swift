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
/// A walk is known by its content: importing it again changes nothing, and an import that was
/// interrupted goes on where it stopped. A level that means nothing ends the import before anything
/// is stored.
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
    let others = sources.filter { MergeSource.isOne($0) }
    let found = try sources.filter { !MergeSource.isOne($0) }.map {
      try reading.recordings($0, progress)
    }
    let before = VenueFileBefore(venue)
    let known = before == .there ? try VenueFile.openOrCreate(venue) : nil
    // Everything is looked at before the file is made, so that what can't be imported leaves
    // nothing behind.
    let venueBefore = try known?.venue()
    let merged = try MergeSource.all(others, into: venue, known: venueBefore)
    let looked = try ImportSource.all(
      found, known: venueBefore ?? merged.first?.venue, named: name, except: list, marks: marks)
    let file = try known ?? VenueFile.openOrCreate(venue)
    var tally = SurveyImportTally()
    do {
      try merge(merged, into: file, &tally)
      try importAll(looked, into: file, except: list, marks, &tally, progress)
    } catch {
      // A file made for nothing would only be in the way of the next try.
      if tally.new == 0 { before.restore(venue) }
      throw error
    }
    return tally
  }

  /// Merges other files, into the first one's venue where there is none.
  private func merge(
    _ others: [MergeSource], into file: VenueFile, _ tally: inout SurveyImportTally
  ) throws {
    guard let first = others.first else { return }
    if try file.venue() == nil { try file.save(first.venue) }
    let venue = try file.venue() ?? first.venue
    tally.levels = venue.levels.count
    for other in others { try other.merge(into: file, venue, &tally) }
  }

  /// What a venue is called that is made of recordings.
  private var name: String { PathParts(venue).stem }

  private func importAll(
    _ looked: [ImportSource], into file: VenueFile, except list: ExceptionList?,
    _ marks: ReadMarks, _ tally: inout SurveyImportTally, _ progress: @escaping ProgressHandler
  ) throws {
    let part = AuthoringProgress.Part(
      .importing, total: looked.reduce(0) { $0 + $1.recordings.files.count }, progress)
    for source in looked {
      try source.site?.store(named: name, in: file)
      try importWalks(of: source, into: file, except: list, marks, &tally, part)
    }
    part.finish()
    for warning in tally.said.warnings.shown { progress(.warning(warning)) }
    // These were told when the folders were looked through.
    for source in looked { tally.said.warnings.add(passedOver: source.recordings.passedOver) }
    for sentence in tally.said.hiddenWalks { progress(.note(.walkRemoved, sentence)) }
    guard tally.foundWalks || looked.contains(where: { $0.site != nil }) else {
      throw AuthoringError.nothingToImport(
        sources.joined(separator: ", "), tally.reasonsText ?? "nothing in it")
    }
    if let list, tally.excepted < list.count {
      progress(
        .note(
          .exceptionsMissing,
          "\(exceptions ?? ""): \(tally.excepted) of the \(list.count) walks it names were among the sources"
        ))
    }
  }

  /// Each batch of walks is a transaction.
  private func importWalks(
    of source: ImportSource, into file: VenueFile, except list: ExceptionList?,
    _ marks: ReadMarks, _ tally: inout SurveyImportTally, _ part: AuthoringProgress.Part
  ) throws {
    let known = try file.venue()
    let venue = try source.venue(adding: known, named: name)
    tally.levels = venue.levels.count
    var stream = RecordingStream(
      source.recordings, gathered: true, except: list, levels: LevelNames(venue),
      labels: try marks.labels(in: venue))
    var batch = try ImportBatch(file: file, venue: venue, isStored: venue == known)
    let before = tally.files
    while let read = try stream.next() {
      try batch.add(read, &tally)
      tally.files = before + stream.position
      part.update(tally.files)
    }
    tally.leaveOut(stream.remainders)
    tally.excepted += stream.excepted
    try batch.store(&tally)
  }
}

/// What stood where a venue file goes, before it was opened.
private enum VenueFileBefore {
  case nothing, empty, there

  init(_ path: String) {
    var found = stat()
    self = stat(path, &found) != 0 ? .nothing : found.st_size == 0 ? .empty : .there
  }

  /// Takes away a file that was made for nothing.
  func restore(_ path: String) {
    switch self {
    case .nothing:
      let made = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
      try? FileManager.default.removeItem(atPath: made)
    case .empty: truncate(path, 0)
    case .there: break
    }
  }
}
