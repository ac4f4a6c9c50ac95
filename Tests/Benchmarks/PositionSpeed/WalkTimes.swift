@_spi(Measuring) import IndoorPositioning

/// The quickest times of things that are done again and again in the same order, in microseconds.
struct QuickestTimes {
  private var times: [Double] = []
  private var next = 0

  mutating func restart() { next = 0 }

  mutating func add(_ duration: Duration) {
    let time = duration.microseconds
    if next == times.count { times.append(time) } else { times[next] = min(times[next], time) }
    next += 1
  }

  var json: String {
    let sorted = times.sorted()
    guard !sorted.isEmpty else { return "null" }
    func at(_ share: Double) -> Double { sorted[Int(share * Double(sorted.count - 1))] }
    return #"{"count": \#(sorted.count), "median": \#(at(0.5)), "p99": \#(at(0.99))}"#
  }
}

extension Duration {
  var microseconds: Double {
    Double(components.seconds) * 1e6 + Double(components.attoseconds) * 1e-12
  }
}

/// How long each kind of observation of some walks takes.
struct WalkTimes {
  /// Wi-Fi scans that gave a position, the first of a walk aside.
  private(set) var scans = QuickestTimes()
  /// Samples that completed a step and gave no position.
  private(set) var steps = QuickestTimes()
  /// Samples that gave a position and completed no step.
  private(set) var positions = QuickestTimes()

  mutating func restart() {
    scans.restart()
    steps.restart()
    positions.restart()
  }

  /// Locates a walk by a copy of a positioner that has seen nothing.
  mutating func run(_ recording: Recording, from positioner: Positioner) {
    var positioner = positioner
    // The positioner has a detector of its own, which finds the same steps.
    var detector = StepSearch()
    for observation in recording.observations {
      let hadFix = positioner.hasFix
      let begin = ContinuousClock.now
      let position = positioner.update(observation)
      let took = ContinuousClock.now - begin
      var isStep = false
      if case .acceleration(let sample) = observation {
        isStep = detector.isStep(sample)
      }
      guard hadFix else { continue }
      if case .scan(let scan) = observation {
        if scan.hasWiFi, position != nil { scans.add(took) }
      } else if isStep, position == nil {
        steps.add(took)
      } else if !isStep, position != nil {
        positions.add(took)
      }
    }
  }
}
