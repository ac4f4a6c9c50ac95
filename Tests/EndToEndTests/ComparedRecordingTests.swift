import Foundation
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// What recordings and truths that a map is compared with can't be compared by is told, and not
/// scored.
@Suite struct ComparedRecordingTests {
  /// A map of three walks.
  private func surveyed(in scratch: Scratch) throws -> String {
    let venue = scratch.path("v.gpkg")
    try IndoorCommand.run("survey", "import", venue, SurveySamples.folder(3, in: scratch))
    try IndoorCommand.run("radiomap", "build", venue)
    return venue
  }

  /// A visit that goes where the second walk went, and hears all of it by a decibel less.
  private func visit(
    in scratch: Scratch, _ change: (String) -> String = { $0 }
  ) throws -> String {
    let walk = SurveySamples.recording(1)
    let observations = walk.observations.map { observation -> Observation in
      guard case .scan(let scan) = observation else { return observation }
      let readings = scan.readings.map { Reading(transmitter: $0.transmitter, rssi: $0.rssi - 1) }
      return .scan(Scan(time: scan.time, readings: readings))
    }
    let path = scratch.path("visit.jsonl")
    try RecordingWriter.write(
      Recording(id: "visit", observations: observations, waypoints: walk.waypoints), to: path)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return try scratch.write(change(text), to: "visit.jsonl")
  }

  private func run(
    _ arguments: String...
  ) throws -> (result: IndoorCommand.Result, json: [String: Any]) {
    try run(arguments)
  }

  private func run(
    _ arguments: [String]
  ) throws -> (result: IndoorCommand.Result, json: [String: Any]) {
    let result = try IndoorCommand.run(arguments + ["--json"])
    let json = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return (result, json as? [String: Any] ?? [:])
  }

