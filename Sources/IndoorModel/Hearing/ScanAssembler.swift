/// Makes scans of what a device reports, in order of time: what a map's rows hold, what positions
/// come from, and what is explained.
///
/// What was heard too long ago is left out, and the beacons of the last seconds join each Wi-Fi
/// scan; where there is no Wi-Fi, as on iOS, they make scans of their own.
package struct ScanAssembler: Sendable {
  /// How many beacons are remembered at once.
  private static let most = 256

  private let hearsWiFi: Bool?
  private let oldest: UInt32
  private var beacons: ContiguousArray<(time: Timestamp, reading: Reading)> = []
  private var lastWiFi: Timestamp?
  private var lastScan: Timestamp?

  /// Makes an assembler that has heard nothing.
  ///
  /// - Parameters:
  ///   - hearsWiFi: whether the device hears Wi-Fi at any time, where that is known beforehand, as
  ///     of a whole recording: then beacons alone never make scans, or always do. With `nil` they do
  ///     until the first Wi-Fi comes, and where none has come for long.
  ///   - oldest: the oldest reading that counts, in milliseconds.
  package init(hearsWiFi: Bool? = nil, oldest: UInt32 = Hearing.oldest) {
    self.hearsWiFi = hearsWiFi
    self.oldest = oldest
  }

  /// Takes a scan as the device reported it, and fills in the readings that it comes to with what
  /// was heard just before: Wi-Fi first, then beacons, each with its age at the scan's time. There
  /// are none where the scan doesn't count by itself.
  ///
  /// - Parameter isTaken: whether a reading counts at all.
  /// - Returns: whether the scan counts by itself; beacons in the midst of Wi-Fi only join its
  ///   scans.
  @discardableResult
  package mutating func assemble(
    _ scan: Scan, into readings: inout [Reading], where isTaken: (Reading) -> Bool = { _ in true }
  ) -> Bool {
    readings.removeAll(keepingCapacity: true)
    var hasBeacons = false
    for reading in scan.readings where reading.age <= oldest && isTaken(reading) {
      if reading.transmitter.isBeacon {
        hasBeacons = true
        remember(reading, at: scan.time)
      } else {
        readings.append(reading)
      }
    }
    if !readings.isEmpty {
      lastWiFi = scan.time
    } else if !hasBeacons {
      return true
    } else if !makesScanOfBeacons(at: scan.time) {
      return false
    }
    lastScan = scan.time
    for (time, reading) in beacons {
      let wait = scan.time.seconds(since: time)
      guard wait >= 0, wait <= Hearing.beaconMemory else { continue }
      var aged = reading
      aged.age += UInt32(wait * 1000)
      if aged.age <= oldest { readings.append(aged) }
    }
    return true
  }

  private func makesScanOfBeacons(at time: Timestamp) -> Bool {
    let isDue = lastScan.map { time.seconds(since: $0) >= Hearing.beaconInterval } ?? true
    let isWithoutWiFi = lastWiFi.map { time.seconds(since: $0) > Hearing.wifiMemory } ?? true
    return isDue && (hearsWiFi.map { !$0 } ?? isWithoutWiFi)
  }

  /// Of one beacon the newest packet counts. Where there are too many the oldest gives way.
  private mutating func remember(_ reading: Reading, at time: Timestamp) {
    // A table's million scans, an assembler each, hear none.
    beacons.reserveCapacity(Self.most)
    beacons.removeAll { time.seconds(since: $0.time) > Hearing.beaconMemory }
    if let known = beacons.firstIndex(where: { $0.reading.transmitter == reading.transmitter }) {
      beacons.remove(at: known)
    } else if beacons.count >= Self.most {
      beacons.removeFirst()
    }
    beacons.append((time, reading))
  }
}

extension SurveyWalk {
  /// Goes through the walk's fingerprints as they are heard: each with the readings that its scan
  /// comes to. Those that don't count by themselves are passed over.
  ///
  /// - Parameter oldest: the oldest reading that counts, in milliseconds.
  package func forEachHeard(
    oldest: UInt32 = Hearing.oldest, _ body: (Fingerprint, [Reading]) -> Void
  ) {
    var assembler = ScanAssembler(
      hearsWiFi: fingerprints.contains { $0.scan.hearsWiFi }, oldest: oldest)
    var readings: [Reading] = []
    for fingerprint in fingerprints
    where assembler.assemble(fingerprint.scan, into: &readings) {
      body(fingerprint, readings)
    }
  }
}

extension Transmitter {
  /// Whether it is a beacon, whose packets come one by one, and no Wi-Fi radio or table's column.
  package var isBeacon: Bool {
    switch self {
    case .beacon, .bluetooth: true
    case .wifi, .column: false
    }
  }
}

extension Scan {
  /// Whether it heard Wi-Fi, or has a table's columns.
  package var hearsWiFi: Bool { readings.contains { !$0.transmitter.isBeacon } }
}
