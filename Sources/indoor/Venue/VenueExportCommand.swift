public import ArgumentParser
import IndoorAuthoring

/// `indoor venue export VENUE.gpkg --as geojson|imdf|svg|walkable|maplibre --output PATH`
struct VenueExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a venue's levels, units and openings as a file for other programs.",
    discussion: """
      geojson: one FeatureCollection, a feature a line, that "venue import" reads back as the same venue.
      imdf: an archive of IMDF 1.0.0, a zip where the output ends with .zip, else a folder, where it replaces an earlier \
      archive of the same venue and nothing else. What came \
      from an archive comes out as it was, of every feature type, but for what was changed in the file since; what IMDF asks \
      for and a venue file doesn't know otherwise (category, address) are options.
      svg: a drawing a level into a folder, north up, one unit a metre.
      walkable: GeoJSON of where people can walk on each level, a feature for each part that hangs together.
      maplibre: one MapLibre style of all levels with their placed plans (pictures beside it), and a page with a switch for \
      the level.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Option(name: .customLong("as"), help: "What to write.")
  var format: ExportVenue.Format

  @Option(help: "Where to write it.")
  var output: String

  @Option(help: "imdf: the venue's category, such as museum or shoppingcenter.")
  var category = "businesscampus"

  @Option(help: "imdf: street and number.")
  var address = "unknown"

  @Option(help: "imdf: town.")
  var locality = "unknown"

  @Option(help: "imdf: country as two letters (ISO 3166-1).")
  var country = "ZZ"

  @Option(
    help:
      "imdf: language of the names, as a tag such as en or fr-CA. (default: that of the archive that the venue came from, or en)"
  )
  var language: String?

  func validate() throws {
    guard export.address.isCategoryKnown else {
      throw ValidationError("--category \(category): is none of IMDF's; museum is one.")
    }
    guard export.address.isCountryCode else {
      throw ValidationError(
        "--country \(country): takes two capital letters of ISO 3166-1, as \(export.address.meantCountry)."
      )
    }
    try Usage.check(language: language)
    try Usage.check(name: address, of: "--address")
    try Usage.check(name: locality, of: "--locality")
    let usual = ExportVenue.Address()
    try Usage.check(
      idle: [
        ("--category", category != usual.category), ("--address", address != usual.address),
        ("--locality", locality != usual.locality), ("--country", country != usual.country),
        ("--language", language != nil),
      ].map { ($0.0, $0.1 && format != .imdf, "--as imdf") })
  }

  private var export: ExportVenue {
    var export = ExportVenue(venue: venue, format: format, output: output)
    export.address.category = category
    export.address.address = address
    export.address.locality = locality
    export.address.country = country
    export.address.language = language
    return export
  }

  func run() throws {
    let summary = try export.run(progress: ProgressDisplay.handler())
    try Console.result("\(output): \(summary.text)")
  }
}

extension ExportVenue.Format: ExpressibleByArgument {}
