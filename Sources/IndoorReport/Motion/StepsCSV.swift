package import IndoorModel
package import IndoorPositioning

/// `steps.csv`: a row a step.
public enum StepsCSV {
  /// The first line.
  public static let header = "time_s,length_m,duration_s,steps_per_minute"

  /// The whole file.
  ///
  /// - Parameters:
  ///   - steps: The steps, in order of time.
  ///   - start: What seconds count from: the first sample of the gyroscope, as in
  ///     `attitude.csv`.
  package static func text(of steps: [Step], since start: Timestamp) -> String {
    steps.reduce(into: header + "\n") { text, step in
      let fields = [
        ShortNumber.text(step.time.seconds(since: start), decimals: 6),
        ShortNumber.text(step.length, decimals: 3), ShortNumber.text(step.duration, decimals: 3),
        ShortNumber.text(step.cadence, decimals: 1),
      ]
      text += fields.joined(separator: ",") + "\n"
    }
  }
}
