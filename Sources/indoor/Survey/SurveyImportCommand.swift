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
      surveyor), x and y in metres of the venue's frame; all other columns are transmitters, in dBm, 100 or empty where not heard.
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
    let exceptions = try except.map { try ExceptionList($0) }
    // Everything is looked at before the file is made, so that a wrong path leaves nothing behind.
    let sources = try source.map { try input.recordings($0) }
    let isNew = !FileManager.default.fileExists(atPath: venue)
    let file = try VenueFile.openOrCreate(venue)
    do {
      try importAll(sources, into: file, except: exceptions)
    } catch {
      // A file made for nothing would only be in the way of the next try.
      if isNew, try file.venue() == nil { try? FileManager.default.removeItem(atPath: venue) }
      throw error
    }
  }

  private func importAll(
    _ sources: [RecordingFiles], into file: VenueFile, except exceptions: ExceptionList?
  ) throws {
    let name = PathParts(venue).stem
    var tally = SurveyImportTally()
    let bar = ProgressBar("importing", total: sources.reduce(0) { $0 + $1.files.count })
    for source in sources {
      if source.isCompetitionSite {
        try SitePlans.store(CompetitionSite(source.path), named: name, in: file)
      }
      try importWalks(of: source, named: name, into: file, except: exceptions, &tally, bar)
    }
    bar.finish()
    guard tally.foundWalks || sources.contains(where: \.isCompetitionSite) else {
      throw CommandError.nothingToImport(source.joined(separator: ", "), tally.reasonsText)
    }
    if let exceptions, tally.excepted < exceptions.count {
      Console.note(
        "\(except ?? ""): \(tally.excepted) of the \(exceptions.count) walks it names were among the sources"
      )
    }
    let levels = try file.venue()?.levels.count ?? 0
    try Console.result(
      json
        ? tally.json(levels: levels).text(pretty: true)
        : tally.text(venue: venue, levels: levels))
  }

  /// Walks go in a few at a time: each batch is a transaction, so that what was stored stays whatever happens.
  private func importWalks(
    of source: RecordingFiles, named name: String, into file: VenueFile,
    except: ExceptionList?, _ tally: inout SurveyImportTally, _ bar: ProgressBar
  ) throws {
    let venue = try venue(for: source, named: name, in: file, except: except)
    var stream = RecordingStream(source, gathered: true, except: except)
    var batch = try ImportBatch(file: file, venue: venue)
    let before = tally.files
    while let read = try stream.next() {
      try batch.add(read, &tally)
      tally.files = before + stream.position
      bar.update(tally.files)
    }
    tally.excepted += stream.excepted
    try batch.store(&tally)
  }

  /// The file's venue; one that nobody has drawn gets what the recordings tell of it.
  private func venue(
    for source: RecordingFiles, named name: String, in file: VenueFile, except: ExceptionList?
  ) throws -> Venue {
    let known = try file.venue()
    if let known, known.levels.contains(where: { !$0.outline.isEmpty }) { return known }
    var sketch = VenueSketch()
    var stream = RecordingStream(source, gathered: true, except: except)
    while let read = try stream.next() { sketch.add(read.recording) }
    let venue = try sketch.venue(adding: known, name: name, path: source.path)
    if venue != known { try file.save(venue) }
    return venue
  }
}
