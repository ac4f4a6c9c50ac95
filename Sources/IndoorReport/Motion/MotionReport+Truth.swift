import IndoorGeometry
import IndoorLibc
package import IndoorModel
package import IndoorPositioning

extension MotionReport {
  /// Shows a truth beside the heading, and how far off the heading was.
  ///
  /// The error is that of the attitude about the vertical (Laidig et al. 2021,
  /// doi:10.3390/data6070072), which needs no edge that faces anywhere.
  ///
  /// - Parameters:
  ///   - replay: The attitudes of the recording.
  ///   - truth: Attitudes to east-north-up in order of time, on the recording's clock.
  package mutating func compare(
    _ replay: MotionReplay, with truth: [(time: Timestamp, attitude: Quaternion)]
  ) {
    guard let start = replay.samples.first?.time else { return }
    self.truth = []
    headingErrors = []
    var index = replay.samples.startIndex
    for point in truth {
      let seconds = point.time.seconds(since: start)
      // Where the cameras lost the device for long there is no line.
      if let last = self.truth.last, seconds - last.time > 0.5 {
        self.truth.append(HeadingSample(time: seconds, degrees: .nan))
        headingErrors.append(
          HeadingError(time: seconds, degrees: .nan, isWithinAccuracy: false))
      }
      let facing = Angle.degrees(point.attitude.facing)
      self.truth.append(HeadingSample(time: seconds, degrees: Angle.compass(facing)))
      while index < replay.samples.endIndex, replay.samples[index].time < point.time { index += 1 }
      guard index < replay.samples.endIndex, replay.samples[index].time == point.time,
        let heading = replay.samples[index].heading
      else { continue }
      let off = replay.samples[index].attitude * point.attitude.conjugate
      let error = -Angle.degrees(Angle.wrapped(2 * atan2(off.z, off.w)))
      headingErrors.append(
        HeadingError(
          time: seconds, degrees: error, isWithinAccuracy: abs(error) <= heading.accuracy))
    }
  }

  var errorFigures: [ReportPage.Figure] {
    let errors = headingErrors.map(\.degrees).filter(\.isFinite)
    guard !errors.isEmpty else { return [] }
    let square = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
    let within = headingErrors.count { $0.isWithinAccuracy }
    return [
      .init(
        value: "\(ShortNumber.text(square.squareRoot(), decimals: 1))°", label: "heading's error",
        detail: "root mean square, rests and all"),
      .init(
        value: ShortNumber.percent(Double(within) / Double(errors.count)),
        label: "within the stated accuracy", detail: "68% wanted"),
    ]
  }
}
