import ArgumentParser
import IndoorAuthoring

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
    let importing = ImportSurvey(
      venue: venue, sources: source, reading: try input.reading(), exceptions: except)
    let tally = try importing.run(progress: ProgressDisplay.handler())
    try Console.result(json ? tally.json : tally.text(venue: venue))
  }
}
