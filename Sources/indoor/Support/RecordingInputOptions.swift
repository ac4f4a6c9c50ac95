import ArgumentParser
import IndoorAuthoring

/// `--format`, `--columns` and `--time-zone`, for every command that reads recordings.
struct RecordingInputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The recordings' format: \(RecordingReading.formats.joined(separator: ", "))"
        + "; without it each file decides.", valueName: "name"))
  var format: String?

  @Option(
    help: ArgumentHelp(
      "Which columns of a csv are what, as x=x_m,y=y_m,z=z_m,level=level,building=building.",
      valueName: "key=column,..."))
  var columns: String?

  @Option(help: "The zone of times without one, such as Europe/Berlin.")
  var timeZone: String?

  func validate() throws {
    if let format, !RecordingReading.formats.contains(format) {
      throw ValidationError("There is no format \(format).")
    }
    _ = try Usage.reading(reading)
    let isOther = format != nil && format != "csv"
    try Usage.check(idle: [("--columns", columns != nil && isOther, "the format csv")])
  }

  /// How recordings are read by these options.
  func reading() throws -> RecordingReading {
    try RecordingReading(format: format, columns: columns, timeZone: timeZone)
  }
}
