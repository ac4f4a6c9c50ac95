import ArgumentParser
import IndoorJSON
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

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

      The scan is that of --scan N, counted from 1, or the last one by --at, milliseconds on the recording's own clock \
      as in positions.csv. Beacons of the last 5 s join a Wi-Fi scan. This explains the scan alone; positions also come \
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

  @Option(help: "How many reference points and transmitters of each kind to print; 0 prints all.")
  var limit = 8

  @OptionGroup var input: RecordingInputOptions

  @Flag(help: "Print the result as JSON.")
  var json = false

  func validate() throws {
    if (at == nil) == (scan == nil) {
      throw ValidationError("Name the scan by either --at or --scan.")
    }
    if let scan, scan < 1 { throw ValidationError("Scans are counted from 1.") }
    if limit < 0 { throw ValidationError("--limit can't be negative.") }
  }

  func run() throws {
    let file = try VenueFile.open(venue, readOnly: true)
    guard let known = try file.venue() else { throw CommandError.noVenue(venue) }
    guard let map = try file.radioMap() else { throw CommandError.noRadioMap(venue) }
    var stream = RecordingStream(
      try input.recordings(recording), gathered: true,
      levels: LevelNames(known, isLenient: true))
    guard let read = try stream.next() else { throw CommandError.noRecording(recording) }
    if let fault = read.levelFault {
      Console.warning("\(fault.message) (it is explained, and not compared with)")
    }
    let scans = read.recording.explainableScans
    let number = try number(in: scans)
    let placer = FingerprintPlacer(
      resolver: WaypointResolver(venue: known, placements: try file.placements()))
    let truth = placer.walk(of: read.recording, hash: read.hash).walk.fingerprints.first {
      $0.scan.time == scans[number].time
    }
    let result = ExplainedScan(
      explanation: ScanExplanation(of: scans[number], by: map), recording: read.recording.id,
      isInMap: try file.hasWalk(read.hash), number: number + 1, count: scans.count,
      time: scans[number].time, truth: truth, venue: known,
      walks: try file.walks().map(\.recording))
    try Console.result(
      json ? result.json.text(pretty: true) : result.text(limit: limit == 0 ? .max : limit))
  }

  private func number(in scans: [Scan]) throws -> Int {
    guard let first = scans.first, let last = scans.last else {
      throw CommandError.noScan(recording)
    }
    if let scan {
      guard scan <= scans.count else {
        throw CommandError.noScan(recording, number: scan, count: scans.count)
      }
      return scan - 1
    }
    let time = Timestamp(milliseconds: at ?? 0)
    guard let found = scans.lastIndex(where: { $0.time.milliseconds <= time.milliseconds }) else {
      throw CommandError.noScan(
        recording, by: time.milliseconds, first: first.time.milliseconds,
        last: last.time.milliseconds)
    }
    return found
  }
}

extension CommandError {
  static func noScan(_ path: String) -> CommandError {
    CommandError(message: "\(path): has no scan to explain; name a recording that heard something")
  }

  static func noScan(_ path: String, number: Int, count: Int) -> CommandError {
    CommandError(
      message: "\(path): has \(count) scans, and no scan \(number); name one from 1 to \(count)")
  }

  static func noScan(_ path: String, by time: Int64, first: Int64, last: Int64) -> CommandError {
    CommandError(
      message:
        "\(path): has no scan by \(time) ms; its scans are from \(first) to \(last) ms, name a time from there on"
    )
  }
}
