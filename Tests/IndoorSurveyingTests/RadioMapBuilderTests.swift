import IndoorGeometry
import IndoorModel
import IndoorSurveying
import Testing

@Suite struct RadioMapBuilderTests {
  private let level = LevelKey(ordinal: 0)

  private func walk(_ scans: [(Int64, [Reading])], hash: String = "h") -> SurveyWalk {
    SurveyWalk(
      hash: hash, recording: hash, path: [],
      fingerprints: scans.map { time, readings in
        Fingerprint(
          recording: hash, level: level, place: LocalPoint(x: Double(time), y: 0),
          scan: Scan(time: Timestamp(milliseconds: time), readings: readings))
      })
  }

  private func wifi(_ address: UInt64, _ rssi: Int8, age: UInt32 = 0) -> Reading {
    Reading(transmitter: .wifi(address), rssi: rssi, age: age)
  }

  private func heard(_ map: RadioMap, row: Int) -> [Transmitter: Int8] {
    Dictionary(
      uniqueKeysWithValues: map.entries(of: row).map {
        (map.transmitters[Int(map.transmitterIndices[$0])], map.rssi[$0])
      })
  }

  @Test func `a row is a scan whose entries fade with their age`() throws {
    let map = try RadioMapBuilder.map(of: [
      walk([
        (
          1000,
          [
            wifi(2, -60), wifi(1, -50), wifi(3, -40, age: 12_000), wifi(4, -40, age: 20_001),
            wifi(5, -99, age: 19_000),
          ]
        )
      ])
    ])
    #expect(map.rowCount == 1)
    // 60 dB above -100 dBm are 60 / e = 22 dB after twelve seconds; of 1 dB nothing is left.
    #expect(heard(map, row: 0) == [.wifi(1): -50, .wifi(2): -60, .wifi(3): -78])
    #expect(map.transmitterIndices == [0, 1, 2], "entries ascend by transmitter")
  }

  @Test func `beacons of the last seconds join the Wi-Fi scan`() throws {
    let beacon = Transmitter.bluetooth(7)
    let map = try RadioMapBuilder.map(of: [
      walk([
        (1000, [wifi(1, -50)]), (2000, [Reading(transmitter: beacon, rssi: -70)]),
        (3000, [Reading(transmitter: beacon, rssi: -80)]), (4000, [wifi(1, -51)]),
        (9000, [wifi(1, -52)]),
      ])
    ])
    #expect(map.rowCount == 3)
    #expect(heard(map, row: 0) == [.wifi(1): -50])
    // 20 dB above -100 dBm are 18.4 dB after a second.
    #expect(heard(map, row: 1) == [.wifi(1): -51, beacon: -82])
    #expect(heard(map, row: 2) == [.wifi(1): -52], "5 s is as long as a beacon is remembered")
  }

  @Test func `where there is no Wi-Fi beacons make rows of their own`() throws {
    let map = try RadioMapBuilder.map(of: [
      walk([
        (1000, [Reading(transmitter: .bluetooth(7), rssi: -70)]),
        (2000, [Reading(transmitter: .bluetooth(8), rssi: -60)]),
      ])
    ])
    #expect(map.rowCount == 2)
    // 30 dB above -100 dBm are 27.6 dB after a second.
    #expect(heard(map, row: 1) == [.bluetooth(7): -72, .bluetooth(8): -60])
  }

  @Test func `beacons before the first Wi-Fi scan make no rows, however early they are`() throws {
    let beacon = Reading(transmitter: .bluetooth(7), rssi: -70)
    let map = try RadioMapBuilder.map(of: [walk([(1000, [beacon]), (60_000, [wifi(1, -50)])])])
    #expect(map.rowCount == 1)
    #expect(heard(map, row: 0) == [.wifi(1): -50])
  }

