import ArgumentParser
import Foundation
import IndoorFiles
import IndoorJSON
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// `indoor survey import VENUE.gpkg SOURCE...`
struct SurveyImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read surveyed walks into a venue file, which is made where it is missing.",
    discussion: """
      Formats: indoorkit (JSON Lines), indoor-location-competition (a trace, a floor's folder, or a site's folder whose \
      floors are called B1, F1, F2, …; levels, units and plans come in too), ujiindoorloc, wigle, csv. Without \
      --format the file decides.

      Scans get their places from the waypoints around them. A walk is known by its content: importing it again \
      changes nothing, and an import that was interrupted goes on where it stopped. What can't be read or placed is \
      left out and counted. Networks whose name ends in _nomap are never stored.

      csv: a row is a fingerprint. --columns x=x_m,y=y_m,level=level,building=building names its columns (also z, device and \
      surveyor), x and y in metres of the venue's frame; all other columns are transmitters, in dBm, 100 or empty where not heard. \
      Levels are ordinals (0 is the ground floor) or else, in the whole column, labels: those of the venue, and where nobody \
      has drawn it B1, G, F1, F2 and the like, which are -1, 0, 0, 1. A level that means nothing ends the import before anything is stored.
      """)

  @Argument(help: "The venue file (a GeoPackage).")
  var venue: String

  @Argument(help: "Recordings, or folders of them.")
  var source: [String]

  @OptionGroup var input: RecordingInputOptions

  @Option(
    help:
      "A file that names walks to leave out, a path a line, such as site1/B1/path_data_files/ID.txt."
  )
  var except: String?

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    if source.isEmpty { throw ValidationError("Name at least one recording to import.") }
  }

  func run() throws {
    let exceptions = try except.map {
      try ExceptionList($0, patience: RecordingInputOptions.patience)
    }
    let found = try source.map { try input.recordings($0) }
    let before = VenueFileBefore(venue)
    let known = before == .there ? try VenueFile.openOrCreate(venue) : nil
    // Everything is looked at before the file is made, so that what can't be imported leaves nothing behind.
    let sources = try ImportSource.all(
      found, known: try known?.venue(), named: name, except: exceptions)
    let file = try known ?? VenueFile.openOrCreate(venue)
    var tally = SurveyImportTally()
    do {
      try importAll(sources, into: file, except: exceptions, &tally)
    } catch {
      // A file made for nothing would only be in the way of the next try.
      if tally.new == 0 { before.restore(venue) }
      throw error
    }
    try Console.result(json ? tally.json.text(pretty: true) : tally.text(venue: venue))
  }

  /// What a venue is called that is made of recordings.
  private var name: String { PathParts(venue).stem }

  private func importAll(
    _ sources: [ImportSource], into file: VenueFile, except exceptions: ExceptionList?,
    _ tally: inout SurveyImportTally
  ) throws {
    let bar = ProgressBar(
      "importing", total: sources.reduce(0) { $0 + $1.recordings.files.count })
    for source in sources {
      try source.site?.store(named: name, in: file)
      try importWalks(of: source, into: file, except: exceptions, &tally, bar)
    }
    bar.finish()
    guard tally.foundWalks || sources.contains(where: { $0.site != nil }) else {
      throw CommandError.nothingToImport(
        source.joined(separator: ", "), tally.reasonsText ?? "nothing in it")
    }
    if let exceptions, tally.excepted < exceptions.count {
      Console.note(
        "\(except ?? ""): \(tally.excepted) of the \(exceptions.count) walks it names were among the sources"
      )
    }
  }

  /// Walks go in a few at a time: each batch is a transaction, so that what was stored stays whatever happens.
  private func importWalks(
    of source: ImportSource, into file: VenueFile, except: ExceptionList?,
    _ tally: inout SurveyImportTally, _ bar: ProgressBar
  ) throws {
    let known = try file.venue()
    let venue = try source.venue(adding: known, named: name)
    tally.levels = venue.levels.count
    var stream = RecordingStream(
      source.recordings, gathered: true, except: except, levels: LevelNames(venue))
    var batch = try ImportBatch(file: file, venue: venue, isStored: venue == known)
    let before = tally.files
    while let read = try stream.next() {
      try batch.add(read, &tally)
      tally.files = before + stream.position
      bar.update(tally.files)
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
