import IndoorModel

/// Up to a second of motion and pressure, a line a kind and rate.
struct MotionBatch {
  private struct Series {
    var times: [Int64] = []
    var values: [Double] = []
  }

  private var acceleration = Series()
  private var angularRate = Series()
  private var magneticField = Series()
  private var pressure = Series()
  private var start: Timestamp?

  /// Whether the batch should be written before this is added: it spans a second, or time runs
  /// back.
  func isFull(before observation: Observation) -> Bool {
    guard let start else { return false }
    let seconds = observation.time.seconds(since: start)
    return seconds >= 1 || seconds < 0
  }

  mutating func append(_ observation: Observation) {
    if start == nil { start = observation.time }
    switch observation {
    case .scan, .fix: break
    case .acceleration(let v): Self.add(v, 1000, to: &acceleration)
    case .angularRate(let v): Self.add(v, 10_000, to: &angularRate)
    case .magneticField(let v): Self.add(v, 100, to: &magneticField)
    case .pressure(let time, let hectopascals):
      pressure.times.append(time.microseconds)
      pressure.values.append((hectopascals * 1000).rounded() / 1000)
    }
  }

  /// A millimetre per second squared, 0.1 mrad/s and 0.01 µT are finer than a phone's sensors
  /// resolve.
  private static func add(_ v: VectorSample, _ scale: Double, to series: inout Series) {
    series.times.append(v.time.microseconds)
    series.values += [v.x, v.y, v.z].map { ($0 * scale).rounded() / scale }
  }

  /// The lines' members; kinds that share their times share a line.
  func lines() -> [[(String, String)]] {
    var lines: [(times: [Int64], members: [(String, String)])] = []
    for (key, series) in [
      ("acc", acceleration), ("gyr", angularRate), ("mag", magneticField), ("hpa", pressure),
    ] where !series.times.isEmpty {
      let member = (key, JSONText.array(series.values.map(JSONText.number)))
      if let same = lines.firstIndex(where: { $0.times == series.times }) {
        lines[same].members.append(member)
      } else {
        lines.append((series.times, [member]))
      }
    }
    return lines.map { line in
      let first = line.times[0]
      let steps = Set(zip(line.times, line.times.dropFirst()).map { $1 - $0 })
      var members = [("t", Self.milliseconds(first))]
      if steps.count == 1, let step = steps.first {
        members.append(("dt", Self.milliseconds(step)))
      } else if steps.count > 1 {
        let offsets = line.times.map { Self.milliseconds($0 - first) }
        members.append(("at", JSONText.array(offsets)))
      }
      return members + line.members
    }
  }

  /// Milliseconds of microseconds, with a fraction only where there is one.
  static func milliseconds(_ microseconds: Int64) -> String {
    microseconds % 1000 == 0
      ? String(microseconds / 1000) : JSONText.number(Double(microseconds) / 1000)
  }
}