  @Test func `the map is the same to the byte whatever walk first heard a transmitter`() throws {
    let walks = [
      walk([(1000, [wifi(9, -50), wifi(4, -60)])], hash: "a"),
      walk([(2000, [wifi(4, -61), wifi(1, -40)]), (3000, [wifi(9, -70)])], hash: "b"),
    ]
    let map = try RadioMapBuilder.map(of: walks)
    #expect(map.transmitters == [.wifi(1), .wifi(4), .wifi(9)])
    #expect(map.walks == [0, 1, 1])
    for _ in 0..<5 { #expect(try RadioMapBuilder.map(of: walks) == map) }
    // A walk added later gives what building all anew gives.
    var builder = RadioMapBuilder()
    for walk in walks {
      builder.add(walk)
      _ = try builder.map()
    }
    #expect(try builder.map() == map)
  }

  /// Days from 1970 to 2026; what is of 1970 has no date.
  private static let today: Int64 = 20_454

  /// Rows at 0, 3, 6 and 9 m along a corridor, a second apart.
  private func corridor(_ days: Int64, _ readings: [Reading], hash: String) -> SurveyWalk {
    var walk = walk((0..<4).map { ($0 * 1000, readings) }, hash: hash)
    for index in walk.fingerprints.indices {
      walk.fingerprints[index].place = LocalPoint(x: Double(index) * 3, y: 0)
      walk.fingerprints[index].scan.time.microseconds += (Self.today + days) * 86_400_000_000
    }
    return walk
  }

  @Test func `a renewed survey retires what it no longer hears`() throws {
    let first = corridor(0, [wifi(1, -50), wifi(2, -60)], hash: "a")
    let alone = corridor(0, [wifi(2, -60)], hash: "b")
    let renewed = corridor(31, [wifi(1, -50), wifi(3, -55)], hash: "c")
    let map = try RadioMapBuilder.map(of: [first, alone, renewed])
    #expect(map.transmitters == [.wifi(1), .wifi(3)])
    #expect(map.walks == [0, 0, 0, 0, 2, 2, 2, 2], "rows that hear nothing else go with it")
    let difference = RadioMapDifference(
      from: try RadioMapBuilder.map(of: [first, alone]), to: map)
    #expect(difference.gone == [.wifi(2)])
    #expect(difference.new == [.wifi(3)])
  }

  /// Of a table each row is a walk, and thousands of them stand beside each other.
  @Test func `thirty thousand rows in one room are renewed like any`() throws {
    let walks = (0..<30_000).map { number in
      let place = LocalPoint(
        x: Double(number * 7919 % 1200) / 100, y: Double(number * 104_729 % 1200) / 100)
      let isRenewed = number % 2 == 1
      let time = Timestamp(
        milliseconds: (Self.today + (isRenewed ? 31 : 0)) * 86_400_000)
      let readings = [Reading(transmitter: .wifi(isRenewed ? 1 : 2), rssi: -50)]
      let level = LevelKey(ordinal: 0)
      return SurveyWalk(
        hash: "\(number)", recording: "w", device: "A",
        path: [SurveyWalk.PathPoint(time: time, level: level, place: place)],
        fingerprints: [
          Fingerprint(
            recording: "", level: level, place: place, scan: Scan(time: time, readings: readings))
        ])
    }
    let start = ContinuousClock.now
    #expect(try RadioMapBuilder.map(of: walks).transmitters == [.wifi(1)])
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  @Test func `a transmitter stays that a later survey may have missed`() throws {
    let first = corridor(0, [wifi(1, -50), wifi(2, -60), wifi(4, -85)], hash: "a")
    // A week is no renewal, another corridor tells nothing, and what was weak may go unheard.
    let soon = corridor(7, [wifi(1, -50)], hash: "b")
    var elsewhere = corridor(40, [wifi(1, -50)], hash: "c")
    for index in elsewhere.fingerprints.indices { elsewhere.fingerprints[index].place.y = 50 }
    #expect(
      try RadioMapBuilder.map(of: [first, soon, elsewhere]).transmitters
        == [.wifi(1), .wifi(2), .wifi(4)])
    let renewed = corridor(40, [wifi(1, -50)], hash: "d")
    #expect(
      try RadioMapBuilder.map(of: [first, renewed]).transmitters == [.wifi(1), .wifi(4)])
  }

