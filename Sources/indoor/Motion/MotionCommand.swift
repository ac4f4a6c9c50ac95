import ArgumentParser
import IndoorFiles
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import IndoorReport

/// `indoor motion RECORDING [--format NAME] --output attitude.csv [--steps steps.csv] [--report FILE.html]`
struct MotionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "motion",
    abstract: "Compute attitude, heading and steps of a recording.",
    discussion: """
      The gyroscope is integrated, the acceleration holds it upright and the compass, as far as it can be \
      trusted, north. The output has a row for each sample of the gyroscope:

        time_s,q_w,q_x,q_y,q_z,heading_deg,heading_accuracy_deg,rest,disturbed

      q turns the sensor's frame to east-north-up, heading_deg is clockwise from magnetic north (no place is \
      known, so no declination), and its accuracy is one standard deviation; both are empty while unknown. The \
      heading is that of the device's upper edge on the ground, or of its back where it is held upright. rest and \
      disturbed are 0 or 1: the device lies still, the magnetic field is not the one that was learned.

      With --steps, a row for each step, on the same clock:

        time_s,length_m,duration_s,steps_per_minute

      Formats with motion: indoorkit, indoor-location-competition, broad.
      """)

  /// The ways to use the compass, by the names that `--profile` takes.
  enum Profile: String, ExpressibleByArgument, CaseIterable {
    case walking, gated
    case twoSeconds = "two-seconds"

    var parameters: HeadingFilter.Parameters {
      switch self {
      case .walking: .walking
      case .gated: .gated
      case .twoSeconds: .steadyForTwoSeconds
      }
    }
  }

  @Argument(help: "The recording: a file.")
  var recording: String

  @OptionGroup var input: RecordingInputOptions

  @Option(
    help: """
      How the compass is used: walking (it is off by 16° for seconds on end), gated (good where the field's norm \
      and dip are as learned), two-seconds (right once steady for two seconds; to compare with). Without it, the \
      format decides: gated for broad, walking for all others.
      """)
  var profile: Profile?

  @Option(help: "Where to write the attitudes, as CSV.")
  var output: String

  @Option(help: "Where to write the steps, as CSV.")
  var steps: String?

  @Option(
    help: """
      Where to write a page with heading, compass, field, steps and rests; of a broad trial with the heading's error.
      """)
  var report: String?

  func run() throws {
    let files = try input.files(recording)
    guard files.count == 1, let file = files.first else {
      throw CommandError(
        message: "\(recording): holds \(files.count) recordings, name one file of it")
    }
    try OutputPlaces.check([output, steps, report], sparing: [file.path])
    var stream = try input.stream(file)
    guard let read = try stream.next() else { throw CommandError.noRecording(recording) }
    var parameters = file.format.headingParameters
    if let profile {
      let delays = parameters.delays
      parameters = profile.parameters
      parameters.delays = delays
    }
    let replay = MotionReplay(read.recording.observations, parameters: parameters)
    guard let start = replay.samples.first?.time else {
      throw CommandError(
        message: "\(file.path): has no gyroscope samples, so there is no attitude to compute")
    }
    try OutputFile.write(AttitudeCSV.text(of: replay.samples), to: output)
    if let steps { try OutputFile.write(StepsCSV.text(of: replay.steps, since: start), to: steps) }
    if let report {
      var page = MotionReport(name: read.recording.id, replay: replay)
      if file.format == .broad {
        page.compare(
          replay, with: try BroadTruth(file).points.map { ($0.time, $0.attitude) })
      }
      try page.page.write(to: report)
    }
    for fault in replay.faults.sentences { Console.warning("\(file.path): \(fault)") }
    let distance = replay.steps.reduce(0) { $0 + $1.length }
    try Console.result(
      "\(output): \(replay.samples.count) samples, \(replay.steps.count) steps, "
        + "\(ShortNumber.metres(distance))")
  }
}
