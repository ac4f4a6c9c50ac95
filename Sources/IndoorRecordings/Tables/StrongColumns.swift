import IndoorModel

/// In how many rows columns of transmitters have more than a transmitter is heard with everywhere.
struct StrongColumns {
  private struct Count {
    var rows = 0
    /// What stands for not heard in some sets is the same in all rows; what was measured isn't.
    var beyond: Double?
    var isMeasured = false
  }

  /// What a transmitter may be heard with now and then, but not everywhere, in dBm.
  static let strongest = -20

  private var counts: [Transmitter: Count] = [:]
  private var rows = 0

  /// Counts a row, whose values beyond any strength aren't kept.
  mutating func take(_ row: inout TableRow) {
    rows += 1
    for reading in row.readings where reading.rssi > Self.strongest {
      counts[reading.transmitter, default: Count()].rows += 1
      counts[reading.transmitter]?.isMeasured = true
    }
    for (transmitter, value) in row.beyond {
      var count = counts[transmitter] ?? Count()
      count.rows += 1
      count.isMeasured = count.isMeasured || value != count.beyond ?? value
      count.beyond = value
      counts[transmitter] = count
    }
    row.beyond = []
  }

  /// Whether a transmitter's column is too strong in all of some rows.
  func areAll(_ transmitter: Transmitter) -> Bool {
    guard rows > 2, let count = counts[transmitter] else { return false }
    return count.rows == rows && count.isMeasured
  }
}
