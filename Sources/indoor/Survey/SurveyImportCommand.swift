import ArgumentParser
import IndoorAuthoring

/// `indoor survey import VENUE.gpkg SOURCE...`
struct SurveyImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Read surveyed walks into a venue file, which is made where it is missing.",
    discussion: """
      Formats: sensor-logger (a zip, a folder, its JSON export or HTTP push), getsensordata, anyplace, find3, wigle, \
      indoorkit (JSON Lines), indoor-location-competition (a trace, a floor's folder, or a site's folder whose floors are \
      called B1, F1, F2, …; levels, units and plans come in too), ujiindoorloc, csv. Without --format the file decides. \
      Which app on which phone, and what to tap: docs/recording.md.

      Scans get their places from the waypoints around them. A walk is known by its content: importing it again \
      changes nothing, and an import that was interrupted goes on where it stopped. With --again walks that are there \
      are read again and replaced, as after a wrong --waypoints, --level or --time-zone; they keep their order, names and journal, \
      and stay hidden where they were removed. What can't be read or placed is \
      left out and counted. Networks whose name ends in _nomap are never stored.

      Apps that only number a surveyor's marks, or note a word, need places for them: --waypoints FILE has n,place,level \
      lines (a place is LAT,LON in quotes, unit:ID or a unit's name; a level is a label, else an ordinal), or is GeoJSON of \
      points with n and level; a header or the points may name a building, too. A mark's text may be a place itself. Where one \
      mark can't be resolved, the walk's scans stay unplaced, and a warning says file and line. --level and --building hold for recordings that name no level, \
      --time-zone for times without a zone.

      A source that is a venue file is merged: its walks come in by their content, hidden where either file hides them; \
      their levels have to be there by building and ordinal. The order of merges doesn't matter.

      csv: a row is a fingerprint. --columns x=x_m,y=y_m,level=level,building=building names its columns (also z, device, \
      surveyor, and latitude and longitude for x and y, which are metres of the venue's frame); all other columns are \
      transmitters, in dBm, 100 or empty where not heard. \
      Levels are ordinals (0 is the ground floor) or else, in the whole column, labels: those of the venue, and where nobody \
      has drawn it B1, G, F1, F2 and the like, which are -1, 0, 0, 1. A level that means nothing ends the import before anything is stored.
      """)

  @Argument(help: "The venue file (a GeoPackage).")
  var venue: String

  @Argument(help: "Recordings, folders of them, or venue files to merge.")
  var source: [String]

  @OptionGroup var input: RecordingInputOptions

  @Option(
    help:
      "A file that names walks to leave out, a path a line, # before comments, such as site1/B1/path_data_files/ID.txt."
  )
  var except: String?

  @Option(help: "Where numbered marks are: n,place,level lines, or GeoJSON points with n.")
  var waypoints: String?

  @Option(
    parsing: .unconditional, help: "The level of recordings that name none: a label, or an ordinal."
  )
  var level: String?

  @Option(help: "The building of --level: its id or name.")
  var building: String?

  @Flag(help: "Read walks again that are there, and replace them.")
  var again = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    if source.isEmpty { throw ValidationError("Name at least one recording to import.") }
    guard building == nil || level != nil else {
      throw ValidationError("--building goes with --level.")
    }
    try Usage.reading { try marks.check() }
  }

  private var marks: RecordingMarks {
    RecordingMarks(
      waypoints: waypoints, level: level, building: building, timeZone: input.timeZone)
  }

  func run() throws {
    var importing = ImportSurvey(
      venue: venue, sources: source, reading: try input.reading(), exceptions: except)
    importing.marks = marks
    importing.readsAgain = again
    let tally = try importing.run(progress: ProgressDisplay.handler())
    try Console.result(json ? tally.json : tally.text(venue: venue))
  }
}
