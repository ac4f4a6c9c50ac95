import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import Testing

@Suite struct ExactNeighboursTests {
  /// A map of few strengths and many rows twice, so that distances are often equal; some rows hear
  /// nothing.
  private func map(_ matching: Matching, _ random: inout SplitMix64) throws -> RadioMap {
    let transmitters = Int.random(in: 1...40, using: &random)
    let rowCount = Int.random(in: 0...300, using: &random)
    var rows: [TableRow] = []
    for _ in 0..<rowCount {
      var row = TableRow()
      let share = Double.random(in: 0...0.7, using: &random)
      for transmitter in 0..<transmitters where Double.random(in: 0..<1, using: &random) < share {
        row.scan.append((transmitter, Int8.random(in: -9...(-3), using: &random) * 10))
      }
      if let twice = rows.randomElement(using: &random), Bool.random(using: &random) {
        row.scan = twice.scan
      }
      let x = Int.random(in: 0...9, using: &random)
      row.place = LocalPoint(x: Double(x), y: Double.random(in: -5...5, using: &random))
      row.level = LevelKey(ordinal: Int.random(in: 0...1, using: &random))
      rows.append(row)
    }
    var map = try TableRow.map(of: rows, transmitters: transmitters, matching: matching)
    map.walks = rows.map { _ in UInt32.random(in: 0...4, using: &random) }
    return map
  }

  @Test(arguments: Matching.Distance.allCases)
  func `neighbours are those that comparing every row gives, equal ones by row`(
    distance: Matching.Distance
  ) throws {
    var random = SplitMix64(seed: 7)
    let representations: [Matching.Representation] = [
      .powed(exponent: 1), .powed(exponent: 2.718281828459045), .exponential(scale: 24),
    ]
    for number in 0..<60 {
      let matching = Matching(
        representation: representations[number % 3], distance: distance,
        neighbours: Int.random(in: 1...20, using: &random),
        offsetPenalty: distance == .sørensen || distance == .cosine ? Double(number % 2) / 1000 : 0)
      let map = try map(matching, &random)
      let search = ExhaustiveSearch(map)
      var matcher = NearestRows(index: NearestRowsIndex(map: map), groups: map.walks)
      for query in 0..<8 {
        let scan = map.transmitters.indices.filter { _ in Bool.random(using: &random) }.map {
          (transmitter: $0, rssi: Int8.random(in: -9...(-3), using: &random) * 10)
        }
        // Left out is what a map has that never heard it.
        var isAbsent = ContiguousArray(repeating: false, count: map.transmitters.count)
        if query >= 4 {
          for at in isAbsent.indices { isAbsent[at] = Int.random(in: 0..<3, using: &random) == 0 }
        }
        matcher.leaveOut(isAbsent)
        let search = search.leavingOut { isAbsent[$0] }
        let left: UInt32? = query % 2 == 0 ? nil : UInt32(query % 5)
        _ = matcher.match(
          scan.map { Reading(transmitter: .wifi(UInt64($0.transmitter)), rssi: $0.rssi) },
          leavingOut: left)
        let known = search.nearest(matching.neighbours, to: scan) { map.walks[$0] != left }
        #expect(matcher.neighbours.map(\.row) == known, "map \(number), query \(query)")
      }
    }
  }

