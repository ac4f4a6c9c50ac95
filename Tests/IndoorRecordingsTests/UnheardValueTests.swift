import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Tables that have a strength where a transmitter was not heard.
struct UnheardValueTests {
  private func read(_ text: String, gathered: Bool = true) throws -> [ReadRecording] {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/t.csv")
      var stream = RecordingStream(try RecordingFiles("\(folder)/t.csv"), gathered: gathered)
      var reads: [ReadRecording] = []
      while let read = try stream.next() { reads.append(read) }
      return reads
    }
  }

  /// The readings as `AP=strength`, a list a scan.
  private func heard(_ reads: [ReadRecording]) -> [[String]] {
    reads.flatMap { read in
      read.recording.observations.compactMap { observation in
        guard case .scan(let scan) = observation else { return nil }
        return scan.readings.map { reading in
          guard case .column(let name) = reading.transmitter else { return "?" }
          return "\(name)=\(reading.rssi)"
        }
      }
    }
  }

  /// A table of twelve transmitters of which each row's three are heard, and the last one never.
  private func table(unheard: String, rows: Int) -> String {
    let names = (0..<12).map { "AP\($0)" }.joined(separator: ",")
    let lines = (0..<rows).map { row in
      let fields = (0..<12).map { column in
        column < 11 && (column + row) % 4 == 0 ? "\(-50 - column)" : unheard
      }
      return "\(row),1,0,\(fields.joined(separator: ","))\n"
    }
    return "x,y,level,\(names)\n\(lines.joined())"
  }

  @Test(arguments: ["0", "-1", " 0 ", "0.0"], [1, 2, 9])
  func `a strength in most fields of a table is what stands there for not heard, and told`(
    unheard: String, rows: Int
  ) throws {
    let expected = heard(try read(table(unheard: "100", rows: rows)))
    for isGathered in [true, false] {
      let reads = try read(table(unheard: unheard, rows: rows), gathered: isGathered)
      #expect(heard(reads) == expected)
      let warnings = reads.flatMap(\.warnings)
      #expect(warnings.map(\.code) == [.unheardValue])
      let value = unheard.contains("1") ? -1 : 0
      let (fields, all) = (12 * rows - expected.joined().count, 12 * rows)
      #expect(
        warnings.first?.message.contains(
          "t.csv:2: has \(value) in \(fields) of the \(all) fields that have a strength") == true,
        "\(warnings)")
    }
  }

  /// What sets in the literature have for not heard.
  @Test(arguments: ["-99", "-100", "-105", "-110", "-120", "-127", " -110.0"])
  func `a strength weaker than all others in most fields stands for not heard, and is told`(
    unheard: String
  ) throws {
    let expected = heard(try read(table(unheard: "100", rows: 9)))
    let reads = try read(table(unheard: unheard, rows: 9))
    #expect(heard(reads) == expected)
    #expect(reads.flatMap(\.warnings).map(\.code) == [.unheardValue])
  }

  /// Copies of UJIIndoorLoc have 0, -105 or -110 in place of its 100.
  @Test(arguments: ["0", "-105", "-110"])
  func `it is told of tables by UJIIndoorLoc's columns, too`(
    unheard: String
  ) throws {
    func text(_ unheard: String) -> String {
      let lines = table(unheard: unheard, rows: 9).replacing("AP", with: "WAP").split(
        separator: "\n")
      let head = "LONGITUDE,LATITUDE,FLOOR,BUILDINGID"
      return lines.enumerated().map { index, line in
        line.split(separator: ",").dropFirst(3).joined(separator: ",")
          + ",\(index == 0 ? head : "-7541.2,4864920.7,2,1")\n"
      }.joined().replacing("WAP0,WAP1,", with: "WAP001,WAP002,")
    }
    let expected = heard(try read(text("100")))
    let reads = try read(text(unheard))
    #expect(expected.joined().count > 20 && heard(reads) == expected)
    #expect(reads.flatMap(\.warnings).map(\.code) == [.unheardValue])
    #expect(reads.first?.recording.level == LevelKey(building: "1", ordinal: 2))
  }

  /// A phone of UJIIndoorLoc's measured 0 in 16 of a room's 241 strengths beside 4959 times 100.
  @Test func `where 100 says that nothing was heard, 0 is a strength`() throws {
    let rows = (1...9).map { "\($0),1,0,\($0 > 4 ? "0,-50,-60" : "-55,-50,0"),100,100,100,100\n" }
      .joined()
    let reads = try read("x,y,level,A,B,C,D,E,F,G\n" + rows)
    #expect(reads.flatMap(\.warnings).allSatisfy { $0.code != .unheardValue })
    #expect(heard(reads).joined().count { $0 == "A=0" } == 5)
  }

  /// Columns of transmitters may be called as UJIIndoorLoc's, and those of places as others'.
  @Test func `a table with x and y is read by them, whatever its transmitters are called`() throws {
    let rows = "\n-50,-60,100,1,2,0\n-55,100,-60,3,4,0\n"
    let reads = try read("WAP001,WAP002,WAP003,x,y,level" + rows)
    #expect(reads.first?.recording.waypoints.first?.place == .local(LocalPoint(x: 1, y: 2)))
    #expect(heard(reads) == [["WAP001=-50", "WAP002=-60"], ["WAP001=-55", "WAP003=-60"]])
    let more = try read(
      "WAP001,WAP002,x,y,level,USERID,SPACEID,TIMESTAMP\n-50,-60,1,2,0,7,3,1371713733\n")
    #expect(heard(more) == [["WAP001=-50", "WAP002=-60"]])
    #expect(more.first?.recording.surveyor == "7")
    #expect(more.first?.recording.scans.map(\.time.milliseconds) == [1_371_713_733_000])
    // Those to be located have no places.
    let asked = try read("WAP001,WAP002,WAP003,TIMESTAMP\n-50,-60,100,1371713733\n")
    #expect(asked.first?.recording.scans.map(\.time.milliseconds) == [1_371_713_733_000])
    #expect(heard(asked) == [["WAP001=-50", "WAP002=-60"]])
  }

  /// Towards what a receiver just hears strengths get rarer, and one column is one transmitter's.
  @Test(arguments: [
    "x,y,A,B\n1,1,-100,-99\n1,1,-101,-100\n2,1,-98,-101\n2,1,-99,-101\n",
    "x,y,A,B\n1,1,-100,-70\n1,1,-100,-71\n2,1,-100,-72\n2,1,-60,-73\n",
    "x,y,A,B\n1,1,-104,-104\n1,1,-104,-104\n",
    "x,y,A,B\n1,1,-96,-50\n1,1,-96,-96\n1,1,-50,-96\n",
  ])
  func `weak readings are readings`(text: String) throws {
    let reads = try read(text)
    #expect(reads.flatMap(\.warnings).isEmpty)
    #expect(heard(reads).joined().count == (text.split(separator: "\n").count - 1) * 2)
  }

  @Test(arguments: ["", "100", "127"])
  func `other values for not heard are no strength that is too strong`(unheard: String) throws {
    #expect(try read(table(unheard: unheard, rows: 9)).flatMap(\.warnings).isEmpty)
  }

  /// As phones have them that were held to an antenna, and as UJIIndoorLoc has 137 among 359,000.
  @Test(arguments: [
    "x,y,A,B\n1,1,0,-50\n1,1,-40,0\n2,1,-60,-50\n",
    "x,y,A,B\n1,1,0,-50\n1,1,0,-50\n1,1,0,-55\n1,1,-44,-50\n",
    "x,y,A,B\n1,1,0,-50\n1,1,-4,0\n1,1,-3,-12\n1,1,0,-13\n1,1,-42,-50\n",
  ])
  func `a few strong readings are readings`(text: String) throws {
    let reads = try read(text)
    #expect(reads.flatMap(\.warnings).isEmpty)
    #expect(heard(reads).joined().count == (text.split(separator: "\n").count - 1) * 2)
  }

  @Test func `one zero in a hundred and more fields is a reading`() throws {
    let rows = (0..<101).map { row in
      "1,1,\([0, 40].contains(row) ? 0 : -50),-60,\(row == 80 ? 0 : -70)\n"
    }
    let reads = try read("x,y,A,B,C\n\(rows.joined())")
    #expect(reads.flatMap(\.warnings).isEmpty)
    #expect(heard(reads).joined().count == 303)
  }

  @Test func `levels and buildings that nobody named are no transmitters that weren't heard`() {
    let error = #expect(throws: RecordingError.self) {
      try read("x,y,flr,bldg,A\n1,1,0,0,-50\n2,1,0,0,-60\n3,1,-1,0,-70\n")
    }
    #expect(error?.message.contains("column \"flr\" has over -20 dBm in every row") == true)
    // Nor are they where transmitters that weren't heard have the same.
    let mixed = #expect(throws: RecordingError.self) {
      try read("x,y,flr,A,B\n1,1,0,0,-50\n2,1,0,-60,0\n3,1,-1,0,-70\n")
    }
    #expect(mixed?.message.contains("column \"flr\" has over -20 dBm in every row") == true)
  }
}
