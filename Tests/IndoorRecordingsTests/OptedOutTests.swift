import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// https://support.google.com/maps/answer/1725632: who puts _nomap behind a name opts out. Not
/// every scan has the name: devices answer with it but sometimes, and hide it.
struct OptedOutTests {
  private static let header = #"{"format":"indoorkit","version":1,"id":"o"}"# + "\n"
  private static let (kept, out) = ("06:74:9c:2e:9e:f3", "06:74:9c:2e:9e:f4")

  private static func row(_ second: Int, _ address: String, _ name: String) -> String {
    "\(address),\(name),[WPA2],2019-11-24 05:15:2\(second),6,-42,48.1,11.5,500,3,WIFI\n"
  }

  private static let texts = [
    (
      "own.jsonl",
      header + #"{"t":1,"wifi":[["\#(out)",-50],["\#(kept)",-42]]}"# + "\n"
        + #"{"t":2,"wifi":[["\#(out)",-50,0,"a_nomap"],["\#(kept)",-42]]}"# + "\n"
        + #"{"t":3,"wifi":[["\#(out)",-50,0,"a"],["\#(kept)",-42]]}"# + "\n"
    ),
    (
      "wigle.csv",
      "WigleWifi-1.4,appRelease=2.53\n"
        + "MAC,SSID,AuthMode,FirstSeen,Channel,RSSI,CurrentLatitude,CurrentLongitude,AltitudeMeters,"
        + "AccuracyMeters,Type\n"
        + ["", "a_nomap", "a"].enumerated().map {
          row($0.offset, out, $0.element) + row($0.offset, kept, "b")
        }.joined()
    ),
    (
      "log.txt",
      "% LogFile created by the GetSensorData App\n"
        + ["", "a_nomap", "a"].enumerated().map {
          "WIFI;\($0.offset * 5).5;9.0;\($0.element);\(out);2412;-50\n"
            + "WIFI;\($0.offset * 5).5;9.0;b;\(kept);2412;-4\($0.offset)\n"
        }.joined()
    ),
    (
      "trace.txt",
      "#\tstartTime:1\n"
        + ["", "a_nomap", "a"].enumerated().map {
          "\($0.offset + 1)000\tTYPE_WIFI\t\($0.element)\t\(out)\t-50\t2412\t1\n"
            + "\($0.offset + 1)000\tTYPE_WIFI\tb\t\(kept)\t-42\t2412\t1\n"
        }.joined()
    ),
  ]

  @Test(arguments: texts)
  func `what opted out once is left out of the whole recording`(name: String, text: String) throws {
    let format: RecordingFormat? = name == "trace.txt" ? .competition : nil
    let read = try #require(try read(text, name, format: format).first)
    #expect(read.recording.scans.map(\.readings.count) == [1, 1, 1])
    let heard = Set(read.recording.scans.flatMap(\.readings).map(\.transmitter))
    #expect(heard == [.wifi(0x0674_9C2E_9EF3)])
    #expect(read.skipped[.nomap] == 3)
    // Where nobody opts out nothing is left out.
    let all = try IndoorRecordingsTests.read(
      text.replacing("a_nomap", with: "a"), name, format: format)
    #expect(all.first?.recording.scans.map(\.readings.count) == [2, 2, 2])
  }

  /// Android's `WifiInfo.getSSID()` puts a name that is UTF-8 in quotation marks.
  @Test(arguments: texts)
  func `a name in quotation marks opts out, too`(name: String, text: String) throws {
    let marks = ["own.jsonl": #"\"a_nomap\""#, "wigle.csv": #""""a_nomap""""#]
    let quoted = text.replacing("a_nomap", with: marks[name] ?? #""a_nomap""#)
    let format: RecordingFormat? = name == "trace.txt" ? .competition : nil
    let read = try #require(
      try IndoorRecordingsTests.read(quoted, name, format: format).first)
    #expect(read.recording.scans.map(\.readings.count) == [1, 1, 1])
    #expect(read.skipped[.nomap] == 3)
  }

  @Test func `of Sensor Logger's networks one that opted out once is left out of the walk`() throws
  {
    let before = "1698501144000000000,0,,06:74:9c:2e:9e:f5,2412,-70,[ESS]\n"
    let lines = SensorLoggerSamples.wifi.split(separator: "\n", maxSplits: 1)
    let files = SensorLoggerSamples.android.map {
      ($0.name, $0.name == "WiFi.csv" ? "\(lines[0])\n\(before)\(lines[1])" : $0.text)
    }
    let (plain, _) = try SensorLoggerSamples.read(SensorLoggerSamples.android)
    let (read, left) = try SensorLoggerSamples.read(files)
    #expect(read.recording.scans == plain.recording.scans)
    #expect(read.skipped[.nomap] == 1)
    #expect(left.first { $0.key.hasSuffix("WiFi.csv") }?.value.counts == [.nomap: 1])
  }

  @Test func `a scan that heard nothing else stays where its format has such, else it is none`()
    throws
  {
    let own = try #require(
      try read(
        Self.header + #"{"t":1,"wifi":[["\#(Self.out)",-50,0,"a_nomap"]]}"# + "\n"
          + #"{"t":2,"wifi":[["\#(Self.out)",-50]]}"# + "\n", "own.jsonl"
      ).first)
    #expect(own.recording.scans.map(\.readings.count) == [0, 0])
    let trace = try #require(
      try read(
        "1000\tTYPE_WIFI\ta_nomap\t\(Self.out)\t-50\t2412\t1\n"
          + "2000\tTYPE_WIFI\t\t\(Self.out)\t-50\t2412\t1\n", "trace.txt", format: .competition
      ).first)
    #expect(trace.recording.scans.isEmpty && trace.skipped.counts == [.nomap: 2])
  }
}
