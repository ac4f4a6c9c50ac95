public import IndoorModel
public import IndoorPositioning

/// What each device reads more than a radio map, learned from its scans alone: nobody says where
/// they were taken.
///
/// Each scan is matched, and compared with the rows that are most like it: a pair of a reading and
/// a row's entry counts where the two are strong on the average, so that chance favours neither;
/// the pairs' median is a scan's, and Huber's mean over the scans the device's (1964,
/// doi:10.1214/aoms/1177703732). As rows are chosen by likeness, and so too near in strength, this
/// is repeated with what was found taken off, until it changes no more. Self-calibration as in
/// Kjærgaard and Munk (2008), doi:10.1109/PERCOM.2008.27, but of decibels.
public struct LearnedOffsets: Hashable, Sendable {
  /// Each device's offset, by its name. A device with few scans has none.
  public private(set) var offsets: [String: RadioOffset] = [:]

  /// Average strength of a pair, in dBm, from which on it counts.
  private static let strong = -75.0
  /// Rows that a scan is compared with, and pairs that it must have.
  private static let rows = 5
  private static let minimumPairs = 3
  /// Scans that a device must have, and how many are looked at, evenly spread.
  private static let minimumScans = 10
  private static let mostScans = 200
  /// Decibels beyond which a scan's median counts as if it were so many off, and its standard
  /// deviation.
  private static let clip = 6.0
  private static let noise = 6.0

  /// Learns from walks; those of no known device teach nothing.
  ///
  /// - Parameters:
  ///   - walks: whose scans are compared with the map.
  ///   - map: what the offsets are against.
  ///   - unheard: transmitters that the scans don't hear, as if they were gone.
  public init(of walks: [SurveyWalk], by map: RadioMap, unheard: Set<Transmitter> = []) {
    var scans: [String: [[Reading]]] = [:]
    for walk in walks {
      guard let device = walk.device else { continue }
      walk.forEachHeard { _, readings in
        scans[device, default: []].append(
          readings.filter { !unheard.contains($0.transmitter) })
      }
    }
    let numbers = Dictionary(
      zip(map.transmitters, map.transmitters.indices.map { UInt32(truncatingIfNeeded: $0) }),
      uniquingKeysWith: { first, _ in first })
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    for (device, all) in scans where all.count >= Self.minimumScans {
      let count = min(Self.mostScans, all.count)
      let some = (0..<count).map { all[$0 * all.count / count] }
      offsets[device] = Self.offset(of: some, map: map, numbers: numbers, matcher: &matcher)
    }
  }

  /// The devices by name.
  public var sorted: [(device: String, offset: RadioOffset)] {
    offsets.sorted { $0.key < $1.key }.map { (device: $0.key, offset: $0.value) }
  }

  /// Whole decibels to take off what a device reads; 0 for one that nothing is known of.
  public func correction(of device: String?) -> Int {
    guard let offset = device.flatMap({ offsets[$0] }) else { return 0 }
    return Int(offset.decibels.rounded())
  }

  private static func offset(
    of scans: [[Reading]], map: RadioMap, numbers: [Transmitter: UInt32],
    matcher: inout NearestRows
  ) -> RadioOffset? {
    var offset = 0.0
    var used = 0
    for _ in 0..<8 {
      var medians: [Double] = []
      for scan in scans {
        _ = matcher.match(scan, offset: Int(offset.rounded()))
        let heard = heard(scan, numbers: numbers, less: offset)
        var pairs: [Double] = []
        for neighbour in matcher.neighbours.prefix(rows) {
          for entry in map.entries(of: neighbour.row) {
            guard let strength = heard[map.transmitterIndices[entry]] else { continue }
            let there = Double(map.rssi[entry])
            if (strength + there) / 2 >= strong { pairs.append(strength - there) }
          }
        }
        if pairs.count >= minimumPairs, let median = ErrorStatistics(pairs).median {
          medians.append(median)
        }
      }
      guard medians.count >= minimumScans else { return nil }
      used = medians.count
      let step = huberMean(medians)
      offset = max(-30, min(30, offset + step))
      if abs(step) < 0.2 { break }
    }
    // The prior, 0 ± 4 dB, weighs as much as a scan or two.
    let own = RadioOffset.unknown.accuracy * RadioOffset.unknown.accuracy
    let variance = 1 / (1 / own + Double(used) / (noise * noise))
    return RadioOffset(
      decibels: offset * (1 - variance / own), accuracy: variance.squareRoot())
  }

  /// What a scan heard, faded by its age as the map's rows are; of a transmitter twice, the
  /// strongest.
  private static func heard(
    _ readings: [Reading], numbers: [Transmitter: UInt32], less offset: Double
  ) -> [UInt32: Double] {
    var heard: [UInt32: Double] = [:]
    for reading in readings {
      guard let number = numbers[reading.transmitter] else { continue }
      let strength = Hearing.faded(Double(reading.rssi) - offset, age: reading.age)
      heard[number] = max(heard[number] ?? -200, strength)
    }
    return heard
  }

  /// The mean of values of which those far off count less.
  private static func huberMean(_ values: [Double]) -> Double {
    var mean = ErrorStatistics(values).median ?? 0
    for _ in 0..<20 {
      var sum = 0.0
      var weights = 0.0
      for value in values {
        let weight = min(1, clip / max(1e-9, abs(value - mean)))
        sum += weight * value
        weights += weight
      }
      mean = sum / weights
    }
    return mean
  }
}
