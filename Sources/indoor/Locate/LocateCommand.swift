public import ArgumentParser
import IndoorAuthoring
public import IndoorReport

/// `indoor locate VENUE.gpkg RECORDING... --output positions.csv`
struct LocateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "locate",
    abstract: "Locate recordings: where each was, on which floor, and how sure that is.",
    discussion: """
      The venue file needs a radio map (indoor radiomap build). Each recording is located alone, and each position from \
      nothing but what was stamped up to its time. A recording's waypoints and the floor in its header are never given \
      to the positioner; where there are any, they are read afterwards to print how far off it was. Where a simulated \
      recording's truth stands beside it (ID.truth.csv), that is read instead.

      Example: indoor locate mall.gpkg walks/ --output positions.csv --report report.html

      With --smooth the positions are tracks: where each device truly went, told once its recording is over, for heat maps, \
      dwell times and analytics. With --lag SECONDS each position waits so long for what comes next. Both have rows at the \
      same times as without, and their source ends with "+smoothed" or "+lagged".

      With --watch the recordings are one stream: each scan that is located for itself (--scan-alone, and recordings of a \
      single scan) knows from those before it which of the radio map's transmitters are gone, and is compared without these.

      Motion is read as a walker's with the phone in front. Where people roll in wheelchairs, or hold the phone otherwise, \
      --without motion does better.

      Without --format each file tells its format itself. The output is put in its place only once it is whole.
      """)

  @Argument(help: "The venue file (a GeoPackage) with its radio map.")
  var venue: String

  @Argument(help: "Recordings, or folders of recordings; they are located in the order given.")
  var recording: [String]

  @OptionGroup var reading: RecordingInputOptions

  @Option(help: ArgumentHelp("The file to write the positions to.", valueName: "file"))
  var output: String

  @Option(name: .customLong("as"), help: ArgumentHelp("What to write.", valueName: "format"))
  var format = PositionsFormat.csv

  @Option(
    help: ArgumentHelp(
      "A page that shows them on each floor, with truth and error where they are known.",
      valueName: "file.html"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "What to do without, as if the phone had none: wifi, ble, motion, compass, pressure, map, fix, and offset (the radio offset isn't learned), joined by commas.",
      valueName: "list")
  )
  var without = Without()

  @Flag(help: "Locate each scan for itself, without what came before it.")
  var scanAlone = false

  @Flag(help: "Tell where it truly went, by what came later, too: a track, and no live position.")
  var smooth = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Let each position wait so long for what comes next; it is stamped with the time that it is about.",
      valueName: "seconds"))
  var lag: DecimalNumber?

  @Flag(help: "Learn from recording to recording which transmitters are gone.")
  var watch = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Of so many Wi-Fi scans take the first only, as on phones that ration them.",
      valueName: "number"))
  var keepEveryScan = 1

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What the phone is known to read more than the radio map, in dB; negative where it reads less. Without it, it is learned on the way.",
      valueName: "dB"))
  var radioOffset: DecimalNumber?

  @Option(
    parsing: .unconditional,
    help: "Seed of the particles' random numbers. (default: 1)")
  var seed: UInt64?

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    if recording.isEmpty { throw ValidationError("Name at least one recording to locate.") }
    if let radioOffset, !(abs(radioOffset.value) <= 40) {
      throw ValidationError("--radio-offset is a difference between phones: -40 to 40 dB.")
    }
    if let lag, !(lag.value > 0 && lag.value <= 60) {
      throw ValidationError("--lag is a number of seconds over 0, and 60 at most.")
    }
    let ways = [(smooth, "--smooth"), (lag != nil, "--lag"), (scanAlone, "--scan-alone")]
    let chosen = ways.filter(\.0).map(\.1)
    if chosen.count > 1 {
      throw ValidationError("Choose one of \(chosen.joined(separator: " and ")).")
    }
    if watch, smooth || lag != nil {
      throw ValidationError(
        "--watch serves scans that are located for themselves; leave \(chosen[0]) out.")
    }
    if keepEveryScan < 1 { throw ValidationError("--keep-every-scan must be 1 or more.") }
    let idle = without.sources.filter(\.isOfTracking).map(\.rawValue).sorted()
    let tracking = "positions that follow one another, without --scan-alone"
    try Usage.check(idle: [
      ("--seed", seed != nil && scanAlone, tracking),
      ("--without \(idle.joined(separator: ","))", !idle.isEmpty && scanAlone, tracking),
    ])
  }

  func run() throws {
    let located = try locating().run(progress: ProgressDisplay.handler())
    try Console.result(json ? located.summary.json : located.summary.text(output: output))
  }

  /// The use case with these options.
  func locating() throws -> LocateRecordings {
    var locating = LocateRecordings(
      venue: venue, recordings: recording, reading: try reading.reading())
    locating.without = without.sources
    locating.isScanAlone = scanAlone
    locating.isSmoothed = smooth
    locating.lag = lag?.value ?? 0
    locating.isWatched = watch
    locating.scanStride = keepEveryScan
    locating.radioOffset = radioOffset?.value
    if let seed { locating.seed = seed }
    locating.output = output
    locating.format = format
    locating.report = report
    return locating
  }
}

extension PositionsFormat: ExpressibleByArgument {}

/// What a phone shall seem not to have.
struct Without: ExpressibleByArgument {
  var sources: Set<LocateRecordings.Source> = []

  var defaultValueDescription: String { "nothing" }

  init() {}

  init?(argument: String) {
    for name in argument.split(separator: ",") {
      guard let source = LocateRecordings.Source(rawValue: String(name)) else { return nil }
      sources.insert(source)
    }
  }
}
