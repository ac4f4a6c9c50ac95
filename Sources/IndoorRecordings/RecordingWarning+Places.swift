import IndoorModel
import IndoorPositioning

extension RecordingWarning {
  /// Waypoints and steps from which on a walk goes somewhere; and waypoints and seconds, where
  /// there are no accelerations to tell steps by.
  private static let fewestMarks = 5, fewestSteps = 50, fewestBlindMarks = 10, blindSeconds = 60.0

  /// What is to be said of waypoints that are all at one place while the phone walked, as where a
  /// recorder writes the first one's again.
  static func placesAlike(_ read: ReadRecording) -> RecordingWarning? {
    let waypoints = read.recording.waypoints
    guard waypoints.count >= fewestMarks, let first = waypoints.first, let last = waypoints.last,
      waypoints.allSatisfy({ $0.place == first.place && $0.level == first.level })
    else { return nil }
    var detector = StepDetector()
    var (steps, samples) = (0, 0)
    for case .acceleration(let sample) in read.recording.observations {
      samples += 1
      guard let step = detector.update(acceleration: sample) else { continue }
      if step.time >= first.time, step.time <= last.time { steps += 1 }
    }
    let seconds = last.time.seconds(since: first.time)
    let isBlind =
      samples == 0 && waypoints.count >= fewestBlindMarks && seconds >= blindSeconds
    guard steps >= fewestSteps || isBlind else { return nil }
    let meanwhile =
      isBlind ? "set over \(Int(min(seconds, 1e6))) s" : "while the phone took \(steps) steps"
    return RecordingWarning(
      .placesAlike,
      "\(read.path): its \(waypoints.count) waypoints are all at one place, \(meanwhile); if it walked, record"
        + " where each was set, or all that was heard is placed there")
  }
}
