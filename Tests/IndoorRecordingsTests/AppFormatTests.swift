import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import TestWorlds
import Testing

/// What other apps for surveying write, by the grammar of their sources.
struct AppFormatTests {
  static let log = """
    % LogFile created by the 'GetSensorData' App for Android.
    % Date of creation: Tue Sep 05 12:34:56 CEST 2017
    % Manufacturer:            \tSony
    % Model:            \tXperia M2
    % MAGN data format: \tMAGN;AppTimestamp(s);SensorTimestamp(s);;Mag_X(uT);;Mag_Y(uT);;Mag_Z(uT)
    ACCE;0.100;58.100;-0.25000;0.50000;9.81000;3
    GYRO;0.110;58.110;0.01000;0.02000;0.03000;3
    MAGN;0.120;58.120;1.0;2.0;3.0;3
    PRES;0.200;58.200;951.3500;3
    WIFI;2.000;60.000;a;b;c;06:74:9c:2e:9e:f3;5180;-42
    WIFI;2.000;58.500;;06:74:9c:2e:9e:f4;2412;-61
    WIFI;2.000;60.000;home_nomap;06:74:9c:2e:9e:f5;2412;-70
    WIFI;6.000;64.000;old;06:74:9c:2e:9e:f3;-50
    BLE4;2.100;iBeacon;DB:08:D3:33:38:EF;-70;-59;10065;1;fda50693-a4e2-4fb1-afcf-c6eb07647825
    BLE4;2.200;Eddystone;DB:08:D3:33:38:F0;-80;0x01;3000;21.5;100;10
    GNSS;3.000;60.0;40.3;-3.4;600;0;10;0;12;8
    LIGH;3.1;60.1;100;3
    POSI;1.000;1;0.00000000;0.00000000;0;0
    POSI;8.000;2;0.00000000;0.00000000;0;0
    BLUE;9.0;phone;00:11:22:33:44:55;-60
    ACCE;12.0;70.0;0;0;9.81;3

    """

  @Test(arguments: ["Fri Feb 30 12:34:56 CET 2018", "", "yesterday"])
  func `a GetSensorData log whose date is none says so`(date: String) throws {
    let log = Self.log.replacing("Tue Sep 05 12:34:56 CEST 2017", with: date)
    let read = try #require(try read(log, "walk.txt").first)
    #expect(read.warnings.map(\.code) == [.unknownDate, .unresolvedPlace])
    #expect(read.recording.scans.first?.time == Timestamp(milliseconds: 2000))
  }

