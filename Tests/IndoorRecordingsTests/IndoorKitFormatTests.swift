import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import TestWorlds
import Testing

@Suite struct IndoorKitFormatTests {
  private func read(_ text: String) throws -> ReadRecording {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/walk.jsonl")
      var stream = try RecordingStream("\(folder)/walk.jsonl")
      return try #require(try stream.next())
    }
  }

  private let header = #"{"format":"indoorkit","version":1}"# + "\n"

  private func sample(_ milliseconds: Int64, _ x: Double) -> VectorSample {
    VectorSample(time: Timestamp(milliseconds: milliseconds), x: x, y: -0.25, z: 9.75)
  }

  private var recording: Recording {
    var observations: [Observation] = []
    for step in 0..<120 {
      let time = Int64(1_574_572_522_414 + 20 * step)
      observations.append(.acceleration(sample(time, Double(step))))
      observations.append(.angularRate(sample(time, 0.5)))
      if step % 2 == 0 { observations.append(.magneticField(sample(time, -31.25))) }
      if step == 60 {
        observations.append(
          .scan(
            Scan(
              time: Timestamp(milliseconds: time),
              readings: [
                Reading(transmitter: .wifi(0x0674_9C2E_9EF3), rssi: -42, age: 563),
                Reading(transmitter: .bluetooth(0xDC0D_304C_BB05), rssi: -80),
                Reading(
                  transmitter: .beacon(
                    uuidHigh: 0xFDA5_0693_A4E2_4FB1, uuidLow: 0xAFCF_C6EB_0764_7825, major: 10065,
                    minor: 26049), rssi: -97, age: 100),
                Reading(transmitter: .column("WAP001"), rssi: -61),
              ])))
        observations.append(
          .pressure(time: Timestamp(milliseconds: time), hectopascals: 1013.215))
      }
    }
    return Recording(
      id: "walk-07", observations: observations,
      waypoints: [
        Waypoint(
          time: Timestamp(microseconds: 1_574_572_522_414_500),
          place: .coordinate(Coordinate(latitude: 30.29392, longitude: 120.07651)),
          level: LevelKey(building: "main", ordinal: -1)),
        Waypoint(
          time: Timestamp(milliseconds: 1_574_572_523_000), place: .page(PagePoint(x: 512.5, y: 3))),
        Waypoint(
          time: Timestamp(milliseconds: 1_574_572_524_000), place: .local(LocalPoint(x: -1, y: 2))),
        Waypoint(time: Timestamp(milliseconds: 1_574_572_525_000), place: .named("unit-42")),
      ], level: LevelKey(ordinal: 2), device: "Google Pixel 8", surveyor: "Ana \"A\" Ø",
      path: "east-wing-3")
  }

  @Test func `what is written reads back the same`() throws {
    try withTemporaryFolder { folder in
      try RecordingWriter.write(recording, to: "\(folder)/x.jsonl")
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let read = try #require(try stream.next())
      #expect(read.skipped.isEmpty)
      let kinds: [(Observation) -> Bool] = [
        { if case .acceleration = $0 { true } else { false } },
        { if case .angularRate = $0 { true } else { false } },
        { if case .magneticField = $0 { true } else { false } },
        { if case .pressure = $0 { true } else { false } },
        { if case .scan = $0 { true } else { false } },
      ]
      for kind in kinds {
        #expect(read.recording.observations.filter(kind) == recording.observations.filter(kind))
      }
      #expect(read.recording.waypoints == recording.waypoints)
      #expect(read.recording.level == recording.level)
      #expect(read.recording.device == recording.device)
      #expect(read.recording.surveyor == recording.surveyor)
      #expect(read.recording.path == recording.path)
      #expect(read.recording.id == "walk-07")
    }
  }

  @Test func `a known place is an observation, and reads back the same`() throws {
    try withTemporaryFolder { folder in
      let places = [
        KnownPlace(
          Coordinate(latitude: 48.25, longitude: 11.5), radius: 2, level: LevelKey(ordinal: -1),
          time: Timestamp(milliseconds: 1000)),
        KnownPlace(
          Coordinate(latitude: -33, longitude: 151), radius: 12.5,
          time: Timestamp(milliseconds: 2000)),
        KnownPlace(
          Coordinate(latitude: 48.5, longitude: 11.25), radius: 5.5,
          time: Timestamp(milliseconds: 3000), by: .satellites),
      ]
      let observations = places.map(Observation.fix)
      try RecordingWriter.write(
        Recording(id: "x", observations: observations), to: "\(folder)/x.jsonl")
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let read = try #require(try stream.next())
      #expect(read.skipped.isEmpty)
      #expect(read.recording.observations == observations)
      #expect(read.recording.waypoints.isEmpty)
    }
  }

  @Test(arguments: [
    // Degrees, as metres within a centimetre; a phone on a table; a corridor; centimetres.
    (["-29.86969269,45.32015255", "-29.86969924,45.32013589", "-29.86969753,45.32015905"], true),
    (["2.34567,4.56789", "2.34567,4.56789", "2.34567,4.56789"], false),
    (["2.34567,4.56789", "3.34567,4.56789", "4.34567,4.56789"], false),
    (["2.34,4.56", "2.35,4.56", "2.34,4.57"], false),
    (["12.341234,7.132345", "12.351235,7.141236", "12.361237,7.151238"], false),
  ])
  func `degrees in local metres are told`(places: [String], isTold: Bool) throws {
    try withTemporaryFolder { folder in
      let lines = places.enumerated().map {
        #"{"t":\#(1000 * ($0.offset + 1)),"waypoint":{"local":[\#($0.element)]}}"#
      }
      try ([#"{"format":"indoorkit","version":1}"#] + lines).joined(separator: "\n").write(
        toFile: "\(folder)/x.jsonl", atomically: true, encoding: .utf8)
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let read = try #require(try stream.next())
      #expect(read.recording.waypoints.count == 3)
      #expect(read.warnings.map(\.code.rawValue) == (isTold ? ["degrees-for-metres"] : []))
    }
  }

  /// Two steps a second, as a walker's acceleration has them, for a minute.
  @Test(
    arguments: [
      (6, true, true, true), (6, true, false, false), (6, false, true, false),
      (6, true, nil, false), (12, true, nil, true), (12, false, nil, false),
      (12, true, false, false),
    ] as [(Int, Bool, Bool?, Bool)])
  func `waypoints at one place of a phone that walked are told`(
    count: Int, isOne: Bool, walks: Bool?, isTold: Bool
  ) throws {
    try withTemporaryFolder { folder in
      let samples = (0..<3000).map { step -> String in
        let swing = walks == true ? 3 * sin(2 * Double.pi * 2 * Double(step) / 50) : 0
        return "0,0,\(9.81 + swing + 0.001 * Double(step % 7))"
      }
      let marks = (0..<count).map {
        #"{"t":\#(1000 + 11_000 * $0),"waypoint":{"local":[\#(isOne ? 5 : $0),3]}}"#
      }
      let lines =
        [#"{"format":"indoorkit","version":1}"#]
        + (walks == nil ? [] : [#"{"t":1000,"dt":20,"acc":[\#(samples.joined(separator: ","))]}"#])
      try (lines + marks).joined(separator: "\n").write(
        toFile: "\(folder)/x.jsonl", atomically: true, encoding: .utf8)
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let read = try #require(try stream.next())
      let told = read.warnings.filter { $0.code.rawValue == "places-alike" }
      #expect(told.count == (isTold ? 1 : 0))
      #expect(
        told.allSatisfy { $0.message.contains(": its \(count) waypoints are all at one place, ") })
    }
  }

  /// Ten waypoints over a minute and a half: of a walk, and as fractions of a plan.
  @Test(arguments: [(1.0, false), (0.05, true)])
  func `waypoints of a walk within a metre are told`(scale: Double, isTold: Bool) throws {
    try withTemporaryFolder { folder in
      let marks = (0..<10).map {
        #"{"t":\#(1000 + 10_000 * $0),"waypoint":{"local":[\#(Double($0) * scale),3]}}"#
      }
      try ([#"{"format":"indoorkit","version":1}"#] + marks).joined(separator: "\n").write(
        toFile: "\(folder)/x.jsonl", atomically: true, encoding: .utf8)
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let told = try #require(try stream.next()).warnings
      #expect(told.map(\.code.rawValue) == (isTold ? ["places-alike"] : []))
      #expect(
        told.allSatisfy { $0.message.contains("waypoints are all within 0.45 m, set over 90 s") })
    }
  }

  @Test func `known places that are none are skipped and counted`() throws {
    try withTemporaryFolder { folder in
      let lines = [
        #"{"format":"indoorkit","version":1}"#,
        #"{"t":1000,"fix":{"latitude":91,"longitude":11,"radius":2}}"#,
        #"{"t":1000,"fix":{"latitude":48,"longitude":11,"radius":-2}}"#,
        #"{"t":1000,"fix":{"latitude":48,"longitude":11,"radius":1e9}}"#,
        #"{"t":1000,"fix":{"latitude":48,"longitude":11}}"#, #"{"t":1000,"fix":7}"#,
        #"{"t":1000,"fix":{"latitude":48,"longitude":11,"radius":2,"source":"stars"}}"#,
      ]
      try (lines.joined(separator: "\n") + "\n").write(
        toFile: "\(folder)/x.jsonl", atomically: true, encoding: .utf8)
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let read = try #require(try stream.next())
      #expect(read.recording.observations.isEmpty)
      #expect(read.skipped[.outOfRange] == 3)
      #expect(read.skipped[.malformed] == 3)
    }
  }

  @Test(arguments: [(5, 100, 5), (12, 100, 100), (0, 9, 9), (0, 10, 1)])
  func `scans that come faster than phones make them are joined`(
    step: Int, count: Int, scans: Int
  ) throws {
    try withTemporaryFolder { folder in
      let lines = (0..<count).map {
        #"{"t":\#(1000 + $0 * step),"columns":[["C\#($0 % 10)",\#(-40 - $0 / 10)]]}"#
      }
      let text = ([#"{"format":"indoorkit","version":1}"#] + lines).joined(separator: "\n")
      try (text + "\n").write(toFile: "\(folder)/x.jsonl", atomically: true, encoding: .utf8)
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let read = try #require(try stream.next())
      #expect(read.recording.scans.count == scans)
      #expect(read.skipped[.joinedScan] == count - scans)
      let last = try #require(read.recording.scans.last)
      #expect(last.time == Timestamp(milliseconds: Int64(1000 + (count - 1) * step)))
      guard scans == 5 else { return }
      // Of 20 scans each column is in two, and the later one counts.
      #expect(read.recording.scans.map(\.readings.count) == Array(repeating: 10, count: 5))
      #expect(last.readings.allSatisfy { $0.rssi == -49 })
      #expect(last.readings.map(\.age) == [45, 40, 35, 30, 25, 20, 15, 10, 5, 0])
    }
  }

  @Test func `lines that stand there twice are measured once, and told`() throws {
    try withTemporaryFolder { folder in
      let lines = [
        #"{"t":1000,"wifi":[["06:74:9c:2e:9e:f3",-50],["06:74:9c:2e:9e:f4",-50]]}"#,
        #"{"t":1000,"dt":20,"acc":[0,0,9.8,0,0,9.9,0,0,9.8],"gyr":[0,0,0,0,0,0]}"#,
        #"{"t":2000,"wifi":[]}"#, #"{"t":2000,"hpa":[1013.2]}"#,
        #"{"t":3000,"fix":{"latitude":48,"longitude":11,"radius":2}}"#,
      ]
      func read(_ lines: [String]) throws -> ReadRecording {
        let text = ([#"{"format":"indoorkit","version":1}"#] + lines).joined(separator: "\n")
        try (text + "\n").write(toFile: "\(folder)/x.jsonl", atomically: true, encoding: .utf8)
        var stream = try RecordingStream("\(folder)/x.jsonl")
        return try #require(try stream.next())
      }
      let once = try read(lines)
      // Two scans, a pressure, a fix and five samples: those of one value are of other times.
      #expect(once.recording.observations.count == 9 && once.skipped[.doubledMeasurement] == 0)
      for twice in [lines + lines, lines.flatMap { [$0, $0] }] {
        let read = try read(twice)
        #expect(read.recording.observations == once.recording.observations)
        #expect(read.skipped[.doubledMeasurement] == 9)
      }
    }
  }

  /// Each waypoint is a point that positions are compared with.
  @Test func `a waypoint that is written twice counts once, and is told`() throws {
    try withTemporaryFolder { folder in
      let place = #"{"t":1000,"waypoint":{"latitude":48,"longitude":11,"level":0}}"#
      let lines = [
        #"{"format":"indoorkit","version":1}"#, place, place, place,
        // The same place at another time, and another place at the same.
        place.replacing("1000", with: "2000"), place.replacing("48", with: "48.0001"),
      ]
      try write(lines.joined(separator: "\n") + "\n", to: "\(folder)/x.jsonl")
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let read = try #require(try stream.next())
      #expect(read.recording.waypoints.count == 3)
      #expect(read.skipped.counts == [.doubledWaypoint: 2])
    }
  }

  /// Ten samples a line, a line a fifth of a second: 50 Hz, which is 20 ms.
  @Test(
    arguments: [
      (20.0, nil), (19.0, nil), (21.5, nil), (40.0, ":3: its samples begin before those"),
      (10.0, ":3: its samples begin long after those"),
    ] as [(Double, String?)])
  func `times between samples that lines contradict are told`(dt: Double, words: String?) throws {
    try withTemporaryFolder { folder in
      let samples = repeatElement("0,0,9.8", count: 10).joined(separator: ",")
      var lines = [#"{"format":"indoorkit","version":1}"#]
      for line in 0..<10 {
        // The gyroscope's lines begin between the accelerometer's.
        lines.append(#"{"t":\#(1000 + 200 * line),"dt":\#(dt),"acc":[\#(samples)]}"#)
        if line > 1 {
          lines.append(#"{"t":\#(1005 + 200 * line),"dt":\#(dt),"gyr":[\#(samples)]}"#)
        }
      }
      try write(lines.joined(separator: "\n") + "\n", to: "\(folder)/x.jsonl")
      var stream = try RecordingStream("\(folder)/x.jsonl")
      let told = try #require(try stream.next()).warnings.map(\.message).filter {
        $0.contains("by dt")
      }
      #expect(told.count == (words == nil ? 0 : 1), "\(told)")
      if let words {
        #expect(told.first?.hasPrefix("\(folder)/x.jsonl\(words)") == true, "\(told)")
      }
    }
  }

  /// Of 20 ms: two samples in a line, then one in each of the next two.
  @Test func `lines of single samples between others contradict no dt`() throws {
    try withTemporaryFolder { folder in
      var lines = [#"{"format":"indoorkit","version":1}"#]
      for start in stride(from: 1000, to: 2000, by: 80) {
        lines.append(#"{"t":\#(start),"dt":20,"acc":[0,0,9.8,0,0,9.8]}"#)
        for single in [40, 60] { lines.append(#"{"t":\#(start + single),"acc":[0,0,9.8]}"#) }
      }
      try write(lines.joined(separator: "\n") + "\n", to: "\(folder)/x.jsonl")
      var stream = try RecordingStream("\(folder)/x.jsonl")
      #expect(try #require(try stream.next()).warnings.isEmpty)
    }
  }

  @Test func `a file cut anywhere loses only its last line`() throws {
    try withTemporaryFolder { folder in
      try RecordingWriter.write(recording, to: "\(folder)/x.jsonl")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/x.jsonl"))
      let first = try #require(bytes.firstIndex(of: 0x0A))
      var random = SplitMix64(seed: 3)
      for _ in 0..<100 {
        let length = Int.random(in: first..<bytes.count, using: &random)
        let cut = bytes.prefix(length)
        try cut.write(to: URL(fileURLWithPath: "\(folder)/cut.jsonl"))
        var stream = try RecordingStream("\(folder)/cut.jsonl")
        let read = try #require(try stream.next())
        let whole = cut.split(separator: 0x0A).count
        #expect(read.skipped[.malformed] == 0)
        #expect(read.skipped[.cutLine] <= 1)
        let line = bytes[length] == 0x0A ? 0 : 1
        #expect(read.skipped[.cutLine] == (cut.last == 0x0A ? 0 : line), "\(whole) lines")
      }
    }
  }

  /// What ext4 and F2FS leave where a file had grown and its data weren't written yet.
  @Test func `NUL bytes behind a whole recording are no line that was cut`() throws {
    let whole = #"{"format":"indoorkit","version":1}"# + "\n" + #"{"t":1,"wifi":[]}"# + "\n"
    for (end, reason) in [
      (String(repeating: "\0", count: 4096), SkippedLines.Reason.unwrittenEnd),
      (#"{"t":2,"wi"#, .cutLine), (#"{"t":2,"wi"# + "\0\0", .cutLine),
    ] {
      try withTemporaryFolder { folder in
        try Data((whole + end).utf8).write(to: URL(fileURLWithPath: "\(folder)/a.jsonl"))
        var stream = try RecordingStream("\(folder)/a.jsonl")
        let read = try #require(try stream.next())
        #expect(read.recording.observations.count == 1)
        #expect(read.skipped.counts == [reason: 1] && read.skipped.lines == [reason: [3]])
      }
    }
  }

  @Test func `a recorder that was stopped goes on in the same file`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/x.jsonl"
      let waypoint = Waypoint(time: Timestamp(milliseconds: 5), place: .named("a"))
      try write(header + #"{"t":1,"waypoint":{"pla"#, to: path)
      let writer = try RecordingWriter(path: path, header: Recording(id: "other"))
      try writer.append(waypoint)
      try writer.close()
      var stream = try RecordingStream(path)
      let read = try #require(try stream.next())
      #expect(read.recording.waypoints == [waypoint])
      #expect(read.skipped.counts == [.malformed: 1])
      #expect(read.recording.id == "x")
    }
  }

  @Test func `no mutation of a recording traps`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/x.jsonl"
      try RecordingWriter.write(recording, to: path)
      let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      let start = try #require(whole.firstIndex(of: 0x0A))
      var random = SplitMix64(seed: 2)
      for _ in 0..<1000 {
        let mutated = whole[...start] + random.mutated(Array(whole[start...]))
        try Data(mutated).write(to: URL(fileURLWithPath: path))
        var stream = try RecordingStream(path, format: .indoorkit)
        do {
          let read = try #require(try stream.next())
          let times = read.recording.observations.map(\.time)
          #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
        } catch let error as RecordingError {
          #expect(error.code == .unknownLevel)
          #expect(error.message.hasPrefix("\(path):"))
        }
      }
    }
  }

  /// As Android answers while it throttles: the last results once more. Beacons go on, and one
  /// network may well be as strong twice.
  @Test func `a Wi-Fi scan that repeats the one before counts once`() throws {
    func wifi(_ strengths: [Int]) -> String {
      strengths.enumerated().map { "[\"02:00:00:00:00:0\($0)\",\($1)]" }.joined(separator: ",")
    }
    let (first, other) = (wifi([-50, -60, -70, -80]), wifi([-50, -61, -70, -80]))
    let beacon = #""ble":[["0a:00:00:00:00:01",-70]]"#
    let lines = [
      #"{"t":1000,"wifi":[\#(first)]}"#, #"{"t":2000,"wifi":[\#(first)]}"#,
      #"{"t":3000,"wifi":[\#(first)],\#(beacon)}"#, #"{"t":4000,"wifi":[\#(other)]}"#,
      #"{"t":5000,"wifi":[\#(first)]}"#, #"{"t":6000,"wifi":[\#(wifi([-50]))]}"#,
      #"{"t":7000,"wifi":[\#(wifi([-50]))]}"#,
    ]
    let text = ([#"{"format":"indoorkit","version":1}"#] + lines).joined(separator: "\n") + "\n"
    let read = try read(text)
    let counts = read.recording.observations.compactMap { observation -> Int? in
      if case .scan(let scan) = observation { scan.readings.count } else { nil }
    }
    #expect(counts == [4, 1, 4, 4, 1, 1])
    #expect(read.skipped[.repeatedScan] == 2)
    #expect(read.warnings.map(\.code) == [.repeatedScans])
  }
}
