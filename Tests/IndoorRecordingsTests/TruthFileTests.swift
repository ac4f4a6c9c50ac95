import Foundation
import IndoorGeometry
import IndoorModel
import IndoorRecordings
import Testing

@Suite struct TruthFileTests {
  private let header = "recording,time_ms,latitude,longitude,level,building,heading_deg\n"

  @Test func `truth is read by its columns' names and put in order of time`() throws {
    try withTemporaryFolder { folder in
      try write(
        header + "w,2000,52.0,13.0,1,,90\r\nw,1000,52.0,13.001,-1,,\n",
        to: "\(folder)/w.truth.csv")
      guard case .truth(let truth) = try TruthFile.beside(recording: "\(folder)/w.jsonl") else {
        Issue.record("no truth")
        return
      }
      #expect(truth.points.map(\.time.milliseconds) == [1000, 2000])
      #expect(truth.points.map(\.level.ordinal) == [-1, 1])
      let frame = LocalFrame(origin: Coordinate(latitude: 52, longitude: 13))
      let path = truth.path(in: frame, building: "main")
      #expect(path.map(\.level.building) == ["main", "main"])
      // A thousandth of a degree of longitude at 52° north, by the ellipsoid's radius there: 68.68
      // m.
      #expect(abs(path[0].place.x - 68.68) < 0.01)
    }
  }

  @Test func `truths that were joined end to end have their header again, which is no row`() throws
  {
    try withTemporaryFolder { folder in
      try write(
        header + "w,2000,52.0,13.0,1,,90\n" + header + "v,1000,52.0,13.001,-1,,\n",
        to: "\(folder)/w.truth.csv")
      #expect(try TruthFile(path: "\(folder)/w.truth.csv").points.count == 2)
    }
  }

