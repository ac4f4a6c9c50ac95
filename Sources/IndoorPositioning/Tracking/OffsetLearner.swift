import IndoorGeometry
import IndoorModel

/// Learns a device's radio offset while it walks: what it reads less what the map's rows have
/// around where it probably is.
///
/// A pair of a reading and a row's entry counts where the two are strong on the average. Where the
/// readings, or the entries, had to be strong, those that chance made strong would count more
/// often, and of weak ones only those that both heard: by their average neither is preferred. The
/// median of the pairs is a scan's measurement, and a Kalman filter's state, of one dimension and
/// with a prior, takes them up. Off the surveyed paths rows tell nothing of the device: there
/// nothing is learned.
struct OffsetLearner: Sendable {
  struct Parameters: Hashable, Sendable {
    /// Average strength of a pair, in dBm, from which on it counts.
    var strong: Float = -75
    /// How far around the place rows count, in metres, and how many of them.
    var reach = 5.0
    var rows = 12
    /// Standard deviation of the particles, in metres, beyond which nothing is learned.
    var farthestSpread = 10.0
    /// Cosine similarity of the scan and the most alike of those rows, under which the device isn't
    /// where it seems to be.
    var similarity: Float = 0.8
    /// Pairs that a scan must have.
    var minimumPairs = 50
    /// Standard deviation of what one scan tells, in decibels: bodies, and places that are not
    /// quite the right ones.
    var noise = 5.0
    /// Standard deviation that stays, in decibels.
    var floor = 0.7
    /// A measurement that is more deviations off than this counts as if it were so many off (Huber
    /// 1964, doi:10.1214/aoms/1177703732).
    var clip = 1.5
    /// An offset is corrected from so many decibels on, and where it is so many deviations from
    /// none.
    var minimum = 4.0
    var deviations = 2.0
  }

  private let parameters: Parameters
  /// What is known so far.
  private(set) var offset: RadioOffset
  /// Rows around the place, nearest first.
  private var near: ContiguousArray<(row: Int, distance: Double)> = []
  /// Pairs by their difference in half decibels, from -64 to 64 dB.
  private var histogram = ContiguousArray<Int32>(repeating: 0, count: 257)

  init(parameters: Parameters, offset: RadioOffset) {
    self.parameters = parameters
    let isNumber = offset.decibels.isFinite && offset.accuracy >= 0
    self.offset = isNumber ? offset : .unknown
    near.reserveCapacity(parameters.rows + 1)
  }

  /// Whole decibels to take off what the device reads: 0 until the offset is sure.
  var correction: Int {
    let size = abs(offset.decibels)
    guard size >= parameters.minimum, size >= parameters.deviations * offset.accuracy else {
      return 0
    }
    return Int(max(-100, min(100, offset.decibels.rounded())))
  }

  /// Takes a scan into account.
  ///
  /// - Parameters:
  ///   - readings: what the device read, less `corrected` decibels.
  ///   - fix: where it probably was.
  ///   - scores: how alike the readings and the map's rows are.
  ///   - strips: the map's rows by place.
  mutating func learn(
    _ readings: [Reading], corrected: Int, at fix: Fix, _ scores: CosineScores,
    _ strips: RowStrips
  ) {
    guard fix.spread <= parameters.farthestSpread,
      readings.count * parameters.rows >= parameters.minimumPairs
    else { return }
    findRows(around: fix, in: scores.index.rows, strips)
    guard near.contains(where: { scores.scores[$0.row] >= parameters.similarity }) else { return }
    var pairs = 0
    var kept = 0.0
    for reading in readings {
      guard let postings = scores.index.postings(of: reading.transmitter) else { continue }
      let strength = Hearing.faded(Float(reading.rssi), age: reading.age)
      for (row, _) in near {
        guard let there = scores.index.strength(of: row, in: postings),
          (strength + there) / 2 >= parameters.strong
        else { continue }
        histogram[max(0, min(256, Int((2 * (strength - there)).rounded()) + 128))] += 1
        kept += Hearing.share(age: reading.age, of: Hearing.fading)
        pairs += 1
      }
    }
    if pairs >= parameters.minimumPairs {
      // A faded reading shows only a part of the offset.
      update(Double(corrected) + median(of: pairs) * Double(pairs) / kept)
    }
    for bin in histogram.indices { histogram[bin] = 0 }
  }

  /// One measurement, in decibels.
  private mutating func update(_ measured: Double) {
    let variance = offset.accuracy * offset.accuracy
    let total = variance + parameters.noise * parameters.noise
    let gain = variance / total
    let most = parameters.clip * total.squareRoot()
    offset.decibels += gain * max(-most, min(most, measured - offset.decibels))
    offset.accuracy = max(
      min(offset.accuracy, parameters.floor), (variance * (1 - gain)).squareRoot())
  }

  /// The pairs' median difference, in decibels.
  private func median(of pairs: Int) -> Double {
    var below = 0.0
    let half = Double(pairs) / 2
    for bin in histogram.indices where histogram[bin] > 0 {
      let count = Double(histogram[bin])
      if below + count >= half { return (Double(bin - 128) - 0.5 + (half - below) / count) / 2 }
      below += count
    }
    return 0
  }

  /// The nearest rows on the level, the lower of two as near before the other.
  private mutating func findRows(around fix: Fix, in rows: MapRows, _ strips: RowStrips) {
    near.removeAll(keepingCapacity: true)
    strips.forEach(around: fix.place, within: parameters.reach, level: fix.level) { row in
      let place = rows.places[row]
      // Most are far off, and a distance takes long.
      guard abs(place.x - fix.place.x) < parameters.reach,
        abs(place.y - fix.place.y) < parameters.reach
      else { return }
      let distance = place.distance(to: fix.place)
      guard distance < parameters.reach else { return }
      var at = near.count
      while at > 0, (near[at - 1].distance, near[at - 1].row) > (distance, row) { at -= 1 }
      guard at < parameters.rows else { return }
      near.insert((row, distance), at: at)
      if near.count > parameters.rows { near.removeLast() }
    }
  }
}
