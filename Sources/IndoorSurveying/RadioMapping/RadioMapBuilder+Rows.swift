import IndoorGeometry
import IndoorLibc
public import IndoorModel

extension RadioMapBuilder {
  /// Counted up whenever `rows(of:)` gives other rows for the same walk: what was kept of it is of
  /// no use then.
  private static let format = 1

  /// What rows depend on beside their walk: the way they are made, and its parameters. Rows of
  /// another recipe are others.
  public var recipe: String {
    "\(Self.format) \(parameters.oldestEntry) \(parameters.fading) \(parameters.beaconMemory)"
  }

  /// What the map takes of a walk, with what may be retired later.
  ///
  /// - Throws: `.tooManyLevels` for more levels than a map can number.
  public func rows(of walk: SurveyWalk) throws(SurveyError) -> WalkRows {
    var rows = RowColumns()
    var beacons: [(time: Timestamp, reading: Reading)] = []
    // Where there is Wi-Fi the beacons join its scans; elsewhere (on iOS) they are rows of their
    // own.
    let hasWiFi = walk.fingerprints.contains { $0.scan.readings.contains(where: \.isNoBeacon) }
    for fingerprint in walk.fingerprints {
      let scan = fingerprint.scan
      var row: [Reading] = []
      for reading in scan.readings {
        if reading.age > parameters.oldestEntry { continue }
        switch reading.transmitter {
        case .wifi, .column:
          if let faded = faded(reading) { row.append(faded) }
        case .beacon, .bluetooth: beacons.append((scan.time, reading))
        }
      }
      beacons.removeAll { scan.time.seconds(since: $0.time) > parameters.beaconMemory }
      guard !row.isEmpty || (!hasWiFi && !beacons.isEmpty) else { continue }
      rows.add(row, beacons: beacons.map(\.reading), at: fingerprint)
    }
    guard let map = rows.map, let made = WalkRows(hash: walk.hash, times: rows.times, map: map)
    else { throw .tooManyLevels(rows.levels.count) }
    return made
  }

  /// The reading as weak as its age makes it; `nil` where nothing is left of it.
  private func faded(_ reading: Reading) -> Reading? {
    let least = -100.0
    guard reading.age > 0 else { return reading }
    let share = exp(-Double(reading.age) / (1000 * max(1e-3, parameters.fading)))
    let rssi = (least + (Double(reading.rssi) - least) * share).rounded()
    guard rssi > least, let strength = Int8(exactly: rssi) else { return nil }
    return Reading(transmitter: reading.transmitter, rssi: strength, age: reading.age)
  }
}

/// The columns of one walk's rows, its transmitters numbered as they come until the map is made.
private struct RowColumns {
  private(set) var levels: [LevelKey] = []
  private(set) var times: [Int64] = []
  private var levelNumbers: [LevelKey: Int] = [:]
  private var numbers: [Transmitter: UInt32] = [:]
  private var transmitters: [Transmitter] = []
  private var places: [LocalPoint] = []
  private var rowLevels: [Int] = []
  private var rowStarts: [UInt32] = [0]
  private var entries: [(transmitter: UInt32, rssi: Int8)] = []
  private var heard: [UInt32: Int8] = [:]

  mutating func add(_ row: [Reading], beacons: [Reading], at fingerprint: Fingerprint) {
    heard.removeAll(keepingCapacity: true)
    for reading in row {
      let number = number(of: reading.transmitter)
      heard[number] = max(heard[number] ?? -128, reading.rssi)
    }
    // Of a beacon's packets the last one counts.
    for reading in beacons { heard[number(of: reading.transmitter)] = reading.rssi }
    guard !heard.isEmpty, UInt32(exactly: entries.count + heard.count) != nil else { return }
    for (transmitter, rssi) in heard { entries.append((transmitter, rssi)) }
    rowStarts.append(UInt32(entries.count))
    places.append(fingerprint.place)
    rowLevels.append(number(of: fingerprint.level))
    times.append(fingerprint.scan.time.microseconds)
  }

  private mutating func number(of transmitter: Transmitter) -> UInt32 {
    if let known = numbers[transmitter] { return known }
    let number = UInt32(truncatingIfNeeded: transmitters.count)
    transmitters.append(transmitter)
    numbers[transmitter] = number
    return number
  }

  private mutating func number(of level: LevelKey) -> Int {
    if let known = levelNumbers[level] { return known }
    levelNumbers[level] = levels.count
    levels.append(level)
    return levels.count - 1
  }

  /// The rows as a map of one walk; `nil` where they are on more levels than a map can number.
  var map: RadioMap? {
    guard levels.count <= Int(UInt16.max) + 1 else { return nil }
    let order = transmitters.indices.map { ($0, TransmitterOrder(transmitters[$0])) }
      .sorted { $0.1 < $1.1 }.map(\.0)
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, index) in order.enumerated() { ranks[index] = UInt32(truncatingIfNeeded: rank) }
    var sorted = entries
    for index in sorted.indices {
      sorted[index].transmitter = ranks[Int(sorted[index].transmitter)]
    }
    for row in places.indices {
      sorted[Int(rowStarts[row])..<Int(rowStarts[row + 1])].sort { $0.transmitter < $1.transmitter }
    }
    return RadioMap(
      levels: levels, transmitters: order.map { transmitters[$0] }, places: places,
      levelIndices: rowLevels.map { UInt16(truncatingIfNeeded: $0) },
      walks: Array(repeating: 0, count: places.count), rowStarts: rowStarts,
      transmitterIndices: sorted.map(\.transmitter), rssi: sorted.map(\.rssi))
  }
}

extension Reading {
  fileprivate var isNoBeacon: Bool {
    switch transmitter {
    case .wifi, .column: true
    case .beacon, .bluetooth: false
    }
  }
}
