import IndoorModel
import IndoorPositioning

extension RecordingWarning {
  /// Seconds between the last of one kind and the first of another that no recorder leaves.
  private static let apart = 1200.0

  /// What sensors and recorders have clocks of their own for.
  private enum Kind: Int, CaseIterable {
    case scans, beacons, motion, field, pressures, waypoints

    init?(_ observation: Observation) {
      switch observation {
      case .scan(let scan):
        let isOfBeacons =
          !scan.readings.isEmpty && scan.readings.allSatisfy(\.transmitter.isBeacon)
        self = isOfBeacons ? .beacons : .scans
      case .acceleration, .angularRate: self = .motion
      case .magneticField: self = .field
      case .pressure: self = .pressures
      case .fix: return nil
      }
    }

    var name: String {
      switch self {
      case .scans: "scans"
      case .beacons: "scans of beacons"
      case .motion: "motion"
      case .field: "magnetic field"
      case .pressures: "air pressures"
      case .waypoints: "waypoints"
      }
    }
  }

  /// What is to be said of scans, motion, pressures and waypoints of which one kind ends long
  /// before another begins, as where some times count from the phone's start and others from 1970.
  static func twoClocks(_ read: ReadRecording) -> RecordingWarning? {
    typealias Span = (name: String, from: Int64, to: Int64)
    var all: [Span] = Kind.allCases.map { ($0.name, .max, .min) }
    func widen(_ kind: Kind, _ time: Timestamp) {
      all[kind.rawValue].from = min(all[kind.rawValue].from, time.microseconds)
      all[kind.rawValue].to = max(all[kind.rawValue].to, time.microseconds)
    }
    for observation in read.recording.observations {
      if let kind = Kind(observation) { widen(kind, observation.time) }
    }
    for waypoint in read.recording.waypoints { widen(.waypoints, waypoint.time) }
    let spans = all.filter { $0.from <= $0.to }
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

  /// What is to be said of a trace of which most readings were last heard an hour and more from
  /// their scan.
  static func otherAges(_ remarks: TraceReader.Remarks, _ path: String) -> RecordingWarning? {
    guard 2 * remarks.strangeAges > remarks.ages else { return nil }
    return RecordingWarning(
      .twoClocks,
      "\(path): \(remarks.strangeAges) of its \(remarks.ages) readings were last heard over an hour from their scan, "
        + "as by another clock, and count as heard with it; write both in milliseconds since 1970")
  }

  /// Microseconds from 1970 to 2000: no recording is of before, and no phone counts so long from
  /// its start.
  private static let millennium: Int64 = 946_684_800_000_000

  /// What is to be said where some times of one kind are dates and others count from a start, or
  /// are 0.
  static func undated(_ read: ReadRecording) -> RecordingWarning? {
    let times =
      read.recording.observations.lazy.map(\.time.microseconds)
      + read.recording.waypoints.lazy.map(\.time.microseconds)
    guard times.contains(where: { $0 < millennium }), times.contains(where: { $0 >= millennium })
    else { return nil }
    return RecordingWarning(
      .twoClocks,
      "\(read.path): some of its times are of before 2000, as where they count from the phone's start or weren't "
        + "known, and the others are dates; write all of them by one clock")
  }

  /// A stretch of time in its largest unit.
  private static func time(_ seconds: Double) -> String {
    let units = [(31_556_952.0, "year"), (86_400, "day"), (3600, "hour"), (60, "minute")]
    let unit = units.first { seconds >= $0.0 } ?? (60, "minute")
    let count = Int(max(1, min(1e9, (seconds / unit.0).rounded())))
    return "\(count) \(unit.1)\(count == 1 ? "" : "s")"
  }
}
