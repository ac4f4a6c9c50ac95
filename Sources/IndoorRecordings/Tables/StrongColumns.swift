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

/// What stands over 20 in columns of transmitters, in rows that have no strength.
struct BeyondStrengths {
  private var least = Double.infinity
  private var greatest = -Double.infinity
  /// The first row's line.
  private(set) var line = 0

  /// Takes a row without a reading into account.
  mutating func take(_ row: TableRow) {
    for (_, value) in row.beyond {
      if line == 0 { line = row.line }
      (least, greatest) = (min(least, value), max(greatest, value))
    }
  }

  /// The least and the greatest where these aren't one, as what stands for not heard is.
  var range: (least: Double, greatest: Double)? { least < greatest ? (least, greatest) : nil }
}

extension RecordingError {
  static func positiveStrengths(
    _ path: String, line: Int, _ range: (least: Double, greatest: Double)
  ) -> RecordingError {
    func shown(_ value: Double) -> String {
      Int(exactly: value).map(String.init) ?? String(value)
    }
    return .malformed(
      path, line: line,
      "the columns of transmitters have \(shown(range.least)) to \(shown(range.greatest)) here and below, and "
        + "strengths in dBm are -127 to 0; write them in dBm, with their minus sign")
  }
}
