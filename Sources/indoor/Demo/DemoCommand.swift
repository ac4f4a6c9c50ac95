import ArgumentParser
import IndoorAuthoring

/// `indoor demo [--output FOLDER]`
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Go the whole way on the sample museum, and say how far off it was.",
    discussion: """
      Runs the commands as one would run them by hand: imports the venue, places its drawings by their anchors, imports \
      the survey, builds the radio map, locates visitors whose walks the survey has never seen, compares them with \
      the truth, and lists the works nearest to one of them. The museum, its radio and its walks are simulated, and so are the figures. FOLDER gets museum.gpkg, \
      positions.csv and report.html.
      """)

  @Option(
    help: ArgumentHelp(
      "The folder that the results go to; it is made where it is missing.", valueName: "folder"))
  var output = "demo"

  func run() throws {
    let start = ContinuousClock.now
    let samples = try SampleMuseum()
    let folder = try DemoFolder(output, progress: ProgressDisplay.handler())
    let demo = Demo(samples: samples, folder: folder)
    try Console.result(
      """
      IndoorKit's way through a building, on its sample museum. The building, its radio, the phones
      and the walks are simulated: every figure below is.
      """)
    try folder.emptyEarlierFile(of: samples)
    try demo.importVenue()
    let plans = try demo.alignPlans()
    try demo.survey()
    let located = try demo.locate()
    try demo.guide()
    try demo.writeReport(located, plans)
    let seconds = max(1, (ContinuousClock.now - start).components.seconds)
    try Console.result(
      """

      Done in \(seconds) s. Look at it in a browser:
        \(folder.reportAddress)
      The venue file opens in QGIS: \(demo.file)
      """)
  }
}
