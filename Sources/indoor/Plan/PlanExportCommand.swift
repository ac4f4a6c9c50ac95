public import ArgumentParser
import IndoorAuthoring

/// `indoor plan export VENUE.gpkg --level ORDINAL --as NAME --output PATH`
struct PlanExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a level's placed plan in a format that other programs read.",
    discussion: """
      worldfile, geotiff and gcp keep the placement exactly, in the venue's local frame or as control points; \
      gpkg-tiles and mbtiles are Web Mercator tiles; kml, maplibre and mapkit place the picture by its corners or by \
      the tangent at the page's centre; points are QGIS's control points for the plan's own file. geotiff, gpkg-tiles and mbtiles take GDAL's programs (Debian: gdal-bin).
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Option(help: "The level's building by id or name, where the venue has several.")
  var building: String?

  @Option(parsing: .unconditional, help: "The level's ordinal: 0 is the ground floor, -1 below it.")
  var level: Int

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "\(ExportPlan.formats.joined(separator: ", ")).", valueName: "name"))
  var format: ExportPlan.Format

  @Option(help: "Where to write it; what belongs beside it gets the same name.")
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "points: the resolution at which QGIS shows a PDF; without it GDAL's own, 150 for most.",
      valueName: "dpi"))
  var pointsDpi: DecimalNumber?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ground metres a pixel: a PDF is drawn anew.", valueName: "metres"))
  var resolution: DecimalNumber?

  @Option(help: ArgumentHelp("Cut the picture: level takes the level's outline.", valueName: "to"))
  var crop: Crop?

  @Flag(help: "Make the paper's white clear, so that a map shows through.")
  var transparent = false

  enum Crop: String, ExpressibleByArgument, CaseIterable { case level }

  func validate() throws {
    if let resolution, !(resolution.value > 0) {
      throw ValidationError("--resolution takes metres a pixel.")
    }
    if let pointsDpi, !(1...2400).contains(pointsDpi.value) {
      throw ValidationError("--points-dpi takes 1 to 2400.")
    }
    let isPoints = !ExportPlan.hasPicture(format)
    try Usage.check(idle: [
      ("--points-dpi", pointsDpi != nil && !isPoints, "--as points"),
      ("--resolution", resolution != nil && isPoints, "a format that has a picture"),
      ("--crop", crop != nil && isPoints, "a format that has a picture"),
      ("--transparent", transparent && isPoints, "a format that has a picture"),
    ])
  }

  func run() throws {
    var export = ExportPlan(
      venue: venue, building: building, level: level, format: format, output: output)
    export.pointsResolution = pointsDpi?.value
    export.metresPerPixel = resolution?.value
    export.isCropped = crop == .level
    export.hasClearPaper = transparent
    for path in try export.run(progress: ProgressDisplay.handler()) { try Console.result(path) }
  }
}

extension ExportPlan.Format: ExpressibleByArgument {}
