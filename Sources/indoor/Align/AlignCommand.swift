public import ArgumentParser
import IndoorAuthoring
import IndoorModel
import IndoorReport

/// `indoor align --plan FILE --anchor X,Y=LAT,LON…`
struct AlignCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "align",
    abstract: "Place a floor plan on the ground by anchors, and say how wrong that may be.",
    discussion: """
      A plan is a page of a PDF, a PNG, a JPEG, an SVG, a DXF (model space in drawing units) or a GeoTIFF, which may place itself. An anchor is a point of the page and the place it shows: X,Y in the \
      PDF's user space before /Rotate (y up) or in an image's pixels (y down). Two anchors give a similarity, three or \
      more the one of least squares, from four on an affine map where the residuals ask for it.

      Example: indoor align --plan ground.pdf --anchor 212,184=48.86065,2.33531 --anchor 1012.5,940=48.86171,2.33819 \
      --into museum.gpkg --level 0

      --into stores the placed plan in a venue file, on the level that --level names; where there is no such file or level \
      yet, it makes them. --as writes the placed plan for other programs at once. --refine and --auto lay the \
      plan's own lines on the venue's walls, and end with an error where they aren't sure; corridors fit in a mirror and turned \
      by half as well, and where doors, stairs or room names don't tell, --not-mirrored and --up do. A PDF's page without a sound MediaBox or \
      CropBox, anchors that look swapped, or lie far from the building or each other, are a warning; --into then \
      stores nothing, unless --force is given.
      """)

  /// What holds where nothing is said.
  private static let usual = PlacePlan(plan: "")

  @Option(
    help: ArgumentHelp("The plan: a PDF, PNG, JPEG, SVG, ASCII DXF or GeoTIFF.", valueName: "file"))
  var plan: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The page of the PDF: digits count from 1, else its label.", valueName: "n|label"))
  var page = "1"

  @Option(
    help:
      "Which of a PDF page's boxes is the plan: media, crop (what viewers show) or trim (what apps built on Apple's Footprint show)."
  )
  var box = usual.box

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A point of the page and its place; a unit's vertex N (from 0) and an opening's middle do as places.",
      valueName: "X,Y=LAT,LON | X,Y=unit:ID#N | X,Y=opening:ID"))
  var anchor: [String] = []

  @Option(
    help:
      "A file of anchors: GeoJSON Points with \"page\": [x, y] in their properties, QGIS's .points, an image's world file, appData.json#map_floor1."
  )
  var anchors: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The resolution at which QGIS shows the PDF that .points count pixels of; without it GDAL's own, 150 for most.",
      valueName: "dpi"))
  var pointsDpi: DecimalNumber?

  @Option(
    help:
      "From which corner page points are counted, as viewers show the page (of an image its stored pixels, before an orientation tag): top-left or bottom-left. Without it a PDF's user space, an image's pixels."
  )
  var pageOrigin = usual.pageOrigin

  @Option(
    help: "metric: least squares in local metres. mapkit: as Apple's Footprint sample does it.")
  var convention = usual.convention

  @Flag(help: "Leave out anchors that contradict the others, instead of only naming them.")
  var robust = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The scale that the plan declares, as 200 for 1:200, to be warned where the anchors say another; without it the measure in the PDF, where it has one.",
      valueName: "n"))
  var declaredScale: DecimalNumber?

  @Option(
    help: ArgumentHelp(
      "What the numbers of --anchor are in, as EPSG:25832: then they are X,Y=EASTING,NORTHING. Also what .points and world files are in that don't say it.",
      valueName: "authority:code"))
  var anchorCrs: String?

  @Option(help: "The venue that gives the origin and the named places.")
  var venue: String?

  @Option(help: "The level's building by id or name, where the venue has several.")
  var building: String?

  @Option(parsing: .unconditional, help: "The level's ordinal: 0 is the ground floor, -1 below it.")
  var level: Int?

  @Flag(help: "Then lay the plan's own lines on the level's walls.")
  var refine = false

  @Flag(
    help:
      "Lay the plan's own lines on the walls without anchors; without --level on the level that fits best."
  )
  var auto = false

  @Flag(help: "With --auto or --refine: the plan shows the level from above, not in a mirror.")
  var notMirrored = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --auto or --refine: which way the page's top lies, as a reader sees it, clockwise from north, ± 45°.",
      valueName: "degrees"))
  var up: DecimalNumber?

  @Option(
    help:
      "The venue file to store the placed plan in; it and the level are made where they are missing."
  )
  var into: String?

  @Option(
    parsing: .unconditional, help: "The label of a level that is made: what the lift's button says."
  )
  var label: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      "Write the placed plan at once: \(ExportPlan.formats.joined(separator: ", ")).",
      valueName: "name"))
  var format: ExportPlan.Format?

  @Option(help: "Where --as writes; what belongs beside it gets the same name.")
  var output: String?

  @Flag(help: "Store the plan even where a warning says that it can't belong there.")
  var force = false

  @Option(help: "A page that shows the plan over the venue, with residuals and predicted errors.")
  var report: String?

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    if auto {
      if refine || anchors != nil || !anchor.isEmpty {
        throw ValidationError("--auto takes no anchors; give them with --refine instead.")
      }
    } else if anchor.isEmpty, anchors == nil, !plan.lowercased().hasSuffix(".tif"),
      !plan.lowercased().hasSuffix(".tiff")
    {
      throw ValidationError("Give anchors with --anchor or --anchors, or --auto.")
    }
    if auto || refine {
      if venue == nil, into == nil {
        throw ValidationError("Walls come from a venue; name it with --venue or --into.")
      }
      if convention != Self.usual.convention {
        throw ValidationError("--convention mapkit goes by anchors alone.")
      }
    }
    if notMirrored || up != nil, !auto, !refine {
      throw ValidationError("--not-mirrored and --up go with --auto or --refine.")
    }
    if let up, !(abs(up.value) <= 360) {
      throw ValidationError("--up takes degrees from -360 to 360.")
    }
    if refine, level == nil { throw ValidationError("--refine needs --level.") }
    let placing = try Usage.reading(placing)
    if let declaredScale, !(1...1_000_000).contains(declaredScale.value) {
      throw ValidationError("--declared-scale takes the n of 1:n, from 1 to 1000000.")
    }
    if let pointsDpi, !(1...2400).contains(pointsDpi.value) {
      throw ValidationError("--points-dpi takes 1 to 2400.")
    }
    if (format == nil) != (output == nil) {
      throw ValidationError("--as and --output go together.")
    }
    try Usage.check(name: label, of: "--label")
    try Usage.check(building: building)
    if label != nil, into == nil { throw ValidationError("--label needs --into.") }
    if page.utf8.allSatisfy({ $0 == 0x30 }) { throw ValidationError("--page counts from 1.") }
    if into != nil, level == nil, !auto { throw ValidationError("--into needs --level.") }
    try checkIdle(placing)
  }

  private func checkIdle(_ placing: PlacePlan) throws {
    let isPoints = format.map { !ExportPlan.hasPicture($0) } ?? false
    let hasOrigin = pageOrigin != Self.usual.pageOrigin
    try Usage.check(idle: [
      (
        "--page-origin", hasOrigin && !placing.countsPagePoints,
        "page points of --anchor or GeoJSON"
      ),
      ("--points-dpi", pointsDpi != nil && anchors == nil && !isPoints, ".points or --as points"),
      ("--anchor-crs", anchorCrs != nil && auto, "anchors"),
      ("--robust", robust && auto, "anchors"),
      ("--robust", robust && convention != Self.usual.convention, "--convention metric"),
      ("--declared-scale", declaredScale != nil && auto, "anchors"),
      ("--building", building != nil && level == nil && !auto, "--level or --auto"),
      ("--force", force && into == nil, "--into"),
    ])
  }

  func run() throws {
    let placed = try placed()
    for warning in placed.aligned.warnings {
      let sentence = CommandWords.spelled(warning.message, of: "AlignmentWarning", warning.code)
      Console.warning("\(sentence) [\(warning.code)]")
    }
    try Console.result(json ? placed.json : placed.text)
  }

  /// What came of it; a refusal is a result for machines, too.
  private func placed() throws -> PlacePlan.Result {
    do {
      return try placing().run(progress: ProgressDisplay.handler())
    } catch let error as any IndoorError where json && !error.isMachineFault {
      try Console.result(PlacePlan.json(of: error, message: CommandWords.spelled(error)))
      throw error
    }
  }

  /// What the report's page says to do next.
  private var nextStep: @Sendable (LevelKey) -> String {
    { [into, venue] level in
      let building = level.building.isEmpty ? "" : " --building \(Self.quoted(level.building))"
      let place = "--level \(level.ordinal)\(building)"
      guard let file = into else {
        return "indoor align … --into \(Self.quoted(venue ?? "venue.gpkg")) \(place)"
      }
      return "indoor plan export \(Self.quoted(file)) \(place) --as maplibre --output plan.json"
    }
  }

  /// A word as it is typed in a shell.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_./".utf8.contains(byte)
    }
    return isPlain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
  }

  /// The use case with these options.
  func placing() throws -> PlacePlan {
    var placing = PlacePlan(plan: plan)
    placing.page = page
    placing.box = box
    for text in anchor { try placing.add(anchor: text) }
    placing.anchorFile = anchors
    placing.convention = convention
    placing.isRobust = robust
    placing.declaredScale = declaredScale?.value
    placing.referenceSystem = anchorCrs
    placing.venue = venue
    placing.building = building
    placing.level = level
    placing.isRefined = refine
    placing.isAutomatic = auto
    placing.isNotMirrored = notMirrored
    placing.upDegrees = up?.value
    placing.store = into
    placing.storesAnyway = force
    placing.nextStep = nextStep
    placing.label = label.map(Usage.trimmed)
    placing.pointsResolution = pointsDpi?.value
    placing.pageOrigin = pageOrigin
    if let format, let output { placing.export = .init(format, output: output) }
    placing.report = report
    return placing
  }
}

extension PlacePlan.Convention: ExpressibleByArgument {}
extension PlacePlan.Box: ExpressibleByArgument {}
extension PageOrigin: ExpressibleByArgument {
  static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