  @Test(arguments: Matching.Distance.allCases, [0, 0.001])
  func `neighbours among thousands of rows are those that comparing every row gives`(
    distance: Matching.Distance, offsetPenalty: Double
  ) throws {
    var random = SplitMix64(seed: 11)
    // Loud where they stand and fainter away from there, so that most of the map can be passed
    // over; each row twice in a hundred metres, so that equal ones are of two walks.
    let rows = (0..<3000).map { number in
      var row = TableRow()
      let x = Double(number % 1500) / 15
      for transmitter in 0..<60 {
        let away = abs(x - Double(transmitter) * 2)
        let rssi = -40 - 3 * away + Double((number % 1500) * 7919 % 13)
        if rssi > -90 { row.scan.append((transmitter, Int8(rssi))) }
      }
      row.place = LocalPoint(x: x, y: 0)
      return row
    }
    let matching = Matching(
      representation: .powed(exponent: 2.718281828459045), distance: distance, neighbours: 21,
      offsetPenalty: distance == .sørensen || distance == .cosine ? offsetPenalty : 0)
    var map = try TableRow.map(of: rows, transmitters: 60, matching: matching)
    map.walks = rows.indices.map { UInt32($0 / 1500) }
    let search = ExhaustiveSearch(map)
    var matcher = NearestRows(index: NearestRowsIndex(map: map), groups: map.walks)
    for left in [nil, 0, 1, 7] as [UInt32?] {
      let row = Int.random(in: 0..<3000, using: &random)
      // One that hears a single transmitter looks it up; one that hears them all goes through.
      for heard in [1, 60] {
        let scan = rows[row].scan.suffix(heard).map { (transmitter: $0.0, rssi: $0.1 - 1) }
        _ = matcher.match(
          scan.map { Reading(transmitter: .wifi(UInt64($0.transmitter)), rssi: $0.rssi) },
          leavingOut: left)
        #expect(
          matcher.neighbours.map(\.row) == search.nearest(21, to: scan) { map.walks[$0] != left })
      }
    }
  }

  @Test func `rows that hear the same take no more than their places, and are told apart by walk`()
    throws
  {
    let heard = (0..<100).map { (transmitter: $0, rssi: Int8(-30 - $0 / 2)) }
    let rows = (0..<4000).map { _ in TableRow(scan: heard) }
    var map = try TableRow.map(of: rows, transmitters: 100, matching: .literature)
    map.walks = rows.indices.map { UInt32($0 / 1000) }
    let index = NearestRowsIndex(map: map)
    // A place, a level, the next row and whether there is one before: 16 + 2 + 4 + 1 bytes.
    #expect(index.byteCount < 4000 * 24 + 40_000)
    var matcher = NearestRows(index: index, groups: map.walks)
    let readings = heard.map {
      Reading(transmitter: .wifi(UInt64($0.transmitter)), rssi: $0.rssi)
    }
    _ = matcher.match(readings, leavingOut: 0)
    #expect(matcher.neighbours.map(\.row) == Array(1000..<1011))
    _ = matcher.match(readings, leavingOut: 2)
    #expect(matcher.neighbours.map(\.row) == Array(0..<11))
  }

  @Test(arguments: [-9, -3, 6])
  func `a phone that reads all signals stronger or weaker finds the place, at the offset's price`(
    decibels: Int8
  ) throws {
    var matching = Matching.literature
    matching.neighbours = 1
    matching.offsetPenalty = 0.001
    // The first row is louder, the second quieter, the third heard elsewhere.
    let strengths: [[Int8]] = [[-41, -62, -55], [-70, -81, -77], [-77, -50, -88]]
    let rows = strengths.map { row in
      TableRow(scan: row.enumerated().map { ($0.offset, $0.element) })
    }
    let map = try TableRow.map(of: rows, transmitters: 3, matching: matching)
    var matcher = NearestRows(index: NearestRowsIndex(map: map))
    for (number, row) in strengths.enumerated() {
      let readings = row.enumerated().map {
        Reading(transmitter: .wifi(UInt64($0.offset)), rssi: $0.element + decibels)
      }
      #expect(matcher.match(readings) == 3)
      let nearest = try #require(matcher.neighbours.first)
      #expect(nearest.row == number)
      #expect(abs(nearest.distance - 0.001 * Double(decibels) * Double(decibels)) < 1e-6)
      // Where the offset is known it costs nothing.
      _ = matcher.match(readings, offset: Int(decibels))
      #expect(matcher.neighbours.first == .init(row: number, distance: 0))
    }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["INDOORKIT_DATA"] != nil,
      "set INDOORKIT_DATA to the folder that holds ujiindoorloc/"))
  func `UJIIndoorLoc's neighbours are those that comparing every row gives, in 4 MB`() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["INDOORKIT_DATA"])
    let training = try TableRow.ujiIndoorLoc("\(folder)/ujiindoorloc/trainingData.csv", every: 1)
    let validation = try TableRow.ujiIndoorLoc(
      "\(folder)/ujiindoorloc/validationData.csv", every: 40)
    let heard = training.filter { !$0.scan.isEmpty }
    #expect(heard.count == 19_861)
    let matching = Matching(
      representation: Matching.literature.representation, distance: .sørensen, neighbours: 13)
    let map = try TableRow.map(of: heard, transmitters: 520, matching: matching)
    let index = NearestRowsIndex(map: map)
    #expect(index.byteCount < 4_000_000)
    var matcher = NearestRows(index: index)
    let search = ExhaustiveSearch(map)
    for row in validation {
      _ = matcher.match(
        row.scan.map { Reading(transmitter: .wifi(UInt64($0.transmitter)), rssi: $0.rssi) })
      #expect(
        matcher.neighbours.map(\.row) == search.nearest(13, to: row.scan) { _ in true })
    }
  }
}
