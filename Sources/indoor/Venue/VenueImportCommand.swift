import ArgumentParser
import IndoorAuthoring
import IndoorModel

/// `indoor venue import VENUE.gpkg SOURCE...`
struct VenueImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract:
      "Read GeoJSON, OpenStreetMap or IMDF sources into a venue file, which is made where it is missing.",
    discussion: """
      A feature says in its properties what it is: feature_type (venue, building, level, unit, opening), id, \
      building_id, level_id; a level its ordinal and label, a unit its category. A file of one level that says none of \
      this needs --level: then the polygon around all others is the level's outline, unless it has a room's category, or is alone and the level has one over four times as large, and the others are its units. An IMDF archive says all of it, \
      OpenStreetMap's simple indoor tagging (indoor, level, repeat_on, door) enough of it.

      Importing again replaces what has the same id and keeps the rest, walks and plans with it; with --replace, units and \
      openings that the sources no longer have go from the levels that the sources describe; what they have and can't be read stays. The venue's origin is the middle of the first \
      import's bounding box; it moves only while nothing is stored in local metres, and where it lies over 1 km off all that the \
      file holds, as after a source with a wrong coordinate.
      """)

  @Argument(help: "The venue file (a GeoPackage).")
  var venue: String

  @Argument(
    help:
      "GeoJSON files, OpenStreetMap's XML, Overpass' JSON and IMDF archives (a folder or a zip), in any order."
  )
  var source: [String]

  @Option(help: "The building of levels that name none: an id, or the name of one that is there.")
  var building: String?

  @Option(
    parsing: .unconditional,
    help: "The ordinal of the level of features that name none: 0 is the ground floor, -1 below it."
  )
  var level: Int?

  @Option(parsing: .unconditional, help: "That level's label: what the lift's button says.")
  var label: String?

  @Flag(
    help:
      "Take out units that these sources don't have, from the levels of which they have units, and openings likewise."
  )
  var replace = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    if source.isEmpty { throw ValidationError("Name at least one source to import.") }
    try Usage.check(name: label, of: "--label")
    try Usage.check(building: building)
    if label != nil, level == nil { throw ValidationError("--label needs --level.") }
    if let level, !LevelKey.ordinals.contains(level) {
      throw ValidationError("--level must be between -1000 and 1000.")
    }
  }

  func run() throws {
    var importing = ImportVenue(venue: venue, sources: source)
    importing.building = building
    importing.level = level
    importing.label = label.map(Usage.trimmed)
    importing.replaces = replace
    let imported = try importing.run(progress: ProgressDisplay.handler())
    for warning in imported.warnings {
      let sentence = CommandWords.spelled(warning.message, of: "VenueRule", warning.code)
      Console.warning("\(sentence) [\(warning.code)]")
    }
    for note in imported.notes { Console.note(CommandWords.spelled(note)) }
    try Console.result(json ? imported.json : "\(venue): \(imported.text)")
  }
}
