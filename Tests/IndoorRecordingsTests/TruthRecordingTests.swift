import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Which rows of a truth count: whose they are, and where.
@Suite struct TruthRecordingTests {
  private func truth(_ rows: [String], columns: String = "recording,building") throws -> TruthFile {
    try withTemporaryFolder { folder in
      try write(
        "time_ms,latitude,longitude,level,\(columns)\n" + rows.map { "\($0)\n" }.joined(),
        to: "\(folder)/w.truth.csv")
      return try TruthFile(path: "\(folder)/w.truth.csv")
    }
  }

  private func read(_ path: String, id: String, name: String? = nil) -> ReadRecording {
    var read = ReadRecording(recording: Recording(id: id), hash: "", path: path)
    read.name = name ?? read.name
    return read
  }

  /// positions.csv has the file's name with as many folders as tell files apart, of files of one
  /// folder the ending, and of a table's rows their numbers.
  @Test(arguments: [
    "", "walk", "walk.jsonl", "WALK", "a/walk", "/data/a/walk.jsonl", "./walk", "survey 7",
  ])
  func `a row is a recording's whose file or id it names`(name: String) throws {
    let truth = try truth(["1000,0,0,0,\(name),", "2000,0,0,0,other,", "3000,0,0,0,b/walk,"])
    let own = truth.of(read("/data/a/walk.jsonl", id: "survey 7"))
    #expect(own.points.map(\.time.milliseconds) == [1000])
    let said = truth.strangers(own.recordings, at: "/data/a/walk.jsonl")
    #expect(
      said?.contains("walk.truth.csv:3: is of \"other\", as 2 of 3 points are of other") == true,
      "\(said ?? "")")
    #expect(truth.without(others: own.recordings).points.count == 1)
  }

  @Test func `of a table each row's truth is its own`() throws {
    let truth = try truth(["1000,0,0,0,7,", "2000,0,0,0,t/8,", "3000,0,0,0,t,", "4000,0,0,0,9,"])
    func times(_ row: String) -> [Int64] {
      truth.of(read("x/t.csv", id: row, name: row)).points.map(\.time.milliseconds)
    }
    #expect(times("7") == [1000, 3000] && times("8") == [2000, 3000] && times("1") == [3000])
    #expect(truth.recordings == ["7", "t/8", "t", "9"])
  }

  private let square = Polygon(
    exterior: [(0.0, 0.0), (1e-3, 0), (1e-3, 1e-3)].map {
      Coordinate(latitude: $0.1, longitude: $0.0)
    })

  private var levels: LevelNames {
    LevelNames(
      Venue(
        id: "v", name: "v", origin: Coordinate(latitude: 0, longitude: 0),
        buildings: [Building(id: "main", name: "Main Hall"), Building(id: "annex")],
        levels: [("main", 0), ("main", 1), ("annex", 0)].map {
          Level(
            id: "\($0)\($1)", key: LevelKey(building: $0, ordinal: $1), label: "\($1)",
            outline: [square])
        }))
  }

  @Test func `a building is called by its id or its name, and one that isn't there is told`() throws
  {
    let (found, faults) = try truth([
      "1000,0,0,0,,main", "2000,0,0,0,,main hall", "3000,0,0,1,,", "4000,0,0,0,,Nebenbau",
      "5000,0,0,0,,Nebenbau",
    ]).placed(by: levels, at: "f/w.jsonl") { _ in false }
    #expect(
      found.points.map(\.level) == [0, 0, 1].map { LevelKey(building: "main", ordinal: $0) })
    #expect(
      faults == [
        "f/w.truth.csv:5: building \"Nebenbau\" is none of the venue's (annex, main); write one of these "
          + "(2 of 5 points are passed over)"
      ])
  }

  @Test func `labels are a venue's levels, and what is none of them is told with its line`() throws
  {
    try withTemporaryFolder { folder in
      try write(
        "time_ms,latitude,longitude,level\n"
          + "1000,0,0,EG\n2000,0,0,ground floor\n3000,0,0,EG\n4000,0,0,Attic\n5000,0,0,Attic\n",
        to: "\(folder)/w.truth.csv")
      let path = "\(folder)/w.jsonl"
      guard case .truth(let truth) = try TruthFile.beside(recording: path) else {
        Issue.record("no truth")
        return
      }
      let labelled = LevelNames(
        Venue(
          id: "v", name: "v", origin: Coordinate(latitude: 0, longitude: 0),
          levels: [("EG", 3), ("Ground  Floor", 4)].map {
            Level(id: $0, key: LevelKey(ordinal: $1), label: $0, outline: [square])
          }))
      let (found, faults) = truth.placed(by: labelled, at: path) { _ in false }
      #expect(found.points.map(\.level.ordinal) == [3, 4, 3])
      #expect(
        faults == [
          "\(folder)/w.truth.csv:5: level \"Attic\" is none of the venue's labels (EG, Ground  Floor); "
            + "write one of these, or the ordinals of all levels (2 of 5 points are passed over)"
        ])
    }
  }

  /// Floors that are called 1, 2 and 3 from the ground on. What says 1 and 2 may be either.
  @Test(arguments: [
    (["1", "2", "3"], [0, 1, 2], 0), (["3.0", "3.0"], [2, 2], 0), (["0", "1"], [0, 1], 1),
    (["1", "2"], [1, 2], 1), (["4", "1"], [1], 2),
  ])
  func `numbers are labels where one is no ordinal, and told where they may be`(
    words: [String], ordinals: [Int], told: Int
  ) throws {
    let numbered = LevelNames.compared(
      with: Venue(
        id: "v", name: "v", origin: Coordinate(latitude: 0, longitude: 0),
        levels: (0...2).map {
          Level(id: "\($0)", key: LevelKey(ordinal: $0), label: "\($0 + 1)", outline: [square])
        }))
    let rows = words.enumerated().map { "\($0.offset)000,0,0,\($0.element),," }
    let (found, faults) = try truth(rows).placed(by: numbered, at: "w.jsonl") { _ in false }
    #expect(found.points.map(\.level.ordinal) == ordinals)
    #expect(faults.count == told, "\(faults)")
    #expect(faults.isEmpty || faults.last?.contains("where labels are meant") == true)
  }

  @Test func `a row's number counts as one that a table's programs gave a fraction of zero`() throws
  {
    let truth = try truth(["1000,0,0,0,7.0,", "2000,0,0,0,t/8.0,"])
    func times(_ row: String) -> [Int64] {
      truth.of(read("x/t.csv", id: row, name: row)).points.map(\.time.milliseconds)
    }
    #expect(times("7") == [1000] && times("8") == [2000] && times("1").isEmpty)
  }

  @Test func `a moment counts once, and one that says two places is told`() throws {
    // A thousandth of a degree is 111 m, a ten-millionth a centimetre.
    let (found, faults) = try truth([
      "1000,0,0,0,,main", "1000,0,0,0,,main", "1000,0,0.0000001,0,,main", "2000,0,0,0,,main",
      "2000,0,0.001,0,,main", "2000,0,0,1,,main",
    ]).placed(by: levels, at: "w.jsonl") { _ in false }
    #expect(found.points.map(\.time.milliseconds) == [1000, 2000])
    #expect(found.points.allSatisfy { $0.coordinate == Coordinate(latitude: 0, longitude: 0) })
    #expect(
      faults.map { $0.hasPrefix("./w.truth.csv:6: says another place than a point of the same") }
        == [true], "\(faults)")
    #expect(faults.first?.contains("(2 of 6 points)") == true)
  }

  @Test func `a moment's point that names the recording counts before one that names none`() throws
  {
    // A thousandth of a degree is 111 m.
    let truth = try truth([
      "1000,0,0,0,,main", "1000,0,0.001,0,w,main", "2000,0,0.001,0,w,main", "2000,0,0,0,,main",
      "3000,0,0.001,0,,main", "3000,0,0.001,0,w,main",
    ])
    let read = read("w.jsonl", id: "w")
    let own = truth.of(read)
    #expect(own.points.map(\.coordinate.longitude) == [0.001, 0.001, 0.001])
    #expect(truth.names(of: read) == ["w"])
    #expect(truth.strangers(truth.names(of: read), at: "w.jsonl") == nil)
    let lines = truth.contradicted(for: read, by: own)
    #expect(lines == [2, 5])
    let said = truth.contradiction(Set(lines), at: "w.jsonl")
    #expect(
      said?.hasPrefix("./w.truth.csv:2: says another place") == true
        && said?.contains("(2 of 6 points)") == true, "\(said ?? "")")
    // For another recording they count.
    let other = self.read("v.jsonl", id: "v")
    #expect(
      truth.contradicted(for: other, by: truth.of(other)).isEmpty
        && truth.of(other).points.count == 3)
  }

  @Test func `points that spell the recording otherwise and say another place are told`() throws {
    // A thousandth of a degree is 111 m, a ten-millionth a centimetre.
    let (truth, faults) = try truth([
      "1000,0,0,0,w,main", "1000,0,0.001,0,w.jsonl,main", "2000,0,0,0,w.jsonl,main",
      "2000,0,0,1,w,main", "3000,0,0,0,w,main", "3000,0,0.0000001,0,./w.jsonl,main",
      "3000,0,0.001,0,v,main",
    ]).placed(by: levels, at: "w.jsonl") { _ in false }
    #expect(faults.isEmpty, "\(faults)")
    let read = read("w.jsonl", id: "1")
    let own = truth.of(read)
    #expect(own.points.map(\.time.milliseconds) == [1000, 2000, 3000])
    #expect(
      own.points.allSatisfy {
        $0.coordinate == Coordinate(latitude: 0, longitude: 0) && $0.level.ordinal == 0
      })
    let lines = truth.contradicted(for: read, by: own)
    #expect(lines == [3, 5])
    let said = truth.contradiction(Set(lines), at: "w.jsonl")
    #expect(
      said?.hasPrefix("./w.truth.csv:3: says another place") == true
        && said?.contains("(2 of 7 points)") == true, "\(said ?? "")")
  }

  @Test(arguments: ["walk.jsonl", "./walk.jsonl", "../north/walk.jsonl", "north/./walk.jsonl"])
  func `a recording's folder that its path doesn't say isn't asked for`(path: String) throws {
    let truth = try truth(["1000,0,0,0,north/walk,", "2000,0,0,0,south/walk,"])
    let names = truth.names(of: read(path, id: "1"))
    #expect(names.contains("north/walk") && names.contains("south/walk") != path.contains("north"))
  }

  @Test func `places that are far off are told`() throws {
    let (found, faults) = try truth(["1000,0,40,0,,main", "2000,0,0,0,,main"])
      .placed(by: levels, at: "w.jsonl") { $0.coordinate.longitude > 1 }
    #expect(found.points.map(\.time.milliseconds) == [2000])
    #expect(
      faults.first?.contains(
        ":2: is over 100 km from the venue, and is passed over (1 of 2 points)") == true,
      "\(faults)")
  }
}
