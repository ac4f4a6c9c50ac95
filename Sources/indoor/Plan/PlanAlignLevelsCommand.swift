import ArgumentParser
import IndoorAlignment
import IndoorJSON
import IndoorModel
import IndoorStorage

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

  @Option(help: "The building, where the venue has plans of several.")
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
    for text in tie {
      do { _ = try LevelTieReference(text) } catch { throw ValidationError(error.message) }
    }
  }

  func run() throws {
    let file = try VenueFile.open(venue, readOnly: dryRun)
    guard let known = try file.venue() else { throw CommandError.noVenue(venue) }
    let placements = try placements(in: file)
    let connectors = VenueConnector.all(in: known, building: placements[0].level.building)
    var ties = try given(on: placements)
    if !givenOnly {
      ties += try found(connectors, in: known, file: file, placements, besides: ties)
    }
    var aligner = LevelAligner(frame: known.frame)
    aligner.isRobust = robust
    let alignment = try aligner.align(placements, ties: ties)
    if !dryRun { try file.move(alignment.levels.map(\.placement)) }
    for warning in alignment.warnings {
      Console.warning("\(warning.message) [\(warning.code.rawValue)]")
    }
    try Console.result(
      json
        ? alignment.json(venue: connectors).text(pretty: true)
        : LevelAlignmentText(alignment, venue: known, connectors: connectors).text)
    if !dryRun, !json { try Console.result("stored in \(venue)") }
  }

  /// The building's placements, two or more.
  private func placements(in file: VenueFile) throws -> [PlanPlacement] {
    let all = try file.placements()
    let buildings = Set(all.map(\.level.building))
    guard building != nil || buildings.count < 2 else {
      throw CommandError(
        message:
          "\(venue): has plans of the buildings \(buildings.sorted().joined(separator: ", ")); name one with --building"
      )
    }
    let these = all.filter { building == nil || $0.level.building == building }
    guard these.count > 1 else {
      throw CommandError(
        message:
          "\(venue): has \(these.isEmpty ? "no plan" : "a plan on one level only")\(building.map { " in building \"\($0)\"" } ?? ""), and tying takes two; place more with indoor align --into"
      )
    }
    return these
  }

  /// What `--tie` names, and what earlier runs were told of other connectors.
  private func given(on placements: [PlanPlacement]) throws -> [LevelTiePoint] {
    var ties: [LevelTiePoint] = []
    for text in tie {
      let reference = try LevelTieReference(text)
      guard let placement = placements.first(where: { $0.level.ordinal == reference.ordinal })
      else {
        throw CommandError(
          message:
            "\"\(text)\": level \(reference.ordinal) has no plan, only \(placements.map { "\($0.level.ordinal)" }.joined(separator: ", ")) have; name one of them"
        )
      }
      ties.removeAll { $0.level == placement.level && $0.tie.connector == reference.connector }
      ties.append(reference.tie(on: placement))
    }
    let named = Set(ties.map { Named(level: $0.level, connector: $0.tie.connector) })
    for placement in placements {
      for tied in placement.tying?.ties ?? [] where !tied.tie.isFound {
        let name = Named(level: placement.level, connector: tied.tie.connector)
        if !named.contains(name) {
          ties.append(LevelTiePoint(level: placement.level, tie: tied.tie))
        }
      }
    }
    return ties
  }

  private struct Named: Hashable {
    var level: LevelKey
    var connector: String
  }

  /// What the plans' own lines show; a connector that a person named stays as he did.
  private func found(
    _ connectors: [VenueConnector], in known: Venue, file: VenueFile,
    _ placements: [PlanPlacement], besides given: [LevelTiePoint]
  ) throws -> [LevelTiePoint] {
    let names = Set(given.map(\.tie.connector))
    let finder = ConnectorFinder(connectors.filter { !names.contains($0.name) }, venue: known)
    let bar = ProgressBar("looking for lifts and stairs", total: placements.count)
    var ties: [LevelTiePoint] = []
    for (done, placement) in placements.enumerated() {
      bar.update(done)
      guard let plan = try file.plan(for: placement.level) else { continue }
      let found: [LevelTiePoint]?
      do {
        let page = try PlanFile(
          bytes: plan.original, name: plan.fileName, page: placement.page.number)
        found = try finder.ties(of: page, placement: placement)
      } catch {
        guard !error.isMachineFault else { throw error }
        found = nil
      }
      if let found {
        ties += found
      } else {
        Console.warning(
          "level \(placement.level.ordinal): the lines of \(plan.fileName) don't lie on the level's walls surely, so no lift or stairs was looked for on it; name some with --tie"
        )
      }
    }
    bar.finish()
    return ties
  }
}
