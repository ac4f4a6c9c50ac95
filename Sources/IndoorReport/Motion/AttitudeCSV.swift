import IndoorModel
package import IndoorPositioning

/// `attitude.csv`: a row a sample of the gyroscope.
public enum AttitudeCSV {
  /// The first line.
  public static let header =
    "time_s,q_w,q_x,q_y,q_z,heading_deg,heading_accuracy_deg,rest,disturbed"

  /// The whole file.
  ///
  /// Seconds count from the first sample. Heading and its accuracy are empty while unknown.
  package static func text(of samples: [MotionSample]) -> String {
    var text = ""
    write(samples) { text += $0 }
    return text
  }

  /// Characters that are made before they are written.
  private static let piece = 1 << 16

  /// The file piece by piece: a day's has hundreds of megabytes.
  package static func write<Failure: Error>(
    _ samples: [MotionSample], to output: (String) throws(Failure) -> Void
  ) throws(Failure) {
    var text = header + "\n"
    let start = samples.first?.time ?? Timestamp(milliseconds: 0)
    for sample in samples {
      if text.utf8.count >= piece {
        try output(text)
        text.removeAll(keepingCapacity: true)
      }
      let q = sample.attitude
      text += ShortNumber.text(sample.time.seconds(since: start), decimals: 6)
      for component in [q.w, q.x, q.y, q.z] {
        text += ","
        text += ShortNumber.text(component, decimals: 7)
      }
      text += ","
      if let heading = sample.heading {
        text += ShortNumber.text(heading.degrees, decimals: 3)
        text += ","
        text += ShortNumber.text(heading.accuracy, decimals: 2)
      } else {
        text += ","
      }
      text += sample.isAtRest ? ",1" : ",0"
      text += sample.isDisturbed ? ",1\n" : ",0\n"
    }
    try output(text)
  }
}
