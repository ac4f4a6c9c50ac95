import IndoorModel
import IndoorPositioning

extension RecordingWarning {
  /// Seconds between the last of one kind and the first of another that no recorder leaves.
  private static let apart = 1200.0

  /// What is to be said of scans, motion and waypoints of which one kind ends long before another
  /// begins, as where some times count from the phone's start and others from 1970.
  static func twoClocks(_ read: ReadRecording) -> RecordingWarning? {
    typealias Span = (name: String, from: Int64, to: Int64)
    var (scans, motion, waypoints): (Span, Span, Span) = (
      ("scans", .max, .min), ("motion", .max, .min), ("waypoints", .max, .min)
    )
    func widen(_ span: inout Span, _ time: Timestamp) {
      span.from = min(span.from, time.microseconds)
      span.to = max(span.to, time.microseconds)
    }
    for observation in read.recording.observations {
      switch observation {
      case .scan(let scan): widen(&scans, scan.time)
      case .acceleration(let sample), .angularRate(let sample), .magneticField(let sample):
        widen(&motion, sample.time)
      case .pressure, .fix: break
      }
    }
    for waypoint in read.recording.waypoints { widen(&waypoints, waypoint.time) }
    let spans = [scans, motion, waypoints].filter { $0.from <= $0.to }
    let gaps = spans.flatMap { one in
      spans.map { (one, $0, seconds: (Double($0.from) - Double(one.to)) / 1e6) }
    }
    guard let gap = gaps.max(by: { $0.seconds < $1.seconds }), gap.seconds > apart else {
      return nil
    }
    return RecordingWarning(
      .twoClocks,
      "\(read.path): its \(gap.0.name) and its \(gap.1.name) lie \(time(gap.seconds)) apart, as where some "
        + "times count from the phone's start; write all of them by one clock")
  }

  /// A stretch of time in its largest unit.
  private static func time(_ seconds: Double) -> String {
    let units = [(31_556_952.0, "year"), (86_400, "day"), (3600, "hour"), (60, "minute")]
    let unit = units.first { seconds >= $0.0 } ?? (60, "minute")
    let count = Int(max(1, min(1e9, (seconds / unit.0).rounded())))
    return "\(count) \(unit.1)\(count == 1 ? "" : "s")"
  }
}
