import Foundation
import IndoorArchive
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import TestWorlds
import Testing

struct SensorLoggerTests {
  private typealias Samples = SensorLoggerSamples

  private let first = Transmitter.wifi(0x0674_9C2E_9EF3)
  private let second = Transmitter.wifi(0x0674_9C2E_9EF4)

  @Test(arguments: [
    (
      "time;seconds_elapsed;ssid;bssid;frequency;level\n1;1;n;06:74:9c:2e:9e:f3;5180;-42\n",
      SkippedLines.Reason.otherSeparator
    ),
    ("1698501145000000000,1.0,n,06:74:9c:2e:9e:f3,5180,-42,[ESS]\n", .noHeader),
    (
      "time,seconds_elapsed,ssid,bssid,frequency,level,level\n"
        + "1698501145000000000,1.0,n,06:74:9c:2e:9e:f3,5180,-42,-77\n", .columnTwice
    ),
  ])
  func `a table with semicolons or without a header is called that`(
    table: String, reason: SkippedLines.Reason
  ) throws {
    let files = Samples.android.map { $0.name == "WiFi.csv" ? ($0.name, table) : $0 }
    let (_, left) = try Samples.read(files)
    let wifi = left.first { $0.key.hasSuffix("WiFi.csv") }
    #expect(wifi?.value.lines == [reason: [1]])
  }

  private func marked(_ rows: String) throws -> (read: ReadRecording, left: SkippedLines?) {
    let table = (name: "Annotation.csv", text: "time,seconds_elapsed,text\n" + rows)
    let (read, left) = try Samples.read(
      Samples.android.filter { $0.name != table.name }.map { ($0.name, $0.text) }
        + [(table.name, table.text)])
    return (read, left.first { $0.key.hasSuffix(table.name) }?.value)
  }

