import IndoorGeometry
import IndoorModel
import IndoorPositioning

extension RecordingWarning {
  /// Waypoints and steps from which on a walk goes somewhere; and waypoints and seconds, where
  /// there are no accelerations to tell steps by.
  private static let fewestMarks = 5, fewestSteps = 50, fewestBlindMarks = 10, blindSeconds = 60.0

  /// Metres within which nobody walks so far, as where fractions of a plan are written.
  private static let fewMetres = 1.5

  /// What is to be said of waypoints that are all at one place while the phone walked, as where a
  /// recorder writes the first one's again, or all within a metre or two.
  static func placesAlike(_ read: ReadRecording) -> RecordingWarning? {
    let waypoints = read.recording.waypoints
    guard waypoints.count >= fewestMarks, let first = waypoints.first, let last = waypoints.last,
      let metres = extent(of: waypoints), metres <= fewMetres
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
      "\(read.path): its \(waypoints.count) waypoints are all "
        + (metres == 0
          ? "at one place, \(meanwhile); if it walked, record where each was set"
          : "within \((metres * 100).rounded() / 100) m, \(meanwhile); if it walked, write places in metres or"
            + " degrees, and no fractions of a plan")
        + ", or all that was heard is placed there")
  }

  /// How far waypoints of one level lie apart; `nil` where they are of several levels or kinds.
  private static func extent(of waypoints: [Waypoint]) -> Double? {
    guard let first = waypoints.first, waypoints.allSatisfy({ $0.level == first.level }) else {
      return nil
    }
    if waypoints.allSatisfy({ $0.place == first.place }) { return 0 }
    let places = waypoints.compactMap { waypoint -> LocalPoint? in
      if case .local(let place) = waypoint.place { place } else { nil }
    }
    guard places.count == waypoints.count, let box = BoundingBox(places) else { return nil }
    return max(box.width, box.height)
  }
}