  private func codes(_ json: [String: Any]) -> [String] {
    (json["findings"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
  }

  @Test func `a truth's rows of other recordings, buildings and countries aren't scored`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let visit = try visit(in: scratch)
      // As the walk goes: 0.000013 degrees east each second.
      let rows = (0..<40).map { second -> (time: Int, longitude: Double) in
        (time: 1_700_000_100_000 + second * 1000, longitude: 11 + 0.000_013 * Double(second))
      }
      func scored(_ text: String) throws -> (points: Int?, mean: Double?, errors: String) {
        try scratch.write(
          "recording,time_ms,latitude,longitude,level\n" + text, to: "visit.truth.csv")
        let (result, json) = try run("locate", venue, visit, "--output", scratch.path("p.csv"))
        return (json["points"] as? Int, json["mean"] as? Double, result.errors)
      }
      let own = rows.map { "visit,\($0.time),48,\($0.longitude),1\n" }.joined()
      let right = try scored(own)
      #expect(right.points == 40 && !right.errors.contains("passed over"), "\(right)")
      let strange = rows.map { "visit-2,\($0.time),48,\($0.longitude + 0.01),0\n" }.joined()
      let far = rows.map { "visit,\($0.time + 500),\($0.longitude),48,1\n" }.joined()
      let mixed = try scored(own + strange + far + own)
      #expect(mixed.points == 40 && mixed.mean == right.mean, "\(mixed)")
      #expect(
        mixed.errors.contains(
          "visit.truth.csv:42: is of \"visit-2\", as 40 of 80 points are of other recordings than visit"
        ), "\(mixed)")
      #expect(
        mixed.errors.contains(
          ":82: is over 100 km from the venue, and is passed over (40 of 160 points)"),
        "\(mixed)")
      // One that is another's altogether says nothing of this one: its waypoints do.
      let other = try scored(strange)
      #expect(other.errors.contains("as 40 of 40 points"), "\(other)")
      #expect(other.points == 2, "\(other)")
    }
  }

  @Test func `a table's rows of a building that the map doesn't know aren't scored`() throws {
    try Scratch.with { scratch in
      func table(_ building: String, _ name: String) throws -> String {
        let rows = (0..<12).map { "\($0),0,0,\(building),\(-50 - $0),\(-62 + $0)\n" }.joined()
        return try scratch.write("x,y,level,building,A,B\n" + rows, to: name)
      }
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, table("1", "s.csv"))
      try IndoorCommand.run("radiomap", "build", venue)
      func floor(_ table: String) throws -> (Double?, String) {
        let (result, json) = try run(
          "locate", venue, table, "--scan-alone", "--output", scratch.path("p.csv"))
        return (json["floor"] as? Double, result.errors)
      }
      // pandas writes whole numbers so in a column that has gaps.
      let pandas = try table("1.0", "pandas.csv")
      #expect(try floor(pandas).0 == 1)
      let evaluated = try run("radiomap", "evaluate", venue, "--against", pandas)
      #expect(evaluated.json["floor"] as? Double == 1, "\(evaluated)")
      let named = try table("Building 1", "named.csv")
      let told = "\(named):2: building \"Building 1\" is none of the venue's (1)"
      let located = try floor(named)
      #expect(located.0 == nil && located.1.contains(told), "\(located)")
      expectBadInput(
        try IndoorCommand.run("radiomap", "evaluate", venue, "--against", named), told, "write one")
      // Where some rows are of it, the others are compared with all the same.
      let text = try String(contentsOfFile: pandas, encoding: .utf8)
      let mixed = try scratch.write(
        text + "0,0,0,Building 1,-50,-62\n1,0,7,1,-51,-61\n", to: "mixed.csv")
      let both = try run("radiomap", "evaluate", venue, "--against", mixed)
      #expect(both.json["rows"] as? Int == 12 && both.json["floor"] as? Double == 1, "\(both)")
      #expect(
        both.result.errors.contains("\(mixed):14: building \"Building 1\" is none"), "\(both)")
      #expect(both.result.errors.contains("(2 such places are not compared with)"), "\(both)")
      let alike = try floor(mixed)
      #expect(alike.0 == 1 && alike.1.contains("(2 such places are located, and not"), "\(alike)")
    }
  }

  @Test func `motion in another unit is told as that and not as a sensor's range`() throws {
    try Scratch.with { scratch in
      func said(_ acceleration: String, _ rate: String) throws -> IndoorCommand.Result {
        func series(_ sample: String) -> String {
          Array(repeating: sample, count: 300).joined(separator: ",")
        }
        let walk = try scratch.write(
          #"{"format":"indoorkit","version":1}"# + "\n"
            + #"{"t":1780306800000,"dt":20,"acc":[\#(series(acceleration))],"gyr":[\#(series(rate))]}"#
            + "\n", to: "walk.jsonl")
        return try IndoorCommand.run("motion", walk, "--output", scratch.path("a.csv"))
      }
      let right = try said("0,0,9.8", "0,0,0.5")
      #expect(right.errors.isEmpty && right.output.contains("300 samples, 0 steps"), "\(right)")
      let foreign = try said("0,0,1", "0,0,60")
      #expect(foreign.output.contains("300 samples, steps unknown"), "\(foreign)")
      #expect(foreign.errors.contains("accelerations are 1.0 on average"), "\(foreign)")
      #expect(foreign.errors.contains("angular rates are over 10 on average"), "\(foreign)")
      #expect(!foreign.errors.contains("range"), "\(foreign)")
    }
  }

  @Test func `a recording whose accelerations are in g is located as one without motion`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      func positions(_ change: (String) -> String) throws -> (csv: String, said: String) {
        let (visit, output) = (try visit(in: scratch, change), scratch.path("p.csv"))
        let result = try IndoorCommand.run("locate", venue, visit, "--output", output)
        #expect(result.status == 0, "\(result)")
        return (try String(contentsOfFile: output, encoding: .utf8), result.errors)
      }
      let still = try positions { $0 }
      let moved = try positions { text in
        guard let start = text.firstMatch(of: #/"t":([0-9]+)/#)?.1,
          let end = text.firstIndex(of: "\n")
        else { return "" }
        // 20 s of up and down, two a second, and of turning.
        let up = (0..<1000).map { "0,0,\($0 % 25 < 12 ? 0.8 : 1.2)" }.joined(separator: ",")
        let turn = (0..<1000).map { _ in "0,0,0.5" }.joined(separator: ",")
        let line = #"{"t":\#(start),"dt":20,"acc":[\#(up)],"gyr":[\#(turn)]}"#
        return text[...end] + line + "\n" + text[end...].dropFirst()
      }
      #expect(moved.csv == still.csv && moved.csv.count > 100)
      #expect(moved.said.contains("it is located without motion until then"), "\(moved.said)")
    }
  }

  @Test func `waypoints far off are told where they would be compared with`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let swapped = try visit(in: scratch) {
        $0.replacing("\"latitude\"", with: "\"x\"").replacing("\"longitude\"", with: "\"latitude\"")
          .replacing("\"x\"", with: "\"longitude\"")
      }
      let reason = SkippedLines.Reason.farWaypoint.rawValue
      let located = try run("locate", venue, swapped, "--output", scratch.path("p.csv"))
      #expect((located.json["skipped"] as? [String: Any])?[reason] as? Int == 2, "\(located)")
      expectBadInput(
        try IndoorCommand.run("radiomap", "evaluate", venue, "--against", swapped), swapped,
        "has no scan whose place is known (left out: 2 × \(reason))")
    }
  }

  @Test
  func
    `waypoints at places that the venue doesn't have are told where they would be compared with`()
    throws
  {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let astray = try visit(in: scratch) {
        $0.replacing(
          #/"latitude":[-0-9.]+,"longitude":[-0-9.]+/#, with: "\"place\":\"nowhere\"")
      }
      let reason = SkippedLines.Reason.misplacedWaypoint.rawValue
      let located = try run("locate", venue, astray, "--output", scratch.path("p.csv"))
      #expect((located.json["skipped"] as? [String: Any])?[reason] as? Int == 2, "\(located)")
      expectBadInput(
        try IndoorCommand.run("radiomap", "evaluate", venue, "--against", astray), astray,
        "(left out: 2 × \(reason))")
    }
  }

  @Test
  func `waypoints without a level or a placed plan are told where they would be compared with`()
    throws
  {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let (level, place) = (#/,"level":1/#, #/"latitude":[-0-9.]+,"longitude":[-0-9.]+/#)
      let changes: [(reason: String, change: (String) -> String)] = [
        (
          "waypoint that names no level, where the venue has several",
          { $0.replacing(level, with: "") }
        ),
        (
          "waypoint on a page of a level without a placed plan",
          { $0.replacing(place, with: #""page":[1,2]"#) }
        ),
      ]
      for (reason, change) in changes {
        let lacking = try visit(in: scratch, change)
        let located = try run("locate", venue, lacking, "--output", scratch.path("p.csv"))
        #expect((located.json["skipped"] as? [String: Any])?[reason] as? Int == 2, "\(located)")
        expectBadInput(
          try IndoorCommand.run("radiomap", "evaluate", venue, "--against", lacking), lacking,
          "has no scan whose place is known (left out: 2 × \(reason))")
      }
      // Where the others are compared with, as well.
      let mixed = try visit(in: scratch) { text in
        text + #"{"t":1700000200000,"waypoint":{"latitude":48,"longitude":11}}"# + "\n"
      }
      let (result, json) = try run("radiomap", "evaluate", venue, "--against", mixed)
      #expect(json["rows"] as? Int == 40, "\(result)")
      #expect((json["skipped"] as? [String: Any])?[changes[0].reason] as? Int == 1, "\(result)")
    }
  }

  @Test func `what can't be read of a file is told where it is evaluated against`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let spoilt = try visit(in: scratch) { $0 + "{\"t\":1e400}\n" }
      let line = try String(contentsOfFile: spoilt, encoding: .utf8).split(separator: "\n").count
      let (result, json) = try run("radiomap", "evaluate", venue, "--against", spoilt)
      #expect(result.errors.contains("1 × malformed at \(spoilt):\(line)"), "\(result)")
      #expect((json["skipped"] as? [String: Any])?["malformed"] as? Int == 1, "\(result)")
      #expect(codes(json).isEmpty && json["rows"] as? Int == 40, "\(result)")
    }
  }

  @Test func `a file of transmitters that the map doesn't have is called that`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let table = try scratch.write(
        "latitude,longitude,level,ap1,ap2\n48,11,0,-50,-60\n48,11.0001,0,-51,-61\n", to: "t.csv")
      for arguments in [
        ["locate", venue, table, "--output", scratch.path("p.csv")],
        ["radiomap", "evaluate", venue, "--against", table],
      ] {
        let result = try IndoorCommand.run(arguments + ["--json"])
        #expect(
          result.errors.contains(
            "t.csv: has no transmitter of the radio map's (column:ap1, column:ap2, … where the map has wifi:00:"
          ), "\(result)")
        #expect(result.output.contains("\"strange-transmitters\""), "\(result)")
      }
    }
  }

  /// A second walk with a beacon in each scan, whose networks have other addresses from one on.
  private func walk(_ id: String, networks count: Int = 20, strangeFrom first: Int) -> Recording {
    let walk = SurveySamples.recording(1)
    let beacon = Transmitter.beacon(uuidHigh: 1, uuidLow: 2, major: 3, minor: 4)
    let observations = walk.observations.map { observation -> Observation in
      guard case .scan(let scan) = observation else { return observation }
      let readings = scan.readings.prefix(count).enumerated().map { index, reading in
        Reading(
          transmitter: index < first ? reading.transmitter : .wifi(UInt64(0xA000 + index)),
          rssi: reading.rssi - 1)
      }
      return .scan(
        Scan(time: scan.time, readings: readings + [Reading(transmitter: beacon, rssi: -60)]))
    }
    return Recording(id: id, observations: observations, waypoints: walk.waypoints)
  }

  @Test(arguments: [(20, 0, true), (20, 1, false), (9, 0, false)])
  func `a file of whose networks the map has none is told so, though it has its beacon`(
    networks: Int, first: Int, isTold: Bool
  ) throws {
    try Scratch.with { scratch in
      let (venue, survey) = (scratch.path("v.gpkg"), scratch.path("survey.jsonl"))
      try RecordingWriter.write(walk("survey", strangeFrom: 20), to: survey)
      try IndoorCommand.run("survey", "import", venue, survey)
      try IndoorCommand.run("radiomap", "build", venue)
      let visit = scratch.path("visit.jsonl")
      try RecordingWriter.write(walk("visit", networks: networks, strangeFrom: first), to: visit)
      let result = try IndoorCommand.run(
        "locate", venue, visit, "--output", scratch.path("p.csv"), "--json")
      let sentence = "visit.jsonl: has no network of the radio map's ("
      #expect(result.status == 0 && result.errors.contains(sentence) == isTold, "\(result)")
      #expect(result.output.contains("\"strange-transmitters\"") == isTold, "\(result)")
    }
  }

  @Test func `a map that is evaluated against its own walk is told so`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let own = try run(
        "radiomap", "evaluate", venue, "--against", scratch.path("walks/walk-1.jsonl"))
      #expect(codes(own.json) == ["own-walk"], "\(own)")
      let other = try run("radiomap", "evaluate", venue, "--against", try visit(in: scratch))
      #expect(codes(other.json).isEmpty && other.result.errors.isEmpty, "\(other)")
      try IndoorCommand.run("survey", "remove", venue, "walk-1", "--by", "ana")
      let removed = try run(
        "radiomap", "evaluate", venue, "--against", scratch.path("walks/walk-1.jsonl"))
      // The map is the one that was built with it.
      #expect(codes(removed.json) == ["own-walk"], "\(removed)")
      try IndoorCommand.run("radiomap", "build", venue)
      let without = try run(
        "radiomap", "evaluate", venue, "--against", scratch.path("walks/walk-1.jsonl"))
      #expect(!codes(without.json).contains("own-walk"), "\(without)")
      try IndoorCommand.run("survey", "restore", venue, "walk-1", "--by", "ana")
      let restored = try run(
        "radiomap", "evaluate", venue, "--against", scratch.path("walks/walk-1.jsonl"))
      #expect(!codes(restored.json).contains("own-walk"), "\(restored)")
    }
  }

  /// As above: what counts is what the map was built of, not what the survey holds now.
  @Test func `positions that are scored by a map's own walk are told so`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      func isTold(_ recording: String) throws -> Bool {
        codes(
          try run("locate", venue, recording, "--output", scratch.path("p.csv")).json
        ).contains("own-walk")
      }
      let walk = scratch.path("walks/walk-1.jsonl")
      #expect(try isTold(walk))
      #expect(try !isTold(visit(in: scratch)))
      try IndoorCommand.run("survey", "remove", venue, "walk-1", "--by", "ana")
      #expect(try isTold(walk))
      try IndoorCommand.run("radiomap", "build", venue)
      #expect(try !isTold(walk))
      try IndoorCommand.run("survey", "restore", venue, "walk-1", "--by", "ana")
      #expect(try !isTold(walk))
    }
  }

  /// A second export, or one that lost something.
  @Test func `a map's own walk is known by what it heard where`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let walk = try String(contentsOfFile: scratch.path("walks/walk-1.jsonl"), encoding: .utf8)
      let lines = walk.split(separator: "\n")
      let copies = [
        walk.replacing("walk-1", with: "another"),
        (lines.prefix(10) + lines.dropFirst(20)).joined(separator: "\n") + "\n",
      ]
      for (number, text) in copies.enumerated() {
        let copy = try scratch.write(text, to: "copy-\(number).jsonl")
        let (result, json) = try run("radiomap", "evaluate", venue, "--against", copy)
        #expect(codes(json).contains("own-walk"), "\(result)")
      }
    }
  }

  @Test func `a scan's reference points are of the walks that the map was built of`() throws {
    try Scratch.with { scratch in
      let venue = try surveyed(in: scratch)
      let walk = scratch.path("walks/walk-1.jsonl")
      func walks() throws -> [String] {
        let (_, json) = try run("explain", venue, walk, "--scan", "3")
        #expect(json["inMap"] as? Bool == true)
        return (json["matches"] as? [[String: Any]] ?? []).map {
          "\($0["walk"] ?? "")\($0["removed"] as? Bool == true ? " removed" : "")"
        }
      }
      let before = try walks()
      #expect(before.first == "walk-1", "\(before)")
      try IndoorCommand.run("survey", "remove", venue, "walk-1", "--by", "ana")
      #expect(try walks() == before.map { $0 == "walk-1" ? "walk-1 removed" : $0 })
      let text = try IndoorCommand.run("explain", venue, walk, "--scan", "3").output
      #expect(text.contains("walk-1, which was removed"), "\(text)")
    }
  }

  @Test func `of a table rows that belong together are a walk of the survey's own`() throws {
    try Scratch.with { scratch in
      let venue = scratch.path("v.gpkg")
      let table = try scratch.write(
        "latitude,longitude,level,ap1,ap2,ap3\n48,11,0,-50,-60,-70\n48,11,0,-51,-61,-71\n48,11.0001,0,-52,-62,-72\n",
        to: "t.csv")
      try IndoorCommand.run("survey", "import", venue, table)
      try IndoorCommand.run("radiomap", "build", venue)
      for command in [
        ["radiomap", "evaluate", venue, "--against", table],
        ["locate", venue, table, "--output", scratch.path("p.csv")],
      ] {
        let (result, json) = try run(command)
        #expect(codes(json) == ["own-walk"], "\(result)")
      }
    }
  }

  /// Of one beacon in whole dBm most rows are some row of another day.
  @Test func `rows of one transmitter aren't taken for the map's own`() throws {
    try Scratch.with { scratch in
      func table(_ name: String, _ strengths: ClosedRange<Int>) throws -> String {
        try scratch.write(
          "latitude,longitude,level,ap1\n" + strengths.map { "48,11,0,\($0)\n" }.joined(), to: name)
      }
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, table("map.csv", -80 ... -50))
      try IndoorCommand.run("radiomap", "build", venue)
      // Rows at one place follow one another in a walk: one each of a day.
      for strength in [-60, -70] {
        let other = try table("\(strength).csv", strength...strength)
        let (result, json) = try run("radiomap", "evaluate", venue, "--against", other)
        #expect(!codes(json).contains("own-walk"), "\(result)")
      }
    }
  }

  /// Ten rows, of which some are the map's: one may be by chance, three aren't.
  @Test(arguments: [(0, false), (1, false), (3, true)])
  func `a table is the map's own by a fifth of its rows`(own: Int, isOwn: Bool) throws {
    try Scratch.with { scratch in
      func table(_ name: String, weaker: (Int) -> Int) throws -> String {
        try scratch.write(
          "latitude,longitude,level,ap1,ap2,ap3\n"
            + (0..<10).map {
              "48,\(11 + Double($0) * 1e-4),0,\(-50 - $0 - weaker($0)),\(-60 - 2 * $0),-70\n"
            }.joined(), to: name)
      }
      let venue = scratch.path("v.gpkg")
      try IndoorCommand.run("survey", "import", venue, table("map.csv") { _ in 0 })
      try IndoorCommand.run("radiomap", "build", venue)
      let other = try table("other.csv") { $0 < own ? 0 : 7 }
      let (result, json) = try run("radiomap", "evaluate", venue, "--against", other)
      #expect(codes(json).contains("own-walk") == isOwn, "\(result)")
    }
  }
}
