import IndoorModel
import IndoorPositioning

/// Scans that come faster than any phone makes them: what was heard one by one, or made up.
///
/// A scan takes a phone seconds, and beacons are heard ten times a second. Where ten scans and more
/// lie within a tenth of a second, nobody moves from one to the next, while each would be located
/// for itself: those of each tenth of a second become one, at the last one's time.
enum DenseScans {
  /// Microseconds that scans are joined within, and how many there must be.
  private static let window: Int64 = 100_000, many = 10

  /// Observations in order of time with such scans joined, and how many scans that took away.
  static func joined(_ observations: [Observation]) -> (observations: [Observation], fewer: Int) {
    let scans = observations.indices.filter {
      if case .scan = observations[$0] { true } else { false }
    }
    let dense = dense(scans.map { observations[$0].time.microseconds })
    guard dense.contains(true) else { return (observations, 0) }
    var gone = [Bool](repeating: false, count: observations.count)
    var joined = observations
    var (first, fewer) = (0, 0)
    while first < scans.count {
      var last = first
      let start = observations[scans[first]].time.microseconds
      while dense[first], last + 1 < scans.count, dense[last + 1],
        observations[scans[last + 1]].time.microseconds &- start < window
      {
        last += 1
      }
      if last > first {
        joined[scans[last]] = .scan(Self.join(scans[first...last].map { observations[$0] }))
        for index in scans[first..<last] { gone[index] = true }
        fewer += last - first
      }
      first = last + 1
    }
    return (joined.indices.filter { !gone[$0] }.map { joined[$0] }, fewer)
  }

  /// Which of ascending times are among so many within the window.
  private static func dense(_ times: [Int64]) -> [Bool] {
    var dense = [Bool](repeating: false, count: times.count)
    var marked = 0
    for last in times.indices.dropFirst(many - 1)
    where times[last] &- times[last - many + 1] < window {
      for index in max(marked, last - many + 1)...last { dense[index] = true }
      marked = last + 1
    }
    return dense
  }

  /// One scan of several: of each transmitter what was heard last.
  private static func join(_ observations: [Observation]) -> Scan {
    guard let time = observations.last?.time else {
      return Scan(time: Timestamp(microseconds: 0), readings: [])
    }
    var positions: [Transmitter: Int] = [:]
    var readings: [Reading] = []
    for case .scan(let scan) in observations {
      let later = UInt32(clamping: time.milliseconds &- scan.time.milliseconds)
      for var reading in scan.readings {
        reading.age = reading.age.addingReportingOverflow(later).partialValue
        if let earlier = positions[reading.transmitter] {
          if reading.age <= readings[earlier].age { readings[earlier] = reading }
        } else {
          positions[reading.transmitter] = readings.count
          readings.append(reading)
        }
      }
    }
    return Scan(time: time, readings: readings)
  }
}
