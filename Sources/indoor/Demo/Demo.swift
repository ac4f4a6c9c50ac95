import ArgumentParser
import IndoorAuthoring
import IndoorModel
import IndoorReport

/// The demo's steps, each of them a command.
struct Demo {
  let samples: SampleMuseum
  /// The folder that the results go to.
  let folder: DemoFolder

  private static let notice =
    DemoFolder.notice
    + " the phones and the walks come from one description and a seed. What these commands reach on recordings from real buildings stands in the README."

  /// The venue file.
  var file: String { folder.venueFile }
  /// Where the visitors were.
  var positions: String { folder.positions }
  /// The page that shows it all.
  var reportPage: String { folder.reportPage }

  func importVenue() throws {
    try step(
      1, "The venue: its levels, rooms and doors", "venue import \(file) \(samples.venue)")
    try VenueImportCommand.parse([file, samples.venue]).run()
  }

  /// Places each level's drawing by its anchors.
  func alignPlans() throws -> [AlignedPlan] {
    let levels = try samples.levels(in: file)
    try Console.result("\n2. The floor plans: each drawing placed by its anchors")
    return try levels.map { level in
      let plan = samples.plan(level)
      let arguments = [
        "--plan", plan.drawing, "--anchors", plan.anchors, "--into", file, "--level",
        "\(level.key.ordinal)",
      ]
      try Console.result("$ indoor align \(arguments.joined(separator: " "))")
      let placed = try AlignCommand.parse(arguments).placing().run()
      let aligned = samples.withTrueError(placed)
      let predicted = aligned.predicted.map(\.metres)
      try Console.result(
        "\(aligned.title): \(aligned.scaleText), turned "
          + "\(ShortNumber.fixed(aligned.rotationDegrees, decimals: 1))°; "
          + "\(aligned.anchors.count) anchors, RMSE \(ShortNumber.metres(aligned.rmse)); "
          + "predicted error \(ShortNumber.metres(predicted.first)) to "
          + "\(ShortNumber.metres(predicted.max())), true error "
          + ShortNumber.metres(aligned.trueError))
      return aligned
    }
  }

  func survey() throws {
    let walks = try samples.recordings("survey-")
    try step(
      3, "The survey: \(walks.count) walks with waypoints",
      "survey import \(file) \(samples.pattern("survey-"))")
    try SurveyImportCommand.parse([file] + walks).run()
    try step(4, "The radio map", "radiomap build \(file)")
    try RadioMapBuildCommand.parse([file]).run()
  }

  /// Locates the visitors and compares them with the truth.
  func locate() throws -> PositionsReport {
    let visits = try samples.recordings("visit-")
    let output = positions
    try step(
      5, "\(visits.count) visitors: located, and compared with where they truly were",
      "locate \(file) \(samples.pattern("visit-")) --output \(output)")
    let arguments = [file] + visits + ["--output", output]
    var locating = try LocateCommand.parse(arguments).locating()
    locating.keepsRecordings = true
    locating.keepsTracks = true
    let located = try locating.run(progress: ProgressDisplay.handler())
    try Console.result(located.summary.text(output: output))
    return located.report
  }

  /// Imports the museum's guide, and lists what is near where the last visitor was located last.
  func guide() throws {
    try step(6, "The guide: works, numbers and tours", "guide import \(file) \(samples.guide)")
    try GuideImportCommand.parse([file, samples.guide]).run()
    guard let place = samples.lastPlace(in: positions) else { return }
    try step(
      7, "The works nearest to where the last visitor was located",
      "guide list items \(file) --near \(place) --limit 5")
    try GuideListCommand.parse(["items", file, "--near", place, "--limit", "5"]).run()
  }

  /// Writes the page.
  func writeReport(_ located: PositionsReport, _ plans: [AlignedPlan]) throws {
    var report = located
    report.notice = Self.notice
    report.sections.append(
      AlignmentSummary.section(
        of: plans,
        lead: """
          Each drawing was picked by hand as it were, with 0.3 points of noise on the page. The true error is known because \
          the drawings come from the same description as the building.
          """))
    try report.page.write(to: reportPage)
  }

  /// Says what is done, and the command that does it.
  private func step(
    _ number: Int, _ title: String, _ command: String
  ) throws(CommandError) {
    try Console.result("\n\(number). \(title)\n$ indoor \(command)")
  }
}
