package import IndoorModel

/// What a survey's rows say of transmitters that they don't hear: nothing of a kind that their walk
/// heard none of, as iPhones hear beacons alone and others have Bluetooth off, and nothing where
/// they have no date.
struct SurveyEvidence {
  private let map: RadioMap
  /// When each row was taken, in microseconds of its walk's clock; `nil` without a date. Shape:
  /// rows.
  private let times: [Int64?]
  private let kinds: HeardKinds

  /// - Parameters:
  ///   - map: the map; its walks are numbered from 0.
  ///   - times: when each row was taken, in microseconds of its walk's clock. Shape: rows.
  init(_ map: RadioMap, times: [Int64]) {
    self.map = map
    self.times = times.map { $0 < Timestamp.firstSurveyed.microseconds ? nil : $0 }
    kinds = HeardKinds(map)
  }

  /// When each transmitter was last heard, in microseconds; never over where rows without a date
  /// alone heard it. Shape: transmitters.
  func lastHeard() -> [Int64] {
    var last = [Int64](repeating: .min, count: map.transmitters.count)
    for row in 0..<map.rowCount {
      guard let time = times[row] else { continue }
      for entry in map.entries(of: row) {
        let transmitter = Int(map.transmitterIndices[entry])
        last[transmitter] = max(last[transmitter], time)
      }
    }
    return last.map { $0 == .min ? .max : $0 }
  }

  /// When rows were taken that would have heard what is of a kind; `.min` for all others. Shape:
  /// rows.
  func times(of kind: HeardKinds.Kind) -> [Int64] {
    zip(times, map.walks).map { time, walk in
      kinds.hears(Int(walk), kind) ? time ?? .min : .min
    }
  }

  /// Whether a walk would have heard what is of a kind.
  func hears(_ walk: Int, _ kind: HeardKinds.Kind) -> Bool { kinds.hears(walk, kind) }
}

extension Timestamp {
  /// Before this nobody surveyed: what tables without a date have, and recordings on a clock of the
  /// phone's uptime, is of 1970.
  package static let firstSurveyed = Timestamp(seconds: 365 * 86_400)
}
