import IndoorModel

extension Observation {
  /// Seconds by which a scan, a pressure or a known place may come late.
  private static let lateness = 1.0

  /// The observation as it counts after one of `last`; `nil` where it doesn't.
  ///
  /// Phones hand scans, pressures and known places over some hundredths to tenths of a second after
  /// they were measured, when samples of motion with later stamps have come. They count as of now:
  /// none of them changes much in that time. A sample of motion that comes late is not missed among
  /// its many neighbours.
  func taken(after last: Timestamp?) -> Observation? {
    guard let last, time < last else { return self }
    guard last.seconds(since: time) <= Self.lateness else { return nil }
    switch self {
    case .scan(var scan):
      scan.time = last
      return .scan(scan)
    case .pressure(_, let hectopascals): return .pressure(time: last, hectopascals: hectopascals)
    case .fix(var known):
      known.time = last
      return .fix(known)
    case .acceleration, .angularRate, .magneticField: return nil
    }
  }
}
