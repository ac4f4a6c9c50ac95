import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Tables that are not what they seem.
@Suite struct TableFaultTests {
  private func read(
    _ text: String, columns: String? = nil, format: RecordingFormat? = nil, gathered: Bool = true,
    levels: LevelNames = LevelNames(nil)
  ) throws -> [ReadRecording] {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/t.csv")
      var stream = RecordingStream(
        try RecordingFiles(
          "\(folder)/t.csv", format: format, columns: columns.map { try ColumnMap($0) }),
        gathered: gathered, levels: levels)
      var reads: [ReadRecording] = []
      while let read = try stream.next() { reads.append(read) }
      return reads
    }
  }

  @Test(arguments: ["m,m,,dBm", "in m,in m,,", "metres,Meter,,", "east,north,,strength"])
  func `a row of metres or other words below the header is passed over`(row: String) throws {
    let reads = try read("x,y,level,A\n\(row)\n1,2,0,-50\n")
    #expect(reads.flatMap(\.recording.observations).count == 1)
    #expect(reads.first?.skipped[.notANumber] ?? 0 > 0)
  }

  @Test func `a key that is named twice is called so`() {
    let error = #expect(throws: RecordingError.self) { try ColumnMap("x=a,x=b") }
    #expect(error?.message.contains("\"x=b\" names a key that has a column already") == true)
  }

  @Test func `a table of over a million lines is refused before its rows are read`() {
    let rows = String(repeating: "1,2,0,-50\n", count: 1_000_000)
    let error = #expect(throws: RecordingError.self) {
      try read("x,y,level,02:00:5e:00:00:00\n" + rows)
    }
    #expect(
      error?.message.contains(
        "t.csv: has 1000001 lines, over 1000000, which no survey has; split it")
        == true)
  }

  @Test func `a table of over 200,000 places is refused, of as many lines at fewer it isn't`()
    throws
  {
    let header = "x,y,level,02:00:5e:00:00:00\n"
    let rows = (0...200_000).map { "\($0 % 1000),\($0 / 1000),0,-50\n" }.joined()
    let error = #expect(throws: RecordingError.self) { try read(header + rows) }
    #expect(
      error?.message.contains("t.csv:200002: makes over 200000 walks") == true,
      "\(error?.message ?? "")")
    let runs = (0...200_000).map { "\($0 / 1000),2,0,-50\n" }.joined()
    #expect(try read(header + runs).count == 201)
  }

  private func transmitters(_ reads: [ReadRecording]) -> Set<Transmitter> {
    var found: Set<Transmitter> = []
    for read in reads {
      for case .scan(let scan) in read.recording.observations {
        found.formUnion(scan.readings.map(\.transmitter))
      }
    }
    return found
  }

  @Test(arguments: [
    ("x,y,level,A\n1,1,0,-50\n1,1,\"0,-50\n", ":3: has a quotation mark"),
    ("x,y,level,\"A\n1,1,0,-50\n", ":1: has a quotation mark"),
    ("x,y,level,A\n1,1,0,-50\n1,1,\"0\"1,-50\n", ":3: has a quotation mark"),
    ("x,y,level,A\n1,1,0,-50\n1,1,0,\"-4\"7\n", ":3: has a quotation mark"),
    ("x;y;level;A\n1;1;0;-50\n", ":1: has its columns separated by semicolons"),
    ("x\ty\tlevel\tA\n1\t1\t0\t-50\n", ":1: has its columns separated by tabs"),
    ("x,y,level,A,A\n1,1,0,-50,-50\n", ":1: has two columns called \"A\""),
    ("x,x_m,y,A\n1,1,0,-50\n", ":1: has 2 columns for x (\"x\" and \"x_m\")"),
    ("x,y,level,floor,A\n1,1,0,0,-50\n", ":1: has 2 columns for level"),
    ("x,y,hoehe,A\n1,1,3.7,-50\n", ":2: column \"hoehe\" has 3.7, which is no strength"),
    ("x,y,A\r1,1,-50\r", ":1: ends its lines with carriage returns"),
    ("x,y,building,A\n1,1,a\0b,-50\n", ":2: has a NUL byte"),
    (
      "x,y,level,A\nft,ft,,dBm\n1,1,0,-50\n",
      ":2: is a row of units below the header, and says that places are in ft"
    ),
    (
      "x,y,z,level,A\n[m],[m],(cm),,\n1,1,1,0,-50\n",
      ":2: is a row of units below the header, and says that heights are in cm"
    ),
    ("x,y,level,A\n,,,\nus-ft,us-ft,,\n1,1,0,-50\n", ":3: is a row of units"),
    ("x,y,level,A\nin mm,in mm,,\n1,1,0,-50\n", ":2: is a row of units"),
    ("x,y,level,A\nFuß,Fuß,,\n1,1,0,-50\n", ":2: is a row of units"),
    (
      "x,y,level,A\ncentimetres,centimetres,,dBm\n1,1,0,-50\n",
      ":2: is a row of units below the header, and says that places are in centimetres"
    ),
    (
      "x,y,level,A\nfeet (US),feet (US),,\n1,1,0,-50\n",
      ":2: is a row of units below the header, and says that places are in feet"
    ),
    (
      "x,y,level,A\nimage pixels,image pixels,,\n1,1,0,-50\n",
      ":2: is a row of units below the header, and says that places are in pixels"
    ),
    (
      "x,y,level,A\n[in],[in],,\n1,1,0,-50\n",
      ":2: is a row of units below the header, and says that places are in in"
    ),
    ("x,y,h,A\n1,1,0,-50\n2,2,0,-60\n3,3,-4,-70\n", ":1: column \"h\" has over -20 dBm in every"),
    ("x,y,h,A\n1,1,50,-50\n2,2,40,-60\n3,3,33,-70\n", ":1: column \"h\" has over -20 dBm in every"),
    ("x,y,h,A\n1,1,50,-50\n2,2,-4,-60\n3,3,50,-70\n", ":1: column \"h\" has over -20 dBm in every"),
  ]) func `a table that is another one than it seems is refused with the line`(
    text: String, part: String
  ) throws {
    let error = #expect(throws: RecordingError.self) { try read(text) }
    #expect(error?.message.contains("t.csv\(part)") == true, "\(error?.message ?? "")")
  }

  /// As WiGLE's and iOS' own readings are, and RSSI of Android is negative.
  @Test(arguments: ["1,1,55,60\n2,1,50,62\n", "1,1,,63\n2,1,100,64\n"])
  func `strengths without their minus sign are called that`(rows: String) throws {
    let error = #expect(throws: RecordingError.self) { try read("x,y,A,B\n" + rows) }
    let message = error?.message ?? ""
    #expect(message.contains("t.csv:2: the columns of transmitters have "), "\(message)")
    #expect(message.contains("write them in dBm, with their minus sign"), "\(message)")
  }

  @Test func `a table in which nothing was heard is none of strong ones`() throws {
    #expect(try read("x,y,A,B\n1,1,127,127\n2,1,127,127\n").isEmpty)
  }

  /// By R's `write.csv(table)`, by `write.csv(table, row.names = FALSE)` and by pandas' `to_csv()`.
  @Test(arguments: [
    ("\"\",\"x\",\"y\",\"level\",\"06:74:9c:2e:9e:f3\"", "\"1\","),
    ("\"\",\"x\",\"y\",\"level\",\"AP, 1\"", "\"1\","), ("\"x\",\"y\",\"level\",\"AP1\"", ""),
    (",x,y,level,AP1", "0,"),
  ])
  func `a header in quotes tells a table`(header: String, name: String) throws {
    let reads = try read("\(header)\n\(name)1,2,0,-50\n")
    #expect(reads.first?.recording.waypoints.first?.place == .local(LocalPoint(x: 1, y: 2)))
    #expect(transmitters(reads).count == 1)
  }

  /// By R's `write.table(table)`.
  @Test func `a table with spaces between quoted columns is called that`() throws {
    let text = "\"x\" \"y\" \"level\" \"AP1\"\n\"1\" 1 2 0 -50\n"
    let error = #expect(throws: RecordingError.self) { try read(text) }
    let message = error?.message ?? ""
    #expect(message.contains("t.csv:1: has its columns separated by spaces"), "\(message)")
  }

  /// Excel and Word copy U+00A0, U+202F and U+2007 with what they stand beside; a file that was put
  /// together of several has byte order marks inside.
  @Test(arguments: ["\u{A0}", "\u{202F}", "\u{2007}", "\u{FEFF}", "\u{3000}", " \u{A0} "])
  func `spaces that don't break are no part of a cell`(space: String) throws {
    let text = "x,\(space)y,level\(space),A\n\(space)1,2\(space),\(space)F2\(space),\(space)-50\n"
    let read = try #require(try read(text).first)
    #expect(read.recording.waypoints.first?.place == .local(LocalPoint(x: 1, y: 2)))
    #expect(read.recording.level == LevelKey(ordinal: 1))
    #expect(read.recording.scans.map(\.readings.count) == [1])
    #expect(read.skipped.isEmpty)
  }

  @Test(arguments: [110, 127, 200])
  func `what some sets have where nothing was heard is no height`(unheard: Int) throws {
    let text = "x,y,B,A\n" + (1...3).map { "\($0),1,\(unheard),-50\n" }.joined()
    let reads = try read(text)
    #expect(transmitters(reads) == [.column("A")])
    #expect(reads.first?.skipped.counts == [.outOfRange: 3])
  }

  @Test(arguments: [
    ("UTF-16", String.Encoding.utf16), ("UTF-16", .utf16LittleEndian), ("UTF-32", .utf32),
    ("UTF-32", .utf32LittleEndian), ("UTF-32", .utf32BigEndian),
  ])
  func `a table in another encoding is called that`(
    name: String, encoding: String.Encoding
  ) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/t.csv"
      let text = try #require("x,y,A\n1,2,-50\n".data(using: encoding))
      try text.write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: RecordingError.self) { try RecordingFiles(path) }
      #expect(error?.message.contains("is \(name) text; save it as UTF-8") == true)
    }
  }

  @Test func `what gzip has compressed is called that, whatever format is named`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/t.csv.gz"
      try Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 13, 13]).write(to: URL(fileURLWithPath: path))
      for format in [nil, RecordingFormat.csv] {
        let error = #expect(throws: RecordingError.self) {
          try RecordingFiles(path, format: format)
        }
        #expect(error?.message == "\(path): is compressed by gzip, unpack it first (gunzip)")
      }
    }
  }

  @Test func `a row without a level among rows with one has no place`() throws {
    let half = try read("x,y,level,A\n1,1,,-50\n2,2,2,-50\n")
    #expect(half.map(\.recording.waypoints.count) == [0, 1])
    let none = try read("x,y,level,A\n1,1,,-50\n2,2,,-50\n")
    #expect(none.map(\.recording.waypoints.count) == [1, 1])
  }

  @Test func `a place that is no number is counted with its line`() throws {
    let reads = try read(
      "x,y,A\n1,1,-50\nabc,1,-50\n1e9,1,-50\n,,-50\n2,,-50\n", gathered: false)
    #expect(reads.map(\.recording.waypoints.count) == [1, 0, 0, 0, 0])
    var skipped = SkippedLines()
    for read in reads { skipped.add(read.skipped) }
    #expect(skipped.lines == [.notANumber: [3, 6], .outOfRange: [4]])
  }

  @Test func `a strength that is no number is called so, one beyond all is out of range`() throws {
    let reads = try read("x,y,A,B\n1,1,-50,loud\n1,1,-50,-500\n", gathered: false)
    var skipped = SkippedLines()
    for read in reads { skipped.add(read.skipped) }
    #expect(skipped.lines == [.notANumber: [2], .outOfRange: [3]])
  }

  @Test func `so many columns are called too many`() throws {
    let names = (0..<200_000).map { "A\($0)" }.joined(separator: ",")
    let error = #expect(throws: RecordingError.self) { try read("x,y,\(names)\n1,2\n") }
    #expect(error?.message.contains(":1: has 200002 columns where a table may have 100000") == true)
  }

  @Test(arguments: [
    "z", "Z_M", "height", "Altitude_m", "ELEVATION", "elev_m", "alt", "Ele",
  ])
  func `a height is no transmitter, named in --columns or not`(name: String) throws {
    for columns in [nil, "x=x,y=y", "x=x,y=y,level=level", "z=\(name)"] {
      let reads = try read("x,y,level,\(name),A\n1,1,0,-3,-50\n", columns: columns)
      #expect(transmitters(reads) == [.column("A")], "\(columns ?? "")")
    }
  }

  @Test func `names of columns may be in capitals and have spaces around them`() throws {
    let reads = try read("X, Y, Level, A\n1, 2, F2, -50\n", gathered: false)
    #expect(reads.first?.recording.level == LevelKey(ordinal: 1))
    #expect(reads.first?.recording.waypoints.count == 1)
    #expect(transmitters(reads) == [.column("A")])
  }

  @Test(arguments: [
    ("level,ordinal", "2,1", true), ("level,Etage", "2,2.0", false),
    ("floor,ordinal", "B1,-1", false),
    ("ordinal,floor", "1,2", true), ("level,Etage", "2,", false),
  ])
  func `two columns of levels that differ are told`(names: String, levels: String, isTold: Bool)
    throws
  {
    let reads = try read("x,y,\(names),A\n1,1,\(levels),-50\n")
    let told = reads.flatMap(\.warnings).filter { $0.code == .twoLevels }
    #expect(told.count == (isTold ? 1 : 0))
    #expect(told.allSatisfy { $0.message.contains(".csv:2: has another number") })
    #expect(reads.first?.recording.level?.ordinal == (levels.hasPrefix("B") ? -1 : 2))
    let mapped = try read(
      "x,y,\(names),A\n1,1,\(levels),-50\n",
      columns: names.contains("ordinal") ? "level=ordinal" : "level=Etage")
    #expect(mapped.flatMap(\.warnings).allSatisfy { $0.code != .twoLevels })
  }

  /// Three storeys, UG, EG and OG, in each of some buildings.
  private static func storeys(_ buildings: [String] = [""]) -> Venue {
    let square = [(0.0, 0.0), (0.001, 0), (0.001, 0.001)].map {
      Coordinate(latitude: 50 + $0.0, longitude: 10 + $0.1)
    }
    let levels = buildings.flatMap { building in
      zip(["UG", "EG", "OG"], -1...1).map { label, ordinal in
        Level(
          id: building + label, key: LevelKey(building: building, ordinal: ordinal), label: label,
          outline: [Polygon(exterior: square)])
      }
    }
    return Venue(id: "v", name: "V", origin: square[0], levels: levels)
  }

  /// Labels beside numbers that count: those of the venue's levels, whose ordinals are known, and
  /// others, of which one has two numbers.
  @Test(arguments: [
    ("level,Stockwerk", ["-1,UG", "0,EG", "1,OG", "0,Atrium", ",outdoor"], 0),
    ("floor,floor_name", ["1,EG", "1,EG"], 1), ("level,Stockwerk", ["0,EG", "0,OG"], 2),
    ("level,floor_name,ordinal", ["EG,Erdgeschoss,0", "EG,Erdgeschoss,1"], 2),
    ("level,floor_name,ordinal", ["EG,OG,0"], 1), ("level,Stockwerk", ["0,EG", ",OG"], 2),
    ("level,Stockwerk", ["0,Atrium", "1,Atrium"], 2),
    ("level,ordinal", ["0,0", "1,2", ",outdoor"], 2),
    ("level,ordinal", ["0,0", "0,n/a", "1,2"], 3),
    ("level,ordinal", ["0,0", "1,2", "0,EG"], 2),
  ])
  func `labels that are another level's than the number which counts are told`(
    names: String, rows: [String], line: Int
  ) throws {
    let table = "x,y,\(names),A\n" + rows.map { "1,1,\($0),-50\n" }.joined()
    let told = try read(table, levels: LevelNames(Self.storeys())).flatMap(\.warnings)
      .filter { $0.code == .twoLevels }.map(\.message)
    #expect(told.count == (line > 0 ? 1 : 0), "\(told)")
    #expect(told.first?.contains(".csv:\(line + 1): has ") != false, "\(told)")
  }

  /// As in America, where the ground floor is 1: labels that are digits are labels beside others.
  @Test(arguments: [
    ("level,ordinal", ["B,-1", "1,0", "2,1"], 0), ("level,etage", ["-1,B", "0,1", "1,2"], 0),
    ("level,ordinal", ["B,-1", "1,1", "2,2"], 0), ("level,ordinal", ["1,0", "2,1"], 0),
    ("level,ordinal", ["B,-1", "1,0", "2,0"], 3), ("level,etage", ["-1,B", "0,2"], 2),
    ("level,floor_name", ["-1,Basement", "0,1", "1,2"], 0), ("level,etage", ["0,1", "1,2"], 0),
    ("level,floor_name", ["-1,Basement", "0,2"], 2),
  ])
  func `labels of digits are compared as labels`(
    names: String, rows: [String], line: Int
  ) throws {
    var venue = Self.storeys()
    for (index, label) in ["B", "1", "2"].enumerated() { venue.levels[index].label = label }
    let table = "x,y,\(names),A\n" + rows.map { "1,1,\($0),-50\n" }.joined()
    let told = try read(table, levels: LevelNames(venue)).flatMap(\.warnings)
      .filter { $0.code == .twoLevels }.map(\.message)
    #expect(told.count == (line > 0 ? 1 : 0), "\(told)")
    #expect(told.first?.contains(".csv:\(line + 1): has ") != false, "\(told)")
  }

  /// A venue of three storeys, of which the table may say the ordinals, the storeys as they are
  /// counted from 1 with the ground floor or without a 0, or something else.
  @Test(arguments: [
    (["UG,-1", "EG,0", "OG,1"], 0), (["UG,0", "EG,1", "OG,2"], 0), (["UG,-1", "EG,1", "OG,2"], 0),
    (["EG,0", "EG,1"], 2), (["EG,1", "OG,0"], 2), (["UG,-1", "EG,0", "OG,2"], 3),
  ])
  func `numbers that aren't their labels' are told`(rows: [String], line: Int) throws {
    let table = "x,y,level,ordinal,A\n" + rows.map { "1,1,\($0),-50\n" }.joined()
    let told = try read(table, levels: LevelNames(Self.storeys())).flatMap(\.warnings)
      .filter { $0.code == .twoLevels }.map(\.message)
    #expect(told.count == (line > 0 ? 1 : 0), "\(told)")
    #expect(
      told.first?.contains(".csv:\(line + 1): has a number in a second column") != false, "\(told)")
  }

  /// Beside words that are none for nothing, a number may be what a level is called.
  @Test(arguments: [
    (["0,Lobby", "1,2", "2,3"], 0), (["0,G", "1,2"], 0), (["0,0", "0,n/a", "1,2"], 3),
  ])
  func `in a venue that nobody drew numbers beside names are names`(
    rows: [String], line: Int
  ) throws {
    let table = "x,y,level,floor_name,A\n" + rows.map { "1,1,\($0),-50\n" }.joined()
    let told = try read(table).flatMap(\.warnings).filter { $0.code == .twoLevels }.map(\.message)
    #expect(told.count == (line > 0 ? 1 : 0), "\(told)")
    #expect(told.first?.contains(".csv:\(line + 1): has ") != false, "\(told)")
  }

  @Test func `each building may count its storeys in its own way`() throws {
    let rows = ["a,G,0", "b,G,1", "a,G,0"].map { "1,1,\($0),-50\n" }.joined()
    for (names, isTold) in [("building,level,ordinal", false), ("device,level,ordinal", true)] {
      let told = try read("x,y,\(names),A\n" + rows).flatMap(\.warnings)
      #expect(told.contains { $0.code == .twoLevels } == isTold, "\(told)")
    }
    // Also where the venue says how far apart they are.
    let table =
      "x,y,building,level,ordinal,A\n"
      + ["a,EG,0", "b,EG,1", "a,OG,1", "b,OG,2"].map {
        "1,1,\($0),-50\n"
      }.joined()
    let told = try read(table, levels: LevelNames(Self.storeys(["a", "b"]))).flatMap(\.warnings)
    #expect(!told.contains { $0.code == .twoLevels }, "\(told)")
  }

  @Test(arguments: [("1,", false), (",1", true), (",", false), (",outdoor", false)])
  func `a level in the second column of levels alone is told`(levels: String, isAlone: Bool) throws
  {
    let table = "x,y,level,ordinal,A\n1,1,1,1,-50\n2,2,\(levels),-50\n"
    let told = try read(table).flatMap(\.warnings).filter { $0.code == .twoLevels }.map(\.message)
    #expect(told.count == (isAlone ? 1 : 0))
    #expect(told.first?.contains(".csv:3: has its level in a second column") != false)
  }

  @Test func `a second column of levels is none of the transmitters`() throws {
    let reads = try read("x,y,level,floor,A\n1,1,2,0,-50\n", columns: "level=level")
    #expect(reads.first?.recording.level?.ordinal == 2)
    #expect(transmitters(reads) == [.column("A")])
  }

  @Test func `a column without a name is no transmitter, and told where it has values`() throws {
    let reads = try read("x,y,,A,\n1,1,-40,-50,\n1,1,,-50,\n", gathered: false)
    #expect(transmitters(reads) == [.column("A")])
    #expect(reads.map(\.skipped.lines) == [[.namelessColumn: [2]], [:]])
  }

  @Test(
    arguments: [
      ("", .noTime), ("soon", .noTime), ("-5", .noTime), ("9223372036854775807", .noTime),
      ("1.38E+09", .shortenedTime),
    ] as [(String, SkippedLines.Reason)])
  func `a row of UJIIndoorLoc whose time is none is told, and stays`(
    time: String, reason: SkippedLines.Reason
  ) throws {
    let reads = try read(
      "WAP001,LONGITUDE,LATITUDE,FLOOR,BUILDINGID,SPACEID,RELATIVEPOSITION,USERID,PHONEID,TIMESTAMP\n"
        + "-60,-7541,4864920,2,1,106,2,2,23,\(time)\n-60,-7541,4864920,2,1,106,2,2,23,1371713733.0\n",
      gathered: false)
    #expect(reads.map(\.skipped.lines) == [[reason: [2]], [:]])
    #expect(
      reads.map { $0.recording.observations.first?.time.milliseconds } == [0, 1_371_713_733_000])
  }

  @Test func `an address that heads two columns is refused, however it is spelled`() {
    let error = #expect(throws: RecordingError.self) {
      try read("x,y,06:74:9c:2e:9e:f3,06-74-9C-2E-9E-F3\n1,1,-50,-60\n", format: .csv)
    }
    #expect(
      error?.message.contains(
        ":1: has the columns \"06:74:9c:2e:9e:f3\" and \"06-74-9C-2E-9E-F3\", which are one address"
      )
        == true)
  }

  @Test func `a column that is called by an address is that Wi-Fi transmitter`() throws {
    let reads = try read("x,y,level,06:74:9c:2e:9e:f3,06-74-9C-2E-9E-F4,AP\n1,1,0,-50,-60,-70\n")
    #expect(
      transmitters(reads)
        == [.wifi(0x0674_9C2E_9EF3), .wifi(0x0674_9C2E_9EF4), .column("AP")])
    let error = #expect(throws: RecordingError.self) {
      try read("x,y,level,06-74-9C-2E-9E-F4\n1,1,0,3\n")
    }
    #expect(error?.message.contains("column \"06-74-9C-2E-9E-F4\" has 3") == true)
  }

  @Test func `tables of the same rows below other names of columns are other walks`() throws {
    let rows = "\n1,2,0,-50\n3,4,0,-60\n"
    let hashes = try ["x,y,level,AP1", "x,y,level,AP7", "y,x,level,AP1"].map {
      try read($0 + rows).map(\.hash)
    }
    #expect(hashes.allSatisfy { $0.count == 2 } && Set(hashes.joined()).count == 6)
    // What was said wrong of the columns of a table doesn't make it another.
    let table = "a,b,level,AP1" + rows
    #expect(
      try read(table, columns: "x=a,y=b").map(\.hash)
        == read(table, columns: "x=b,y=a").map(\.hash))
  }

  @Test func `quoted fields may hold commas and quotation marks`() throws {
    let reads = try read(
      "x,y,level,building,\"A, \"\"old\"\"\"\n1,1,0,\"North, West\",-50\n", gathered: false)
    #expect(reads.first?.recording.level?.building == "North, West")
    #expect(transmitters(reads) == [.column("A, \"old\"")])
  }

  @Test func `the lines of what was left out are told, the first three`() throws {
    let reads = try read("x,y,A\n1,1\n\n1,1,-50\n1\n1,1,-50,3\n2\n1,1,-500\n")
    let skipped = try #require(reads.first).skipped
    #expect(skipped.counts == [.malformed: 4, .outOfRange: 1, .emptyRow: 1])
    #expect(skipped.lines[.malformed] == [2, 5, 6])
    #expect(skipped.lines[.outOfRange] == [8])
  }

  @Test func `a line that only ends is no row`() throws {
    let reads = try read("x,y,A\r\n1,1,-50\r\n\r\n2,2,-60\r\n", gathered: false)
    #expect(reads.map(\.name) == ["0", "1"])
  }

  @Test(arguments: [
    ("2019-02-30 05:15:24", false), ("2019-02-29 05:15:24", false), ("2020-02-29 05:15:24", true),
    ("1900-02-29 05:15:24", false), ("2000-02-29 05:15:24", true), ("2019-04-31 05:15:24", false),
    ("2019-12-31 23:59:60", true), ("2019-13-01 05:15:24", false), ("2019-01-00 05:15:24", false),
  ]) func `a day that the calendar doesn't have is no date`(text: String, isDate: Bool) throws {
    let reads = try read(
      "WigleWifi-1.4,model=x\n"
        + "MAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n\n"
        + "06:74:9c:2e:9e:f3,a,\(text),-42,48.1,11.5,WIFI\n")
    let read = try #require(reads.first)
    #expect(read.recording.observations.isEmpty != isDate)
    #expect(read.skipped.lines == (isDate ? [:] : [.noTime: [4]]))
  }

  @Test(arguments: [nil, RecordingFormat.csv])
  func `comments above a table's header are called that`(format: RecordingFormat?) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/t.csv"
      try write("# of a survey, in May\n#\nx,y,level,AP1\n1,2,0,-50\n", to: path)
      let error = #expect(throws: RecordingError.self) {
        var stream = RecordingStream(
          try RecordingFiles(path, format: format), levels: LevelNames(), labels: RecordingLabels())
        _ = try stream.next()
      }
      let sentence = error?.message ?? ""
      #expect(sentence.contains("t.csv:1: is a comment, take the 2 lines above"), "\(sentence)")
    }
  }

  @Test(arguments: ["one, two, three\n", "a,b,c\n1,2,3\n", "1,2,3\n"])
  func `a text that begins as a comment is no table`(rest: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/t.txt"
      try write("# Notes\n\(rest)", to: path)
      let error = #expect(throws: RecordingError.self) { _ = try RecordingFiles(path) }
      #expect(error?.message.contains("is a comment") == false, "\(error?.message ?? "")")
    }
  }

  /// As numpy.savetxt writes a header.
  @Test func `a header may begin as a comment`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/t.csv"
      try write("# x,y,level,AP1\n1,2,0,-50\n", to: path)
      var stream = RecordingStream(
        try RecordingFiles(path), levels: LevelNames(), labels: RecordingLabels())
      #expect(try stream.next()?.recording.scans.count == 1)
    }
  }

  /// As Excel is told, whatever the machine's list separator is.
  @Test(arguments: [nil, RecordingFormat.csv])
  func `a line that names the separator is called that`(format: RecordingFormat?) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/t.csv"
      try write("sep=,\r\nx,y,level,AP1\r\n1,2,0,-50\r\n", to: path)
      let error = #expect(throws: RecordingError.self) {
        var stream = RecordingStream(
          try RecordingFiles(path, format: format), levels: LevelNames(), labels: RecordingLabels())
        _ = try stream.next()
      }
      let sentence = error?.message ?? ""
      #expect(sentence.contains("t.csv:1: names the separator for Excel"), "\(sentence)")
    }
  }

  @Test func `decimal commas are called that`() throws {
    let reads = try read(
      "x,y,level,A\n\"52,5\",3,0,-50\n1,\"3,25\",0,-50\n1,1,0,\"-50,5\"\n1,\"3,\",0,-60\n")
    let skipped = try #require(reads.first).skipped
    #expect(skipped.counts == [.decimalComma: 3, .notANumber: 1, .emptyRow: 1])
    #expect(skipped.lines[.decimalComma] == [2, 3, 4])
    #expect(skipped.lines[.notANumber] == [5])
  }

  @Test(arguments: [
    ("x,y,level,06:74:9c:2e:9e:f3,00:16:b6:ee:00:7f", true),
    ("06:74:9c:2e:9e:f3,\"00-16-B6-EE-00-7F\",Floor", true),
    ("x,y,level,0674.9c2e.9ef3,0016.b6ee.007f", true),
    ("06:74:9c:2e:9e:f3,00:16:b6:ee:00:7f,place", false), ("06:74:9c:2e:9e:f3,-50,floor", false),
    ("1,level,06:74:9c:2e:9e:f3", false), ("x,y,06:74:9c:2e:9e", false),
  ]) func `a header of addresses tells a table where a row can't be one`(
    header: String, isTable: Bool
  ) throws {
    try withTemporaryFolder { folder in
      try write("\(header)\n1,1,0\n", to: "\(folder)/t")
      #expect(RecordingFiles.detect("\(folder)/t") == (isTable ? .csv : nil))
    }
  }

  @Test func `no strength is over 0 dBm`() throws {
    try withTemporaryFolder { folder in
      let trace = "\(folder)/t.txt"
      let entries = [-1, 0, 1, 20].map {
        "1000\tTYPE_WIFI\tn\t00:00:00:00:00:\($0 + 30)\t\($0)\t2412\t1000\n"
      }
      try write(entries.joined(), to: trace)
      var stream = try RecordingStream(trace)
      let read = try #require(try stream.next())
      #expect(read.skipped.counts == [.outOfRange: 2])
      #expect(read.skipped.lines == [.outOfRange: [3, 4]])
      let lines = "\(folder)/w.jsonl"
      try write(
        "{\"format\":\"indoorkit\",\"version\":1}\n"
          + "{\"t\":1,\"columns\":[[\"A\",0],[\"B\",0.5],[\"C\",-3]]}\n", to: lines)
      var json = try RecordingStream(lines)
      let scan = try #require(try json.next())
      #expect(transmitters([scan]) == [.column("A"), .column("C")])
    }
  }

  @Test func `a file one byte too large is called what it is`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/large.csv"
      try write("x,y,A\n", to: path)
      try #require(truncate(path, 256_000_001) == 0)
      var stream = RecordingStream(try RecordingFiles(path, format: .csv))
      let error = #expect(throws: RecordingError.self) { try stream.next() }
      #expect(error?.message.contains("has over 256 MB") == true)
    }
  }
}
