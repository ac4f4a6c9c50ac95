import IndoorGeometry
package import IndoorModel
package import IndoorPositioning

/// How many steps were taken by when.
package struct StepPace {
  private var times: [Timestamp] = []

  /// Makes a pace that knows no steps.
  package init() {}

  /// Finds the steps of a recording.
  package init(_ recording: Recording) {
    var detector = StepDetector()
    for case .acceleration(let sample) in recording.observations {
      if let step = detector.update(acceleration: sample) { times.append(step.time) }
    }
  }

  /// How far a moment is between two others, 0 to 1: by steps where at least two were taken, else
  /// by time.
  package func share(of time: Timestamp, from start: Timestamp, to end: Timestamp) -> Double {
    guard start < end else { return 0 }
    let first = count(at: start)
    let taken = count(at: end) - first
    let share =
      taken >= 2
      ? (count(at: time) - first) / taken
      : time.seconds(since: start) / end.seconds(since: start)
    return min(1, max(0, share))
  }

  /// Steps up to a moment; between two steps a part of one.
  private func count(at time: Timestamp) -> Double {
    let low = times.partitioningIndex { $0 > time }
    guard low > 0, low < times.count else { return Double(low) }
    let gap = times[low].seconds(since: times[low - 1])
    // In a pause nothing moves: a step takes no longer than a second.
    let into = time.seconds(since: times[low - 1]) / max(0.001, gap)
    let pause = gap > 1 ? (gap - 1) / gap : 0
    return Double(low) + max(0, into - pause) / (1 - pause)
  }
}
