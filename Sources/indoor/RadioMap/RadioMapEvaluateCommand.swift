public import ArgumentParser
import IndoorJSON
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorReport
import IndoorStorage
import IndoorSurveying

/// `indoor radiomap evaluate VENUE.gpkg`
struct RadioMapEvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Say how far off scans are that the radio map has not seen.",
    discussion: """
      Each scan of the venue's walks is located by the map without its own walk, its own device, its own day, or the 20 m square \
      around it. --leave-out scans leaves out the scan alone, and is shown beside --leave-out walks, because it flatters: the walk's \
      next scan, a second later and a metre on, stays in the map.

      With --against a file's scans are located by the whole map, in the file's order, as a server or an app would see them come: which of \
      the map's transmitters are gone is learned from the scans before (never from where they were taken), and from 12% on those are left out \
      of the matching. The figures of each scan located by itself are printed below.

      What each device reads more than the map is learned from all of FILE's scans of it, without their places, and taken off; \
      --as-read doesn't. Both are printed.

      A scan is located by itself, without motion: what this prints says how good the map is. Errors are in local metres, on a wrong floor \
      too; the third quartile (EvAAL) adds 15 m a floor and 50 m for a wrong building; floor and p95 are ISO/IEC 18305's floor detection \
      and CE95. Intervals hold 95% of 400 resamples of whole groups, for all, each level, each device, and for the scans near which the map \
      without what is left out has a row ("surveyed", within 4 m) and the others: the stated radius is chosen on the former, \
      and so is how unlike every row a scan may be before the match calls it outside of what was surveyed: 5% of them are. The same seed and data give the same figures to the byte.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Option(
    help:
      "What to leave out with each scan: walks, devices, days, areas or scans. (default: walks)")
  var leaveOut: LeaveOut?

  @Option(parsing: .unconditional, help: "Seed of the resampling.")
  var seed: UInt64 = 1

  @Option(help: "Recordings with waypoints, or a table of fingerprints, to locate instead.")
  var against: String?

  @Option(help: "Write a page with the errors as curves, by level and by device, into this file.")
  var report: String?

  @Option(
    parsing: .unconditional,
    help:
      "Share of the transmitters, 0 to 1, that what is located doesn't hear, as if they were gone; drawn by the seed."
  )
  var unheard = 0.0

  @Flag(help: "With --against, don't learn what each device reads more or less than the map.")
  var asRead = false

  @OptionGroup var input: RecordingInputOptions

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    guard unheard >= 0, unheard <= 1 else {
      throw ValidationError("--unheard is a share: give a number from 0 to 1.")
    }
    // The walks' own scans are always taken as they were read.
    guard !asRead || against != nil else {
      throw ValidationError("--as-read goes with --against.")
    }
    guard leaveOut == nil || against == nil else {
      throw ValidationError(
        "--leave-out goes without --against, whose scans are located by the whole map.")
    }
    guard against != nil || (input.format == nil && input.columns == nil) else {
      throw ValidationError("--format and --columns go with --against.")
    }
  }

  func run() throws {
    try OutputPlaces.check([report], sparing: [venue, against].compactMap { $0 })
    let file = try VenueFile.open(venue, readOnly: true)
    let known = try file.venue()?.name
    let reports = try against.map { [try evaluation(of: file, against: $0)] } ?? reports(of: file)
    if let report {
      // The honest one is the one to believe.
      let page = EvaluationPage(
        title: known.map { "Radio map of \($0)" } ?? "Radio map",
        evaluations: reports.reversed().map(\.section))
      try page.page.write(to: report)
    }
    if json, let first = reports.first {
      // The one asked for, with the honest one inside where it flatters.
      try Console.result(first.json(besides: reports.dropFirst().first).text(pretty: true))
    } else {
      try Console.result(reports.map(\.text).joined(separator: "\n\n"))
    }
  }

  private func reports(of file: VenueFile) throws -> [EvaluationReport] {
    var (map, walks) = try SurveyedMap.build(of: file)
    guard map.rowCount > 0 else { throw CommandError.nothingToMap(venue, walks: walks.count) }
    if let stored = try file.radioMapMatching() { map.matching = stored }
    let gone = map.someTransmitters(share: unheard, seed: seed)
    let kinds = leaveOut == .scans ? [LeaveOut.scans, .walks] : [leaveOut ?? .walks]
    return kinds.map { kind in
      EvaluationReport(
        venue: venue,
        name: "leaving out \(kind.rawValue)"
          + (kind == .scans ? " (flatters: the walk's other scans stay)" : ""),
        points: RadioMapEvaluation(of: map, walks: walks, leavingOut: kind, unheard: gone).points,
        matching: map.matching, seed: seed, dataHash: SurveyedMap.dataHash(walks))
    }
  }

  private func evaluation(of file: VenueFile, against path: String) throws -> EvaluationReport {
    guard let known = try file.venue() else { throw CommandError.noVenue(venue) }
    guard let map = try file.radioMap() else { throw CommandError.noRadioMap(venue) }
    let placer = FingerprintPlacer(
      resolver: WaypointResolver(venue: known, placements: try file.placements()))
    var stream = RecordingStream(try input.recordings(path), levels: LevelNames(known))
    var walks: [SurveyWalk] = []
    while let read = try stream.next() {
      walks.append(placer.walk(of: read.recording, hash: read.hash).walk)
    }
    let gone = map.someTransmitters(share: unheard, seed: seed)
    let offsets = asRead ? nil : LearnedOffsets(of: walks, by: map, unheard: gone)
    let evaluation = RadioMapEvaluation(
      of: map, against: walks, unheard: gone, offsets: offsets, isWatched: true)
    guard !evaluation.points.isEmpty else { throw CommandError.noTruth(path) }
    var report = EvaluationReport(
      venue: venue, name: "against \(path)", points: evaluation.points, matching: map.matching,
      seed: seed, dataHash: SurveyedMap.dataHash(walks.map { WalkLabel($0) }))
    if let offsets, !offsets.offsets.isEmpty {
      report.offsets = offsets
      report.asRead =
        RadioMapEvaluation(of: map, against: walks, unheard: gone, isWatched: true).summary
    }
    if let watch = evaluation.watch {
      let alone = RadioMapEvaluation(of: map, against: walks, unheard: gone, offsets: offsets)
      report.watched = EvaluationReport.Watched(watch: watch, alone: alone.summary)
    }
    return report
  }
}

extension LeaveOut: ExpressibleByArgument {}
