import IndoorModel

/// Gathers Wi-Fi entries into scans: one scan's entries share a stamp.
struct WiFiScans {
  private var scans = TimeOrdered<Scan>()
  private var readings: [Reading] = []
  private var stamp: Int64 = .min
  private var seen = AddressTable()

  /// How far at most, in milliseconds, a scan fell behind an earlier one.
  var largestStepBack: Int64 { scans.largestStepBack }

  /// Takes an entry. Of a transmitter's entries in one scan the freshest stays.
  @inline(__always)
  mutating func add(
    address: UInt64, rssi: Int8, age: UInt32, at milliseconds: Int64, _ skipped: inout SkippedLines
  ) {
    if milliseconds != stamp {
      close()
      stamp = milliseconds
    }
    if let earlier = seen.insert(address, position: readings.count) {
      skipped.add(.duplicate)
      if age < readings[earlier].age {
        readings[earlier].age = age
        readings[earlier].rssi = rssi
      }
      return
    }
    readings.append(Reading(transmitter: .wifi(address), rssi: rssi, age: age))
  }

  private mutating func close() {
    guard !readings.isEmpty else { return }
    scans.append(Scan(time: Timestamp(milliseconds: stamp), readings: readings), at: stamp)
    readings.removeAll(keepingCapacity: true)
    seen.clear()
  }

  /// The scans in order of time; what another scan's entries interrupted is one scan again.
  mutating func finish(_ skipped: inout SkippedLines) -> [Scan] {
    close()
    var merged: [Scan] = []
    for scan in scans.inOrder() {
      if let last = merged.last, last.time == scan.time {
        merged[merged.count - 1] = Self.freshest(last, scan, &skipped)
      } else {
        merged.append(scan)
      }
    }
    return merged
  }

  private static func freshest(_ a: Scan, _ b: Scan, _ skipped: inout SkippedLines) -> Scan {
    var scan = a
    var positions: [Transmitter: Int] = [:]
    for (i, reading) in a.readings.enumerated() { positions[reading.transmitter] = i }
    for reading in b.readings {
      if let i = positions[reading.transmitter] {
        skipped.add(.duplicate)
        if reading.age < scan.readings[i].age { scan.readings[i] = reading }
      } else {
        positions[reading.transmitter] = scan.readings.count
        scan.readings.append(reading)
      }
    }
    return scan
  }
}

/// Gathers beacons' single advertisements into scans of one second each.
///
/// A second's scan is stamped with the second's end: stamped earlier, it would tell a positioner of
/// what came after. A second that the recording doesn't see the end of gives no scan, so that a
/// recording cut short begins like the whole one.
struct BeaconScans {
  private static let second: Int64 = 1000
  private var heard = TimeOrdered<(Transmitter, Int8, Int64)>()
  /// How many advertisements were of beacons that were to be left out.
  private(set) var leftOut = 0

  /// The stamp of the latest advertisement, in milliseconds.
  var latest: Int64 { heard.latest }

  /// How far at most, in milliseconds, an advertisement fell behind an earlier one.
  var largestStepBack: Int64 { heard.largestStepBack }

  /// Takes an advertisement.
  mutating func add(_ transmitter: Transmitter, rssi: Int8, at milliseconds: Int64) {
    heard.append((transmitter, rssi, milliseconds), at: milliseconds)
  }

  /// The scans in order of time, of the seconds that end by a stamp in milliseconds. Of a beacon's
  /// advertisements in one second the last stays, and of some beacons none.
  mutating func finish(upTo last: Int64, without left: Set<Transmitter> = []) -> [Scan] {
    var scans: [Scan] = []
    var positions: [Transmitter: Int] = [:]
    for (transmitter, rssi, milliseconds) in heard.inOrder() {
      let end = (milliseconds + Self.second - 1) / Self.second * Self.second
      if end > last { break }
      guard !left.contains(transmitter) else {
        leftOut += 1
        continue
      }
      let time = Timestamp(milliseconds: end)
      let age = UInt32(clamping: end - milliseconds)
      let reading = Reading(transmitter: transmitter, rssi: rssi, age: age)
      if scans.last?.time != time {
        scans.append(Scan(time: time, readings: []))
        positions.removeAll(keepingCapacity: true)
      }
      let scan = scans.count - 1
      if let same = positions[transmitter] {
        scans[scan].readings[same] = reading
      } else {
        positions[transmitter] = scans[scan].readings.count
        scans[scan].readings.append(reading)
      }
    }
    return scans
  }
}

/// Which addresses a scan has already: open addressing, cleared in one step by a generation.
///
/// The hash multiplies by a random odd number, so that nobody can choose addresses that collide
/// (Dietzfelbinger et al. 1997, doi:10.1006/jagm.1997.0873).
struct AddressTable {
  private var keys: [UInt64]
  private var positions: [UInt32]
  private var generations: [UInt32]
  private var generation: UInt32 = 1
  private var count = 0
  private let multiplier = UInt64.random(in: 0 ... .max) | 1

  init() {
    keys = Array(repeating: 0, count: 1024)
    positions = Array(repeating: 0, count: 1024)
    generations = Array(repeating: 0, count: 1024)
  }

  /// Forgets all.
  mutating func clear() {
    count = 0
    generation &+= 1
    if generation == 0 {
      generations = Array(repeating: 0, count: generations.count)
      generation = 1
    }
  }

  /// Notes an address's position, or says which it has already.
  @inline(__always)
  mutating func insert(_ address: UInt64, position: Int) -> Int? {
    if count * 2 > keys.count { grow() }
    let mask = keys.count - 1
    var slot = Int(truncatingIfNeeded: (address &* multiplier) >> 40) & mask
    while generations[slot] == generation {
      if keys[slot] == address { return Int(positions[slot]) }
      slot = (slot + 1) & mask
    }
    generations[slot] = generation
    keys[slot] = address
    positions[slot] = UInt32(truncatingIfNeeded: position)
    count += 1
    return nil
  }

  private mutating func grow() {
    let old = (keys, positions, generations, generation)
    let size = keys.count * 2
    keys = Array(repeating: 0, count: size)
    positions = Array(repeating: 0, count: size)
    generations = Array(repeating: 0, count: size)
    generation = 1
    count = 0
    for slot in old.0.indices where old.2[slot] == old.3 {
      _ = insert(old.0[slot], position: Int(old.1[slot]))
    }
  }
}
