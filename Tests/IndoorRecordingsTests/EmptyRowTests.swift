import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Rows whose fields are all empty, as spreadsheets write them for cells that were only formatted.
struct EmptyRowTests {
  @Test(arguments: [",,,,,", " , ,\t,,,", "\"\",,,,,", ",,,,,\r"])
  func `a truth's row of nothing is none`(row: String) throws {
    let header = "recording,time_ms,latitude,longitude,level,building\n"
    try withTemporaryFolder { folder in
      let path = "\(folder)/w.truth.csv"
      try write(
        header + "w,1000,52.0,13.0,1,\n\(row)\nw,2000,52.0,13.0,1,\n\(row)\n", to: path)
      #expect(try TruthFile(path: path).points.map(\.time.milliseconds) == [1000, 2000])
      try write(header + "\(row)\nw,,52.0,13.0,1,\n", to: path)
      let error = #expect(throws: RecordingError.self) { try TruthFile(path: path) }
      #expect(error?.message.contains("w.truth.csv:3: time_ms") == true, "\(error?.message ?? "")")
    }
  }

  @Test(arguments: [",,,,,,", " ,,\"\",,,,"])
  func `Sensor Logger's row of nothing is none`(row: String) throws {
    let files = SensorLoggerSamples.android
    let (plain, before) = try SensorLoggerSamples.read(files)
    let (read, left) = try SensorLoggerSamples.read(files.map { ($0.name, $0.text + row + "\n") })
    #expect(read.recording.observations == plain.recording.observations)
    #expect(read.recording.waypoints == plain.recording.waypoints)
    #expect(left == before)
  }

  @Test func `a fingerprint's row of nothing beside places is none, and alone heard nothing`()
    throws
  {
    let (one, other) = ("06:74:9c:2e:9e:f3", "06:74:9c:2e:9e:f4")
    let placed = try read(
      "x,y,level,\(one)\n1,2,0,-42\n,,,\n3,4,0,-50\n,,\"\",\n", "t.csv", format: .csv)
    #expect(placed.map(\.name) == ["0", "2"])
    #expect(placed.last?.skipped.lines[.emptyRow] == [3])
    let heard = try read("\(one),\(other)\n-42,\n,\n,-50\n", "t.csv", format: .csv)
    #expect(heard.map { $0.recording.scans.first?.readings.count } == [1, 0, 1])
  }

  @Test func `WiGLE's row of nothing is none`() throws {
    let read = try #require(
      try read(
        "bssid,level,lat,lon,time\n06:74:9c:2e:9e:f3,-42,48.1,11.5,1574572524000\n,,,,\n", "w.csv"
      ).first)
    #expect(read.recording.scans.count == 1 && read.skipped.isEmpty)
  }
}
