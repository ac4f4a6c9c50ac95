import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Files of several recordings that were put together: what the first header says doesn't hold for
/// the second recording, and so they are refused by the line where it begins.
@Suite struct JoinedRecordingTests {
  private func message(_ text: String, _ name: String) -> String? {
    do {
      _ = try read(text, name)
      return nil
    } catch { return (error as? RecordingError)?.message }
  }

  private func expectRefused(_ text: String, _ name: String, line: Int) {
    let said = message(text, name)
    #expect(
      said?.hasSuffix(
        "\(name):\(line): is another recording's header; split the file there, a file a recording")
        == true, "\(said ?? "read")")
  }

  private let walk = """
    {"format":"indoorkit","version":1,"id":"a","level":0}
    {"t":1000,"columns":[["A",-60]]}
    {"t":2000,"columns":[["A",-60,0,"indoorkit"]]}

    """

  @Test func `a second header is refused, also behind a line that lost its end`() throws {
    let other = walk.replacing("\"level\":0", with: "\"level\":1")
    #expect(message(walk, "w.jsonl") == nil)
    expectRefused(walk + other, "w.jsonl", line: 4)
    expectRefused(walk.dropLast() + other, "w.jsonl", line: 3)
    expectRefused(walk + "{\"t\":3000,\"wi" + other, "w.jsonl", line: 4)
    // Before anything is stored, too.
    try withTemporaryFolder { folder in
      try write(walk + other, to: "\(folder)/w.jsonl")
      #expect(throws: RecordingError.self) {
        try RecordingFiles("\(folder)/w.jsonl").checkLevels(LevelNames())
      }
    }
  }

  @Test func `a table's own header is passed over and another's is refused`() throws {
    let rows = (0..<4).map { "\($0),0,-50,-60\n" }.joined()
    let table = "x,y,02:00:00:00:00:01,02:00:00:00:00:02\n" + rows
    #expect(message(table + table, "t.csv") == nil)
    for other in [
      "x,y,02:00:00:00:00:02,02:00:00:00:00:01\n", "y,x,02:00:00:00:00:03,02:00:00:00:00:04\n",
      "\u{FEFF}X,Y,02:00:00:00:00:02\n", "\"x\",\"y\",\"02:00:00:00:00:09\"\n",
      "place,x,y,02:00:00:00:00:02\n",
    ] {
      let said = message(table + other + rows, "t.csv")
      #expect(
        said?.hasSuffix("t.csv:6: is another table's header; split the file there, a file a table")
          == true, "\(said ?? "read")")
    }
    // The same in another spelling is the same.
    for own in [
      "\"x\",\"y\",\"02:00:00:00:00:01\",\"02:00:00:00:00:02\"\n",
      "\u{FEFF}X,Y ,02:00:00:00:00:01,02:00:00:00:00:02\n",
    ] {
      #expect(message(table + own + rows, "t.csv") == nil)
      let (once, again) = (try read(table + rows, "t.csv"), try read(table + own + rows, "t.csv"))
      #expect(once.count == again.count && again.flatMap(\.recording.scans).count == 8)
    }
    // Rows whose columns stand elsewhere are other rows, and a name that is a number is no header.
    let shifted = message(
      ",x,y,\(["02:00:00:00:00:01", "02:00:00:00:00:02"].joined(separator: ","))\n1,0,0,-50,-60\n"
        + "x,y,02:00:00:00:00:01,02:00:00:00:00:02,\n3,4,-52,-62,\n", "t.csv")
    #expect(shifted?.contains("t.csv:3: is another table's header") == true, "\(shifted ?? "read")")
    let numbers = "x,y,02:00:00:00:00:01,3,100\n0,0,-50,100,100\n3,4,100,100,100\n5,0,-60,100,100\n"
    #expect(
      try read(numbers, "t.csv", format: .csv).flatMap(\.recording.scans).count {
        !$0.readings.isEmpty
      } == 2)
    let digits = "x,y,020000000001,020000000002\n0,0,-50,-60\n"
    let twice = try read(
      digits + "X,Y,020000000001,020000000002\n1,0,-51,-61\n", "t.csv", format: .csv)
    #expect(twice.count == 2 && twice.allSatisfy(\.skipped.isEmpty))
    // Addresses may come first.
    let (first, second) = ("02:00:00:00:00:01", "02:00:00:00:00:02")
    let swapped = message(
      "\(first),\(second),x,y\n-50,-60,0,0\n\(second),\(first),x,y\n-60,-50,0,0\n", "t.csv")
    #expect(swapped?.contains("t.csv:3: is another table's header") == true, "\(swapped ?? "read")")
    // Names of places are no header, whatever they are.
    #expect(message("place,x,y,02:00:00:00:00:01\nx,0,0,-50\ny,1,0,-60\n", "t.csv") == nil)
  }

  @Test func `what an app goes on writing is one recording`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/w.jsonl"
      try write(walk + "{\"t\":3000,\"col", to: path)
      let writer = try RecordingWriter(path: path, header: Recording(id: "a"))
      try writer.append(.scan(Scan(time: Timestamp(milliseconds: 4000), readings: [])))
      try writer.close()
      let read = try #require(try Recording.recordings(at: path).first)
      #expect(read.scans.map(\.time.milliseconds) == [1000, 2000, 4000])
    }
  }

  @Test func `a second head of a GetSensorData log is refused, from which its times count`() {
    let log = AppFormatTests.log
    let lines = log.split(separator: "\n").count
    expectRefused(
      log + log.replacing("12:34:56", with: "15:00:00"), "logfile_2017_09_05_12_34_56.txt",
      line: lines + 2)
  }

  @Test func `a second trace of the competition is refused, whose floor may be another`() {
    let trace =
      "#\tstartTime:1000\n#\tFloorName:F1\n1000\tTYPE_WIFI\t#\tstartTime\t06:74:9c:2e:9e:f3\t-42\t2412\t1000\n"
      + "#\tendTime:2000\n"
    expectRefused(trace + trace.replacing("F1", with: "F2"), "w.txt", line: 5)
    #expect(message(trace, "w.txt") == nil)
  }

  @Test func `exports of WiGLE's are joined where their heads are one`() throws {
    let head =
      "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
    func row(_ second: Int) -> String {
      "06:74:9c:2e:9e:f3,a,2026-05-01 10:00:0\(second),-42,48.1,11.5,WIFI\n"
    }
    let reads = try read(head + row(1) + head + row(2), "w.csv")
    #expect(reads.first?.recording.observations.count == 2)
    #expect(reads.first?.skipped.counts == [.unneeded: 2])
    expectRefused(
      head + row(1) + head.replacing("model=x", with: "model=y") + row(2), "w.csv", line: 4)
  }
}
