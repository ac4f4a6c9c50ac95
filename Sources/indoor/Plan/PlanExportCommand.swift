public import ArgumentParser
public import IndoorAlignment
import IndoorModel
import IndoorReport
import IndoorStorage

/// `indoor plan export VENUE.gpkg --level ORDINAL --as NAME --output PATH`
struct PlanExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a level's placed plan in a format that other programs read.",
    discussion: """
      worldfile, geotiff and gcp keep the placement exactly, in the venue's local frame or as control points; \
      gpkg-tiles and mbtiles are Web Mercator tiles; kml, maplibre and mapkit place the picture by its corners or by \
      the tangent at the page's centre. geotiff, gpkg-tiles and mbtiles take GDAL's programs (Debian: gdal-bin).
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Option(help: "The level's building, where the venue has several.")
  var building: String?

  @Option(parsing: .unconditional, help: "The level's ordinal: 0 is the ground floor, -1 below it.")
  var level: Int

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "\(PlanExport.Format.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "name"))
  var format: PlanExport.Format

  @Option(help: "Where to write it; what belongs beside it gets the same name.")
  var output: String

  func run() throws {
    try OutputPlaces.check(PlanExport.paths(of: format, at: output), sparing: [venue])
    let file = try VenueFile.open(venue, readOnly: true)
    guard let known = try file.venue() else { throw CommandError.noVenue(venue) }
    let keys = try file.placements().map(\.level)
    let found = keys.filter { $0.ordinal == level && (building ?? $0.building) == $0.building }
    guard found.count < 2 else { throw CommandError.severalBuildings(venue, found) }
    guard let key = found.first, let plan = try file.plan(for: key) else {
      throw CommandError(
        message: keys.isEmpty
          ? "\(venue): has no placed plan; place one with indoor align --into"
          : "\(venue): has no plan on level \(level), only on \(keys.sorted().map { "\($0.ordinal)" }.joined(separator: ", ")); name one of them or place one with indoor align --into"
      )
    }
    let export = try PlanExport(plan, frame: known.frame, title: key.fullTitle(in: known))
    for path in try export.write(as: format, to: output) { try Console.result(path) }
  }
}

extension PlanExport.Format: ExpressibleByArgument {}