  @Test func `a GetSensorData log is read from its date on`() throws {
    let read = try #require(try read(Self.log).first)
    let recording = read.recording
    // 12:34:56 in summer time of central Europe is 10:34:56 UTC; date -d gives these seconds.
    let start: Int64 = 1_504_607_696_000
    #expect(recording.device == "Sony Xperia M2")
    #expect(
      recording.accelerations.first
        == VectorSample(
          time: Timestamp(milliseconds: start + 100), x: -0.25, y: 0.5, z: 9.81))
    #expect(recording.scans.map { $0.time.milliseconds - start } == [2000, 3000, 6000])
    // Entry ages count from the newest of the scan.
    #expect(
      recording.scans.first?.readings == [
        Reading(transmitter: .wifi(0x0674_9C2E_9EF3), rssi: -42),
        Reading(transmitter: .wifi(0x0674_9C2E_9EF4), rssi: -61, age: 1500),
      ])
    let beacon = try #require(
      Transmitter(beacon: "fda50693-a4e2-4fb1-afcf-c6eb07647825", major: 10065, minor: 1))
    #expect(
      recording.scans[1].readings.map(\.transmitter)
        == [beacon, .bluetooth(0xDB08_D333_38F0)])
    #expect(read.skipped.counts == [.nomap: 1, .unneeded: 4])
    // The app's own taps say no place.
    #expect(recording.waypoints.isEmpty)
    #expect(read.warnings.map(\.code) == [.unresolvedPlace])
    #expect(read.warnings.first?.message.contains(".txt:18: mark 1 says no place") == true)
  }

  @Test(arguments: [
    ("Tue Sep 05 12:34:56 GMT+05:30 2017", 1_504_595_096_000 as Int64, false),
    ("Tue Sep 05 12:34:56 XYZ 2017", 1_504_614_896_000, true),
    ("", 1_504_614_896_000, true),
  ])
  func `a log's zone is its own, or UTC with a word about it`(
    date: String, start: Int64, isAssumed: Bool
  ) throws {
    let text = Self.log.replacingOccurrences(of: "Tue Sep 05 12:34:56 CEST 2017", with: date)
    let read = try #require(try read(text).first)
    #expect(read.recording.accelerations.first?.time.milliseconds == start + 100)
    #expect(read.warnings.contains { $0.code == .assumedTimeZone } == isAssumed)
  }

  /// Of these only `EST` and `IST` are several zones: America's and Australia's, India's, Israel's
  /// and Ireland's.
  @Test(arguments: [
    ("CEST", 1_504_607_696_000 as Int64), ("GMT+02:00", 1_504_607_696_000),
    ("UTC", 1_504_614_896_000), ("IST", 1_504_582_496_000), ("EST", 1_504_582_496_000),
    ("Tokyo", 1_504_582_496_000),
  ])
  func `the zone that is named is that of logs that state none surely`(
    zone: String, start: Int64
  ) throws {
    let labels = RecordingLabels(zone: LocalTime { $0 - 9 * 3600 })
    let read = try #require(
      try read(Self.log.replacing(" CEST ", with: " \(zone) "), labels: labels).first)
    #expect(read.recording.accelerations.first?.time.milliseconds == start + 100)
    #expect(!read.warnings.contains { $0.code == .assumedTimeZone })
  }

  @Test func `tens of thousands of beacons may be heard in one second`() throws {
    let count = 70_000
    let lines = (0...count).map { line in
      let digits = String(line % count + 0x1_00000, radix: 16)
      let address =
        "00:00:0\(digits.prefix(1)):\(digits.dropFirst().prefix(2)):"
        + "\(digits.dropFirst(3).prefix(2)):0\(digits.suffix(1))"
      return "BLE4;1.500;Eddystone;\(address);\(line == count ? -40 : -80);0x01;3000;21.5;100;10\n"
    }
    let log = Self.log.prefix { $0 != "\n" } + "\n" + lines.joined() + "PRES;9.0;9.0;951.35;3\n"
    let read = try #require(try read(String(log)).first)
    let readings = try #require(read.recording.scans.first).readings
    #expect(readings.count == count)
    #expect(
      readings.first
        == Reading(transmitter: .bluetooth(0x0000_0100_0000), rssi: -40, age: readings[0].age))
  }

  @Test func `places in a competition's log are waypoints`() throws {
    let text = Self.log.replacingOccurrences(
      of: "POSI;1.000;1;0.00000000;0.00000000;0;0",
      with: "POSI;1.000;1;40.31320000;-3.48320000;2.000;20"
    ).replacingOccurrences(
      of: "POSI;8.000;2;0.00000000;0.00000000;0;0",
      with: "POSI;8.000;2;40.31330000;-3.48330000;2.000;20")
    let waypoints = try #require(try read(text).first).recording.waypoints
    #expect(
      waypoints.map(\.place) == [
        .coordinate(Coordinate(latitude: 40.3132, longitude: -3.4832)),
        .coordinate(Coordinate(latitude: 40.3133, longitude: -3.4833)),
      ])
    #expect(
      waypoints.map(\.level) == Array(repeating: LevelKey(building: "20", ordinal: 2), count: 2))
  }

  static let anyplace = """
    # Timestamp, X, Y, HEADING, MAC Address of AP, RSS, Floor, BUID
    1520424248897 35.144569 33.411107 271.5 00:16:b6:ee:00:7f -73 -1 building_3ae47293
    1520424248897 35.144569 33.411107 271.5 00:16:b6:ee:00:80 -80 -1 building_3ae47293
    # Timestamp, X, Y, HEADING, MAC Address of AP, RSS, Floor, BUID
    1520424250897 35.144570 33.411108 271.5 00:16:b6:ee:00:7f -70 -1 building_3ae47293

    """

  @Test func `an Anyplace log has X for latitude and a place a scan`() throws {
    let read = try #require(try read(Self.anyplace, "rss-log.txt").first)
    #expect(read.skipped.isEmpty && read.warnings.isEmpty)
    #expect(read.recording.scans.map(\.readings.count) == [2, 1])
    let level = LevelKey(building: "building_3ae47293", ordinal: -1)
    #expect(
      read.recording.waypoints == [
        Waypoint(
          time: Timestamp(milliseconds: 1_520_424_248_897),
          place: .coordinate(Coordinate(latitude: 35.144569, longitude: 33.411107)), level: level),
        Waypoint(
          time: Timestamp(milliseconds: 1_520_424_250_897),
          place: .coordinate(Coordinate(latitude: 35.14457, longitude: 33.411108)), level: level),
      ])
  }

  @Test func `a mark without a building is of the only one that has its level`() throws {
    let outline = Polygon(
      exterior: [(33.0, 35.0), (33.001, 35.0), (33.0, 35.001)].map {
        Coordinate(latitude: $0.0, longitude: $0.1)
      })
    func levels(_ keys: [(String, Int)]) throws -> [LevelKey?] {
      let venue = Venue(
        id: "v", name: "V", origin: Coordinate(latitude: 33, longitude: 35),
        levels: keys.map {
          Level(
            id: "\($0)", key: LevelKey(building: $0.0, ordinal: $0.1), label: "L\($0.1)",
            outline: [outline])
        })
      let text = Self.anyplace.replacingOccurrences(of: " building_3ae47293", with: "")
      return try read(text, "rss-log.txt", levels: LevelNames(venue)).flatMap {
        $0.recording.waypoints.map(\.level)
      }
    }
    let annex = LevelKey(building: "annex", ordinal: -1)
    #expect(try levels([("", 0), ("annex", -1)]) == [annex, annex])
    // Where both have it, it is neither's.
    #expect(try levels([("", -1), ("annex", -1)]).isEmpty)
  }

  /// RFC 9562, section 4: a UUID is "case-insensitive on input".
  @Test func `a mark's building is the venue's in capitals and in small letters`() throws {
    let building = "9E2A1B3C-AAAA-4BBB-8CCC-0123456789AF"
    let outline = Polygon(
      exterior: [(33.0, 35.0), (33.001, 35.0), (33.0, 35.001)].map {
        Coordinate(latitude: $0.0, longitude: $0.1)
      })
    let levels = [building, "other"].map {
      Level(
        id: $0, key: LevelKey(building: $0, ordinal: -1), label: "U", outline: [outline])
    }
    let venue = Venue(
      id: "v", name: "V", origin: Coordinate(latitude: 33, longitude: 35), levels: levels)
    let text = Self.anyplace.replacingOccurrences(
      of: "building_3ae47293", with: building.lowercased())
    let read = try #require(try read(text, "rss-log.txt", levels: LevelNames(venue)).first)
    #expect(read.recording.waypoints.map(\.level) == [levels[0].key, levels[0].key])
    // One that isn't the venue's is called so, and not missing.
    let unknown = try #require(
      try IndoorRecordingsTests.read(Self.anyplace, "rss-log.txt", levels: LevelNames(venue)).first)
    #expect(unknown.recording.waypoints.isEmpty)
    #expect(
      unknown.warnings.contains {
        $0.message.contains("building \"building_3ae47293\" is none of the venue's")
      }, "\(unknown.warnings)")
  }

  @Test func `a line of Anyplace's that can't be read says why`() throws {
    let lines = [
      "1520424248897 35.1", "soon 35.1 33.4 0 00:16:b6:ee:00:7f -73 -1 b",
      "1520424248897 35,1 33.4 0 00:16:b6:ee:00:7f -73 -1 b",
      "1520424248897 35.1 east 0 00:16:b6:ee:00:7f -73 -1 b",
      "1520424248897 35.1 33.4 0 00:16:b6:ee:00 -73 -1 b",
      "1520424248897 35.1 33.4 0 00:16:b6:ee:00:7f weak -1 b",
      "1520424248897 35.1 33.4 0 00:16:b6:ee:00:7f -730 -1 b",
      "1520424248897 95.1 33.4 0 00:16:b6:ee:00:7f -73 -1 b",
    ]
    let text = Self.anyplace + lines.joined(separator: "\n") + "\n"
    let read = try #require(try read(text, "rss-log.txt").first)
    #expect(read.recording.scans.map(\.readings.count) == [2, 1])
    #expect(
      read.skipped.lines == [
        .fieldCount: [6], .noMilliseconds: [7], .decimalComma: [8], .notANumber: [9, 11],
        .noAddress: [10], .outOfRange: [12, 13],
      ])
  }

  @Test(arguments: ["# NaN -110\n# X, Y, HEADING, 00:16:b6:ee:00:7f\n", "# X, Y, HEADING, a\n"])
  func `an Anyplace radio map is no recording`(text: String) throws {
    let error = #expect(throws: RecordingError.self) { _ = try read(text, "map.txt") }
    #expect(error?.message.contains(":1: is a radio map of averages") == true)
  }

  static let find3 = """
    {"d":"phone","f":"museum","t":1520424248897,"l":"Caf\u{e9}","s":{"bluetooth":{"20:25:64:b7:91:42":-72},"wifi":{"20:25:64:b7:91:40":-73}},"gps":{"lat":12.1,"lon":10.1,"alt":54}}
    {"d":"tablet","f":"museum","t":1520424249897,"s":{"wifi":{"20:25:64:b7:91:40":-60}}}
    {"d":"phone","f":"museum","t":1520424250897,"s":{"wifi":{"20:25:64:b7:91:41":-60.4}}}

    """

  private func venue(_ names: [(String, Int)]) -> Venue {
    var venue = Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 48, longitude: 11))
    for (index, (name, ordinal)) in names.enumerated() {
      let key = LevelKey(ordinal: ordinal)
      if venue.level(key) == nil {
        venue.levels.append(Level(id: "l\(ordinal)", key: key, label: "\(ordinal + 1)F"))
      }
      venue.units.append(
        Unit(id: "u\(index)", level: key, category: "room", name: name, geometry: []))
    }
    return venue
  }

  @Test func `FIND3's devices are a recording each, learning at a unit`() throws {
    let venue = venue([("Caf\u{e9}", 0)])
    let all = try read(
      Self.find3, "find3.jsonl", labels: RecordingLabels(places: PlaceNames(venue)),
      levels: LevelNames(venue))
    #expect(all.map(\.recording.id) == ["find3 phone", "find3 tablet"])
    #expect(all.map(\.recording.device) == ["phone", "tablet"])
    #expect(Set(all.map(\.hash)).count == 2)
    let first = try #require(all.first?.recording)
    #expect(first.scans.map(\.readings.count) == [2, 1])
    #expect(first.waypoints.map(\.place) == [.named("u0")])
    #expect(first.markSeconds == 0.1)
  }

  @Test func `what FIND3 sent twice counts once, and a scan sent reading by reading is one`() throws
  {
    func line(_ device: String, _ time: Int, _ heard: [Int]) -> String {
      let readings = heard.map { "\"20:25:64:b7:91:\($0 + 40)\":-\($0 + 50)" }
      return
        #"{"d":"\#(device)","t":152042424\#(time),"s":{"wifi":{\#(readings.joined(separator: ","))}}}"#
        + "\n"
    }
    let once = line("a", 8000, [0, 1]) + line("b", 8000, [0, 1]) + line("a", 9000, [0])
    let twice = once.split(separator: "\n").map { "\($0)\n\($0)\n" }.joined()
    let (plain, doubled) = (try read(once, "f.jsonl"), try read(twice, "f.jsonl"))
    #expect(plain.map(\.recording.scans.count) == [2, 1])
    #expect(doubled.map(\.recording.observations) == plain.map(\.recording.observations))
    #expect(doubled.map { $0.skipped[.doubledMeasurement] } == [2, 1])
    // A scan takes a phone seconds, so ten in one moment are one.
    let split = (0..<12).map { line("a", 8000 + $0, [$0]) }.joined() + line("a", 9000, [0])
    let joined = try #require(try read(split, "f.jsonl").first)
    #expect(joined.recording.scans.map(\.readings.count) == [12, 1])
    #expect(joined.skipped.counts == [.joinedScan: 11])
  }

  @Test func `what FIND3 sent that can't be read is no scan, and seconds are told`() throws {
    let read = try #require(
      try read(
        #"{"d":"a","t":1520424248,"s":{"wifi":{"20:25:64:b7:91:42":-72}}}"# + "\n"
          + #"{"d":"a","t":1520424249,"s":{"wifi":[1,2]}}"# + "\n", "find3.jsonl"
      ).first)
    #expect(read.recording.scans.count == 1)
    #expect(read.skipped.lines[.malformed] == [2])
    #expect(read.warnings.map(\.code) == [.unknownDate])
  }

  static let navigine = """
    {"timestamp": 1541003875000, "type": 101, "values": [0.1, 0.2, 9.8]}
    {"timestamp": 1541003875010, "type": 102, "values": [0.01, 0.02, 0.03]}
    {"timestamp": 1541003875100, "type": 201, "bssid": "20:25:64:b7:91:40", "rssi": -82}
    {"timestamp": 1541003875100, "type": 201, "bssid": "20:25:64:b7:91:41", "rssi": -70}
    {"timestamp": 1541003875242, "type": 203, "bssid": "(56813,7748,F7826DA6-4FA2-4E98-8024-BC5B71E0893E)", "rssi": -82, "distance": 3}
    {"timestamp": 1541003875300, "type": 105, "values": [1, 2, 3]}
    {"timestamp": 1541003877000, "type": 104, "values": [1013.2]}

    """

  @Test func `Navigine's messages are observations without places`() throws {
    let read = try #require(try read(Self.navigine, "messages.jsonl").first)
    let recording = read.recording
    #expect(recording.waypoints.isEmpty)
    #expect(recording.accelerations.map(\.z) == [9.8])
    #expect(recording.scans.map(\.readings.count) == [2, 1])
    #expect(
      recording.scans.last?.readings.first?.transmitter
        == Transmitter(
          beacon: "f7826da6-4fa2-4e98-8024-bc5b71e0893e", major: 56813, minor: 7748))
    #expect(read.skipped.counts == [.unneeded: 1])
  }

  @Test func `WiGLE's local times are UTC unless a zone is named, and an export is no walk`() throws
  {
    let rows = (0..<20).map {
      "00:11:22:33:44:\($0 + 10),n,[ESS],2018-01-31 12:34:56,1,-60,48.1,11.5,0,3,WIFI\n"
    }
    let text =
      "WigleWifi-1.4,appRelease=2.26,model=P,release=8,device=d,display=x,board=b,brand=g\n"
      + "MAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,AccuracyMeters,Type\n"
      + rows.joined()
    let plain = try #require(try read(text, "w.csv").first)
    #expect(plain.warnings.map(\.code) == [.assumedTimeZone, .rowANetwork])
    #expect(plain.recording.scans.first?.time.milliseconds == 1_517_402_096_000)
    let hour = RecordingLabels(level: LevelKey(ordinal: 3), zone: LocalTime { $0 - 3600 })
    let placed = try #require(try read(text, "w.csv", labels: hour).first)
    #expect(placed.recording.scans.first?.time.milliseconds == 1_517_398_496_000)
    #expect(placed.recording.level == LevelKey(ordinal: 3))
    #expect(placed.warnings.map(\.code) == [.rowANetwork])
    // A phone without a fix writes 0, 0.
    let lost = try #require(try read(text.replacing("48.1,11.5,", with: "0,0.0,"), "w.csv").first)
    #expect(lost.recording.waypoints.isEmpty)
    #expect(lost.recording.scans == plain.recording.scans)
  }

  @Test(
    arguments: [
      ("unit:u1", nil, "u1"), ("office", "1F", "u1"), ("OFFICE ", "1", "u2"), ("lab,2F", nil, "u3"),
      ("u3", nil, "u3"), ("a, b", nil, "u4"), ("a, b,2F", nil, "u4"), ("53,1", nil, "u6"),
      ("148, 0", nil, "u7"),
    ] as [(String, String?, String)])
  func `a mark's word finds its unit`(word: String, level: String?, id: String) throws {
    let venue = venue([
      ("caf\u{e9}", 0), ("Office", 0), ("office", 1), ("Lab", 1), ("a, b", 1), ("53", 0), ("53", 1),
      ("148", 0),
    ])
    let text =
      "time,seconds_elapsed,text\n1698501144500000000,0.5,\"\(word)"
      + (level.map { ",\($0)" } ?? "") + "\"\n"
    let read = try SensorLoggerSamples.read(
      [("Annotation.csv", text)], labels: RecordingLabels(places: PlaceNames(venue)),
      levels: LevelNames(venue)
    ).read
    #expect(read.recording.waypoints.map(\.place) == [.named(id)], "\(read.warnings)")
  }

  @Test func `of a name on several levels the one counts that is named for all recordings`() throws
  {
    let venue = venue([("Caf\u{e9}", 0), ("Caf\u{e9}", 1), ("Hall", 0), ("Hall", 1)])
    func read(_ level: Int?) throws -> ReadRecording {
      let labels = RecordingLabels(
        places: PlaceNames(venue), level: level.map { LevelKey(ordinal: $0) })
      return try #require(
        try IndoorRecordingsTests.read(Self.find3, "find3.jsonl", labels: labels).first)
    }
    #expect(try read(1).recording.waypoints.map(\.place) == [.named("u1")])
    #expect(try read(0).recording.waypoints.map(\.place) == [.named("u0")])
    for level in [nil, 7] {
      #expect(
        try read(level).warnings.first?.message.contains("the name of 2 units (on level 1F, 2F)")
          == true)
    }
  }

  @Test(arguments: [
    ("office", "the name of 2 units (on level 1F, 2F)"), ("unit:u9", "is no unit of the venue"),
    ("caf\u{e9},2F", "is on level 1F and not on the one that is stated"),
    ("48.1,11.5", "names no level"),
    ("148.1,11.5,1", "beyond"), ("", "says nothing"), ("nowhere", "is no unit of the venue"),
  ])
  func `what a mark's word doesn't find is said with its line`(word: String, words: String) throws {
    let venue = venue([("caf\u{e9}", 0), ("Office", 0), ("office", 1)])
    let text = "time,seconds_elapsed,text\n1698501144500000000,0.5,\"\(word)\"\n"
    let read = try SensorLoggerSamples.read(
      [("Annotation.csv", text)], labels: RecordingLabels(places: PlaceNames(venue)),
      levels: LevelNames(venue)
    ).read
    #expect(read.recording.waypoints.isEmpty)
    let message = try #require(read.warnings.first).message
    #expect(message.contains("Annotation.csv:2: ") && message.contains(words), "\(message)")
  }

  /// Sensor Logger's JSON export, and a message of its HTTP push.
  private static let export = #"""
    [{"sensor":"Metadata","platform":"android","device name":"Pixel 8"},
    {"sensor":"TotalAcceleration","time":"1698501144401773000","seconds_elapsed":"0.21","z":"9.8","y":"0.1","x":"-0.2"},
    {"sensor":"WiFi","time":"1698501145401773000","seconds_elapsed":"1.21","bssid":"06:74:9c:2e:9e:f3","level":"-42","ssid":"a"},
    {"sensor":"bluetooth-DB08D33338EF","time":"1698501145601773000","id":"DB:08:D3:33:38:EF","rssi":"-60","manufacturerData":"4c000215fda50693a4e24fb1afcfc6eb0764782500010002c5"},
    {"sensor":"Annotation","time":"1698501146401773000","text":"48.1,11.5","millisecond_press_duration":"80"}]
    """#
  private static let push = #"""
    {"messageId":1,"sessionId":"a","deviceId":"b","payload":[{"name":"gyroscope","time":1698501144401773000,"values":{"x":0.1,"y":0.2,"z":0.3}},{"name":"barometer","time":1698501144501773000,"pressure":1013.25}]}
    """#

  @Test func `no mutation of an app's log traps, and its times are in order`() throws {
    var random = SplitMix64(seed: 5)
    let logs: [(String, RecordingFormat)] = [
      (Self.log, .getsensordata), (Self.anyplace, .anyplace), (Self.find3, .find3),
      (Self.navigine, .navigine), (Self.export, .sensorLogger), (Self.push, .sensorLogger),
    ]
    try withTemporaryFolder { folder in
      for round in 0..<2000 {
        let (text, format) = logs[round % logs.count]
        let path = "\(folder)/log"
        try Data(random.mutated(Array(text.utf8))).write(to: URL(fileURLWithPath: path))
        guard var stream = try? RecordingStream(path, format: format) else { continue }
        while let read = try? stream.next() {
          let times = read.recording.observations.map(\.time)
          #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
          for sample in read.recording.accelerations {
            #expect(sample.x.isFinite && sample.y.isFinite && sample.z.isFinite)
          }
        }
      }
    }
  }
}
