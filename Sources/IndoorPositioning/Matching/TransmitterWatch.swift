import IndoorGeometry
import IndoorLibc
package import IndoorModel

/// Learns from scans as they come, without knowing where they were taken, which of a radio map's
/// transmitters are gone.
///
/// Where the reference points that a scan is most like hear a transmitter clearly and the scan
/// doesn't, though it hears others by the same radio, that speaks for its being gone; hearing it
/// once, anywhere, takes that back. As long as few are presumed gone nothing is done about it: a
/// phone misses some, and a map bears that. From a tenth or so on, a survey has aged: then they are
/// left out of the map's rows while scans are matched, so that no row looks unlike a scan for what
/// isn't there any more.
///
///     var watch = TransmitterWatch(map)
///     var matcher = NearestRows(index: NearestRowsIndex(map: map))
///     for scan in scans { _ = watch.match(scan.readings, with: &matcher) }
///
/// The test is Wald's (1945), "Sequential tests of statistical hypotheses",
/// doi:10.1214/aoms/1177731118, with what scans have shown so far as the odds that it starts from.
package struct TransmitterWatch: Sendable {
  /// What may be tuned; the defaults were chosen by leaving users, walks and places out of the
  /// surveys of four venues.
  package struct Parameters: Hashable, Sendable {
    /// How many of the most alike rows say what a scan should hear.
    package var neighbours = 7
    /// The least chance of being heard, 0 to 1, from which on silence counts. Lower learns more and
    /// errs more.
    package var minimumChance = 0.7
    /// The most that silence counts for, as a chance of being heard: phones skip even the strongest
    /// at times.
    package var maximumChance = 0.95
    /// Share of a scan's strength, 0 to 1, that its neighbours must hear too: others are likely at
    /// another place.
    package var agreement = 0.8
    /// Share of transmitters, 0 to 1, that is taken to be gone before any scan.
    package var prior = 0.05
    /// Share of the judged transmitters, 0 to 1, that must be presumed gone before any is left out.
    package var agedShare = 0.12
    /// How many transmitters must have been judged before any is left out.
    package var minimumJudged = 30

    /// The defaults.
    package init() {}
  }

  private let parameters: Parameters
  private let map: RadioMap
  /// Of the silence since each transmitter was last heard: Σ ln(1 / (1 - chance)). Shape:
  /// transmitters.
  private var silence: ContiguousArray<Float>
  /// Which transmitters any scan has heard. Shape: transmitters.
  private var wasHeard: ContiguousArray<Bool>
  /// Which transmitters are left out of the matching. Shape: transmitters.
  private var isAbsent: ContiguousArray<Bool>
  private var isInScan: ContiguousArray<Bool>
  /// Which transmitters are heard by Bluetooth. Shape: transmitters.
  private let isBluetooth: ContiguousArray<Bool>
  /// What the neighbours hear: how many of them, and the sum of their dBm. Shape: transmitters.
  private var expected: ContiguousArray<(count: Int32, sum: Int32)>
  private var touched: ContiguousArray<UInt32> = []

  /// How many transmitters scans have heard, and not fallen silent since.
  package private(set) var presentCount = 0
  /// How many transmitters are presumed gone.
  package private(set) var goneCount = 0

  /// Watches over a map's transmitters.
  package init(_ map: RadioMap, parameters: Parameters = Parameters()) {
    self.map = map
    self.parameters = parameters
    let count = map.transmitters.count
    silence = ContiguousArray(repeating: 0, count: count)
    wasHeard = ContiguousArray(repeating: false, count: count)
    isAbsent = wasHeard
    isInScan = wasHeard
    isBluetooth = ContiguousArray(map.transmitters.map(Self.isBluetooth))
    expected = ContiguousArray(repeating: (0, 0), count: count)
  }

  /// Share of the judged transmitters, 0 to 1, that is presumed gone.
  package var goneShare: Double {
    Double(goneCount) / Double(max(1, goneCount + presentCount))
  }

  /// Whether so many are gone that they are left out while scans are matched.
  package var isAged: Bool {
    goneCount + presentCount >= parameters.minimumJudged && goneShare > parameters.agedShare
  }

  /// The transmitters that are left out while scans are matched, in the map's order.
  package var leftOut: [Transmitter] {
    isAbsent.indices.filter { isAbsent[$0] }.map { map.transmitters[$0] }
  }

  /// Has a matcher of the same map leave out what is gone, as one that goes along from the first
  /// scan does by itself.
  package func prepare(_ matcher: inout NearestRows) { matcher.leaveOut(isAbsent) }

  /// Finds a scan's neighbours without what is gone, learns from them, and says how many
  /// transmitters of the scan the map knows.
  ///
  /// Where a scan itself tells of more that is gone, it is matched once more. With a matcher of
  /// another map nothing is learned.
  ///
  /// - Parameters:
  ///   - matcher: a matcher of the same map, for this watch alone, and prepared where the watch has
  ///     seen other scans.
  ///   - offset: whole decibels that the device reads more than the map, as far as that is known.
  ///   - group: rows of this group are left out.
  package mutating func match(
    _ readings: [Reading], with matcher: inout NearestRows, offset: Int = 0,
    leavingOut group: UInt32? = nil
  ) -> Int {
    guard matcher.index.transmitterCount == map.transmitters.count,
      matcher.index.rows.count == map.rowCount
    else { return matcher.match(readings, offset: offset, leavingOut: group) }
    let heard = readings.compactMap { matcher.index.rows.number(of: $0.transmitter) }
    for transmitter in heard { hear(Int(transmitter)) }
    if decide() { matcher.leaveOut(isAbsent) }
    var known = matcher.match(readings, offset: offset, leavingOut: group)
    for transmitter in heard { isInScan[Int(transmitter)] = true }
    learn(from: matcher, readings)
    for transmitter in heard { isInScan[Int(transmitter)] = false }
    if decide() {
      matcher.leaveOut(isAbsent)
      known = matcher.match(readings, offset: offset, leavingOut: group)
    }
    return known
  }

  private mutating func hear(_ transmitter: Int) {
    wasHeard[transmitter] = true
    silence[transmitter] = 0
  }

  /// Says whether other transmitters than before are left out.
  private mutating func decide() -> Bool {
    let usual = Self.silence(atOdds: parameters.prior)
    (goneCount, presentCount) = (0, 0)
    for transmitter in silence.indices {
      if silence[transmitter] > usual {
        goneCount += 1
      } else if wasHeard[transmitter] {
        presentCount += 1
      }
    }
    let isAged = isAged
    // Where many are gone, one that no scan has ever heard needs less to be one of them.
    let aged = Self.silence(atOdds: min(0.5, max(parameters.prior, goneShare)))
    var isChanged = false
    for transmitter in silence.indices {
      let isGone = isAged && silence[transmitter] > (wasHeard[transmitter] ? usual : aged)
      if isGone != isAbsent[transmitter] {
        isAbsent[transmitter] = isGone
        isChanged = true
      }
    }
    return isChanged
  }

  /// How much silence makes it more likely than not that a transmitter is gone, where a share of
  /// them is.
  private static func silence(atOdds share: Double) -> Float {
    Float(log((1 - share) / share))
  }

  private mutating func learn(from matcher: NearestRows, _ readings: [Reading]) {
    let rows = matcher.neighbours.prefix(max(1, parameters.neighbours))
    // Of one or two alone nothing is known.
    guard rows.count >= 3 else { return }
    for neighbour in rows {
      for entry in map.entries(of: neighbour.row) {
        let transmitter = map.transmitterIndices[entry]
        if expected[Int(transmitter)].count == 0 { touched.append(transmitter) }
        expected[Int(transmitter)].count += 1
        expected[Int(transmitter)].sum += Int32(map.rssi[entry])
      }
    }
    if agrees(readings, matcher.index, rows: Float(rows.count)) {
      // A phone that hears nothing of a kind may have that radio switched off, or not hand it out.
      let hearsBluetooth = readings.contains { Self.isBluetooth($0.transmitter) }
      let hearsWiFi = readings.contains { !Self.isBluetooth($0.transmitter) }
      for transmitter in touched {
        let transmitter = Int(transmitter)
        guard isBluetooth[transmitter] ? hearsBluetooth : hearsWiFi else { continue }
        let (count, sum) = expected[transmitter]
        let chance = Self.chance(
          share: Double(count) / Double(rows.count), rssi: Double(sum) / Double(count))
        guard !isInScan[transmitter], chance >= parameters.minimumChance else { continue }
        silence[transmitter] -= Float(log(1 - min(parameters.maximumChance, chance)))
      }
    }
    for transmitter in touched { expected[Int(transmitter)] = (0, 0) }
    touched.removeAll(keepingCapacity: true)
  }

  private static func isBluetooth(_ transmitter: Transmitter) -> Bool {
    switch transmitter {
    case .beacon, .bluetooth: true
    case .wifi, .column: false
    }
  }

  /// Whether the neighbours hear most of what the scan does.
  private func agrees(_ readings: [Reading], _ index: NearestRowsIndex, rows: Float) -> Bool {
    var (all, shared) = (Float(0), Float(0))
    for reading in readings {
      guard let transmitter = index.rows.number(of: reading.transmitter) else { continue }
      let value = index.values[Int(reading.rssi) + 128]
      all += value
      shared += value * Float(expected[Int(transmitter)].count) / rows
    }
    return shared >= Float(parameters.agreement) * all
  }

  /// The chance, 0 to 1, that a scan hears a transmitter that a share of its neighbours hears with
  /// so many dBm on average.
  ///
  /// A logistic regression over scans located without their own walk, user or place in five surveys
  /// (two malls, UJIIndoorLoc's training rows, DSI1's and TUT5's), each counting the same; of what
  /// it gives a chance over 95%, they heard 95 to 99.7%.
  static func chance(share: Double, rssi: Double) -> Double {
    let odds = -2.31 + 4.46 * share + 0.1 * (rssi + 80) * (1.53 * share - 0.25)
    return 1 / (1 + exp(-odds))
  }
}
