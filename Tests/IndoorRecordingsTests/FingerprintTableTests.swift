import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import TestWorlds
import Testing

@Suite struct FingerprintTableTests {
  private func read(
    _ text: String, columns: String? = nil, gathered: Bool = false, format: RecordingFormat? = nil
  ) throws -> [ReadRecording] {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/t.csv")
      let files = try RecordingFiles(
        "\(folder)/t.csv", format: format, columns: columns.map { try ColumnMap($0) })
      var stream = RecordingStream(files, gathered: gathered)
      var reads: [ReadRecording] = []
      while let read = try stream.next() { reads.append(read) }
      return reads
    }
  }

  private func heard(_ recording: Recording) -> [Transmitter: Int8] {
    guard case .scan(let scan) = recording.observations.first else { return [:] }
    return Dictionary(uniqueKeysWithValues: scan.readings.map { ($0.transmitter, $0.rssi) })
  }

  private let uji =
    "WAP001,WAP002,WAP003,LONGITUDE,LATITUDE,FLOOR,BUILDINGID,SPACEID,RELATIVEPOSITION,USERID,PHONEID,TIMESTAMP\n"

  /// Python's csv module writes `\r\n`, and Windows makes `\r\r\n` of it where the file was
  /// opened as a text.
  @Test func `a second carriage return before a line's end is none of its last field`() throws {
    let lines = ["x,y,wifi:02:00:00:00:00:01,level", "1,2,-60,-1", "3,4,-70,0", "5,6,-50,1", ""]
    let (plain, doubled) = (
      try read(lines.joined(separator: "\n")), try read(lines.joined(separator: "\r\r\n"))
    )
    #expect(plain.count == 3 && doubled.map(\.recording.level) == plain.map(\.recording.level))
    #expect(doubled.map { heard($0.recording) } == plain.map { heard($0.recording) })
    let turned = ["x,y,level,wifi:02:00:00:00:00:01", "1,2,-1,-60", "3,4,0,-70", "5,6,1,-50", ""]
    let last = try read(turned.joined(separator: "\r\r\n"))
    #expect(last.map { heard($0.recording) } == plain.map { heard($0.recording) })
  }

  @Test func `UJIIndoorLoc's columns in small letters are its columns`() throws {
    let row = "100,-60,-1,-7541.2643,4864920.7782,2,1,106,2,2,23,1371713733\n"
    let (small, large) = (try read(uji.lowercased() + row), try read(uji + row))
    #expect(small.map { heard($0.recording) } == [[.column("WAP002"): -60, .column("WAP003"): -1]])
    #expect(small.map(\.recording.level) == large.map(\.recording.level))
    #expect(
      small.first?.recording.waypoints.map(\.place) == large[0].recording.waypoints.map(\.place))
  }

  @Test func `a row of UJIIndoorLoc is a recording with the row's number for its name`() throws {
    let reads = try read(
      uji + "100,-60,-1,-7541.2643,4864920.7782,2,1,106,2,2,23,1371713733\n"
        + "-90,100,100,0,0,0,0,0,0,0,0,1371713734\n")
    #expect(reads.map(\.recording.id) == ["0", "1"])
    let first = try #require(reads.first?.recording)
    #expect(heard(first) == [.column("WAP002"): -60, .column("WAP003"): -1])
    #expect(first.level == LevelKey(building: "1", ordinal: 2))
    #expect(first.device == "23")
    #expect(first.surveyor == "2")
    #expect(first.observations.first?.time.milliseconds == 1_371_713_733_000)
    // PROJ: echo -7541.2643 4864920.7782 | cs2cs EPSG:3857 EPSG:4326
    guard case .coordinate(let place) = first.waypoints.first?.place else {
      Issue.record("no coordinate")
      return
    }
    #expect(abs(place.latitude - 39.992970182764) < 1e-9)
    #expect(abs(place.longitude - -0.067744329823) < 1e-9)
    #expect(reads.last?.recording.waypoints.isEmpty == true, "labels of 0 are none")
  }

  @Test(arguments: [
    ("latitude,longitude,level", nil), ("Lat, Lng ,floor", nil), ("lon,lat,level", nil),
    ("north,east,level", "latitude=north,longitude=east"), ("x,lat,lon,level", nil),
  ])
  func `a csv may have its places in degrees`(header: String, columns: String?) throws {
    let isTurned = header.hasPrefix("lon")
    let before = header.hasPrefix("x") ? "7," : ""
    let row = before + (isTurned ? "11.5755,48.1371" : "48.1371,11.5755")
    let none = before + "0,0"
    let reads = try read(
      "\(header),02:00:00:00:00:01\n\(row),1,-50\n\(none),1,-60\n", columns: columns)
    let place = Waypoint.Place.coordinate(Coordinate(latitude: 48.1371, longitude: 11.5755))
    #expect(reads.map { $0.recording.waypoints.map(\.place) } == [[place], []])
    #expect(reads.map { $0.recording.level?.ordinal } == [1, 1])
    #expect(reads.first.map { heard($0.recording).count } == 1)
  }

  @Test(arguments: ["\u{A0}", "\u{202F}", "\u{2007}", " \u{A0}\t"])
  func `spaces that don't break lines belong to no field, as other spaces don't`(blank: String)
    throws
  {
    let plain = "x,y,level,AP1,AP2\n0,0,1,-40,-50\n3,0,1,-41,-60\n"
    let spaced = plain.split(separator: "\n").map { line in
      line.split(separator: ",").map { "\(blank)\($0)\(blank)" }.joined(separator: ",") + "\n"
    }
    let (expected, found) = (try read(plain), try read(spaced.joined()))
    #expect(found.map(\.recording.waypoints) == expected.map(\.recording.waypoints))
    #expect(found.map { heard($0.recording) } == expected.map { heard($0.recording) })
    #expect(found.count == 2 && found.allSatisfy(\.skipped.isEmpty))
  }

  @Test func `a table of R's, with names of its rows, is read without saying that it is one`()
    throws
  {
    let reads = try read(
      "\"\",\"x\",\"y\",\"level\",\"AP1\"\n\"1\",0,0,1,-40\n\"2\",3,0,1,-41\n")
    #expect(reads.map { heard($0.recording) } == [[.column("AP1"): -40], [.column("AP1"): -41]])
  }

  @Test func `degrees beside metres are no transmitters`() throws {
    let reads = try read("x,y,latitude,longitude,level,a\n3,4,48.1,11.5,1,-50\n")
    #expect(reads.first?.recording.waypoints.map(\.place) == [.local(LocalPoint(x: 3, y: 4))])
    #expect(reads.first.map { heard($0.recording) } == [.column("a"): -50])
    #expect(reads.first?.warnings.map(\.code.rawValue) == ["two-places"])
  }

  @Test func `units beside the names of columns, and a comment's mark, hide no places`() throws {
    for (header, place) in [
      ("x [m],y [m]", Waypoint.Place.local(LocalPoint(x: 3, y: 4))),
      ("X (metres),Y (metres)", .local(LocalPoint(x: 3, y: 4))),
      ("# x,y", .local(LocalPoint(x: 3, y: 4))), ("#X,Y", .local(LocalPoint(x: 3, y: 4))),
      ("lon_deg,lat_deg", .coordinate(Coordinate(latitude: 4, longitude: 3))),
      ("Longitude (\u{B0}),Latitude [WGS84]", .coordinate(Coordinate(latitude: 4, longitude: 3))),
    ] {
      let reads = try read("\(header),level,a\n3,4,1,-50\n", gathered: true)
      #expect(reads.first?.recording.waypoints.map(\.place) == [place], "\(header)")
      #expect(reads.first.map { heard($0.recording) } == [.column("a"): -50], "\(header)")
      #expect(reads.first?.skipped.isEmpty == true, "\(header)")
    }
    let besides = try read("x,y,x (m),level,a\n3,4,-9,1,-50\n")
    #expect(besides.first?.recording.waypoints.map(\.place) == [.local(LocalPoint(x: 3, y: 4))])
  }

  @Test(arguments: [
    "level,a,b\n1,-50,-60\n", "x_ft,y_ft,level,a\n-30,-40,1,-50\n", "y,level,a\n3,1,-50\n",
  ])
  func `a table whose columns are no places' is told so where it is surveyed`(_ table: String)
    throws
  {
    let reads = try read(table, gathered: true)
    #expect(reads.first?.recording.waypoints.isEmpty == true)
    #expect(reads.first?.skipped.counts == [.noPlaceColumns: 1])
    #expect(try read(table).first?.skipped.isEmpty == true)
  }

  @Test func `labels beside ordinals, in another language, don't count`() throws {
    let reads = try read("x,y,floor,Stockwerk,a\n3,4,1,EG,-50\n")
    #expect(reads.first?.recording.level == LevelKey(ordinal: 1))
    #expect(reads.first.map { heard($0.recording) } == [.column("a"): -50])
    #expect(try read("x,y,Stockwerk,a\n3,4,1,-50\n").first?.recording.level?.ordinal == 1)
  }

  @Test func `the kind of place that columns are named for counts`() throws {
    let table = "x,y,latitude,longitude,level,a\n3,4,48.1,11.5,1,-50\n"
    let degrees = Waypoint.Place.coordinate(Coordinate(latitude: 48.1, longitude: 11.5))
    let metres = Waypoint.Place.local(LocalPoint(x: 3, y: 4))
    for (columns, place) in [
      ("latitude=latitude,longitude=longitude", degrees), ("latitude=latitude", degrees),
      ("x=x,y=y", metres), ("x=x,y=y,level=level", metres),
    ] {
      let reads = try read(table, columns: columns)
      #expect(reads.first?.recording.waypoints.map(\.place) == [place], "\(columns)")
      #expect(reads.first.map { heard($0.recording) } == [.column("a"): -50])
      #expect(reads.first?.warnings.isEmpty == true, "\(columns)")
    }
  }

  @Test func `gathered rows of one surveyor, phone and floor are one walk in order of time`() throws
  {
    let reads = try read(
      uji + "-60,100,100,-7541,4864920,2,1,106,2,2,23,20\n"
        + "-50,100,100,-7541,4864920,0,0,106,2,3,23,15\n"
        + "-40,100,100,-7542,4864921,2,1,106,2,2,23,10\n"
        + "100,100,100,-7542,4864921,2,1,106,2,2,23,10\n"
        + "-30,100,100,-7543,4864921,2,1,106,2,2,23,20\n", gathered: true)
    #expect(reads.count == 2)
    let walk = try #require(reads.first?.recording)
    let strengths = walk.observations.map { observation -> Int8? in
      guard case .scan(let scan) = observation else { return nil }
      return scan.readings.first?.rssi
    }
    #expect(strengths == [-40, -60, -30])
    #expect(walk.observations.map(\.time) == walk.waypoints.map(\.time))
    #expect(Set(walk.waypoints.map(\.time)).count == 3, "no two rows share a moment")
    #expect(reads.first?.skipped.counts == [.emptyRow: 1])
    #expect(Set(reads.map(\.hash)).count == 2)
  }

  @Test func `a csv's columns are what the map says, all others transmitters`() throws {
    let reads = try read(
      "east,north,storey,block,AP1,AP2\n1.5,-2,3,a,-86.5,100\n,,,,100,-40\n",
      columns: "x=east,y=north,level=storey,building=block")
    let first = try #require(reads.first?.recording)
    #expect(first.waypoints.first?.place == .local(LocalPoint(x: 1.5, y: -2)))
    #expect(first.level == LevelKey(building: "a", ordinal: 3))
    #expect(heard(first) == [.column("AP1"): -87])
    #expect(reads.last?.recording.waypoints.isEmpty == true)
    #expect(reads.last.map { heard($0.recording) } == [.column("AP2"): -40])
  }

  /// Storeys are 2.5 m high and more.
  @Test(arguments: [
    ("z_m", ["0.0", "4.2", "8.4"], true), ("height", ["231", "", "233.5"], true),
    ("altitude", ["231", "", "238.5"], false),
    ("z", ["1.1", "1.3", "0.9"], false), ("z_m,level", ["0.0,0", "4.2,1", "8.4,2"], false),
  ])
  func `heights of several levels without levels are told of a survey`(
    names: String, heights: [String], isTold: Bool
  ) throws {
    let table =
      "x,y,\(names),A\n" + heights.enumerated().map { "\($0),1,\($1),-50\n" }.joined()
    let told = try read(table, gathered: true).flatMap(\.warnings)
    #expect(told.map(\.code.rawValue) == (isTold ? ["heights-alone"] : []), "\(told)")
    if isTold { #expect(told[0].message.contains("reach from \(Double(heights[0]) ?? 0) to")) }
    #expect(try read(table).flatMap(\.warnings).isEmpty)
  }

  @Test func `rows on end that share a place are one walk of a csv without walkers`() throws {
    let reads = try read(
      "x,y,level,A\n1,1,0,-50\n1,1,0,-51\n2,1,0,-52\n1,1,0,-53\n", gathered: true)
    #expect(reads.map(\.recording.observations.count) == [2, 1, 1])
  }

  @Test(arguments: ["x=a", "x", "q=AP1", "x=x,x=y", "x="])
  func `columns that are not there or not understood are refused`(columns: String) throws {
    #expect(throws: RecordingError.self) {
      try read("x,y,AP1\n1,2,-50\n", columns: columns, format: .csv)
    }
  }

  @Test func `broken rows are skipped, counted, and keep their numbers`() throws {
    let reads = try read("x,y,A,B\n1,2,-50\n1,2,-50,-60,-70\n1,2,-500,-60\n1,2,-50,-60\r\n")
    #expect(reads.map(\.recording.id) == ["2", "3"])
    var skipped = SkippedLines()
    for read in reads { skipped.add(read.skipped) }
    #expect(skipped.counts == [.malformed: 2, .outOfRange: 1])
  }

  @Test func `WiGLE's rows of one second and place are one scan there`() throws {
    let reads = try read(
      "WigleWifi-1.4,appRelease=2.53,model=Pixel 3,release=10,device=blueline,brand=google\n"
        + "MAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,AccuracyMeters,Type\n"
        + "06:74:9c:2e:9e:f3,\"a, \"\"b\"\"\",[WPA2],2019-11-24 05:15:24,6,-42,48.1,11.5,500,3,WIFI\n"
        + "06:74:9c:2e:9e:f4,home_nomap,[WPA2],2019-11-24 05:15:24,6,-42,48.1,11.5,500,3,WIFI\n"
        + "dc:0d:30:4c:bb:05,x,,2019-11-24 05:15:24,0,-80,48.1,11.5,500,3,BLE\n"
        + "06:74:9c:2e:9e:f3,a,[WPA2],2019-11-24 05:15:30,6,-45,48.2,11.5,500,3,WIFI\n"
        + "310_1,a,LTE,2019-11-24 05:15:30,6,-45,48.2,11.5,500,3,LTE\n")
    let read = try #require(reads.first)
    #expect(read.recording.device == "google Pixel 3")
    #expect(
      heard(read.recording) == [.wifi(0x0674_9C2E_9EF3): -42, .bluetooth(0xDC0D_304C_BB05): -80])
    // date -u -d '2019-11-24 05:15:24' +%s
    #expect(read.recording.observations.first?.time.milliseconds == 1_574_572_524_000)
    #expect(
      read.recording.waypoints.map(\.place) == [
        .coordinate(Coordinate(latitude: 48.1, longitude: 11.5)),
        .coordinate(Coordinate(latitude: 48.2, longitude: 11.5)),
      ])
    #expect(read.skipped.counts == [.nomap: 1, .unknownType: 1])
  }

  @Test func `rows of WiGLE's may all be of one second and place, and the last of a network stays`()
    throws
  {
    let addresses = 70_000
    let rows = (0...addresses).map { row in
      let digits = String(row % addresses + 0x1_00000, radix: 16)
      let address =
        "00:00:0\(digits.prefix(1)):\(digits.dropFirst().prefix(2)):"
        + "\(digits.dropFirst(3).prefix(2)):0\(digits.suffix(1))"
      return "\(address),a,2019-11-24 05:15:24,\(row == addresses ? -42 : -60),48.1,11.5,WIFI\n"
    }
    let read = try #require(
      try read(
        "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
          + rows.joined()
      ).first)
    #expect(read.skipped.counts == [.duplicate: 1])
    let heard = heard(read.recording)
    #expect(heard.count == addresses && heard[.wifi(0x0000_0100_0000)] == -42)
  }

  @Test func `BROAD's samples come at its rate`() throws {
    let reads = try read(
      "# rate_hz=200\ngyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z,q_w,q_x,q_y,q_z,movement\n"
        + "1,2,3,4,5,6,7,8,9,1,0,0,0,0\n1,2,3,4,5,6,7,8,9,,,,,0\n")
    let observations = try #require(reads.first).recording.observations
    #expect(observations.map(\.time.microseconds) == [0, 0, 0, 5000, 5000, 5000])
    guard case .angularRate(let rate) = observations[0],
      case .magneticField(let field) = observations[5]
    else {
      Issue.record("kinds changed places")
      return
    }
    #expect([rate.x, rate.y, rate.z] == [1, 2, 3])
    #expect([field.x, field.y, field.z] == [7, 8, 9])
  }

  /// As pandas' `sort_index(axis=1)` writes them.
  @Test func `UJIIndoorLoc's columns may be sorted, and a time cut by a spreadsheet is told`()
    throws
  {
    let sorted =
      "BUILDINGID,FLOOR,LATITUDE,LONGITUDE,PHONEID,RELATIVEPOSITION,SPACEID,TIMESTAMP,USERID,WAP001,WAP002,WAP003\n"
    let reads = try read(
      sorted + "1,2,4864920.7782,-7541.2643,23,2,106,1371713733,2,100,-60,-1\n"
        + "1,2,4864920.7782,-7541.2643,23,2,106,1.37E+09,2,100,-60,-1\n")
    let usual = try read(uji + "100,-60,-1,-7541.2643,4864920.7782,2,1,106,2,2,23,1371713733\n")
    let row = "100,-60,-1,-7541.2643,4864920.7782,2,1,106,2,2,23,1371713733\n"
    let counted = try read("Unnamed: 0," + uji + "0," + row)
    for reads in [reads, counted] {
      #expect(reads.first?.recording.observations == usual.first?.recording.observations)
      #expect(reads.first?.recording.waypoints == usual.first?.recording.waypoints)
    }
    #expect(reads.map(\.skipped.counts).filter { !$0.isEmpty } == [[.shortenedTime: 1]])
  }

  @Test(arguments: [
    ("#N/A", "4864920.7782", 1), ("", "4864920.7782", 1), ("\"-7541,2643\"", "4864920.7782", 1),
    ("-7541.2643", "#REF!", 1), ("-7.54E+03", "4.86E+06", 1), ("-7541.2643", "4.8649207782E+06", 0),
    ("0", "0", 0), ("-7541.2643", "4864920.7782", 0),
  ])
  func `a place of UJIIndoorLoc's that can't be read is told, and 0, 0 is none`(
    x: String, y: String, count: Int
  ) throws {
    let reads = try read(uji + "100,-60,-1,\(x),\(y),2,1,106,2,2,23,1371713733\n")
    #expect(reads.map { $0.skipped.counts.values.reduce(0, +) }.reduce(0, +) == count)
  }

  /// Three buildings of which one row lost its own: a fourth there isn't.
  @Test func `a row of UJIIndoorLoc's without a building is on no level where others have one`()
    throws
  {
    func row(_ building: String) -> String {
      "100,-60,-1,-7541.2643,4864920.7782,2,\(building),106,2,2,23,1371713733\n"
    }
    let reads = try read(uji + row("1") + row("") + row("2"), gathered: true)
    #expect(Set(reads.compactMap { $0.recording.level?.building }) == ["1", "2"])
    #expect(reads.flatMap(\.recording.waypoints).count == 2)
    #expect(reads.first?.skipped.lines[.noBuilding] == [3])
    let none = try read(uji + row("") + row(""), gathered: true)
    #expect(none.map(\.recording.level?.building) == [""] && none[0].recording.waypoints.count == 2)
  }

  @Test func `no mutation of a table traps`() throws {
    let tables: [(String, RecordingFormat)] = [
      (
        uji
          + "100,-60,-1,-7541.26,4864920.7,2,1,106,2,2,23,1371713733\n-90,100,100,0,0,0,0,0,0,0,0,13\n",
        .ujiindoorloc
      ),
      ("x,y,level,building,A,B\n1,2,3,a,-86.5,100\n,,,,100,-40\n", .csv),
      (
        "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n06:74:9c:2e:9e:f3,\"a\",2019-11-24 05:15:24,-42,48.1,11.5,WIFI\n",
        .wigle
      ),
      (
        "# rate_hz=200\ngyr_x,gyr_y,gyr_z,acc_x,acc_y,acc_z,mag_x,mag_y,mag_z\n1,2,3,4,5,6,7,8,9\n",
        .broad
      ),
    ]
    var random = SplitMix64(seed: 4)
    for (text, format) in tables {
      for _ in 0..<400 {
        let mutated = String(decoding: random.mutated(Array(text.utf8)), as: UTF8.self)
        do {
          for read in try read(mutated, gathered: Bool.random(using: &random), format: format) {
            let times = read.recording.observations.map(\.time)
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
          }
        } catch let error as RecordingError {
          #expect(error.message.contains("t.csv"))
        }
      }
    }
  }

  /// Counted with awk: rows, rows with any reading, combinations of user, phone, building and
  /// floor, buildings.
  @Test(.enabled(if: realData != nil, realDataHint))
  func `UJIIndoorLoc's tables have the rows that awk counts`() throws {
    let folder = (realData ?? "") + "/ujiindoorloc"
    var stream = try RecordingStream("\(folder)/validationData.csv")
    var rows = 0
    var readings = 0
    while let read = try stream.next() {
      rows += 1
      readings += heard(read.recording).count
    }
    #expect(rows == 1111)
    #expect(readings == 18304)
    var training = RecordingStream(
      try RecordingFiles("\(folder)/trainingData.csv"), gathered: true)
    var walks = 0
    var fingerprints = 0
    var skipped = SkippedLines()
    while let read = try training.next() {
      walks += 1
      fingerprints += read.recording.waypoints.count
      skipped.add(read.skipped)
    }
    #expect(walks == 47)
    #expect(fingerprints == 19_937 - 76)
    #expect(skipped.counts == [.emptyRow: 76])
  }
}
