import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Tables whose rows have other fields than their header.
struct TableWidthTests {
  private func read(_ text: String) throws -> [ReadRecording] {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/t.csv")
      var stream = RecordingStream(try RecordingFiles("\(folder)/t.csv"), gathered: true)
      var reads: [ReadRecording] = []
      while let read = try stream.next() { reads.append(read) }
      return reads
    }
  }

  @Test(arguments: [
    // As R's write.table writes with sep = ",".
    (
      "\"x\",\"y\",\"A\"\n\"1\",1,2,-50\n\"2\",1,3,-60\n",
      "t.csv:2: has 4 fields here and in the rows below, and its header has 3; name the first one"
    ),
    // As some spreadsheets write what had a column more once.
    (
      "x,y,A\n\n1,2,-50,\n1,3,-60,\n1,3,-60,\n1,3,-60\n",
      "t.csv:3: has 4 fields here and in the rows below, and its header has 3; take out the comma"
    ),
    (
      "x,y,A,B\n1,2\n1,3\n",
      "t.csv:2: has 2 fields here and in the rows below, and its header has 4; give each column"
    ),
    // Decimal commas beside commas between fields.
    ("x,y,A\n1,5,2,5,-50\n", "t.csv:2: has 5 fields"),
  ])
  func `rows that all have more or fewer fields than the header are called that`(
    text: String, sentence: String
  ) {
    let error = #expect(throws: RecordingError.self) { try read(text) }
    #expect(error?.message.contains(sentence) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    "x,y,A\n1,2,-50,\n1,3,-60\n", "x,y,A\n1,2,-50\n1,3,-60,\n1,3,-60,\n1,3,-60,\n",
  ])
  func `a row with a field too many among others is passed over, and counted`(text: String) throws {
    let reads = try read(text)
    #expect(reads.reduce(0) { $0 + $1.recording.observations.count } == 1)
    #expect(reads.flatMap(\.skipped.counts).map(\.key) == [.malformed])
  }

  @Test func `a table of a row a reading is refused with the column of addresses`() throws {
    let error = #expect(throws: RecordingError.self) {
      try read("x,y,level,bssid,rssi\n0,0,0,,-70\n0,0,0,06:74:9c:2e:9e:00,-39\n")
    }
    let message = error?.message ?? ""
    #expect(
      message.contains("t.csv:3: column \"bssid\" has addresses and no number in any row"),
      "\(message)")
    // A transmitter that was heard nowhere, and one field that has lost its way.
    let empty = "x,y,A,B\n0,0,-50,\n1,0,-60,NA\n2,0,-61,\n"
    #expect(try read(empty).flatMap(\.recording.scans).count == 3)
    let astray = "x,y,A,B\n0,0,-50,06:74:9c:2e:9e:00\n1,0,-60,-70\n"
    #expect(try read(astray).flatMap(\.recording.scans).map(\.readings.count) == [1, 2])
  }
}