  /// As of a phone with Bluetooth off, of an iPhone, which hears beacons alone, and of tables and
  /// uptime clocks, whose times are of 1970.
  @Test func `a walk that hears none of a kind, or has no date, retires nothing of it`() throws {
    let beacon = Transmitter.beacon(uuidHigh: 1, uuidLow: 2, major: 3, minor: 4)
    let other = Transmitter.beacon(uuidHigh: 1, uuidLow: 2, major: 3, minor: 5)
    func heard(_ transmitter: Transmitter) -> Reading {
      Reading(transmitter: transmitter, rssi: -60)
    }
    let all: Set<Transmitter> = [.wifi(1), .wifi(2), beacon]
    let first = corridor(0, [wifi(1, -50), wifi(2, -60), heard(beacon)], hash: "a")
    let wifiAlone = corridor(40, [wifi(1, -50)], hash: "b")
    let beaconsAlone = corridor(40, [heard(other)], hash: "c")
    for (later, gone) in [
      (wifiAlone, [Transmitter.wifi(2)]), (beaconsAlone, [beacon]),
    ] {
      var builder = RadioMapBuilder()
      for walk in [first, later] { builder.add(walk) }
      let built = try builder.build()
      #expect(Set(built.map.transmitters).subtracting([other]) == all.subtracting(gone))
      #expect(built.retired == gone)
    }
    // Whoever hears Bluetooth's addresses hears beacons, and dates count where there are some.
    let device = Reading(transmitter: .bluetooth(7), rssi: -70)
    let undated = corridor(-Self.today, [wifi(2, -60)], hash: "u")
    let later = corridor(40, [wifi(1, -50), device], hash: "l")
    #expect(
      try RadioMapBuilder.map(of: [undated, first, later]).transmitters == [
        .wifi(1), .bluetooth(7),
      ])
    for (days, laterDays) in [(-Self.today, 0), (-Self.today, 40 - Self.today)] {
      let first = corridor(days, [wifi(1, -50), wifi(2, -60)], hash: "a")
      let later = corridor(laterDays, [wifi(1, -50)], hash: "b")
      #expect(try RadioMapBuilder.map(of: [first, later]).transmitters == [.wifi(1), .wifi(2)])
    }
  }

  @Test func `a part of a map has its rows whole, and no transmitter that they don't hear`() throws
  {
    let walks = (0..<10).map { corridor(0, [wifi(UInt64($0), -50), wifi(99, -60)], hash: "\($0)") }
    let map = try RadioMapBuilder.map(of: walks)
    #expect(map.firstWalks(rows: 5) == (try RadioMapBuilder.map(of: Array(walks[..<2]))))
    #expect(map.firstWalks(rows: 8) == map.firstWalks(rows: 5))
    #expect(map.firstWalks(rows: 40) == map)
    let thin = map.thinned(to: 5)
    #expect(thin.walks == [0, 2, 4, 6, 8])
    #expect(thin.transmitters == [0, 2, 4, 6, 8, 99].map { .wifi($0) })
    for row in 0..<5 { #expect(heard(thin, row: row) == heard(map, row: row * 8)) }
    #expect(map.thinned(to: 41) == map)
  }

  @Test func `rows that were kept do as well as their walks`() throws {
    let walks = [
      corridor(0, [wifi(9, -50), wifi(4, -60)], hash: "a"),
      corridor(0, [wifi(2, -60)], hash: "b"),
      corridor(31, [wifi(9, -50), wifi(3, -55, age: 5000)], hash: "c"),
    ]
    var builder = RadioMapBuilder()
    for walk in walks { builder.add(try RadioMapBuilder().rows(of: walk)) }
    #expect(try builder.map() == RadioMapBuilder.map(of: walks))
  }

  /// Venue files keep rows from one version of the program to the next. Where this fails as it
  /// should, because rows are made in another way now, count up `RadioMapBuilder`'s format and
  /// write the new rows here.
  @Test func `kept rows are those of format 2`() throws {
    #expect(RadioMapBuilder().recipe == "2 20000 12.0")
    let rows = try RadioMapBuilder().rows(
      of: walk([
        (
          1000,
          [
            wifi(2, -60), wifi(1, -50, age: 700), wifi(3, -40, age: 12_000),
            wifi(4, -40, age: 20_001), Reading(transmitter: .bluetooth(7), rssi: -70),
          ]
        ), (5000, [wifi(2, -61)]), (7000, [wifi(2, -62, age: 20_000)]),
      ]))
    #expect(rows.times == [1_000_000, 5_000_000, 7_000_000])
    #expect(rows.map.transmitters == [.wifi(1), .wifi(2), .wifi(3), .bluetooth(7)])
    #expect(rows.map.rowStarts == [0, 4, 6, 7])
    #expect(rows.map.transmitterIndices == [0, 1, 2, 3, 1, 3, 1])
    // 50 · exp(-0.7/12), 30 · exp(-4/12) and 38 · exp(-20/12) dB over -100 dBm are 47.2, 21.5 and
    // 7.2 dB.
    #expect(rows.map.rssi == [-53, -60, -78, -70, -61, -79, -93])
  }

  @Test func `no walks make an empty map`() throws {
    #expect(try RadioMapBuilder.map(of: []).rowCount == 0)
  }
}
