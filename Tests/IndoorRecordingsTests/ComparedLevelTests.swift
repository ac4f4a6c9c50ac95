import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Buildings of recordings that a map is compared with, and of tables that write them as 1.0.
@Suite struct ComparedLevelTests {
  /// A venue that nobody has drawn, of a ground floor in each building.
  private func venue(_ buildings: String...) -> Venue {
    Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 48, longitude: 11),
      buildings: buildings.map { Building(id: $0) },
      levels: buildings.map {
        Level(id: "level-\($0)", key: LevelKey(building: $0, ordinal: 0), label: "0")
      })
  }

  private func levels(
    _ buildings: [String], _ names: LevelNames, level: String = "0"
  ) throws -> [LevelKey?] {
    let rows = buildings.map { "1,1,\(level),\($0),-50\n" }.joined()
    return try read("x,y,level,building,A\n" + rows, "t.csv", levels: names).map(\.recording.level)
  }

  @Test func `a number that a table writes as 1.0 is the building 1`() throws {
    let one = LevelKey(building: "1", ordinal: 0)
    for names in [LevelNames(), LevelNames(venue("1", "2")), .compared(with: venue("1", "2"))] {
      #expect(try levels(["1.0", "1", "1.00"], names) == [one, one, one])
    }
    // What isn't such a number stays as it is, and so does what the venue calls a building.
    let others = ["1.5", "A.0", "1.0.0", ".0", "1."]
    #expect(try levels(others, LevelNames()).map(\.?.building) == others)
    #expect(try levels(["1.0", "1"], LevelNames(venue("1.0"))).map(\.?.building) == ["1.0", "1"])
  }

  @Test(arguments: ["0", "F1"])
  func `another building than the map's is told, even where nobody has drawn the venue`(
    level: String
  ) throws {
    let two = venue("1", "2")
    let error = #expect(throws: RecordingError.self) {
      try levels(["1", "Building 1"], .compared(with: two), level: level)
    }
    #expect(
      error?.message.contains("t.csv:3: building \"Building 1\" is none of the venue's (1, 2)")
        == true)
    #expect(
      try levels(["1", "Building 1"], .compared(with: two, isLenient: true)).map(\.?.building)
        == ["1", nil])
    // A survey brings buildings that the venue doesn't have yet.
    #expect(try levels(["3"], LevelNames(two)).map(\.?.building) == ["3"])
  }

  @Test func `a row without its building is told where the map has several`() throws {
    let error = #expect(throws: RecordingError.self) {
      try levels([""], .compared(with: venue("1", "2")))
    }
    #expect(error?.message.contains("names no building where the venue has several") == true)
    #expect(try levels([""], .compared(with: venue("1"))).map(\.?.building) == ["1"])
  }

  private func names(_ buildings: String...) -> LevelNames {
    .compared(with: buildings.count > 1 ? venue("1", "2") : venue("1"), isLenient: true)
  }

  private func recording(_ waypoints: String, header: String = "") throws -> ReadRecording {
    let text = #"{"format":"indoorkit","version":1\#(header)}"# + "\n" + waypoints
    return try #require(try read(text, "w.jsonl", levels: names("1")).first)
  }

  private func waypoint(_ time: Int, _ rest: String) -> String {
    #"{"t":\#(time),"waypoint":{"latitude":48,"longitude":11\#(rest)}}"# + "\n"
  }

  @Test(arguments: [
    (#","level":1.5"#, ""), (#","level":"Mezzanine""#, ""), ("", #","level":"Mezzanine""#),
    ("", #","level":1.5"#), (#","level":7"#, ""), ("", #","level":7"#),
    (#","level":0,"building":"9""#, ""),
  ])
  func `a waypoint whose level means nothing is left out and told`(
    level: String, header: String
  ) throws {
    // The venue has one level alone, and such a waypoint isn't on it.
    let good = waypoint(1000, #","level":0"#)
    let bad = waypoint(2000, level) + waypoint(3000, level)
    let read = try recording(good + bad, header: header)
    #expect(read.recording.waypoints.map(\.time.milliseconds) == [1000])
    #expect(read.levelFault?.message.contains("w.jsonl:") == true && read.levelFaults == 2)
    // What names no level is on the only one.
    #expect(try recording(good + waypoint(2000, "")).recording.waypoints.count == 2)
  }

  @Test(arguments: [#","level":1.5"#, #","level":"Mezzanine""#, #","level":0,"building":"9""#])
  func `a known place whose level means nothing is left out and counted`(level: String) throws {
    func fix(_ time: Int, _ rest: String) -> String {
      #"{"t":\#(time),"fix":{"latitude":48,"longitude":11,"radius":2\#(rest)}}"# + "\n"
    }
    let read = try recording(fix(1000, #","level":0"#) + fix(2000, level) + fix(3000, level))
    #expect(read.recording.observations.map(\.time.milliseconds) == [1000])
    #expect(read.skipped.counts == [.uselessFix: 2])
    // Nothing was to be located or compared there.
    #expect(read.levelFault == nil && read.levelFaults == 0)
  }

  @Test func `a named place takes no level from the header`() throws {
    func place(_ rest: String) -> String {
      #"{"t":1000,"waypoint":{"place":"hall"\#(rest)}}"# + "\n"
    }
    // The venue has a level 0 alone.
    for header in ["0", "7"] {
      for (rest, level) in [
        ("", nil), (#","building":"1""#, nil), (#","level":"","building":"1""#, nil),
        (#","level":0"#, 0),
      ] {
        let read = try recording(place(rest), header: #","level":\#(header)"#)
        #expect(read.recording.waypoints.map(\.level?.ordinal) == [level])
      }
    }
  }

  @Test func `a table's rows on levels that the venue lacks aren't compared with`() throws {
    let text = "x,y,level,A\n1,1,0,-50\n1,1,7,-51\n1,1,8,-52\n"
    let reads = try read(text, "t.csv", levels: names("1"))
    #expect(reads.map(\.recording.waypoints.count) == [1, 0, 0])
    #expect(reads.reduce(0) { $0 + $1.levelFaults } == 2)
    #expect(
      reads[1].levelFault?.message.contains(
        "t.csv:3: level \"7\" is none of the venue's (0); write one of these") == true)
    // A survey brings levels that the venue doesn't have yet.
    let surveyed = try read(text, "t.csv", levels: LevelNames(venue("1"), isLenient: true))
    #expect(surveyed.map(\.recording.waypoints.count) == [1, 1, 1])
  }

  @Test func `a truth's rows on levels that the venue lacks are left out`() throws {
    try withTemporaryFolder { folder in
      func placed(_ levels: [Int]) throws -> (points: [Int], faults: [String]) {
        let rows = levels.enumerated().map { "\($0 * 1000),48,11,\($1)\n" }.joined()
        try write("time_ms,latitude,longitude,level\n" + rows, to: "\(folder)/w.truth.csv")
        let (truth, faults) = try TruthFile(path: "\(folder)/w.truth.csv")
          .placed(by: names("1"), at: "w.jsonl") { _ in false }
        return (truth.points.map(\.level.ordinal), faults)
      }
      let some = try placed([0, 7, 0, -1])
      #expect(some.points == [0, 0])
      #expect(
        some.faults == [
          "./w.truth.csv:3: level \"7\" is none of the venue's (0); write one of these, 0 for the ground "
            + "floor (2 of 4 points are passed over)"
        ])
      let none = try placed([7, 7])
      #expect(none.points.isEmpty)
      #expect(
        none.faults.first?.hasSuffix("(all 2 points are so, and nothing is compared with them)")
          == true, "\(none)")
    }
  }
}
