import ArgumentParser
import IndoorAuthoring

/// `indoor explain VENUE.gpkg RECORDING`
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say why a scan is put where it is: what it was like, and who agreed.",
    discussion: """
      Shows for one scan of a recording which reference points of the radio map it is most like (with place, similarity \
      and how far apart they are), and what each transmitter had to say: agreed (scan and matches hear it), missing (at \
      least half of the matches hear it, the scan doesn't), elsewhere (the map knows it, but from other places) and new. A scan more \
      unlike all reference points than 95% of those taken near some is said to come from outside of what was surveyed.

      The scan is that of --scan N, counted from 1 over all that the file holds, as the rows of a table or FIND3's devices one after the other, or the last one by --at, milliseconds on the recording's own clock \
      as in positions.csv. Beacons of the last seconds join a Wi-Fi scan. This explains the scan alone; positions also come \
      from motion and from the scans before. Where the recording has waypoints, the distance to them is shown.
      """)

  @Argument(help: "The venue file, with a radio map.")
  var venue: String

  @Argument(help: "The recording.")
  var recording: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last scan by this time.", valueName: "milliseconds"))
  var at: Int64?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The scan's number, from 1.", valueName: "n"))
  var scan: Int?

  @Option(
    parsing: .unconditional,
    help: "How many reference points and transmitters of each kind to print; 0 prints all.")
  var limit = usualLimit

  private static let usualLimit = 8

  @OptionGroup var input: RecordingInputOptions

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    if (at == nil) == (scan == nil) {
      throw ValidationError("Name the scan by either --at or --scan.")
    }
    if let scan, scan < 1 { throw ValidationError("Scans are counted from 1.") }
    if limit < 0 { throw ValidationError("--limit can't be negative.") }
    try Usage.check(idle: [
      ("--limit", json && ![0, Self.usualLimit].contains(limit), "text, as JSON has all")
    ])
  }

  func run() throws {
    let explaining = ExplainScan(
      venue: venue, recording: recording, scan: scan.map { .number($0) } ?? .time(at ?? 0),
      reading: try input.reading())
    let explained = try explaining.run(progress: ProgressDisplay.handler())
    try Console.result(
      json ? explained.json : explained.text(limit: limit == 0 ? .max : limit))
  }
}
