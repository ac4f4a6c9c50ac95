import IndoorPositioning

/// Puts what was measured at one and the same time into one order, whatever lines it came from:
/// places, scans and motion, of one kind by what they say.
enum TiedObservations {
  static func ordered(_ observations: [Observation]) -> [Observation] {
    var list = observations
    var start = 0
    while start < list.count {
      var end = start + 1
      var isOrdered = true
      while end < list.count, list[end].time == list[start].time {
        isOrdered = isOrdered && list[end - 1].kind < list[end].kind
        end += 1
      }
      if !isOrdered {
        let keyed = list[start..<end].map { (kind: $0.kind, text: "\($0)", observation: $0) }
        list.replaceSubrange(
          start..<end,
          with: keyed.sorted { ($0.kind, $0.text) < ($1.kind, $1.text) }.map(\.observation))
      }
      start = end
    }
    return list
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
}
