import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import TestWorlds
import Testing

@Suite struct TransmitterWatchTests {
  /// A hall of 60 by 60 m with a transmitter every 6 m, each heard over 15 m; a row every 2 m.
  private static let side = 31
  private static func scan(x: Double, y: Double) -> [(transmitter: Int, rssi: Int8)] {
    (0..<100).compactMap { transmitter in
      let distance = hypot(x - 6 * Double(transmitter % 10), y - 6 * Double(transmitter / 10))
      return distance < 15 ? (transmitter, Int8((-45 - 2 * distance).rounded())) : nil
    }
  }

  private static func map() throws -> RadioMap {
    let rows = (0..<side * side).map { number in
      let (x, y) = (2 * Double(number % side), 2 * Double(number / side))
      return TableRow(scan: scan(x: x, y: y), place: LocalPoint(x: x, y: y))
    }
    return try TableRow.map(of: rows, transmitters: 100, matching: .literature)
  }

  /// What a walk of 200 scans over the hall hears, without what is gone.
  private static func walk(without gone: Set<Int> = []) -> [[Reading]] {
    (0..<200).map { step in
      let scan = scan(x: Double(step * 7 % 61), y: Double(step * 11 % 61))
      return TableRow(scan: scan.filter { !gone.contains($0.transmitter) }).readings
    }
  }

  private static let gone = Set(stride(from: 1, to: 100, by: 3))

  @Test func `transmitters that fell silent are found out, and no others`() throws {
    let map = try Self.map()
    var watch = TransmitterWatch(map)
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    for readings in Self.walk(without: Self.gone) { _ = watch.match(readings, with: &matcher) }
    #expect(watch.isAged)
    #expect(Set(watch.leftOut) == Set(Self.gone.map { .wifi(UInt64($0)) }))
    #expect(watch.goneCount == Self.gone.count)
  }

