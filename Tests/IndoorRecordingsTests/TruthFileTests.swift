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
      let truth = try #require(try TruthFile(besideRecording: "\(folder)/w.jsonl"))
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

  @Test func `a recording without truth beside it has none`() throws {
    try withTemporaryFolder { folder in
      let truth = try TruthFile(besideRecording: "\(folder)/w.jsonl")
      #expect(truth == nil)
    }
  }

  @Test(arguments: [
    ("time,x\n", ":1: "), ("", ":1: "), ("H" + "w,1,52,13\n", ":2: "),
    ("H" + "w,1,52,13,0,,\nw,2,52,x,0,,\n", ":3: "), ("H" + "w,1,152,13,0,,\n", "swapped"),
    ("H" + "w,1,nan,13,0,,\n", "out of range"),
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
}
