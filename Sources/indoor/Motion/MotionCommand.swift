public import ArgumentParser
import IndoorAuthoring

/// `indoor motion RECORDING [--format NAME] --output attitude.csv [--steps steps.csv] [--report
/// FILE.html]`
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

      Formats with motion: indoorkit, sensor-logger, getsensordata, navigine, indoor-location-competition, broad.
      """)

  @Argument(help: "The recording: a file.")
  var recording: String

  @OptionGroup var input: RecordingInputOptions

  @Option(
    help: """
      How the compass is used: walking (it is off by 16° for seconds on end), gated (good where the field's norm \
      and dip are as learned), two-seconds (right once steady for two seconds; to compare with). Without it, the \
      format decides: gated for broad, walking for all others.
      """)
  var profile: ReplayMotion.Profile?

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
    var replaying = ReplayMotion(recording: recording, reading: try input.reading())
    replaying.profile = profile
    replaying.output = output
    replaying.steps = steps
    replaying.report = report
    let replayed = try replaying.run(progress: ProgressDisplay.handler())
    try Console.result("\(output): \(replayed.text)")
  }
}

extension ReplayMotion.Profile: ExpressibleByArgument {}
