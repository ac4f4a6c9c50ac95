import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Columns of tables that would pass for transmitters' and hold dates, times or names.
@Suite struct TableColumnTests {
  private func table(_ name: String, _ values: [String]) -> String {
    "x,y,level,\(name),ap1\n"
      + values.enumerated().map { "\($0),1,0,\($1),-5\($0)\n" }.joined()
  }

  @Test(arguments: [
    ["2024-05-01", "2024-05-02", "2024-05-03"], ["01.05.2024 12:00", "", "02.05.2024 12:01"],
    ["1714521600", "1714521601", "1714521602"],
    ["1714521600000", "1714521600000", "1714521601000"],
    ["12:00", "12:01", "12:02"], ["20240501", "20240501", "20240502"],
    ["5/1/2024 1:00 PM", "5/1/2024 1:00 PM", "5/2/2024 1:00 PM"],
    ["2024-05-01T12:00:00Z", "2024-05-01T12:00:01Z", "2024-05-01T12:00:02+02:00"],
  ])
  func `a column of dates or times is told once and no transmitter`(values: [String]) throws {
    let reads = try read(table("date", values), "t.csv")
    #expect(reads.filter { $0.skipped.isEmpty }.count == 3)
    #expect(
      reads.map { $0.recording.scans.flatMap(\.readings).map(\.rssi) } == [[-50], [-51], [-52]])
    let told = reads.flatMap(\.warnings).filter { $0.code == .columnOfTimes }
    #expect(told.count == 1)
    // A plain number may be a coordinate of a map, too.
    let what =
      Int(values[0]) == nil
      ? "dates or times" : "numbers over a million, as times and coordinates are,"
    #expect(
      told.first?.message.contains(
        "t.csv:2: column \"date\" has \(what) in every row (\(values[0]))") == true)
  }

  @Test func `a column that has a time in some rows is read as before`() throws {
    let reads = try read(table("A", ["2024-05-01", "-60", "-61"]), "t.csv")
    #expect(reads.map { $0.recording.scans.flatMap(\.readings).count } == [1, 2, 2])
    #expect(reads.first?.skipped.counts == [.notANumber: 1])
    #expect(reads.flatMap(\.warnings).isEmpty)
  }

  /// Going through the rows for each of the columns took minutes.
  @Test func `each of thousands of columns of times is told, and others beside them aren't`() throws
  {
    let (columns, rows) = (6000, 500)
    let names = (0..<columns).map { "t\($0)" }
    var text = "x,y,level,\(names.joined(separator: ",")),ap1\n"
    let times = Array(repeating: "1714521600", count: columns)
    // The last row shows that the columns of each hundred have strengths, too.
    let last = (0..<columns).map { $0 % 100 == 0 ? "-60" : times[$0] }
    for row in 0..<rows {
      let fields = row + 1 == rows ? last : times
      text += "\(row),1,0,\(fields.joined(separator: ",")),-50\n"
    }
    let start = ContinuousClock.now
    let reads = try read(text, "t.csv")
    #expect(ContinuousClock.now - start < .seconds(120))
    let told = reads.flatMap(\.warnings).filter { $0.code == .columnOfTimes }
    #expect(told.count == columns - columns / 100)
    #expect(told.first?.message.contains("\"t1\"") == true)
    #expect(reads.last?.recording.scans.first?.readings.count == columns / 100 + 1)
  }

  @Test func `a table of dates alone has no transmitter`() throws {
    let error = #expect(throws: RecordingError.self) {
      try read("x,y,level,date\n1,1,0,2024-05-01\n", "t.csv")
    }
    #expect(error?.message.contains("has no column of a transmitter") == true)
  }

  /// As Android's `CellSignalStrength` and `CellIdentity` call them.
  @Test(arguments: [
    "rsrp", "RSRQ", "sinr", "cellid", "cell_id", "lac", "TAC", "mcc", "mnc", "arfcn", "lte_rsrp",
    "RSRP (dBm)",
  ])
  func `a column of cell networks is told once and no transmitter`(name: String) throws {
    // Strengths by their looks, and what no strength is.
    for values in [["-97", "-96", "-99"], ["12", "12", "12"], ["26211", "26211", "26212"]] {
      let reads = try read(table(name, values), "t.csv")
      #expect(
        reads.map { $0.recording.scans.flatMap(\.readings).map(\.rssi) } == [[-50], [-51], [-52]])
      #expect(reads.allSatisfy { $0.skipped.isEmpty })
      let told = reads.flatMap(\.warnings)
      #expect(told.map(\.code) == [.columnOfCells])
      #expect(told.first?.message.contains("t.csv:1: column \"\(name)\" is called as") == true)
    }
  }

  @Test func `a column that is like one of cell networks alone is a transmitter`() throws {
    for name in ["lac-lobby", "cell", "tac2", "mnc office"] {
      #expect(try heard([name, "ap1"]) == [.column(name), .column("ap1")])
    }
    let error = #expect(throws: RecordingError.self) {
      try read("x,y,level,rsrp\n1,1,0,-90\n", "t.csv")
    }
    #expect(error?.message.contains("has no column of a transmitter") == true)
  }

  @Test func `a row a reading with networks' names is refused as with addresses`() throws {
    let rows = "1,1,0,eduroam,-50\n1,1,0,guest,-55\n2,2,0,eduroam,-57\n"
    let error = #expect(throws: RecordingError.self) {
      try read("x,y,level,ssid,RSSI\n" + rows, "t.csv")
    }
    #expect(
      error?.message.contains("t.csv:2: column \"ssid\" has names and no number in any row")
        == true,
      "\(error?.message ?? "")")
    // A remark beside a column a transmitter says nothing of the table.
    #expect(try read("x,y,level,remark,ap1\n" + rows, "t.csv").count == 3)
    #expect(try read("x,y,level,ap2,rssi\n1,1,0,NA,-50\n2,2,0,NA,-51\n", "t.csv").count == 2)
  }

  /// A table of one row whose columns of transmitters are called so.
  private func heard(_ names: [String]) throws -> [Transmitter] {
    let values = names.indices.map { "-\(50 + $0)" }.joined(separator: ",")
    let table = "x,y,level,\(names.joined(separator: ","))\n1,1,0,\(values)\n"
    return try read(table, "t.csv").flatMap(\.recording.scans).flatMap(\.readings)
      .sorted { $0.rssi > $1.rssi }.map(\.transmitter)
  }

  @Test func `a column that is called by an address without colons is that Wi-Fi transmitter`()
    throws
  {
    #expect(
      try heard(["0674.9c2e.9ef3", "06749C2E9EF4", "0674.9032.1041"])
        == [.wifi(0x0674_9C2E_9EF3), .wifi(0x0674_9C2E_9EF4), .wifi(0x0674_9032_1041)])
    // Digits alone may be a number, and the others are no six octets.
    let columns = ["WAP001", "067490321041", "0674.9c2e.9eg3", "06.749c2e9e.f3", "06749c2e9ef"]
    #expect(try heard(columns) == columns.map { .column($0) })
    #expect(throws: RecordingError.self) { try heard(["0674.9c2e.9ef3", "06:74:9c:2e:9e:f3"]) }
  }

  /// R's make.names and MATLAB's matlab.lang.makeValidName of 06:74:9c:2e:9e:f3, and what stands
  /// before other kinds in this program's own tables.
  @Test func `a column may be called by an address as R, MATLAB and the program's tables write it`()
    throws
  {
    #expect(
      try heard([
        "X06.74.9c.2e.9e.f3", "x06_74_9c_2e_9e_f4", "aa.d1.2b.38.78.52", "06_74_9C_2E_9E_F5",
      ])
        == [
          .wifi(0x0674_9C2E_9EF3), .wifi(0x0674_9C2E_9EF4), .wifi(0xAAD1_2B38_7852),
          .wifi(0x0674_9C2E_9EF5),
        ])
    #expect(
      try heard(["wifi 06:74:9c:2e:9e:f3", "ble dc:0d:30:4c:bb:05"])
        == [.wifi(0x0674_9C2E_9EF3), .bluetooth(0xDC0D_304C_BB05)])
    let names = ["Y06.74.9c.2e.9e.f3", "X06.74_9c.2e_9e.f4", "06.74.9c.2e.9e", "column:a"]
    #expect(try heard(names) == names.map { .column($0) })
  }

  @Test(arguments: [
    ("rssi_06:74:9c:2e:9e:f", true), ("'rssi' 06:74:9c:2e:9e:f", true), ("hall_ap", false),
    ("06:74:9c:2e:9e:f", false),
  ])
  func `columns called by an address within a longer name are told`(
    name: String, isTold: Bool
  ) throws {
    let names = (0..<4).map { "\(name)\($0)" }.joined(separator: ",")
    let reads = try read("x,y,level,\(names)\n1,1,0,-50,-51,-52,-53\n", "t.csv")
    let told = reads.flatMap(\.warnings).filter { $0.code.rawValue == "doubtful-column" }
    #expect(
      told.map { $0.message.contains("and 3 more have an address within") }
        == (isTold ? [true] : []))
  }

  @Test func `a row a reading with addresses without colons is refused`() throws {
    let error = #expect(throws: RecordingError.self) {
      try read("x,y,level,bssid,ap\n0,0,0,0674.9c2e.9e00,-39\n", "t.csv")
    }
    #expect(error?.message.contains("column \"bssid\" has addresses and no number") == true)
  }

  /// As `cat a.csv b.csv` leaves it, and Windows' `copy a.csv+b.csv`.
  @Test(arguments: ["", "\u{FEFF}"]) func `a header that comes again is no row`(mark: String) throws
  {
    let table = table("ap2", ["-60", "-61"])
    let joined = try read(mark + table + mark + table, "t.csv")
    let single = try read(table, "t.csv")
    #expect(
      joined.map(\.recording.scans) == single.map(\.recording.scans) + single.map(\.recording.scans)
    )
    #expect(joined.allSatisfy { $0.skipped.isEmpty })
  }

  /// What floors and levels are called in French, German, Italian, Spanish, Portuguese, Dutch,
  /// Chinese, Japanese, Korean and Russian.
  @Test(arguments: [
    "\u{C9}tage", "E\u{301}tage", "Etage", "niveau", "Stockwerk", "Geschoss", "piano", "ordinal",
    "Storey", "nivel", "floor_name", "planta",
    "Piso", "andar", "verdieping", "\u{5C42}", "\u{697C}\u{5C42}", "\u{5C64}", "\u{968E}",
    "\u{CE35}", "\u{42D}\u{442}\u{430}\u{436}",
  ])
  func `a column of levels calls itself so in other languages`(name: String) throws {
    let text = "x,y,\(name),06:74:9c:2e:9e:f3,06:74:9c:2e:9e:f4\n1,2,3,-50,-60\n4,5,3,-51,-61\n"
    let reads = try read(text, "t.csv")
    #expect(reads.flatMap(\.recording.waypoints).map(\.level?.ordinal) == [3, 3])
    #expect(reads.flatMap(\.recording.scans).map(\.readings.count) == [2, 2])
    #expect(reads.flatMap(\.warnings).isEmpty, "\(reads.flatMap(\.warnings))")
  }
}
