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
    var text = header + "\n"
    text.reserveCapacity(samples.count * 80)
    guard let start = samples.first?.time else { return text }
    for sample in samples {
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
    return text
  }
}
