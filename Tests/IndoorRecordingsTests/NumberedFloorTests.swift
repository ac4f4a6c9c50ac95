import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Floors that are called by numbers which aren't their ordinals, as where the ground floor is 1.
struct NumberedFloorTests {
  private static let venue: Venue = {
    let outline = Polygon(
      exterior: [(0.0, 0.0), (1e-3, 0), (1e-3, 1e-3)].map {
        Coordinate(latitude: $0.1, longitude: $0.0)
      })
    return Venue(
      id: "v", name: "v", origin: Coordinate(latitude: 0, longitude: 0),
      buildings: [Building(id: "b")],
      levels: [(-1, "B"), (0, "1"), (1, "2")].map {
        Level(
          id: "l\($0)", key: LevelKey(building: "b", ordinal: $0), label: $1, outline: [outline])
      })
  }()

  /// An Anyplace log of a scan on each floor.
  private func read(_ floors: [String]) throws -> ReadRecording? {
    let lines = floors.enumerated().map { index, floor in
      """
      # Timestamp, X, Y, HEADING, MAC Address of AP, RSS, Floor, BUID
      \(1_520_424_248_897 + index * 2000) 0.0005 0.0002 0 00:16:b6:ee:00:7f \(-73 + index) \(floor) b

      """
    }
    return try withTemporaryFolder { folder in
      try write(lines.joined(), to: "\(folder)/log.txt")
      var stream = RecordingStream(
        try RecordingFiles("\(folder)/log.txt"), levels: LevelNames(Self.venue))
      return try stream.next()
    }
  }

  @Test(arguments: [["0", "1"], ["1", "0"]])
  func `two floors never become one, whichever comes first`(floors: [String]) throws {
    let read = try #require(try read(floors))
    #expect(Set(read.recording.waypoints.map(\.level)).count < 2)
    #expect(
      read.warnings.contains { $0.message.contains("levels \"0\" and \"1\" are one") },
      "\(read.warnings)")
  }

  @Test(arguments: [
    (["1", "2"], [0, 1]), (["B", "1"], [-1, 0]), (["-1", "0"], [-1, 0]), (["1", "1"], [0, 0]),
    // As programs write numbers of a column with gaps.
    (["1.0", "2.0"], [0, 1]), (["01", "+2"], [0, 1]), (["B", "1.", "2.00"], [-1, 0, 1]),
  ])
  func `floors by label alone, or by ordinal, are what they say`(
    floors: [String], ordinals: [Int]
  ) throws {
    let read = try #require(try read(floors))
    #expect(read.recording.waypoints.compactMap(\.level?.ordinal) == ordinals)
    #expect(read.warnings.isEmpty)
  }

  @Test(arguments: [("1", 0), ("1.0", 0), ("02", 1), ("-1.0", -1), ("-1", -1), ("0.0", 0)])
  func `a level that is named for all is what its number says`(word: String, ordinal: Int) throws {
    #expect(try LevelNames(Self.venue).stated(word, building: nil).ordinal == ordinal)
  }

  /// Whoever writes ordinals hears of it once in a folder.
  @Test func `a number that another level is called by is told of recordings`() throws {
    let line = #"{"t":1000,"waypoint":{"local":[1,1],"level":1}}"#
    let head = #"{"format":"indoorkit","version":1}"#
    let codes = try withTemporaryFolder { folder -> [[RecordingWarning.Code]] in
      for name in ["a", "b"] { try write("\(head)\n\(line)\n", to: "\(folder)/\(name).jsonl") }
      var stream = RecordingStream(
        try RecordingFiles(folder), levels: LevelNames(Self.venue))
      var codes: [[RecordingWarning.Code]] = []
      while let read = try stream.next() {
        #expect(read.recording.waypoints.map(\.level?.ordinal) == [1])
        codes.append(read.warnings.map(\.code))
      }
      return codes
    }
    #expect(codes == [[.numberIsLabel], []])
  }

  /// The first level of a table without a venue.
  private func first(of word: String) throws -> LevelKey? {
    try withTemporaryFolder { folder in
      try write("x,y,level,A\n1,1,\(word),-50\n1,2,\(word),-60\n", to: "\(folder)/t.csv")
      var stream = RecordingStream(try RecordingFiles("\(folder)/t.csv"), gathered: true)
      return try stream.next()?.recording.level
    }
  }

  @Test(arguments: ["1E1", "10E02"]) func `a floor's wing is no power of ten`(word: String) {
    let error = #expect(throws: RecordingError.self) { _ = try first(of: word) }
    #expect(error?.message.contains("level \"\(word)\"") == true)
  }

  @Test(arguments: ["1e1", "1.0E+01", "1E+1", "1.0E1", ".1E2", "100E-1"])
  func `a power of ten as programs write it is a number`(word: String) throws {
    #expect(try first(of: word)?.ordinal == 10)
  }
}
