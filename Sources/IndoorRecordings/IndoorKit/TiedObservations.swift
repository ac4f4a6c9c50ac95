import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// Puts what was measured at one and the same time into one order, whatever lines it came from:
/// places, scans and motion, of one kind by what they say. What stands there twice counts once.
enum TiedObservations {
  /// Observations in order of time so, and how many that took away.
  static func ordered(
    _ observations: [Observation]
  ) -> (observations: [Observation], fewer: Int) {
    var list = observations
    var (isDoubled, fewer): ([Bool], Int) = ([], 0)
    var start = 0
    while start < list.count {
      var end = start + 1
      var isOrdered = true
      while end < list.count, list[end].time == list[start].time {
        isOrdered = isOrdered && list[end - 1].kind < list[end].kind
        end += 1
      }
      if !isOrdered {
        list[start..<end].sort { $0.precedes($1) }
        for index in (start + 1)..<end where list[index] == list[index - 1] {
          if isDoubled.isEmpty { isDoubled = [Bool](repeating: false, count: list.count) }
          isDoubled[index] = true
          fewer += 1
        }
      }
      start = end
    }
    guard fewer > 0 else { return (list, 0) }
    return (list.indices.filter { !isDoubled[$0] }.map { list[$0] }, fewer)
  }
}

extension Observation {
  /// Where its kind stands among those of one time: as in one line of a recording.
  fileprivate var kind: Int {
    switch self {
    case .fix: 0
    case .scan: 1
    case .acceleration: 2
    case .angularRate: 3
    case .magneticField: 4
    case .pressure: 5
    }
  }

  fileprivate func precedes(_ other: Observation) -> Bool {
    switch (self, other) {
    case (.scan(let a), .scan(let b)):
      a.readings.lexicographicallyPrecedes(b.readings) { $0.precedes($1) }
    case (.acceleration(let a), .acceleration(let b)), (.angularRate(let a), .angularRate(let b)),
      (.magneticField(let a), .magneticField(let b)):
      (a.x, a.y, a.z) < (b.x, b.y, b.z)
    case (.pressure(_, let a), .pressure(_, let b)): a < b
    case (.fix(let a), .fix(let b)):
      (a.coordinate.latitude, a.coordinate.longitude, a.radius, a.level?.ordinal ?? 0)
        < (b.coordinate.latitude, b.coordinate.longitude, b.radius, b.level?.ordinal ?? 0)
    default: kind < other.kind
    }
  }
}

extension Reading {
  fileprivate func precedes(_ other: Reading) -> Bool {
    if (rssi, age) != (other.rssi, other.age) { return (rssi, age) < (other.rssi, other.age) }
    if transmitter == other.transmitter { return false }
    return switch (transmitter, other.transmitter) {
    case (.wifi(let a), .wifi(let b)), (.bluetooth(let a), .bluetooth(let b)): a < b
    case (.column(let a), .column(let b)): a < b
    default: transmitter.description < other.transmitter.description
    }
  }
}
