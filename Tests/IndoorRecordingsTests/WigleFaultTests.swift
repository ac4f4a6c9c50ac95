import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// WiGLE's tables that are not what they seem.
@Suite struct WigleFaultTests {
  private func read(
    _ text: String, columns: String? = nil, format: RecordingFormat? = nil, gathered: Bool = true
  ) throws -> [ReadRecording] {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/t.csv")
      var stream = RecordingStream(
        try RecordingFiles(
          "\(folder)/t.csv", format: format, columns: columns.map { try ColumnMap($0) }),
        gathered: gathered)
      var reads: [ReadRecording] = []
      while let read = try stream.next() { reads.append(read) }
      return reads
    }
  }

  /// A spreadsheet that shows three digits saves three.
  @Test(arguments: [(3, true), (6, false)]) func `places of three digits are told`(
    digits: Int, isTold: Bool
  ) throws {
    let rows = (0..<30).map { index in
      let place = String(format: "%.\(digits)f,%.\(digits)f", 45.32 + Double(index) / 9999, -29.87)
      return "00:11:22:33:44:0\(index % 9),a,2026-05-01 10:00:\(index + 10),-50,\(place),WIFI\n"
    }
    let table =
      "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
      + rows.joined()
    let codes = try read(table).flatMap(\.warnings).map(\.code.rawValue)
    #expect(codes.contains("coarse-places") == isTold)
  }

  /// Python: datetime.fromisoformat(text).timestamp(); the clock of twelve hours by strptime's %p.
  @Test(
    arguments: [
      ("2026-05-01T10:00:00+02:00", 1_777_622_400, true),
      ("2026-05-01T10:00:00Z", 1_777_629_600, true),
      ("2026-05-01 10:00:00.123-0330", 1_777_642_200, true),
      ("2026-05-01 01:00:00 PM", 1_777_640_400, false),
      ("2026-05-01 12:00:00 AM", 1_777_593_600, false),
      ("2026-05-01 13:00:00 PM", nil, false), ("2026-05-01 10:00:00 +99:00", nil, false),
      ("2026-05-01 10:00:00 ZZ", nil, false),
    ] as [(String, Int64?, Bool)])
  func `a time of WiGLE's is of the zone and the half of the day that it states`(
    text: String, seconds: Int64?, hasZone: Bool
  ) throws {
    let table =
      "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
      + "06:74:9c:2e:9e:f3,a,\(text),-42,48.1,11.5,WIFI\n"
    for (zone, hours) in [(nil, 0), (LocalTime { $0 - 9 * 3600 }, 9 as Int64)] {
      let read = try #require(
        try IndoorRecordingsTests.read(table, "w.csv", labels: RecordingLabels(zone: zone)).first)
      let found = read.recording.observations.first?.time.milliseconds
      #expect(found == seconds.map { ($0 - (hasZone ? 0 : hours * 3600)) * 1000 })
      #expect(read.skipped.counts == (seconds == nil ? [.noTime: 1] : [:]))
      let isAssumed = zone == nil && !hasZone && seconds != nil
      #expect(read.warnings.map(\.code) == (isAssumed ? [.assumedTimeZone] : []))
    }
  }

  /// The app writes marks in a name as they are.
  @Test func `a network whose name begins with a mark is heard`() throws {
    let table =
      "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
      + "06:74:9c:2e:9e:f3,\"Free\" WiFi,2026-05-01 10:00:00Z,-42,48.1,11.5,WIFI\n"
    let read = try #require(try IndoorRecordingsTests.read(table, "w.csv").first)
    #expect(read.recording.observations.count == 1)
    #expect(read.skipped.counts == [:])
  }

  /// As of fixes: what is known to 100 m stays.
  @Test func `what WiGLE's app heard where it hardly knew its place is left out`() throws {
    let table =
      "WigleWifi-1.4,model=x\n"
      + "MAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,AccuracyMeters,Type\n"
      + ["100", "", "101", "1200", "250 m", "\"250,5\"", "99.5m", "150 ft", "150 metre", "0.2 km"]
      .enumerated().map {
        "06:74:9c:2e:9e:f\($0),a,2026-05-01T10:00:0\($0)Z,-42,48.1,11.5,\($1),WIFI\n"
      }.joined()
    let read = try #require(try read(table).first)
    #expect(read.recording.observations.count == 4)
    #expect(read.skipped.counts == [.vagueFix: 6])
  }

  @Test func `a row of WiGLE's that can't be read says why`() throws {
    let rows = [
      "06:74:9c:2e:9e:f3,a,2020-01-01 00:00:00,-42,48.1,11.5,WIFI",
      "06:74:9c:2e:9e,a,2020-01-01 00:00:00,-42,48.1,11.5,WIFI",
      "06:74:9c:2e:9e:f3,\"a,2020-01-01 00:00:00,-42,48.1,11.5,WIFI",
      "06:74:9c:2e:9e:f3,a,2020-01-01 00:00:00,-42,\"48,1\",11.5,WIFI",
      "06:74:9c:2e:9e:f3,a,2020-01-01 00:00:00,-42,48.1,east,WIFI",
      "06:74:9c:2e:9e:f3,a,2020-01-01 00:00:00,weak,48.1,11.5,WIFI",
      "06:74:9c:2e:9e:f3,a,2020-01-01 00:00:00,-420,48.1,11.5,WIFI",
      "06:74:9c:2e:9e:f3,a,2020-01-01 00:00:00,-42,98.1,11.5,WIFI",
      "06:74:9c:2e:9e:f3,a,1.7803E+12,-42,48.1,11.5,WIFI",
      "06:74:9c:2e:9e:f3,a,\"1,78E+12\",-42,48.1,11.5,WIFI",
      "06:74:9c:2e:9e:f3,a,E+12,-42,48.1,11.5,WIFI",
      "06:74:9c:2e:9e:f3,a,2020-01-01 00:00:00,-42,4.81E+01,1.15E+01,WIFI",
    ]
    let reads = try read(
      "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
        + rows.joined(separator: "\n"))
    let read = try #require(reads.first)
    #expect(read.recording.observations.count == 1)
    #expect(
      read.skipped.lines == [
        .noAddress: [4], .openQuote: [5], .decimalComma: [6], .notANumber: [7, 8],
        .outOfRange: [9, 10], .shortenedTime: [11, 12], .noTime: [13],
        .shortenedPlace: [14],
      ])
  }

  @Test(arguments: ["RSSI", "CurrentLatitude", "Type", "MAC"])
  func `WiGLE's columns of one name are refused`(name: String) {
    let error = #expect(throws: RecordingError.self) {
      try read(
        "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type,\(name)\n",
        format: .wigle)
    }
    #expect(error?.message.contains(":2: has two columns \(name), of which") == true)
  }

  /// As a join by `on` writes them.
  @Test func `a backup's tables may have what they are joined by in both`() throws {
    let reads = try read(
      "bssid,level,lat,lon,time,bssid,ssid,type\n"
        + "06:74:9c:2e:9e:f3,-42,48.1,11.5,1577836800000,06:74:9c:2e:9e:f3,a,W\n", format: .wigle)
    #expect(try #require(reads.first).recording.observations.count == 1)
  }

  @Test func `WiGLE's columns with semicolons between them are called that`() {
    let error = #expect(throws: RecordingError.self) {
      try read(
        "WigleWifi-1.4;model=x\nMAC;SSID;FirstSeen;RSSI;CurrentLatitude;CurrentLongitude;Type\n",
        format: .wigle)
    }
    #expect(error?.message.contains("has its columns separated by semicolons") == true)
  }

  /// The app writes the beginning of 1970 for what it has no time of.
  @Test(arguments: [nil, LocalTime { $0 - 2 * 3_600_000 }])
  func `rows of 1970 have no time, and the others keep theirs`(zone: LocalTime?) throws {
    let rows = ["2024-05-01 10:00:00", "1970-01-01 00:00:00", "1999-12-31 23:59:59"].map {
      "06:74:9c:2e:9e:f3,a,\($0),-42,48.1,11.5,WIFI\n"
    }
    let read = try #require(
      try IndoorRecordingsTests.read(
        "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
          + rows.joined(), "w.csv", labels: RecordingLabels(zone: zone)
      ).first)
    #expect(read.recording.observations.count == 1)
    #expect(read.skipped.lines == [.noTime: [4, 5]])
    #expect(!read.warnings.contains { $0.code == .unknownDate })
  }

  /// The backup's table `location`, and joined with `network`, as its DatabaseHelper.java makes
  /// them: `level` is dBm, `time` milliseconds, `type` a letter.
  @Test func `the observations of the app's backup are scans at their places`() throws {
    let alone = """
      _id,bssid,level,lat,lon,altitude,accuracy,time,external,mfgrid
      1,06:74:9c:2e:9e:f3,-50,48.1,11.5,12.0,4.0,1784545200000,0,0
      2,06:74:9c:2e:9e:f4,-60,48.1,11.5,12.0,4.0,1784545200000,0,0
      3,06:74:9c:2e:9e:f3,-55,48.2,11.5,12.0,4.0,1784545204500,0,0
      4,310410_56967_1,-90,48.2,11.5,12.0,4.0,1784545204500,0,0
      5,06:74:9c:2e:9e:f5,-55,48.2,11.5,12.0,4.0,0,0,0

      """
    let read = try #require(try read(alone).first)
    #expect(read.warnings.isEmpty)
    #expect(
      read.recording.scans.map(\.time.milliseconds) == [1_784_545_200_000, 1_784_545_204_500])
    #expect(read.recording.scans.map { $0.readings.map(\.rssi) } == [[-50, -60], [-55]])
    #expect(
      read.recording.waypoints.map(\.place)
        == [48.1, 48.2].map { .coordinate(Coordinate(latitude: $0, longitude: 11.5)) })
    #expect(read.skipped.lines == [.noAddress: [5], .noTime: [6]])
    let joined = """
      "bssid","level","lat","lon","time","ssid","type"
      06:74:9c:2e:9e:f3,-50,48.1,11.5,1784545200000,a,W
      06:74:9c:2e:9e:f4,-60,48.1,11.5,1784545200000,a_nomap,W
      06:74:9c:2e:9e:f6,-70,48.1,11.5,1784545200000,,E
      310410_56967_1,-90,48.1,11.5,1784545200000,,L

      """
    let other = try #require(try self.read(joined).first)
    #expect(
      other.recording.scans.flatMap { $0.readings.map(\.transmitter) }
        == [Transmitter(wifi: "06:74:9c:2e:9e:f3"), Transmitter(bluetooth: "06:74:9c:2e:9e:f6")])
    #expect(other.skipped.counts == [.nomap: 1, .unknownType: 1])
    // As a download that broke off leaves it.
    let cut = try #require(try self.read(String(joined.prefix(190))).first)
    #expect(cut.skipped.lines[.fieldCount] == [4])
  }

  /// 2026 is 2569 of the Buddhist calendar.
  @Test func `times over a year ahead of the clock are told once a file`() throws {
    // A day more, so that a slow machine's clock doesn't make it 499.
    let ahead = (Date.now.timeIntervalSince1970 + 500 * 31_556_952 + 86_400) * 1000
    func wigle(_ year: Int) -> String {
      "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
        + "06:74:9c:2e:9e:f3,a,\(year)-07-20T12:00:00Z,-42,48.1,11.5,WIFI\n"
    }
    func said(_ text: String, _ name: String) throws -> [String] {
      try IndoorRecordingsTests.read(text, name).flatMap(\.warnings)
        .filter { $0.code == .unknownDate }.map(\.message)
    }
    #expect(try said(wigle(2026), "w.csv").isEmpty)
    let far = try said(wigle(2569), "w.csv")
    #expect(far.count == 1 && far[0].contains("ahead of this machine's clock; write years of the"))
    let walk = """
      {"format":"indoorkit","version":1}
      {"t":1784545200000,"wifi":[]}
      {"t":\(Int64(ahead)),"wifi":[]}

      """
    let said1 = try said(walk, "w.jsonl")
    #expect(
      said1.count == 1 && said1[0].contains("w.jsonl: its times are up to 500 years ahead"),
      "\(said1)")
    // A FIND3 line for each device is a walk of its own.
    let lines = ["a", "b"].map {
      #"{"d":"\#($0)","t":\#(Int64(ahead)),"s":{"wifi":{"20:25:64:b7:91:42":-72}}}"# + "\n"
    }
    #expect(try said(lines.joined(), "f.jsonl").count == 1)
  }
}