  @Test func `a line that no truth has so long is refused by its number`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/w.truth.csv"
      let many = String(repeating: ",a", count: 60_000)
      for (text, line) in [
        ("time_ms,latitude,longitude,level\(many)\n", 1),
        (header + "w,1000,52.0,13.0,1\(many)\n", 2),
      ] {
        try write(text, to: path)
        let error = #expect(throws: RecordingError.self) { try TruthFile(path: path) }
        #expect(error?.message.hasPrefix("\(path):\(line): is longer than 100 kB") == true)
      }
    }
  }

  @Test func `what a truth says of the time after its recording isn't counted, but two seconds`()
    throws
  {
    try withTemporaryFolder { folder in
      let rows = (0...10).map { "w,\($0 * 1000),52.0,13.0,1,,\n" }
      try write(header + rows.joined(), to: "\(folder)/w.truth.csv")
      let truth = try TruthFile(path: "\(folder)/w.truth.csv")
      let end = Timestamp(milliseconds: 5500)
      #expect(truth.upTo(end).points.last?.time == Timestamp(milliseconds: 7000))
      let said = truth.remainder(after: end, at: "\(folder)/w.jsonl")
      #expect(said?.contains("w.truth.csv: 3 of 11 points are later") == true, "\(said ?? "")")
      #expect(truth.remainder(after: Timestamp(milliseconds: 8000), at: "\(folder)/w.jsonl") == nil)
    }
  }

  @Test func `blanks around a truth's fields are none of theirs`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/w.truth.csv"
      try write(
        "time_ms, latitude, longitude, level, building\n1000, 52.0, 13.0 , -1, a\n", to: path)
      let points = try TruthFile(path: path).points
      #expect(points.map(\.level) == [LevelKey(building: "a", ordinal: -1)])
      #expect(points.map(\.coordinate) == [Coordinate(latitude: 52, longitude: 13)])
    }
  }

  /// pandas' `to_csv` of a column of integers in which one was missing.
  @Test func `whole numbers that programs write with a fraction of zero are whole`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/w.truth.csv"
      try write(header + "w,1784545200000.0,52.0,13.0,2.0,1.0,\n", to: path)
      let points = try TruthFile(path: path).points
      #expect(points.map(\.time.milliseconds) == [1_784_545_200_000])
      #expect(points.map(\.level) == [LevelKey(building: "1", ordinal: 2)])
    }
  }

  @Test func `labels are read by how floors are usually numbered where there is no venue`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/w.truth.csv"
      try write(header + "w,1,52,13,B1,,\nw,2,52,13,G,,\nw,3,52,13,2F,,\n", to: path)
      #expect(try TruthFile(path: path).points.map(\.level.ordinal) == [-1, 0, 1])
    }
  }

  @Test func `a recording without truth beside it has none`() throws {
    try withTemporaryFolder { folder in
      guard case .nothing = try TruthFile.beside(recording: "\(folder)/w.jsonl") else {
        Issue.record("something")
        return
      }
    }
  }

  @Test func `truth may be called in capitals`() throws {
    try withTemporaryFolder { folder in
      try write(header + "w,2000,52.0,13.0,1,,90\n", to: "\(folder)/W.TRUTH.CSV")
      guard case .truth = try TruthFile.beside(recording: "\(folder)/W.JSONL") else {
        Issue.record("no truth")
        return
      }
    }
  }

  /// Makes something that is no truth where one is looked for, and what is said of it.
  static let others: [(what: String, make: @Sendable (String) throws -> Void)] = [
    (
      "is a folder",
      { try FileManager.default.createDirectory(atPath: $0, withIntermediateDirectories: false) }
    ),
    ("is a pipe", { try #require(mkfifo($0, 0o600) == 0) }),
    ("is a link to nothing", { try #require(symlink("nowhere", $0) == 0) }),
    ("has a header and no row", { try write("time_ms,latitude,longitude,level\n\r\n", to: $0) }),
  ]

  @Test(arguments: others.indices)
  func `what can be no truth is passed over, and said so`(index: Int) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/w.truth.csv"
      try Self.others[index].make(path)
      guard case .passedOver(let why) = try TruthFile.beside(recording: "\(folder)/w.jsonl") else {
        Issue.record("not passed over")
        return
      }
      #expect(why.hasPrefix("\(path): \(Self.others[index].what) "))
    }
  }

  @Test(arguments: [
    ("time,x\n", ":1: the header has no time_ms and no latitude"),
    ("time_ms,latitude,longitude,floor\n", ":1: the header has no level, so"),
    ("time_ms,latitude,longitude,latitude,level\n", ":1: the header has latitude twice"),
    ("", ": is empty; write a header of"),
    (
      "time_ms;latitude;longitude;level\n1;52;13;0\n",
      ":1: the header's fields are separated by semi"
    ),
    ("time_ms\tlatitude\tlongitude\tlevel\n", ":1: the header's fields are separated by tabs"),
    ("H" + "w,1,52,13\n", ":2: has 4 fields where the header has 7"),
    ("H" + "w,1,52,13,0,,,\n", ":2: has 8 fields where the header has 7"),
    ("H" + "w,1,52,13,0,,\nw,2,52,x,0,,\n", ":3: longitude \"x\" is no number"),
    (
      "time_ms,latitude,longitude,level\r1,52,13,0\r2,52,x,0\r",
      ":3: longitude \"x\" is no number"
    ),
    ("H" + "w,1,52,,0,,\n", ":2: longitude \"\" is no number"),
    ("H" + "w,1.5,52,13,0,,\n", ":2: time_ms \"1.5\" is no whole number"),
    ("H" + "w,1.7E+12,52,13,0,,\n", ":2: time_ms \"1.7E+12\" is no whole number"),
    (
      "H" + "w,1784543400000000000,52,13,0,,\n",
      ":2: time_ms 1784543400000000000 is over 290,000 years"
    ),
    ("H" + "w,1,52,13,0.5,,\n", ":2: level \"0.5\" is no whole number; write the ordinal"),
    ("H" + "w,1,52,13,,,\n", ":2: level is empty, write the ordinal"),
    ("H" + "w,1,52,13,Attic,,\n", ":2: level \"Attic\" is no label that tells the ordinal"),
    ("H" + "w,1,52,13,G,,\nw,2,52,13,1,,\n", ":3: level \"1\" is a number where line 2 has"),
    ("H" + "w,1,152,13,0,,\n", "are they swapped?"),
    ("H" + "w,1,nan,13,0,,\n", ":2: latitude \"nan\" is no number"),
    ("H" + "w,1,5.2E+01,13,0,,\n", ":2: latitude \"5.2E+01\" was cut to a few digits"),
    ("H" + "w,1,52,-inf,0,,\n", ":2: longitude \"-inf\" is no number"),
  ])
  func `what is no truth is named with its line`(content: String, part: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/w.truth.csv"
      try write(content.replacing("H", with: header), to: path)
      let error = #expect(throws: RecordingError.self) { try TruthFile(path: path) }
      #expect(error?.message.hasPrefix(path) == true)
      #expect(error?.message.contains(part) == true)
    }
  }

  /// By RFC 2781, RFC 1952 and PKWARE's APPNOTE.
  @Test(
    arguments: [
      ([0xFF, 0xFE], "is UTF-16 text; save it as UTF-8"),
      ([0x1F, 0x8B, 8, 0], "compressed by gzip"),
      ([0x50, 0x4B, 3, 4], "is a zip, unpack it"),
    ] as [([UInt8], String)])
  func `a truth that is no text is called what it is`(opening: [UInt8], part: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/w.truth.csv"
      let text = header.utf8.flatMap { [$0, 0] as [UInt8] }
      try Data(opening + text).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: RecordingError.self) { try TruthFile(path: path) }
      #expect(error?.message.hasPrefix("\(path): ") == true)
      #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
  }
}
