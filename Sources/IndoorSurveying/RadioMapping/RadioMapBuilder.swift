import IndoorGeometry
public import IndoorModel

/// Builds a radio map from surveyed walks.
///
/// A row is a scan with its place. What the phone only remembered fades with its age, and the beacons of the last seconds,
/// whose packets come one by one, join the Wi-Fi scan. Transmitters that walks of a month later no longer heard are retired: they leave the map, and
/// with them rows that hear nothing else. The same walks in the same order give the same map to the byte.
public struct RadioMapBuilder: Sendable {
  /// What may be tuned.
  public struct Parameters: Hashable, Sendable {
    /// The oldest entry that still tells of the scan's place, in milliseconds. Phones report entries for up to two
    /// minutes; at walking pace a second is more than a metre.
    public var oldestEntry: UInt32 = 20_000
    /// Seconds after which an entry's strength above -100 dBm has fallen to 1/e. Squared, as likeness takes it, it then
    /// has lost as much as a reading of that age loses in what is located: the two are remembered alike.
    public var fading = 12.0
    /// How long before a Wi-Fi scan a beacon may have been heard to join it, in seconds.
    public var beaconMemory = 5.0
    /// Whether transmitters that a renewed survey no longer heard are left out.
    public var retires: Bool

    /// The defaults; a survey's checks want what is retired, too.
    public init(retires: Bool = true) { self.retires = retires }
  }

  private let parameters: Parameters
  private var levels: Set<LevelKey> = []
  private var numbers: [Transmitter: UInt32] = [:]
  private var transmitters: [Transmitter] = []
  private var places: [LocalPoint] = []
  private var rowLevels: [LevelKey] = []
  private var walks: [UInt32] = []
  private var times: [Int64] = []
  private var rowStarts: [UInt32] = [0]
  private var entries: [(transmitter: UInt32, rssi: Int8)] = []
  private var walkCount: UInt32 = 0

  /// Makes a builder without walks.
  public init(parameters: Parameters = Parameters()) { self.parameters = parameters }

  /// Builds a map of walks.
  ///
  /// - Throws: `.tooManyLevels`.
  public static func map(
    of walks: [SurveyWalk], parameters: Parameters = Parameters()
  ) throws(SurveyError) -> RadioMap {
    var builder = RadioMapBuilder(parameters: parameters)
    for walk in walks { builder.add(walk) }
    return try builder.map()
  }

  /// Adds a walk.
  public mutating func add(_ walk: SurveyWalk) {
    var beacons: [(time: Timestamp, reading: Reading)] = []
    // Where there is Wi-Fi the beacons join its scans; elsewhere (on iOS) they are rows of their own.
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
      add(row, beacons: beacons.map(\.reading), at: fingerprint)
    }
    walkCount += 1
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

  private mutating func add(_ row: [Reading], beacons: [Reading], at fingerprint: Fingerprint) {
    var heard: [UInt32: Int8] = [:]
    heard.reserveCapacity(row.count + beacons.count)
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
    rowLevels.append(fingerprint.level)
    levels.insert(fingerprint.level)
    walks.append(walkCount)
    times.append(fingerprint.scan.time.microseconds)
  }

  private mutating func number(of transmitter: Transmitter) -> UInt32 {
    if let known = numbers[transmitter] { return known }
    let number = UInt32(truncatingIfNeeded: transmitters.count)
    transmitters.append(transmitter)
    numbers[transmitter] = number
    return number
  }

  /// The map of the walks so far. Transmitters stand in an order of their own, whatever walk heard them first.
  ///
  /// - Throws: `.tooManyLevels` for more levels than a map can number.
  public func map() throws(SurveyError) -> RadioMap {
    let whole = try wholeMap()
    guard parameters.retires else { return whole }
    return whole.removing(RetiredTransmitters(times: times).find(in: whole)) ?? whole
  }

  /// The map with what a renewed survey no longer heard.
  private func wholeMap() throws(SurveyError) -> RadioMap {
    let levels = self.levels.sorted()
    let levelNumbers = Dictionary(
      uniqueKeysWithValues: zip(levels, levels.indices.map { UInt16(truncatingIfNeeded: $0) }))
    let order = transmitters.indices.sorted {
      TransmitterOrder(transmitters[$0]) < TransmitterOrder(transmitters[$1])
    }
    var ranks = [UInt32](repeating: 0, count: order.count)
    for (rank, index) in order.enumerated() { ranks[index] = UInt32(truncatingIfNeeded: rank) }
    var sorted: [(transmitter: UInt32, rssi: Int8)] = []
    sorted.reserveCapacity(entries.count)
    for row in places.indices {
      let range = Int(rowStarts[row])..<Int(rowStarts[row + 1])
      let renumbered = entries[range].map { (ranks[Int($0.transmitter)], $0.rssi) }
      for entry in renumbered.sorted(by: { $0.0 < $1.0 }) { sorted.append(entry) }
    }
    let map = RadioMap(
      levels: levels, transmitters: order.map { transmitters[$0] }, places: places,
      levelIndices: rowLevels.map { levelNumbers[$0] ?? 0 }, walks: walks, rowStarts: rowStarts,
      transmitterIndices: sorted.map(\.transmitter), rssi: sorted.map(\.rssi))
    // All shapes agree by construction; only 65,536 levels can't be numbered.
    guard let map else { throw .tooManyLevels(levels.count) }
    return map
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

/// An order of transmitters that depends on nothing but them: Wi-Fi, beacons, Bluetooth, columns, each by number or name.
struct TransmitterOrder: Comparable {
  private let kind: UInt8
  private let numbers: (UInt64, UInt64, UInt32)
  private let name: String

  init(_ transmitter: Transmitter) {
    switch transmitter {
    case .wifi(let address): (kind, numbers, name) = (0, (address, 0, 0), "")
    case .beacon(let high, let low, let major, let minor):
      (kind, numbers, name) = (1, (high, low, UInt32(major) << 16 | UInt32(minor)), "")
    case .bluetooth(let address): (kind, numbers, name) = (2, (address, 0, 0), "")
    case .column(let column): (kind, numbers, name) = (3, (0, 0, 0), column)
    }
  }

  static func == (a: TransmitterOrder, b: TransmitterOrder) -> Bool {
    a.kind == b.kind && a.numbers == b.numbers && a.name == b.name
  }

  static func < (a: TransmitterOrder, b: TransmitterOrder) -> Bool {
    if a.kind != b.kind { return a.kind < b.kind }
    if a.numbers != b.numbers { return a.numbers < b.numbers }
    return a.name < b.name
  }
}
