import IndoorModel

extension Positioner {
  /// The positions of a whole recording: one at every scan that the map knows, and at least one a
  /// second from the first fix to the last observation.
  ///
  /// Where nothing at all was observed for longer than five minutes, positions stop until something
  /// is. A recording may come in parts: each call goes on where the last one ended.
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

  private mutating func fillSilence(until time: Timestamp, into positions: inout [Position]) {
    var seconds = 0
    while let last = lastPosition, time.seconds(since: last) > 1, seconds < 300 {
      let next = Timestamp(microseconds: last.microseconds + 1_000_000)
      guard let position = advanced(to: next) else { return }
      if let position = delayed(position) { positions.append(position) }
      seconds += 1
    }
  }
}
