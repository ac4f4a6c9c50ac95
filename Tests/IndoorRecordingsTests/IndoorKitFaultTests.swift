import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import TestWorlds
import Testing

@Suite struct IndoorKitFaultTests {
  private func read(_ text: String) throws -> ReadRecording {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/walk.jsonl")
      var stream = try RecordingStream("\(folder)/walk.jsonl")
      return try #require(try stream.next())
    }
  }

  private let header = #"{"format":"indoorkit","version":1}"# + "\n"

  @Test func `a line of nine megabytes costs itself alone`() throws {
    let values = Array(repeating: "1,2,9.8", count: 9 * 125_000).joined(separator: ",")
    let read = try read(
      header + "{\"t\":1000,\"dt\":10,\"acc\":[\(values)]}\n"
        + "{\"t\":2000,\"columns\":[[\"A\",-60]]}\n")
    #expect(read.skipped.lines == [.longLine: [2]])
    #expect(read.recording.observations.count == 1)
  }

  @Test func `lines in another order set no clock back, and a clock that was set back does`() throws
  {
    let heard = (0..<20).map { "{\"t\":\(1000 * $0),\"wifi\":[[\"00:11:22:33:44:55\",-60]]}" }
    let beacons = (0..<20).map {
      "{\"t\":\(1000 * $0),\"ble\":[[\"dc:0d:30:4c:bb:05\",-60]]}"
    }
    let place = #"{"t":2000,"waypoint":{"local":[1,2],"level":0}}"#
    func back(_ lines: [String]) throws -> Double {
      try read(header + lines.joined(separator: "\n") + "\n").recording.clockStepBack
    }
    #expect(try back(heard + beacons + [place]) == 0)
    #expect(try back([#"{"t":19000,"waypoint":{"local":[9,2],"level":0}}"#] + heard + [place]) == 0)
    #expect(try back(heard.reversed()) == 0)
    #expect(try back(Array(heard[10...]) + Array(heard[..<10])) == 19)
  }

  /// The header's level holds where waypoints say none.
  @Test func `a header's level that is none of the waypoints' is told`() throws {
    func told(_ levels: String...) throws -> [String] {
      let header = #"{"format":"indoorkit","version":1,"level":1}"# + "\n"
      let places = levels.map { #"{"t":1,"waypoint":{"local":[1,2]\#($0)}}"# + "\n" }
      return try read(header + places.joined()).warnings
        .filter { $0.code.rawValue == "stray-level" }.map(\.message)
    }
    let other = #","level":0"#
    #expect(
      try told(other, other).map {
        $0.contains(":1: the header's level is 1, and all 2 waypoints say another")
      } == [true])
    // A walk may begin on one level and have its only mark on another.
    #expect(try told(other) == [])
    #expect(try told(other, "") == [])
    #expect(try told(other, #","level":1"#) == [])
    #expect(try told("") == [])
    #expect(try told() == [])
  }

  /// docs/recording-format.md has `level` and nothing else.
  @Test(arguments: [
    (#""waypoint":{"local":[1,2],"floor":2}"#, "floor"),
    (#""waypoint":{"local":[1,2],"Level":"2"}"#, "Level"),
    (#""waypoint":{"local":[1,2]},"level":2"#, "level"),
    (#""waypoint":{"place":"a","Stockwerk":2}"#, "Stockwerk"),
    (#""fix":{"latitude":45,"longitude":9,"radius":2,"floor_id":"F2"}"#, "floor_id"),
  ])
  func `a level that is called otherwise or stands beside its place is told`(
    place: String, name: String
  ) throws {
    func told(_ text: String) throws -> [String] {
      try read(text).warnings.filter { $0.code.rawValue == "stray-level" }.map(\.message)
    }
    let sound = #"{"t":1,"waypoint":{"local":[1,2],"level":0,"floor":2},"level":2}"# + "\n"
    let strays = try told(header + sound + "{\"t\":2,\(place)}\n{\"t\":3,\(place)}\n")
    #expect(
      strays.map { $0.contains(":3: has \(name) (and 1 more like it) where") } == [true],
      "\(strays)")
    let called = #"{"format":"indoorkit","version":1,"floor":"B1"}"# + "\n"
    // Where each place says its own, the header's word is a remark.
    #expect(try told(called + sound) == [])
    let ofHeader = try told(called + #"{"t":1,"waypoint":{"local":[1,2]}}"# + "\n")
    #expect(ofHeader.map { $0.contains(":1: has floor where") } == [true], "\(ofHeader)")
    #expect(try told(header + sound) == [])
    // Places that are counted, and a named place, which is on its own level.
    let known = #"{"format":"indoorkit","version":1,"level":0}"# + "\n"
    #expect(try told(known + #"{"t":1,"waypoint":{"local":[1,2],"ordinal":7}}"# + "\n") == [])
    #expect(try told(header + #"{"t":1,"waypoint":{"place":"a"},"level":2}"# + "\n") == [])
    #expect(try told(known + #"{"t":1,"waypoint":{"local":[1,2]},"level":0}"# + "\n") == [])
    #expect(try told(known + #"{"t":1,"waypoint":{"local":[1,2],"floor":"G"}}"# + "\n") == [])
    for other in [#"},"level":1"#, #","floor":1},"level":0"#, #"},"level":0,"floor":1"#] {
      #expect(try told(known + #"{"t":1,"waypoint":{"local":[1,2]"# + other + "}\n").count == 1)
    }
  }

  @Test func `waypoints with places of several kinds are told, and which counts`() throws {
    let read = try read(
      header + #"{"t":1,"waypoint":{"latitude":45,"longitude":9,"local":null,"level":0}}"# + "\n"
        + #"{"t":2,"waypoint":{"latitude":45,"longitude":9,"local":[900,0],"level":0}}"# + "\n"
        + #"{"t":3,"waypoint":{"page":[1,2],"place":"a","level":0}}"# + "\n")
    #expect(
      read.recording.waypoints.map(\.place) == [
        .coordinate(Coordinate(latitude: 45, longitude: 9)),
        .coordinate(Coordinate(latitude: 45, longitude: 9)), .page(PagePoint(x: 1, y: 2)),
      ])
    #expect(read.warnings.map(\.code.rawValue) == ["two-places"])
    #expect(
      read.warnings.first?.message.contains(
        ":3: 2 waypoints, this the first, have places of several kinds") == true)
  }

  @Test func `line ends of carriage returns alone are told as in tables`() throws {
    let find3 = #"{"d":"a","f":"f","t":1700000000000,"s":{"wifi":{"aa:bb:cc:dd:ee:ff":-50}}}"#
    for lines in [
      header.dropLast() + "\r{\"t\":1000,\"columns\":[[\"A\",-60]]}\r", find3 + "\r" + find3 + "\r",
    ] {
      let error = #expect(throws: RecordingError.self) { try self.read(String(lines)) }
      #expect(
        error?.message.hasSuffix(
          ":1: ends its lines with carriage returns alone, save it with line feeds") == true,
        "\(error?.message ?? "")")
    }
    #expect(
      try read(header.dropLast() + "\r\n{\"t\":1000,\"columns\":[[\"A\",-60]]}\r\n")
        .recording.observations.count == 1)
  }

  @Test func `a line in which a key comes twice is left out and told`() throws {
    let scan = #""columns":[["A",-60]]"#
    let read = try read(
      header + #"{"t":1000,"t":9000,\#(scan)}"# + "\n" + #"{"t":2000,\#(scan)}"# + "\n"
        + #"{"t":3000,"waypoint":{"place":"a","place":"b"}}"# + "\n")
    #expect(read.skipped.lines == [.keyTwice: [2, 4]])
    #expect(read.recording.observations.count == 1 && read.recording.waypoints.isEmpty)
    let error = #expect(throws: RecordingError.self) {
      try self.read(#"{"format":"indoorkit","version":1,"id":"a","id":"b"}"# + "\n")
    }
    #expect(error?.message.contains(":1: has \"id\" twice, write it once") == true)
  }

  @Test(arguments: [
    #""wifi":{}"#, #""wifi":"x""#, #""wifi":null"#, #""ble":[1]"#, #""columns":[["",-50]]"#,
  ])
  func `a scan that can't be read is no scan that heard nothing`(scan: String) throws {
    let read = try read(
      header + #"{"t":1000,"wifi":[]}"# + "\n{\"t\":2000,\(scan)}\n"
        + "{\"t\":3000,\(scan),\"ble\":[]}\n")
    #expect(read.skipped.counts[.malformed].map { $0 >= 1 } == true)
    #expect(read.recording.scans.first?.time == Timestamp(milliseconds: 1000))
    #expect(!read.recording.scans.contains { $0.time == Timestamp(milliseconds: 2000) })
  }

  @Test func `lines of one time say the same in any order`() throws {
    let lines = [
      #"{"t":1000,"ble":[["aa:bb:cc:dd:ee:ff",-60]]}"#, #"{"t":1000,"acc":[0,0,9.8],"hpa":[1000]}"#,
      #"{"t":1000,"wifi":[["aa:bb:cc:dd:ee:fe",-70]]}"#, #"{"t":1000,"gyr":[0,0,1]}"#,
      #"{"t":1000,"acc":[0,0,9.9]}"#,
      #"{"t":1000,"fix":{"latitude":1,"longitude":2,"radius":3}}"#,
    ]
    let first = try read(header + lines.joined(separator: "\n") + "\n").recording.observations
    #expect(first.count > 5)
    for turn in 1..<lines.count {
      let turned = lines[turn...] + lines[..<turn]
      for some in [Array(turned), turned.reversed()] {
        let read = try read(header + some.joined(separator: "\n") + "\n")
        #expect(read.recording.observations == first)
      }
    }
  }

  @Test func `strengths without their sign, and below any receiver's, are told apart`() throws {
    let read = try read(
      header + #"{"t":1000,"wifi":[["aa:bb:cc:dd:ee:ff",60],["aa:bb:cc:dd:ee:fe",-60]]}"# + "\n"
        + #"{"t":2000,"ble":[["aa:bb:cc:dd:ee:ff",-128]],"columns":[["A","x"]]}"# + "\n")
    #expect(read.skipped.lines == [.noStrength: [2, 3], .malformed: [3]])
    #expect(read.recording.scans.map(\.readings.count) == [1])
  }

  @Test func `times in seconds, and those of before 1970, are told`() throws {
    for (time, isTold) in [
      ("1780306800", true), ("-1780306800000", true), ("1780306800000", false), ("1000", false),
    ] {
      let read = try read(header + "{\"t\":\(time),\"columns\":[[\"A\",-60]]}\n")
      #expect(read.warnings.map(\.code) == (isTold ? [.unknownDate] : []))
    }
  }

  /// Android's `elapsedRealtime` counts from the phone's start, `currentTimeMillis` from 1970.
  @Test func `scans, motion and waypoints by several clocks are told`() throws {
    let (boot, clock) = (86_400_000, 1_780_306_800_000)
    func walk(scans: Int, motion: Int, waypoints: Int) -> String {
      let place = #""latitude":52.5,"longitude":13.4,"level":0"#
      return header + "{\"t\":\(scans),\"columns\":[[\"A\",-60]]}\n"
        + "{\"t\":\(motion + 600_000),\"acc\":[0,0,9.81]}\n"
        + "{\"t\":\(waypoints),\"waypoint\":{\(place)}}\n"
    }
    #expect(try read(walk(scans: clock, motion: clock, waypoints: clock)).warnings.isEmpty)
    for (text, words) in [
      (walk(scans: boot, motion: clock, waypoints: clock), "its scans and its"),
      (walk(scans: clock, motion: boot, waypoints: clock), "its motion and its"),
      (walk(scans: clock, motion: clock, waypoints: boot), "its waypoints and its"),
    ] {
      let warnings = try read(text).warnings
      #expect(warnings.map(\.code.rawValue) == ["two-clocks"])
      #expect(
        warnings.allSatisfy { $0.message.contains(words) && $0.message.contains("56 years apart") })
    }
    // A clock of another time zone.
    let zone = try read(walk(scans: clock, motion: clock + 7_200_000, waypoints: clock)).warnings
    #expect(zone.first?.message.contains("lie 2 hours apart") == true)
  }

  /// Android counts Wi-Fi scans from the phone's start, while beacons have the system's clock.
  @Test func `a clock of Wi-Fi alone is told beside beacons`() throws {
    func walk(wifi: Int, pressure: Int) -> String {
      let clock = 1_780_306_800_000
      return header
        + #"{"t":\#(clock + wifi),"wifi":[["00:11:22:33:44:55",-60]]}"# + "\n"
        + #"{"t":\#(clock),"ble":[["AA:BB:CC:DD:EE:FF",-70]]}"# + "\n"
        + #"{"t":\#(clock + pressure),"hpa":[1013.2]}"# + "\n"
    }
    #expect(try read(walk(wifi: 600_000, pressure: 900_000)).warnings.isEmpty)
    for (wifi, pressure, words) in [
      (3_600_000, 0, "its scans of beacons and its scans lie 1 hour apart"),
      (0, 7_200_000, "its air pressures lie 2 hours apart"),
    ] {
      let warnings = try read(walk(wifi: wifi, pressure: pressure)).warnings
      #expect(warnings.map(\.code.rawValue) == ["two-clocks"])
      #expect(warnings.allSatisfy { $0.message.contains(words) }, "\(warnings)")
    }
  }

  /// A line whose time wasn't known, among those of a day.
  @Test func `a time of 1970 among others is told`() throws {
    func walk(_ odd: Int) -> String {
      let clock = 1_780_306_800_000
      return header
        + [clock, odd, clock + 4000].map { "{\"t\":\($0),\"columns\":[[\"A\",-60]]}\n" }.joined()
    }
    #expect(try read(walk(1_780_306_802_000)).warnings.isEmpty)
    let warnings = try read(walk(0)).warnings
    #expect(warnings.map(\.code.rawValue) == ["two-clocks"])
    #expect(warnings.first?.message.contains("some of its times are of before 2000") == true)
  }

  /// A scanner that knows no strengths.
  @Test func `strengths that are all the same are told`() throws {
    func walk(_ other: Int, scans: Int = 12) -> String {
      header
        + (0..<scans).map { scan in
          let networks = (0..<5).map { ($0 + scan) % 6 }.map {
            "[\"0a:00:00:00:00:0\($0)\",\(scan == 0 && $0 == 0 ? other : -50)]"
          }
          return
            "{\"t\":\(1_780_306_800_000 + scan * 4000),\"wifi\":[\(networks.joined(separator: ","))]}\n"
        }.joined()
    }
    #expect(try read(walk(-51)).warnings.isEmpty)
    #expect(try read(walk(-50, scans: 3)).warnings.contains { $0.code == .strengthsAlike } == false)
    let warnings = try read(walk(-50)).warnings.filter { $0.code == .strengthsAlike }
    #expect(
      warnings.map { $0.message.contains("each of its 60 readings has -50 dBm") } == [true])
    // A beacon's say nothing of networks'.
    let beacon = #"{"t":1780306800500,"ble":[["0a:00:00:00:00:09",-71]]}"# + "\n"
    let beside = try read(walk(-50) + beacon).warnings.filter { $0.code == .strengthsAlike }
    #expect(
      beside.map { $0.message.contains("each of its 60 Wi-Fi readings has -50 dBm") } == [true])
    let devices = try read((walk(-50) + beacon).replacing("wifi", with: "ble")).warnings
    #expect(!devices.contains { $0.code == .strengthsAlike })
    let swapped = (walk(-50) + beacon).replacing("ble", with: "x").replacing("wifi", with: "ble")
      .replacing("\"x\"", with: "\"wifi\"")
    #expect(
      try read(swapped).warnings.filter { $0.code == .strengthsAlike }.map {
        $0.message.contains("each of its 60 Bluetooth readings has -50 dBm")
      } == [true])
  }

  @Test func `a version that there never was is called that`() {
    let error = #expect(throws: RecordingError.self) {
      try read(#"{"format":"indoorkit","version":-1}"# + "\n")
    }
    #expect(error?.message.contains("which there never was; write 1") == true)
  }

  @Test func `of places that contradict each other at one moment the first counts`() throws {
    try withTemporaryFolder { folder in
      func fix(_ latitude: Double, _ radius: Double, _ more: String = "") -> String {
        #"{"t":1000,"fix":{"latitude":\#(latitude),"longitude":11,"radius":\#(radius)\#(more)}}"#
      }
      let lines = [
        #"{"format":"indoorkit","version":1}"#, fix(48, 0, #","level":0"#), fix(48.001, 0),
        // A ten-thousandth of a degree is 11 m.
        fix(48.0001, 5), fix(48.0001, 4), fix(48, 0, #","level":1"#),
        fix(48.001, 0).replacing("1000", with: "1001"),
      ]
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: "\(folder)/x.jsonl", atomically: true, encoding: .utf8)
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let read = try #require(try stream.next())
      #expect(read.recording.observations.count == 3)
      #expect(read.skipped.lines == [.contradictingFix: [3, 5, 6]])
    }
  }

  @Test func `a level that a moment's second place says rules out another that the third says`()
    throws
  {
    try withTemporaryFolder { folder in
      func fix(_ more: String) -> String {
        #"{"t":1000,"fix":{"latitude":48,"longitude":11,"radius":1\#(more)}}"#
      }
      let lines = [
        #"{"format":"indoorkit","version":1}"#, fix(""),
        // One that is left out for its place says no level for others.
        fix(#","level":1"#).replacing("48", with: "49"), fix(#","level":0"#), fix(#","level":1"#),
      ]
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: "\(folder)/x.jsonl", atomically: true, encoding: .utf8)
      var stream = try RecordingStream("\(folder)/x.jsonl")
      #expect(try stream.next()?.skipped.lines == [.contradictingFix: [3, 5]])
    }
  }

  @Test func `a named place may be a number, as GeoJSON's ids are`() throws {
    try withTemporaryFolder { folder in
      let lines =
        #"{"format":"indoorkit","version":1}"# + "\n" + #"{"t":1,"waypoint":{"place":1000}}"# + "\n"
      try lines.write(toFile: "\(folder)/x.jsonl", atomically: true, encoding: .utf8)
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let read = try stream.next()
      #expect(
        read?.recording.waypoints.map(\.place) == [.named("1000")] && read?.skipped.isEmpty == true)
    }
  }

  @Test(
    arguments: [
      (#"{"t":1}"#, .unknownType), (#"{"waypoint":{"place":"a"}}"#, .malformed),
      ("[1]", .malformed),
      (#"{"t":1e300,"wifi":[]}"#, .noMilliseconds),
      (#"{"t":"1780306800000","wifi":[]}"#, .noMilliseconds),
      // Nanoseconds, as Android's clocks have them.
      (#"{"t":1780306800000000000,"wifi":[]}"#, .noMilliseconds),
      (#"{"t":1,"waypoint":{"latitude":91,"longitude":0}}"#, .outOfRange),
      (#"{"t":1,"waypoint":{"latitude":1}}"#, .malformed),
      (#"{"t":1,"acc":[1,2]}"#, .malformed), (#"{"t":1,"acc":[1,2,3,4,5,6]}"#, .malformed),
      (#"{"t":1,"dt":1e300,"acc":[1,2,3,4,5,6]}"#, .malformed),
      (#"{"t":1,"dt":-20,"acc":[1,2,3,4,5,6]}"#, .malformed),
      (#"{"t":1,"acc":[1,2,1e7]}"#, .outOfRange), (#"{"t":1,"acc":[1,2,"3"]}"#, .notANumber),
      (#"{"t":1,"acc":[1,2,null]}"#, .notANumber),
      (#"{"t":1,"wifi":[["06:74:9c:2e:9e:f3",-420]]}"#, .noStrength),
      // https://developer.apple.com/documentation/corelocation/clbeacon/rssi
      (#"{"t":1,"ble":[["fda50693-a4e2-4fb1-afcf-c6eb07647825",7,1,0]]}"#, .unknownStrength),
      (#"{"t":1,"ble":[["06:74:9c:2e:9e:f3",0]]}"#, .unknownStrength),
      (#"{"t":1,"wifi":[["06:74:9c:2e:9e",-42]]}"#, .malformed),
      (#"{"t":1,"wifi":[["06:74:9c:2e:9e:f3",-42,1e12]]}"#, .malformed),
      (#"{"t":1,"ble":[["fda50693-a4e2-4fb1-afcf-c6eb07647825",70000,1,-42]]}"#, .malformed),
      (#"{"t":1,"wifi":[["06:74:9c:2e:9e:f3",-42,0,"x_nomap"]]}"#, .nomap),
      (#"{"t":1,"wifi":[["06:74:9c:2e:9e:f3",-42,null,"x_nomap"]]}"#, .nomap),
      // A name in the age's place, and ages that are none.
      (#"{"t":1,"wifi":[["06:74:9c:2e:9e:f3",-42,"x_nomap"]]}"#, .malformed),
      (#"{"t":1,"ble":[["06:74:9c:2e:9e:f3",-42,"25000"]]}"#, .malformed),
      (#"{"t":1,"columns":[["A",-42,true]]}"#, .malformed),
      (#"{"t":1,"wifi":[["06:74:9c:2e:9e:f3",-42],["06:74:9c:2e:9e:f3",-42]]}"#, .duplicate),
    ] as [(String, SkippedLines.Reason)])
  func `what is not a line of the format costs only itself`(
    line: String, reason: SkippedLines.Reason
  ) throws {
    let good = #"{"t":2,"waypoint":{"place":"b"}}"#
    let read = try read(header + line + "\n" + good + "\n")
    #expect(read.skipped[reason] >= 1)
    #expect(read.recording.waypoints.count == 1)
  }

  @Test(arguments: ["{\"t\":1}\n", "{\"format\":\"indoorkit\",\"version\":2}\n", "{\"format\":"])
  func `without a header of a known version the file is refused`(text: String) throws {
    #expect(throws: RecordingError.self) { try read(text) }
  }

  @Test(arguments: [
    (#"{"format":"indoorkit","version":1,"device":"Café"}"#, "isn't strict JSON"),
    (#"{"format":"indoorkit","version":1,"device":"\ud83d"}"#, "isn't strict JSON"),
    (#"{"format":"indoorkit","vers"#, "doesn't hold the whole header"),
    (#"{"format":1}"#, "isn't the header"),
    ("{\n  \"format\": \"indoorkit\",\n  \"version\": 1\n}", "write an object a line"),
  ])
  func `a header that is broken is told where, and not asked for`(
    header: String, sentence: String
  ) throws {
    let text = header + "\n{\"t\":1,\"wifi\":[]}\n"
    try withTemporaryFolder { folder in
      let path = "\(folder)/walk.jsonl"
      let latin = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
      try Data(latin).write(to: URL(fileURLWithPath: path))
      var stream = try RecordingStream(path, format: .indoorkit)
      let error = #expect(throws: RecordingError.self) { try stream.next() }
      #expect(error?.message.hasPrefix("\(path):1: ") == true)
      #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
    }
  }
}
