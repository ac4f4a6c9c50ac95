public import ArgumentParser
import IndoorAuthoring

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
      too; the third quartile (EvAAL) adds 15 m a level and 50 m for a wrong building; floor and p95 are ISO/IEC 18305's floor detection \
      and CE95. Intervals hold 95% of 400 resamples of whole groups, for all, each level, each device, and for the scans near which the map \
      without what is left out has a row ("surveyed", within 4 m) and the others: the stated radius is chosen on the former, \
      and so is how unlike every row a scan may be before the match calls it outside of what was surveyed: 5% of them are. The same seed and data give the same figures to the byte.
      """)

  @Argument(help: "The venue file.")
  var venue: String

  @Option(
    help:
      "What to leave out with each scan: walks, devices, days, areas or scans. (default: walks)")
  var leaveOut: EvaluateRadioMap.LeaveOut?

  @Option(parsing: .unconditional, help: "Seed of the resampling.")
  var seed: UInt64 = 1

  @Option(help: "Recordings with waypoints, or a table of fingerprints, to locate instead.")
  var against: String?

  @Option(help: "Write a page with the errors as curves and on maps into this file.")
  var report: String?

  @Option(
    parsing: .unconditional,
    help:
      "Share of the transmitters, 0 to 1, that what is located doesn't hear, as if they were gone; drawn by the seed."
  )
  var unheard: DecimalNumber = 0.0

  @Flag(help: "With --against, don't learn what each device reads more or less than the map.")
  var asRead = false

  @OptionGroup var input: RecordingInputOptions

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    guard unheard.value >= 0, unheard.value <= 1 else {
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
    guard against != nil || (input.format == nil && input.columns == nil && input.timeZone == nil)
    else {
      throw ValidationError("--format, --columns and --time-zone go with --against.")
    }
  }

  func run() throws {
    var evaluating = EvaluateRadioMap(venue: venue)
    if let against {
      evaluating.scans = .against(against, reading: try input.reading(), asRead: asRead)
    } else if let leaveOut {
      evaluating.scans = .leavingOut(leaveOut)
    }
    evaluating.seed = seed
    evaluating.unheard = unheard.value
    evaluating.report = report
    let evaluated = try evaluating.run(progress: ProgressDisplay.handler())
    try Console.result(json ? evaluated.json : evaluated.text)
  }
}

extension EvaluateRadioMap.LeaveOut: ExpressibleByArgument {}
