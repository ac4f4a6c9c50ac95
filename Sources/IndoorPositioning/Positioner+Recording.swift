import IndoorModel

extension Positioner {
  /// The positions of a whole recording: one at every scan that the map knows, and at least one a
  /// second from the first fix to the last observation.
  ///
  /// Where nothing at all was observed for longer than five minutes, positions stop until a scan or
  /// a known place says anew where the device is. A recording may come in parts: each call goes on
  /// where the last one ended.
  ///
  /// - Parameter observations: what the device measured, in order of time; what is out of order is
  ///   passed over.
  public mutating func positions(of observations: some Sequence<Observation>) -> [Position] {
    var positions: [Position] = []
    for observation in observations {
      fillSilence(until: observation.time, into: &positions)
      if let position = update(observation) { positions.append(position) }
    }
    return positions
  }

  /// Seconds without any observation after which nobody knows where a device is, and positions
  /// stop: at a walker's pace it is anywhere in a building by then.
  static let longestSilence = 300.0

  private mutating func fillSilence(until time: Timestamp, into positions: inout [Position]) {
    // A second, where positions aren't wanted more rarely.
    let interval = min(Self.longestSilence, max(1, parameters.interval))
    var seconds = 0.0
    while let last = lastPosition, time.seconds(since: last) > interval,
      seconds < Self.longestSilence
    {
      let next = Timestamp(microseconds: last.microseconds + Int64(interval * 1_000_000))
      guard let position = advanced(to: next) else { return }
      if let position = delayed(position) { positions.append(position) }
      seconds += interval
    }
  }
}