  /// RFC 4180, 2.6, has line breaks within quotes.
  @Test(arguments: [
    "\"48.1,11.5\n\"", "\"\n48.1,11.5\"", "\"\r\n48.1,11.5\n\n\"", "\"\n48.1,11.5,G\"",
  ])
  func `a mark may have lines`(text: String) throws {
    let (read, left) = try marked(
      "1698501145000000000,1.0,\(text)\n1698501146000000000,2.0,\"48.2,11.5\"\n")
    #expect(left == nil)
    #expect(
      read.recording.waypoints.map(\.time.milliseconds) == [1_698_501_145_000, 1_698_501_146_000])
  }

  @Test func `a mark of two lines that says no place is told`() throws {
    let (read, left) = try marked("1698501145000000000,1.0,\"by\nthe door\"\n")
    #expect(left == nil && read.recording.waypoints.isEmpty)
    #expect(read.warnings.contains { $0.code == .unresolvedPlace && !$0.message.contains("\n") })
  }

  @Test(arguments: [
    ("1698501145000000000,1.0,\"by\n1698501146000000000,2.0,\"48.2,11.5\"\n", 1),
    ("1698501146000000000,2.0,\"48.2,11.5\"\n1698501145000000000,1.0,\"by\nthe\n", 1),
    // Of another number of fields, it is a row by itself all the same.
    ("1698501145000000000,1.0,\"by\n1698501146000000000,2.0,48.2,11.5\n", 0),
  ])
  func `a quotation mark that isn't closed costs its own row`(rows: String, count: Int) throws {
    let (read, left) = try marked(rows)
    #expect(left?.counts == [.openQuote: 1])
    #expect(read.recording.waypoints.count == count)
  }

  @Test(arguments: [(false, ""), (false, "2023-10-28_13-52-24/"), (true, "")])
  func `an Android zip or folder is read by its headers, in any folder of the zip`(
    asFolder: Bool, prefix: String
  ) throws {
    let (read, left) = try Samples.read(Samples.android, asFolder: asFolder, inFolder: prefix)
    let recording = read.recording
    #expect(recording.id == "walk-7")
    #expect(recording.device == "Pixel 8")
    // Columns are z, y, x in the files; gravity is in TotalAcceleration already.
    #expect(recording.accelerations.count == 100)
    #expect(
      recording.accelerations.allSatisfy { ($0.x, $0.y, $0.z) == (-0.25, 0.5, 9.81) })
    let time = try #require(recording.accelerations.dropFirst(3).first?.time)
    #expect(time == Timestamp(microseconds: 1_698_501_144_030_000))
    #expect(
      recording.observations.contains {
        if case .angularRate(let v) = $0 { (v.x, v.y, v.z) == (0.01, 0.02, 0.03) } else { false }
      })
    let pressures = recording.observations.compactMap { observation -> Double? in
      if case .pressure(_, let value) = observation { value } else { nil }
    }
    #expect(pressures == [1013.25, 1013.24])
    // The third scan repeats the second; of two networks that is chance.
    #expect(
      recording.scans.map { $0.readings.map { [$0.transmitter: $0.rssi] } } == [
        [[first: -42], [second: -61]], [[first: -45], [second: -60]],
        [[first: -45], [second: -60]],
      ])
    #expect(
      recording.scans.map(\.time.milliseconds) == [
        1_698_501_145_000, 1_698_501_148_000, 1_698_501_151_000,
      ])
    let wifi = left.first { $0.key.hasSuffix("WiFi.csv") }
    #expect(wifi?.value.counts == [.nomap: 1])
  }

  /// A scan each three seconds, the second of which says what the first does, entry by entry or at
  /// once.
  private func scans(of networks: Int, apart: Int64) throws -> ReadRecording {
    var rows = "time,seconds_elapsed,ssid,bssid,frequency,level,capabilities\n"
    for scan in 0..<4 {
      for network in 0..<networks {
        let time = Samples.start + Int64(scan) * 3_000_000_000 + Int64(network) * apart
        let level = -40 - network - max(1, scan)
        rows += "\(time),0,n,06:74:9c:2e:9e:\(10 + network),5180,\(level),[ESS]\n"
      }
    }
    return try Samples.read(
      Samples.android.map { $0.name == "WiFi.csv" ? ($0.name, rows) : $0 }
    ).read
  }

  @Test(arguments: [(2, 4), (3, 4), (4, 3)])
  func `a scan of four networks that repeats the one before counts once`(
    networks: Int, count: Int
  ) throws {
    let read = try scans(of: networks, apart: 0)
    #expect(read.recording.scans.map(\.readings.count) == Array(repeating: networks, count: count))
    #expect(read.skipped[.repeatedScan] == 4 - count)
    let warning = read.warnings.first { $0.code == .repeatedScans }
    #expect(warning.map { $0.message.contains("/WiFi.csv:6: 1 scan") } == (count < 4 ? true : nil))
  }

  /// An app that stamps each network by itself leaves no gap between scans.
  @Test(arguments: [Int64(1_000_000), 66_000_000])
  func `scans that are stamped entry by entry stay scans`(apart: Int64) throws {
    let read = try scans(of: 45, apart: apart)
    #expect(read.recording.scans.map(\.readings.count) == [45, 45, 45])
    #expect(read.skipped[.duplicate] == 0)
  }

  /// A network that is written twice ends no scan.
  @Test func `entries that come twice are duplicates of a scan that is stamped entry by entry`()
    throws
  {
    var rows = "time,seconds_elapsed,ssid,bssid,frequency,level,capabilities\n"
    for network in 0..<45 {
      for copy in 0..<2 {
        let time = Samples.start + Int64(network) * 66_000_000 + Int64(copy) * 10_000_000
        rows += "\(time),0,n,06:74:9c:2e:9e:\(10 + network),5180,\(-40 - network),[ESS]\n"
      }
    }
    let read = try Samples.read(
      Samples.android.map { $0.name == "WiFi.csv" ? ($0.name, rows) : $0 }
    ).read
    #expect(read.recording.scans.map(\.readings.count) == [45])
    #expect(read.skipped[.duplicate] == 45)
  }

  @Test(arguments: [false, true]) func `files may be called in capitals`(asFolder: Bool) throws {
    let capitals = Samples.android.map { (name: $0.name.uppercased(), text: $0.text) }
    let read = try Samples.read(capitals, asFolder: asFolder).read.recording
    let plain = try Samples.read(Samples.android).read.recording
    #expect(read.observations == plain.observations && read.device == "Pixel 8")
    // A folder of recordings has it as one.
    try withTemporaryFolder { folder in
      for (name, text) in capitals { try write(text, to: "\(folder)/walk/\(name)") }
      #expect(try RecordingFiles(folder).files.map(\.path) == ["\(folder)/walk"])
    }
  }

  @Test func `a zip and a folder of the same files are the same recording`() throws {
    let zipped = try Samples.read(Samples.android).read
    let folder = try Samples.read(Samples.android, asFolder: true).read
    #expect(zipped.hash == folder.hash)
    var changed = Samples.android
    changed[7].text += "1698501160000000000,16,Museum,06:74:9c:2e:9e:f3,5180,-45,[ESS]\n"
    #expect(try Samples.read(changed).read.hash != zipped.hash)
  }

  /// Flat on a table a phone's specific force is +1 g along z. Apple's gravity is then -1 g
  /// (CMDeviceMotion), and with the app's standardisation +1 g as on Android.
  @Test(arguments: [("false", -1.0), (nil, -1.0), ("true", 1.0)] as [(String?, Double)])
  func `an iPhone flat on a table feels one g upwards, whatever its signs`(
    standardisation: String?, sign: Double
  ) throws {
    let files = [
      ("Metadata.csv", Samples.metadata("ios", standardisation: standardisation)),
      ("Accelerometer.csv", Samples.motion("\(sign * 0.1)", "0", "\(sign * 0.2)")),
      ("Gravity.csv", Samples.motion("\(sign * 9.7)", "0", "0", rows: 50)),
      ("AccelerometerUncalibrated.csv", Samples.motion("7", "7", "7")),
    ]
    let recording = try Samples.read(files).read.recording
    #expect(recording.accelerations.count == 100)
    for sample in recording.accelerations {
      #expect(abs(sample.z - 9.8) < 1e-9 && abs(sample.x - 0.2) < 1e-9 && sample.y == 0)
    }
  }

  @Test func `raw acceleration is in g on an iPhone and in metres on Android`() throws {
    for (platform, value) in [("ios", "-1"), ("android", "9.80665")] {
      let files = [
        ("Metadata.csv", Samples.metadata(platform)),
        ("AccelerometerUncalibrated.csv", Samples.motion(value, "0", "0")),
      ]
      let recording = try Samples.read(files).read.recording
      #expect(recording.accelerations.allSatisfy { abs($0.z - 9.80665) < 1e-12 })
      #expect(recording.accelerations.count == 100)
    }
  }

  @Test func `accelerations that nobody knows the sign of are left out, and it is said`() throws {
    let files = [("Accelerometer.csv", Samples.motion("0", "0", "0"))]
    let read = try Samples.read(files).read
    #expect(read.recording.accelerations.isEmpty)
    #expect(read.warnings.map(\.code) == [.unknownPlatform])
  }

  /// Bytes by Apple's "Proximity Beacon Specification" and Google's "Eddystone-UID".
  private static let iBeacon =
    "4c000215fda50693a4e24fb1afcfc6eb0764782527510001c5"
  private static let eddystone = "00f0" + "00112233445566778899" + "aabbccddeeff" + "0000"

  private func bluetooth(_ id: String, _ rows: [String]) -> (String, String) {
    let name = "bluetooth-\(id.filter { $0 != ":" }).csv"
    let head =
      "time,seconds_elapsed,id,rssi,txPowerLevel,manufacturerData,advertisement,serviceData\n"
    let lines = rows.enumerated().map { index, row in
      "\(Samples.start + Int64(index) * 1_000_000_000 + 100_000_000),\(index),\(id),\(row)\n"
    }
    return (name, head + lines.joined())
  }

  @Test func `beacons go by what they advertise, before any address`() throws {
    let uuid = "A6B9D6C1-1C4B-4A2C-9A2E-0D9B7E3A5F10"
    let files = [
      ("Metadata.csv", Samples.metadata("ios")),
      bluetooth(uuid, ["-60,,\(Self.iBeacon),,", "-61,,,,"]),
      bluetooth("DB:08:D3:33:38:EF", ["-70,,,,feaa:\(Self.eddystone)|180f:64", "null,,,,"]),
      bluetooth("DB:08:D3:33:38:F0", ["-80,,99040512,,", "-81,,,1aff\(Self.iBeacon),"]),
      bluetooth("DB:08:D3:33:38:F1", ["0,,99040512,,", "-90,,99040512,,"]),
      ("Gyroscope.csv", Samples.motion("0", "0", "0", rows: 400)),
    ]
    let (read, left) = try Samples.read(files)
    let heard = read.recording.scans.flatMap(\.readings)
    let beacon = try #require(
      Transmitter(beacon: "fda50693-a4e2-4fb1-afcf-c6eb07647825", major: 10065, minor: 1))
    let uid = try #require(
      Transmitter(beacon: "00112233-4455-6677-8899-aabbccddeeff", major: 0, minor: 0))
    #expect(heard.filter { $0.transmitter == beacon }.map(\.rssi) == [-60, -81])
    #expect(heard.filter { $0.transmitter == uid }.map(\.rssi) == [-70])
    #expect(heard.filter { $0.transmitter == .bluetooth(0xDB08_D333_38F0) }.map(\.rssi) == [-80])
    // By 0 a phone says that it doesn't know it.
    #expect(heard.filter { $0.transmitter == .bluetooth(0xDB08_D333_38F1) }.map(\.rssi) == [-90])
    // An iPhone's own name for a device is nobody else's.
    #expect(heard.count == 5)
    #expect(left.values.reduce(0) { $0 + $1[.privateID] } == 1)
  }

  @Test func `films beside the sensors are counted and not unpacked`() throws {
    let files = Samples.android + [("Camera/1.jpg", "\u{0}"), ("video.mp4", "\u{0}")]
    let (_, left) = try Samples.read(files)
    #expect(left["walk-7.zip"]?.counts == [.media: 2])
  }

  @Test func `numbered annotations take their places from a file of waypoints`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/waypoints.csv"
      try write("n,place,level\n1,\"48.1,11.5\",2\n2,48.2,11.6\n", to: path)
      let labels = RecordingLabels(waypoints: try WaypointFile(path: path))
      let read = try Samples.read(Samples.android, labels: labels).read
      #expect(
        read.recording.waypoints == [
          Waypoint(
            time: Timestamp(milliseconds: 1_698_501_144_500),
            place: .coordinate(Coordinate(latitude: 48.1, longitude: 11.5)),
            level: LevelKey(ordinal: 2)),
          Waypoint(
            time: Timestamp(milliseconds: 1_698_501_150_000),
            place: .coordinate(Coordinate(latitude: 48.2, longitude: 11.6))),
        ])
    }
  }

  @Test func `a mark without a place leaves the walk without places, and says where`() throws {
    let read = try Samples.read(Samples.android).read
    #expect(read.recording.waypoints.isEmpty)
    let warning = try #require(read.warnings.first { $0.code == .unresolvedPlace })
    #expect(warning.message.contains("walk-7.zip/Annotation.csv:2: mark 1 says no place"))
    #expect(warning.message.contains("1 more mark"))
  }

  @Test func `the JSON export says what the CSV files say`() throws {
    let rows = """
      [{"sensor":"WiFi","time":"1698501145000000000","seconds_elapsed":"1.0","ssid":"Museum","bssid":"06:74:9c:2e:9e:f3","level":"-42"},
      {"sensor":"TotalAcceleration","time":"1698501144030000000","seconds_elapsed":"0.03","z":"9.81","y":"0.5","x":"-0.25"},
      {"sensor":"bluetooth-DB08D33338EF","id":"DB:08:D3:33:38:EF","time":"1698501144100000000","seconds_elapsed":"0.1","rssi":"-70"},
      {"sensor":"Annotation","time":"1698501144500000000","seconds_elapsed":"0.5","text":"48.1,11.5"},
      {"sensor":"Metadata","time":"1698501144000000000","platform":"android","device name":"Pixel 8"}]
      """
    let recording = try text(rows, "walk.json").recording
    #expect(recording.device == "Pixel 8")
    #expect(
      recording.accelerations == [
        VectorSample(
          time: Timestamp(microseconds: 1_698_501_144_030_000), x: -0.25, y: 0.5, z: 9.81)
      ])
    #expect(
      recording.scans.flatMap(\.readings).map(\.transmitter)
        == [first, .bluetooth(0xDB08_D333_38EF)])
    #expect(
      recording.waypoints.map(\.place)
        == [.coordinate(Coordinate(latitude: 48.1, longitude: 11.5))])
  }

  @Test func `pushed messages are read with their values beside the time or in their own object`()
    throws
  {
    let lines = """
      {"messageId":1,"sessionId":"s","deviceId":"d","payload":[{"name":"totalacceleration","time":1698501144030000000,"values":{"x":-0.25,"y":0.5,"z":9.81}},{"name":"barometer","time":1698501144100000000,"values":{"relativeAltitude":0,"pressure":1013.25}}]}
      {"messageId":2,"sessionId":"s","deviceId":"d","payload":[{"name":"totalacceleration","time":1698501144040000000,"x":1,"y":2,"z":3}]}
      """
    let recording = try text(lines, "push.jsonl").recording
    #expect(
      recording.accelerations.map { [$0.x, $0.y, $0.z] } == [[-0.25, 0.5, 9.81], [1, 2, 3]])
    #expect(recording.observations.count == 3)
  }

  /// https://support.google.com/maps/answer/1725632: who puts _nomap behind a name opts out.
  @Test func `what opted out is left out where its name comes behind what was heard`() throws {
    func heard(_ id: String, _ seconds: Int) -> String {
      """
      {"name":"bluetooth-\(id)","time":1698501144\(seconds)00000000,"values":{"id":"\(id)","rssi":-60}}
      """
    }
    let (out, other) = ("dc:0d:30:4c:bb:05", "dc:0d:30:4c:bb:06")
    let name = """
      {"name":"bluetoothmetadata","time":1698501144000000000,"values":{"id":"\(out)","name":"cafe_nomap","localName":""}}
      """
    let later = """
      {"name":"totalacceleration","time":1698501149000000000,"x":1,"y":2,"z":3}
      """
    let entries = [[heard(out, 0), heard(other, 1)], [name], [heard(out, 2), later]]
    let lines = entries.map {
      "{\"messageId\":1,\"sessionId\":\"s\",\"deviceId\":\"d\",\"payload\":[\($0.joined(separator: ","))]}"
    }
    let read = try text(lines.joined(separator: "\n") + "\n", "push.jsonl")
    let readings = read.recording.scans.flatMap(\.readings)
    #expect(readings.map(\.transmitter) == [.bluetooth(0xDC0D_304C_BB06)])
    #expect(read.skipped[.nomap] == 2, "\(read.skipped)")
  }

  private func text(_ text: String, _ name: String) throws -> ReadRecording {
    try withTemporaryFolder { folder in
      try write(text, to: "\(folder)/\(name)")
      var stream = try RecordingStream("\(folder)/\(name)")
      return try #require(try stream.next())
    }
  }

  @Test(arguments: [
    ([("readme.txt", "x")], "holds none of Sensor Logger's CSV files"),
    ([("a/WiFi.csv", "time,bssid,level\n"), ("b/WiFi.csv", "time,bssid,level\n")], "twice"),
    (
      [("WiFi.csv", "time,bssid,level\n"), ("WIFI.CSV", "time,bssid,level\n")],
      "holds WIFI.CSV and WiFi.csv, which are the same but for capitals"
    ),
    // As Excel's "Unicode text" has it: every character with a zero byte behind it.
    (
      [("WiFi.csv", "time,bssid,level\n".map { "\($0)\0" }.joined())],
      "walk-7.zip/WiFi.csv: is UTF-16 text; save it as UTF-8"
    ),
  ])
  func `a zip of something else is named`(files: [(String, String)], words: String) throws {
    let error = #expect(throws: RecordingError.self) { _ = try Samples.read(files) }
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
  }

  @Test func `no mutation of a zip traps`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/walk.zip"
      try ZipWriter.write(Samples.android.map { ($0.name, $0.text) }, to: path)
      let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
      var random = SplitMix64(seed: 12)
      var refused = 0
      for _ in 0..<300 {
        try Data(random.mutated(whole)).write(to: URL(fileURLWithPath: path))
        do {
          var stream = try RecordingStream(path, format: .sensorLogger)
          _ = try stream.next()
        } catch {
          refused += 1
          #expect((error as? RecordingError)?.message.contains(path) == true, "\(error)")
        }
      }
      #expect(refused > 100, "\(refused)")
    }
  }

  @Test func `no mutation of a table traps`() throws {
    var random = SplitMix64(seed: 11)
    for round in 0..<300 {
      let index = round % Samples.android.count
      var files = Samples.android
      let mutated = random.mutated(Array(files[index].text.utf8))
      files[index].text = String(decoding: mutated, as: UTF8.self)
      guard let recording = try? Samples.read(files).read.recording else { continue }
      let times = recording.observations.map(\.time)
      #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 })
      for sample in recording.accelerations {
        #expect(sample.x.isFinite && sample.y.isFinite && sample.z.isFinite)
      }
    }
  }
}
