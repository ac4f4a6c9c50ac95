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
    ]
    let reads = try read(
      "WigleWifi-1.4,model=x\nMAC,SSID,FirstSeen,RSSI,CurrentLatitude,CurrentLongitude,Type\n"
        + rows.joined(separator: "\n"))
    let read = try #require(reads.first)
    #expect(read.recording.observations.count == 1)
    #expect(
      read.skipped.lines == [
        .noAddress: [4], .openQuote: [5], .decimalComma: [6], .notANumber: [7, 8],
        .outOfRange: [9, 10],
      ])
  }

  @Test func `WiGLE's columns with semicolons between them are called that`() {
    let error = #expect(throws: RecordingError.self) {
      try read(
        "WigleWifi-1.4;model=x\nMAC;SSID;FirstSeen;RSSI;CurrentLatitude;CurrentLongitude;Type\n",
        format: .wigle)
    }
    #expect(error?.message.contains("has its columns separated by semicolons") == true)
  }
}
