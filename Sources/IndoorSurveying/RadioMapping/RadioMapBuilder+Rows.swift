import IndoorGeometry
public import IndoorModel

extension RadioMapBuilder {
  /// Counted up whenever `rows(of:)` gives other rows for the same walk: what was kept of it is of
  /// no use then.
  private static let format = 2

  /// What rows depend on beside their walk: the way they are made, and its parameters. Rows of
  /// another recipe are others.
  public var recipe: String {
    "\(Self.format) \(parameters.oldest) \(parameters.fading)"
  }

  /// What the map takes of a walk, with what may be retired later.
  ///
  /// - Throws: `.tooManyLevels` for more levels than a map can number.
  public func rows(of walk: SurveyWalk) throws(SurveyError) -> WalkRows {
    var rows = RowColumns()
    walk.forEachHeard(oldest: parameters.oldest) { fingerprint, readings in
      rows.add(readings.compactMap { faded($0) }, at: fingerprint)
    }
    guard let map = rows.map, let made = WalkRows(hash: walk.hash, times: rows.times, map: map)
    else { throw .tooManyLevels(rows.levels.count) }
    return made
  }

  /// The reading as weak as its age makes it; `nil` where nothing is left of it.
  private func faded(_ reading: Reading) -> Reading? {
    guard reading.age > 0 else { return reading }
    let rssi = Hearing.faded(
      Double(reading.rssi), age: reading.age, over: max(1e-3, parameters.fading)
    ).rounded()
    guard let strength = Int8(exactly: rssi), strength > Hearing.weakest else { return nil }
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
  /// What was heard in the row that is added, and the strongest of each transmitter.
  private var heard: [UInt32] = []
  private var strongest: [Int8?] = []

  mutating func add(_ row: [Reading], at fingerprint: Fingerprint) {
    heard.removeAll(keepingCapacity: true)
    for reading in row {
      let number = number(of: reading.transmitter)
      if let known = strongest[Int(number)] {
        strongest[Int(number)] = max(known, reading.rssi)
      } else {
        strongest[Int(number)] = reading.rssi
        heard.append(number)
      }
    }
    defer { for number in heard { strongest[Int(number)] = nil } }
    guard !heard.isEmpty, UInt32(exactly: entries.count + heard.count) != nil else { return }
    for number in heard {
      if let rssi = strongest[Int(number)] { entries.append((number, rssi)) }
    }
    rowStarts.append(UInt32(entries.count))
    places.append(fingerprint.place)
    rowLevels.append(number(of: fingerprint.level))
    times.append(fingerprint.scan.time.microseconds)
  }

  private mutating func number(of transmitter: Transmitter) -> UInt32 {
    if let known = numbers[transmitter] { return known }
    let number = UInt32(truncatingIfNeeded: transmitters.count)
    transmitters.append(transmitter)
    strongest.append(nil)
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