  @Test func `of a radio that a phone doesn't hear nothing is gone`() throws {
    // Every third of them is a beacon.
    func transmitter(_ number: Int) -> Transmitter {
      Self.gone.contains(number)
        ? .beacon(uuidHigh: 1, uuidLow: 2, major: 3, minor: UInt16(number))
        : .wifi(UInt64(number))
    }
    var map = try Self.map()
    map = try #require(
      RadioMap(
        levels: map.levels, transmitters: (0..<100).map(transmitter), places: map.places,
        levelIndices: map.levelIndices, walks: map.walks, rowStarts: map.rowStarts,
        transmitterIndices: map.transmitterIndices, rssi: map.rssi, matching: map.matching))
    for hearsBeacons in [false, true] {
      var watch = TransmitterWatch(map)
      var matcher = NearestRows(index: NearestRowsIndex(map: map))
      for step in 0..<200 {
        let scan = Self.scan(x: Double(step * 7 % 61), y: Double(step * 11 % 61))
        let readings = scan.filter { hearsBeacons == Self.gone.contains($0.transmitter) }
          .map { Reading(transmitter: transmitter($0.transmitter), rssi: $0.rssi) }
        _ = watch.match(readings, with: &matcher)
      }
      #expect(watch.goneCount == 0 && watch.leftOut == [] && watch.presentCount > 0)
    }
  }

  @Test func `what is matched is a map that never heard them`() throws {
    let map = try Self.map()
    var watch = TransmitterWatch(map)
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    for readings in Self.walk(without: Self.gone) { _ = watch.match(readings, with: &matcher) }
    let rows = (0..<map.rowCount).map { row in
      var rest = TableRow(place: map.places[row])
      rest.scan = map.entries(of: row).map { (Int(map.transmitterIndices[$0]), map.rssi[$0]) }
        .filter { !Self.gone.contains($0.0) }
      return rest
    }
    let poorer = try TableRow.map(of: rows, transmitters: 100, matching: .literature)
    var other = NearestRows(index: NearestRowsIndex(map: poorer))
    let scan = Self.scan(x: 31.4, y: 17.3).filter { !Self.gone.contains($0.transmitter) }
    _ = watch.match(TableRow(scan: scan).readings, with: &matcher)
    _ = other.match(TableRow(scan: scan).readings)
    #expect(matcher.neighbours == other.neighbours)
    #expect((matcher.neighbours.first?.distance ?? 1) < 0.1)
  }

  @Test
  func
    `recordings of one scan hand on what is gone, and are placed as by a map that never heard it`()
    throws
  {
    let map = try Self.map()
    let frame = Corridor.frame
    let positioning = PositioningMap(frame: frame, map: map)
    var watch: TransmitterWatch? = TransmitterWatch(map)
    for readings in Self.walk(without: Self.gone) {
      var positioner = Positioner(map: positioning, watch: watch)
      _ = positioner.update(
        .scan(Scan(time: Timestamp(microseconds: 1_000_000), readings: readings)))
      watch = positioner.watch
    }
    #expect(Set(try #require(watch).leftOut) == Set(Self.gone.map { .wifi(UInt64($0)) }))
    let rows = (0..<map.rowCount).map { row in
      var rest = TableRow(place: map.places[row])
      rest.scan = map.entries(of: row).map { (Int(map.transmitterIndices[$0]), map.rssi[$0]) }
        .filter { !Self.gone.contains($0.0) }
      return rest
    }
    let poorer = try TableRow.map(of: rows, transmitters: 100, matching: .literature)
    let scan = TableRow(
      scan: Self.scan(x: 31.4, y: 17.3).filter { !Self.gone.contains($0.transmitter) })
    let observation = Observation.scan(
      Scan(time: Timestamp(microseconds: 1_000_000), readings: scan.readings))
    var watched = Positioner(map: positioning, watch: watch)
    var unaware = Positioner(map: positioning)
    var other = Positioner(map: PositioningMap(frame: frame, map: poorer))
    let expected = other.update(observation)?.place
    #expect(expected != nil)
    #expect(watched.update(observation)?.place == expected)
    #expect(unaware.update(observation)?.place != expected)
  }

  @Test func `a watch kept from another map neither learns nor traps`() throws {
    let map = try Self.map()
    let one = try TableRow.map(
      of: [TableRow(scan: [(0, -50), (1, -60)])], transmitters: 2, matching: .literature)
    for (kept, used) in [(map, one), (one, map)] {
      var watch = TransmitterWatch(kept)
      let index = NearestRowsIndex(map: used)
      var (matcher, plain) = (NearestRows(index: index), NearestRows(index: index))
      watch.prepare(&matcher)
      for readings in Self.walk().prefix(20) {
        #expect(watch.match(readings, with: &matcher) == plain.match(readings))
        #expect(matcher.neighbours == plain.neighbours)
      }
      #expect(watch.presentCount + watch.goneCount == 0)
    }
  }

  @Test func `one that is heard again is back at once`() throws {
    let map = try Self.map()
    var watch = TransmitterWatch(map)
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    for readings in Self.walk(without: Self.gone) { _ = watch.match(readings, with: &matcher) }
    #expect(watch.leftOut.contains(.wifi(55)))
    _ = watch.match(TableRow(scan: Self.scan(x: 30, y: 30)).readings, with: &matcher)
    #expect(!watch.leftOut.contains(.wifi(55)))
    for readings in Self.walk() { _ = watch.match(readings, with: &matcher) }
    #expect(watch.leftOut.isEmpty)
    #expect(watch.goneCount == 0)
    var untouched = NearestRows(index: NearestRowsIndex(map: map))
    _ = untouched.match(Self.walk()[3])
    _ = watch.match(Self.walk()[3], with: &matcher)
    #expect(matcher.neighbours == untouched.neighbours)
  }

  @Test func `as long as few are silent nothing is left out`() throws {
    let map = try Self.map()
    var watch = TransmitterWatch(map)
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    for readings in Self.walk(without: [12, 47, 83]) {
      _ = watch.match(readings, with: &matcher)
      #expect(watch.leftOut.isEmpty)
    }
    #expect(watch.goneCount == 3)
  }

  @Test func `scans that are like no row teach nothing`() throws {
    let map = try Self.map()
    var watch = TransmitterWatch(map)
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    // Two far corners at once: whatever row is nearest, it hears half of that at most.
    let scan = Self.scan(x: 2, y: 2) + Self.scan(x: 58, y: 58)
    for _ in 0..<100 { _ = watch.match(TableRow(scan: scan).readings, with: &matcher) }
    #expect(watch.goneCount == 0)
  }

  /// Some 33% of numbers below 520, far from every third: neighbouring ones are often one radio's.
  private static func isOfThird(_ transmitter: Int) -> Bool { transmitter * transmitter % 101 < 29 }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["INDOORKIT_DATA"] != nil,
      "set INDOORKIT_DATA to the folder that holds ujiindoorloc/"))
  func `UJIIndoorLoc's errors grow by under 15% when a third of its transmitters is gone`() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["INDOORKIT_DATA"])
    let training = try TableRow.ujiIndoorLoc("\(folder)/ujiindoorloc/trainingData.csv", every: 1)
    let validation = try TableRow.ujiIndoorLoc(
      "\(folder)/ujiindoorloc/validationData.csv", every: 1)
    var matching = Matching.literature
    matching.neighbours = 17
    let map = try TableRow.map(
      of: training.filter { !$0.scan.isEmpty }, transmitters: 520, matching: matching)
    let index = NearestRowsIndex(map: map)
    func meanError(isThirdGone: Bool, isWatched: Bool) -> Double {
      var watch = TransmitterWatch(map)
      var matcher = NearestRows(index: index)
      let errors = validation.compactMap { row -> Double? in
        let readings = TableRow(
          scan: row.scan.filter { !isThirdGone || !Self.isOfThird($0.transmitter) }
        ).readings
        if isWatched {
          _ = watch.match(readings, with: &matcher)
        } else {
          _ = matcher.match(readings)
        }
        return NeighbourEstimate(matcher.neighbours, of: index)?.place.distance(to: row.place)
      }
      return errors.reduce(0, +) / Double(errors.count)
    }
    let usual = meanError(isThirdGone: false, isWatched: false)
    #expect(meanError(isThirdGone: true, isWatched: false) > 1.25 * usual)
    #expect(meanError(isThirdGone: true, isWatched: true) < 1.15 * usual)
    // Of the survey's own transmitters a few have gone, too few to do anything about it but by
    // accident.
    #expect(meanError(isThirdGone: false, isWatched: true) < 1.005 * usual)
  }
}
