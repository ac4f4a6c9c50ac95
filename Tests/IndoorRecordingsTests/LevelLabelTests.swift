import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// What recordings' words for levels become.
@Suite struct LevelLabelTests {
  private func read(
    _ text: String, as name: String = "t.csv", in venue: Venue? = nil, gathered: Bool = false,
    isLenient: Bool = false
  ) throws -> [ReadRecording] {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/\(name)")
      var stream = RecordingStream(
        try RecordingFiles("\(folder)/\(name)"), gathered: gathered,
        levels: LevelNames(venue, isLenient: isLenient))
      var reads: [ReadRecording] = []
      while let read = try stream.next() { reads.append(read) }
      return reads
    }
  }

  /// Two pavilions of one storey.
  @Test(arguments: [
    ("t.csv", "latitude,longitude,building,A\n48,11,east,-50\n48,11.1,west,-60\n"),
    (
      "t.csv",
      "WAP001,LONGITUDE,LATITUDE,FLOOR,BUILDINGID,SPACEID,RELATIVEPOSITION,USERID,PHONEID,TIMESTAMP\n"
        + "-60,-7541,4864920,,east,106,2,2,23,1371713733\n-60,-7541,4864920,,west,106,2,2,23,1371713734\n"
    ),
    (
      "t.jsonl",
      #"{"format":"indoorkit","version":1,"building":"east"}"# + "\n"
        + #"{"t":1000,"waypoint":{"latitude":48,"longitude":11}}"# + "\n"
    ),
  ])
  func `a building without a level is on the level that is stated, and else asks for one`(
    name: String, text: String
  ) throws {
    func read(_ level: LevelKey?, in venue: Venue?) throws -> [LevelKey?] {
      try withTemporaryFolder { folder in
        try write(text, to: "\(folder)/\(name)")
        var stream = RecordingStream(
          try RecordingFiles("\(folder)/\(name)"), gathered: true, levels: LevelNames(venue),
          labels: RecordingLabels(level: level))
        var levels: [LevelKey?] = []
        while let read = try stream.next() { levels.append(read.recording.level) }
        return levels
      }
    }
    let buildings = text.contains("west") ? ["east", "west"] : ["east"]
    let stated = LevelKey(ordinal: 2)
    let expected = buildings.map { LevelKey(building: $0, ordinal: 2) }
    #expect(try read(stated, in: nil) == expected)
    let drawn = venue([("east", 2, "C"), ("west", 2, "C"), ("west", 3, "D")])
    #expect(try read(LevelKey(building: "west", ordinal: 2), in: drawn) == expected)
    #expect(throws: RecordingError.self) {
      try read(LevelKey(building: "west", ordinal: 3), in: drawn)
    }
    let error = #expect(throws: RecordingError.self) { try read(nil, in: nil) }
    #expect(
      error?.message.contains("names the building \"east\" and no level") == true,
      "\(error?.message ?? "")")
  }

  /// A table of one reading a row, on these levels.
  private func table(_ levels: String...) -> String {
    "x,y,level,A\n" + levels.enumerated().map { "\($0),0,\($1),-50\n" }.joined()
  }

  /// A venue of levels (building, ordinal, label), drawn or not.
  private func venue(_ levels: [(String, Int, String)], isDrawn: Bool = true) -> Venue {
    let corners = [(0.0, 0.0), (1e-3, 0), (1e-3, 1e-3)].map {
      Coordinate(latitude: $0.1, longitude: $0.0)
    }
    return Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 0, longitude: 0),
      buildings: Set(levels.map(\.0)).sorted().map { Building(id: $0) },
      levels: levels.map {
        Level(
          id: "\($0)-\($1)", key: LevelKey(building: $0, ordinal: $1), label: $2,
          outline: isDrawn ? [Polygon(exterior: corners)] : [])
      })
  }

  private func message(_ body: () throws -> some Any) -> String {
    do {
      _ = try body()
      return "no error"
    } catch let error as RecordingError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    (["B1", "F1", "F2"], [-1, 0, 1]), (["G", "1F", "L2"], [0, 0, 1]),
    (["b2", " F3 ", "gf"], [-2, 2, 0]), (["-1", "0", "12"], [-1, 0, 12]),
    (["1.0", "2e0", "+3"], [1, 2, 3]), (["\"F2\"", "F2", "\"F3\""], [1, 1, 2]),
  ]) func `without a venue labels are read by how floors are numbered`(
    words: [String], ordinals: [Int]
  ) throws {
    for (word, ordinal) in zip(words, ordinals) {
      let read = try #require(try read(table(word)).first)
      #expect(read.recording.level == LevelKey(ordinal: ordinal), "\(word)")
    }
  }

  @Test func `a drawn venue's own labels count, whatever they look like`() throws {
    let museum = venue([("", -1, "B"), ("", 0, "G"), ("", 1, "1")])
    #expect(
      try read(table("B", "g", "1"), in: museum).map(\.recording.level?.ordinal) == [-1, 0, 1])
    // In this one the ground floor is called 1, as in America; in a column of labels a number is a
    // label.
    let american = venue([("", 0, "1"), ("", 1, "2"), ("", -1, "LL")])
    #expect(try read(table("LL", "2"), in: american).map(\.recording.level?.ordinal) == [-1, 1])
    #expect(try read(table("1", "0"), in: american).map(\.recording.level?.ordinal) == [1, 0])
    // There is no ordinal 2, and both are labels.
    #expect(try read(table("1", "2.0"), in: american).map(\.recording.level?.ordinal) == [0, 1])
    func said(_ venue: Venue) throws -> [String] {
      try read(table("1", "0"), in: venue, gathered: true).flatMap(\.warnings).map(\.message)
    }
    #expect(try said(american).count == 1)
    #expect(try said(american)[0].contains("the level labelled 1 has the ordinal 0"))
    #expect(try said(museum).isEmpty)
    let refused = message { try read(table("B1", "B"), in: museum) }
    #expect(refused.contains("t.csv:2: level \"B1\" is none of the venue's labels (B, G, 1)"))
  }

  @Test func `a label is looked up in the building that the row names`() throws {
    let campus = venue([("a", 0, "G"), ("a", 1, "1F"), ("b", 3, "G"), ("b", 4, "Roof")])
    let head = "x,y,level,building,A\n"
    let levels = try read(
      head + "1,1,G,a,-50\n1,1,G,b,-50\n1,1,roof,,-50\n", in: campus
    ).map(\.recording.level)
    #expect(
      levels == [
        LevelKey(building: "a", ordinal: 0), LevelKey(building: "b", ordinal: 3),
        LevelKey(building: "b", ordinal: 4),
      ])
    #expect(
      message { try read(head + "1,1,G,,-50\n", in: campus) }.contains("several buildings (a, b)"))
    #expect(
      message { try read(head + "1,1,G,c,-50\n", in: campus) }.contains("building \"c\" is none"))
    #expect(
      message { try read(head + "1,1,Roof,a,-50\n", in: campus) }
        .contains("level \"Roof\" is none of the venue's labels (G, 1F)"))
  }

  @Test func `an ordinal is looked up in the building that the row names, by id or name`() throws {
    var campus = venue([("e", 0, "G"), ("w", 0, "G"), ("w", 1, "1F")])
    campus.buildings = [Building(id: "e", name: "East"), Building(id: "w", name: "West")]
    let head = "x,y,level,building,A\n"
    let levels = try read(
      head + "1,1,0,e,-50\n1,1,0,W,-50\n1,1,0,west,-50\n1,1,1,,-50\n", in: campus
    ).map(\.recording.level)
    #expect(
      levels == [
        LevelKey(building: "e", ordinal: 0), LevelKey(building: "w", ordinal: 0),
        LevelKey(building: "w", ordinal: 0), LevelKey(building: "w", ordinal: 1),
      ])
    for (building, part) in [
      (
        "",
        "level \"0\" names no building where the venue has several (e, w); name"
      ),
      ("x", "building \"x\" is none of the venue's (e, w)"),
    ] {
      let table = message { try read(head + "1,1,0,\(building),-50\n", in: campus) }
      #expect(table.contains("t.csv:2: \(part)"), "\(table)")
      let word = building.isEmpty ? "" : ",\"building\":\"\(building)\""
      let line = message {
        try read(lines(waypoint: ",\"level\":0\(word)"), as: "w.jsonl", in: campus)
      }
      #expect(line.contains("w.jsonl:3: \(part)"), "\(line)")
    }
    let number = message {
      try read(lines(waypoint: ",\"level\":0,\"building\":5"), as: "w.jsonl", in: campus)
    }
    #expect(number.contains("w.jsonl:3: building is no text"), "\(number)")
  }

  @Test func `of several buildings one without an id is meant only where it is named`() throws {
    var campus = venue([("", 0, "G"), ("", 1, "1"), ("annex", 0, "G"), ("annex", 5, "5")])
    campus.buildings = [Building(id: "", name: "Museum"), Building(id: "annex", name: "Annex")]
    func level(_ words: String) throws -> LevelKey? {
      try read(lines(waypoint: words), as: "w.jsonl", in: campus)[0].recording.waypoints[0].level
    }
    // Only the annex has a fifth level, and only the museum a first.
    #expect(try level(",\"level\":5") == LevelKey(building: "annex", ordinal: 5))
    #expect(try level(",\"level\":1") == LevelKey(building: "", ordinal: 1))
    for word in ["0", "\"G\""] {
      let refused = message { _ = try level(",\"level\":\(word)") }
      #expect(refused.contains("(Museum, annex)"), "\(refused)")
    }
    for name in ["", "Museum"] {
      #expect(
        try level(",\"level\":0,\"building\":\"\(name)\"") == LevelKey(building: "", ordinal: 0))
    }
    #expect(
      message { try read("x,y,level,A\n1,1,0,-50\n", in: campus) }.contains("names no building"))
    let rows = try read("x,y,level,building,A\n1,1,0,,-50\n1,1,0,annex,-50\n", in: campus)
    #expect(rows.map(\.recording.level?.building) == ["", "annex"])
  }

  @Test func `what is written of several buildings is read as it was`() throws {
    var campus = venue([("", 0, "G"), ("annex", 0, "G")])
    campus.buildings = [Building(id: "", name: "Museum"), Building(id: "annex")]
    for building in ["", "annex"] {
      let key = LevelKey(building: building, ordinal: 0)
      try withTemporaryFolder { folder in
        let place = Coordinate(latitude: 48, longitude: 11)
        let path = "\(folder)/w.jsonl"
        try RecordingWriter.write(
          Recording(
            id: "w",
            waypoints: [
              Waypoint(time: Timestamp(milliseconds: 1), place: .coordinate(place), level: key)
            ], level: key),
          to: path, namesBuildings: true)
        var stream = RecordingStream(try RecordingFiles(path), levels: LevelNames(campus))
        let recording = try stream.next()?.recording
        #expect(recording?.level == key && recording?.waypoints.map(\.level) == [key])
      }
    }
  }

  @Test func `a building is none of a venue that names none`() throws {
    let museum = venue([("", 0, "G")])
    for level in ["0", "G"] {
      let message = message { try read("x,y,level,building,A\n1,1,\(level),x,-50\n", in: museum) }
      #expect(message.contains("building \"x\" is none of the venue's"), "\(message)")
    }
  }

  @Test func `where there is one building, rows need not name it`() throws {
    let one = venue([("main", 0, "G")])
    let key = LevelKey(building: "main", ordinal: 0)
    #expect(try read(table("0"), in: one).first?.recording.level == key)
    #expect(try read(table("G"), in: one).first?.recording.level == key)
  }

  @Test(arguments: [
    ("1.5", "no whole number"), ("NaN", "no level"), ("inf", "no level"), ("-Infinity", "no level"),
    ("99999", "beyond any building"), ("-100", "beyond any building"),
    ("1e30", "beyond any building"), ("attic", "no label"), ("F0", "no label"),
    ("B-1", "no label"), ("F999", "no label"), ("1,5", "no label"),
  ]) func `a level that means nothing is named with its line`(word: String, part: String) throws {
    let shown = word.contains(",") ? "\"\(word)\"" : word
    for gathered in [false, true] {
      let message = message {
        try read(table(word == "1,5" || part == "no label" ? "F1" : "0", shown), gathered: gathered)
      }
      #expect(message.contains("t.csv:3: level \"\(word)\" is "), "\(message)")
      #expect(message.contains(part), "\(message)")
    }
  }

  @Test func `a column is all numbers or all labels`() throws {
    let message = message { try read(table("0", "1", "F2")) }
    #expect(
      message.contains("t.csv:2: level \"0\" is a number where line 4 has the label \"F2\""),
      "\(message)")
  }

  @Test func `two labels never become one level`() throws {
    let message = message { try read(table("G", "F2", "F1")) }
    #expect(message.contains("t.csv:4: level \"F1\" is \"G\" by its number"), "\(message)")
    let known = venue([("", 0, "G")], isDrawn: false)
    #expect(throws: RecordingError.self) { try read(table("F1"), in: known) }
    // A level that has its ordinal for a label was never called anything else.
    let unnamed = venue([("", 0, "0")], isDrawn: false)
    #expect(try read(table("F1"), in: unnamed).first?.recording.level?.ordinal == 0)
  }

  @Test func `what is located is located whatever its labels are, and what is wrong is told`()
    throws
  {
    for words in [["", ""], ["0", "0"]] {
      let reads = try read(table(words[0], words[1]), isLenient: true)
      #expect(reads.count == 2)
      #expect(reads.allSatisfy { $0.levelFault == nil })
    }
    let reads = try read(table("1", "1.5", "2"), isLenient: true)
    #expect(reads.map(\.recording.level?.ordinal) == [1, nil, 2])
    #expect(reads.last?.levelFault?.message.contains("t.csv:3") == true)
  }

  @Test func `UJIIndoorLoc's FLOOR is an ordinal and nothing else`() throws {
    let head = "WAP001,WAP002,WAP003,LONGITUDE,LATITUDE,FLOOR,BUILDINGID,USERID,PHONEID,TIMESTAMP\n"
    func row(_ floor: String) -> String { "-50,100,100,-7541,4864920,\(floor),1,2,23,20\n" }
    let whole = try read(head + row("2.0") + row(""))
    #expect(whole.map(\.recording.level?.ordinal) == [2, nil])
    for (floor, part) in [("B1", "no number"), ("1.5", "whole"), ("nan", "no level")] {
      for gathered in [false, true] {
        let message = message { try read(head + row("0") + row(floor), gathered: gathered) }
        #expect(message.contains("t.csv:3: level \"\(floor)\""), "\(message)")
        #expect(message.contains(part), "\(message)")
      }
    }
  }

  private func lines(header: String = "", waypoint: String) -> String {
    """
    {"format":"indoorkit","version":1\(header)}
    {"t":1,"wifi":[]}
    {"t":2,"waypoint":{"local":[1,2]\(waypoint)}}

    """
  }

  @Test func `in JSON Lines a number is an ordinal and a string a label`() throws {
    let museum = venue([("", -1, "B"), ("", 0, "G"), ("", 1, "1")])
    func level(_ word: String, in venue: Venue? = nil) throws -> LevelKey? {
      let read = try read(lines(waypoint: ",\"level\":\(word)"), as: "w.jsonl", in: venue)
      return read.first?.recording.waypoints.first?.level
    }
    #expect(try level("\"F2\"") == LevelKey(ordinal: 1))
    #expect(try level("-1.0") == LevelKey(ordinal: -1))
    #expect(try level("\"B\"", in: museum) == LevelKey(ordinal: -1))
    #expect(try level("null") == nil)
    #expect(try level("\"\"") == nil)
    for (word, part) in [
      ("1.5", "whole"), ("1e9", "beyond"), ("9223372036854775808", "beyond"), ("\"x\"", "no label"),
      ("[1]", "neither"),
      ("true", "neither"),
    ] {
      let message = message { try level(word) }
      #expect(message.contains("w.jsonl:3: level "), "\(message)")
      #expect(message.contains(part), "\(message)")
    }
    let header = message {
      try read(lines(header: ",\"level\":\"x\"", waypoint: ""), as: "w.jsonl")
    }
    #expect(header.contains("w.jsonl:1: level \"x\""), "\(header)")
  }

  /// docs/recording-format.md: the header's hold where a waypoint's are missing, each by itself.
  @Test(arguments: [
    (#","building":"A","level":0"#, #","building":"B""#, "B", 0),
    (#","building":"B""#, #","level":2"#, "B", 2),
    (#","building":"B","level":0"#, #","level":2"#, "B", 2),
    (#","building":"A","level":0"#, #","building":"B","level":2"#, "B", 2),
    (#","building":"A","level":"1""#, #","building":null,"level":0"#, "A", 0),
    (#","level":0"#, #","building":"B""#, "B", 0),
    (#","level":"0""#, #","building":"B""#, "B", 0),
    (#","level":0"#, #","building":"B","level":2"#, "B", 2),
  ]) func `a waypoint's building and level are the header's where it doesn't say them`(
    header: String, waypoint: String, building: String, ordinal: Int
  ) throws {
    let campus = venue([("A", 0, "0"), ("A", 1, "1"), ("B", 0, "0"), ("B", 2, "2")])
    let text = lines(header: header, waypoint: waypoint)
    let recording = try read(text, as: "w.jsonl", in: campus).first?.recording
    let key = LevelKey(building: building, ordinal: ordinal)
    #expect(recording?.waypoints.first?.level == key)
    #expect(throws: Never.self) {
      try withTemporaryFolder { folder in
        try write(text, to: "\(folder)/w.jsonl")
        try RecordingFiles("\(folder)/w.jsonl").checkLevels(LevelNames(campus))
      }
    }
  }

  @Test func `a named place asks for no building, though the header's level needs one`() throws {
    let campus = venue([("A", 0, "0"), ("B", 0, "0")])
    let text =
      lines(header: #","level":0"#, waypoint: #","building":"A""#)
      + #"{"t":9000,"waypoint":{"place":"x"}}"# + "\n"
    let recording = try read(text, as: "w.jsonl", in: campus).first?.recording
    #expect(
      recording?.waypoints.map(\.level) == [LevelKey(building: "A", ordinal: 0), nil])
    #expect(throws: Never.self) {
      try withTemporaryFolder { folder in
        try write(text, to: "\(folder)/w.jsonl")
        try RecordingFiles("\(folder)/w.jsonl").checkLevels(LevelNames(campus))
      }
    }
  }

  @Test func `a waypoint's building that isn't there is told, whoever says the level`() throws {
    let campus = venue([("A", 0, "0"), ("B", 0, "0")])
    let text = lines(header: #","building":"A","level":0"#, waypoint: #","building":"x""#)
    let message = message { try read(text, as: "w.jsonl", in: campus) }
    #expect(message.contains("w.jsonl:3: building \"x\" is none"), "\(message)")
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/w.jsonl")
      let early = self.message {
        try RecordingFiles("\(folder)/w.jsonl").checkLevels(LevelNames(campus))
      }
      #expect(early.hasSuffix(message.drop { $0 != ":" }), "\(early)")
    }
  }

  @Test(arguments: [
    (#","level":0"#, [""]), (#","level":"0""#, [""]), (#","level":0"#, []),
    (#","level":0"#, [#","building":"A""#, ""]), (#","level":0"#, [#","level":2"#]),
  ]) func `a header's level whose building somebody has to name is told with the header's line`(
    header: String, waypoints: [String]
  ) throws {
    let campus = venue([("A", 0, "0"), ("B", 0, "0"), ("B", 2, "2")])
    let places = waypoints.map { #"{"t":3,"waypoint":{"local":[1,2]\#($0)}}"# + "\n" }.joined()
    let text = #"{"format":"indoorkit","version":1\#(header)}"# + "\n" + places
    let message = message { try read(text, as: "w.jsonl", in: campus) }
    #expect(message.contains("w.jsonl:1: level \"0\" "), "\(message)")
    #expect(message.hasSuffix("name the building too"), "\(message)")
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/w.jsonl")
      let early = self.message {
        try RecordingFiles("\(folder)/w.jsonl").checkLevels(LevelNames(campus))
      }
      #expect(early.hasSuffix(message.drop { $0 != ":" }), "\(early)")
    }
    let lenient = try #require(try read(text, as: "w.jsonl", in: campus, isLenient: true).first)
    #expect(lenient.levelFault?.message.hasSuffix("name the building too") == true)
  }

  @Test func `levels can be checked before anything is read`() throws {
    try withTemporaryFolder { folder in
      try write(lines(waypoint: ",\"level\":1"), to: "\(folder)/a.jsonl")
      try write(lines(waypoint: ",\"level\":7.5"), to: "\(folder)/b.jsonl")
      try write(table("1", "", "F"), to: "\(folder)/t.csv")
      try RecordingFiles("\(folder)/a.jsonl").checkLevels(LevelNames())
      for (name, place) in [("", "b.jsonl:3"), ("t.csv", "t.csv:2")] {
        let message = message {
          try RecordingFiles("\(folder)/\(name)").checkLevels(LevelNames())
        }
        #expect(message.contains("\(place): level "), "\(message)")
      }
    }
  }

  @Test func `a number that labels several levels is told as that, among labels too`() throws {
    let venue = venue([("", -1, "B"), ("", 1, "1"), ("", 2, "1")])
    let message = message { try read(table("B", "1"), in: venue) }
    #expect(
      message.contains("level \"1\" is the label of several levels (1, 2); write the ordinals"),
      "\(message)")
  }
}
