import ArgumentParser
import IndoorAuthoring
import IndoorModel

/// `indoor plan align-levels VENUE.gpkg`
struct PlanAlignLevelsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "align-levels",
    abstract: "Place a building's plans together, so that lifts and stairs stand above each other.",
    discussion: """
      Every level moves, turns and grows a little, as its anchors' sigmas allow, until the lifts and stairs that it has in \
      common with others stand above each other: a level whose anchors lie close together is held by those that are \
      anchored well. What the plans show is found by laying their lines on the level's walls (the venue's units of \
      category elevator and stairs), or named with --tie: NAME is the same on every level, X,Y a point of that level's \
      page, as in anchors. Where a level lies is its anchors' business alone, not the venue's.

      Example: indoor plan align-levels museum.gpkg --tie "east lift=0:512,380" --tie "east lift=1:488.5,402"

      The placements are stored with their ties; points that were named are remembered. The command starts from the \
      placements as indoor align left them, however often it is run.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Option(help: "The building by id or name, where the venue has plans of several.")
  var building: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A point of a level's page that shows a lift or stairs; the same NAME ties levels.",
      valueName: "NAME=LEVEL:X,Y"))
  var tie: [String] = []

  @Flag(help: "Tie by what --tie names alone; don't look for lifts and stairs on the plans.")
  var givenOnly = false

  @Flag(help: "Leave out lifts and stairs that contradict the rest, instead of only naming them.")
  var robust = false

  @Flag(help: "Only report; store nothing.")
  var dryRun = false

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    _ = try Usage.reading(tying)
  }

  func run() throws {
    let tied = try tying().run(progress: ProgressDisplay.handler())
    for warning in tied.warnings {
      let sentence = CommandWords.spelled(warning.message, of: "AlignmentWarning", warning.code)
      Console.warning("\(sentence) [\(warning.code)]")
    }
    try Console.result(json ? tied.json : tied.text)
    if !dryRun, !json { try Console.result("stored in \(venue)") }
  }

  /// The use case with these options.
  private func tying() throws -> TieLevels {
    var tying = TieLevels(venue: venue)
    tying.building = building
    for text in tie { try tying.add(tie: text) }
    tying.looksForConnectors = !givenOnly
    tying.isRobust = robust
    tying.stores = !dryRun
    return tying
  }
}
