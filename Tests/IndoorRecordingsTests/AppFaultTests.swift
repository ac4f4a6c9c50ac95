import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// What in other apps' JSON can't be what the app meant is told, and not guessed.
struct AppFaultTests {
  private func pushed(_ time: String, _ value: String = "0.1") -> String {
    #"{"payload":[{"name":"gyroscope","time":\#(time),"values":{"x":\#(value),"y":0.2,"z":0.3}}]}"#
      + "\n"
  }

  @Test(arguments: [
    ("1698501144", "look like seconds; write them in nanoseconds"),
    ("1698501144401", "look like milliseconds; write them in nanoseconds"),
    ("1698501144401773", "look like microseconds; write them in nanoseconds"),
  ])
  func `Sensor Logger's times in another unit are told`(time: String, words: String) throws {
    let read = try #require(try read(pushed(time), "push.json", format: .sensorLogger).first)
    #expect(read.warnings.map(\.code) == [.unknownDate])
    #expect(read.warnings.first?.message.contains(words) == true, "\(read.warnings)")
  }

  @Test(arguments: ["1698501144401773000", "0", "3000", "60000000000"])
  func `nanoseconds, and times from a start on, are told nothing of`(time: String) throws {
    #expect(
      try #require(try read(pushed(time), "push.json", format: .sensorLogger).first).warnings
        .isEmpty)
  }

  /// CoreLocation and Android's scanner give 0 where they know no strength.
  @Test func `a beacon of 0 dBm in a log is left out and counted`() throws {
    let lines = ["-70", "0"].map {
      "BLE4;2.100;Eddystone;DB:08:D3:33:38:F0;\($0);0x01;3000;21.5;100;10\n"
    }
    let read = try #require(try read(lines.joined() + "PRES;9.0;9.0;951.35;3\n").first)
    #expect(read.recording.scans.flatMap(\.readings).map(\.rssi) == [-70])
    #expect(read.skipped[.noStrength] == 1)
  }

  private static let time = "1698501144401773000"

  @Test(arguments: [
    #"{"payload":[],"payload":[]}"#,
    #"{"payload":[{"name":"gyroscope","time":1,"time":2,"values":{"x":1,"y":2,"z":3}}]}"#,
    #"{"payload":[{"name":"gyroscope","time":1,"values":{"x":1,"x":2,"y":2,"z":3}}]}"#,
  ])
  func `a pushed message with a key twice is left out and counted`(line: String) throws {
    let read = try #require(
      try read(pushed(Self.time) + line + "\n", "push.json", format: .sensorLogger).first)
    #expect(read.skipped.lines == [.keyTwice: [2]])
    #expect(read.recording.observations.count == 1)
  }

  @Test(arguments: ["12", #""text""#, "null", #"{"payload":3}"#, #"{"payload":[7]}"#])
  func `a message without entries is counted`(line: String) throws {
    let read = try #require(
      try read(pushed(Self.time) + line + "\n", "push.json", format: .sensorLogger).first)
    #expect(read.skipped.lines == [.malformed: [2]])
  }

  @Test func `elements of an export that are no entries are counted by their number`() throws {
    let entry = #"{"sensor":"Gyroscope","time":"1698501144401773000","x":"1","y":"2","z":"3"}"#
    let doubled = entry.replacing(#""x":"1""#, with: #""x":"1","x":"9""#)
    let other = #"{"sensor":"Orientation","time":"1698501144401773000","qx":"1"}"#
    let text = "[\(entry),7,{\"time\":\"1\"},\(doubled),\(other)]"
    let read = try #require(try read(text, "export.json", format: .sensorLogger).first)
    #expect(read.skipped.lines == [.malformed: [2, 3], .keyTwice: [4]])
    #expect(read.recording.observations.compactMap(\.angularRate?.x) == [1])
  }

  @Test(arguments: [
    ("70", "has strengths outside -127 to 0"), (#""-70""#, "has strengths as texts"),
    (#""-70 dBm""#, "has strengths with a unit"),
  ])
  func `strengths of FIND3's that are none are called that`(strength: String, words: String) throws
  {
    let line =
      #"{"d":"a","t":1520424248897,"s":{"wifi":{"20:25:64:b7:91:42":\#(strength)}}}"#
    let error = #expect(throws: RecordingError.self) {
      try read(line + "\n", "scans.json", format: .find3)
    }
    #expect(error?.message.contains("scans.json:1: \(words)") == true, "\(error as Any)")
    let rest = line.replacing("\":\(strength)", with: "\":-70").replacing("8897", with: "9897")
    let some = try #require(try read("\(line)\n\(rest)\n", "scans.json", format: .find3).first)
    #expect(some.recording.scans.count == 1)
    #expect(some.skipped.lines.values.map { $0 } == [[1]])
  }

  @Test func `lines of FIND3 that all have a key twice are called that`() throws {
    let line =
      #"{"d":"a","t":1520424248897,"t":1520424248898,"s":{"wifi":{"20:25:64:b7:91:42":-70}}}"#
    let error = #expect(throws: RecordingError.self) {
      try read(line + "\n", "scans.json", format: .find3)
    }
    #expect(error?.message.contains("scans.json:1: has a key twice") == true, "\(error as Any)")
  }

  @Test func `decimal commas in a log of GetSensorData are called that`() throws {
    let text =
      "% LogFile\n% GetSensorData2.1\nACCE;1,5;1,5;0,1;0,2;9,8;3\nACCE;2.5;2.5;0.1;0.2;9.8;3\n"
    let read = try #require(try read(text, "log.txt").first)
    #expect(read.skipped.lines == [.decimalComma: [3]])
    #expect(read.recording.observations.count == 1)
  }

  @Test(arguments: [
    ("Mo. Juli 20 12:00:00 MESZ 2026", "walk.txt", "says \"Mo. Juli 20 12:00:00 MESZ 2026\" where"),
    ("Mon Jul 20 12:00:00 IST 2026", "walk.txt", "says \"IST\", which tells no time zone"),
    (
      "Mo. Juli 20 12:00:00 MESZ 2026", "log_2026_07_20_12_00_00.txt",
      "says \"Mo. Juli 20 12:00:00 MESZ 2026\", which tells no time zone"
    ),
    (
      String(repeating: "?", count: 60), "walk.txt",
      "says \"\(String(repeating: "?", count: 40))…\""
    ),
  ]) func `a date or zone of GetSensorData's that can't be read is quoted with its line`(
    date: String, name: String, part: String
  ) throws {
    let text =
      "% LogFile created by the 'GetSensorData2.1' App.\r\n\r\n% Date of creation: \(date)\r\n"
      + "ACCE;2.5;2.5;0.1;0.2;9.8;3\r\n"
    let message = try read(text, name).flatMap(\.warnings).first?.message ?? ""
    #expect(message.contains("\(name):3: \(part)"), "\(message)")
  }

  @Test func `a scan of FIND3's with a key twice is left out and counted`() throws {
    let good = #"{"d":"a","t":1520424248897,"s":{"wifi":{"20:25:64:b7:91:42":-72}}}"#
    let lines = [
      good, good.replacing(#""d":"a""#, with: #""d":"a","d":"b""#),
      good.replacing(#""s":{"#, with: #""s":{"wifi":{},"#),
    ]
    let all = try read(lines.joined(separator: "\n") + "\n", "find3.jsonl")
    #expect(all.map(\.skipped.lines) == [[.keyTwice: [2, 3]]])
    #expect(all.first?.recording.scans.count == 1)
  }

  @Test func `FIND3's kinds of sensors may be in capitals`() throws {
    let text = #"{"d":"a","t":1520424248897,"s":{"WiFi":{"20:25:64:b7:91:42":-72}}}"# + "\n"
    let scans = try read(text, "f.json", format: .find3).flatMap(\.recording.scans)
    #expect(scans.map(\.readings) == [[Reading(transmitter: .wifi(0x2025_64b7_9142), rssi: -72)]])
  }

  @Test func `FIND3's devices may be numbers, and a scan of what is no name is left out`() throws {
    let good = #"{"d":1,"t":1520424248897,"s":{"wifi":{"20:25:64:b7:91:42":-72}}}"#
    let lines = ["2", "[2]", "null"].map { good.replacing(#""d":1"#, with: #""d":\#($0)"#) }
    let all = try read(([good] + lines).joined(separator: "\n") + "\n", "find3.jsonl")
    #expect(all.map(\.recording.device) == [nil, "1", "2"])
    #expect(all.map(\.recording.scans.count) == [1, 1, 1])
    #expect(all.first?.skipped.lines == [.malformed: [3]])
  }

  /// Apple's documentation of `CLBeacon.rssi`: 0 where the strength isn't known. Of networks no
  /// such thing is said.
  @Test func `a beacon's strength of 0 is left out in apps' formats, and a network's is not`()
    throws
  {
    let mac = "20:25:64:b7:91:4"
    let find3 =
      #"{"d":"a","t":1520424248897,"s":{"bluetooth":{"\#(mac)0":0,"\#(mac)1":-1},"wifi":{"\#(mac)2":0}}}"#
    let one = try #require(try read("\(find3)\n", "find3.jsonl").first)
    #expect(one.skipped.lines == [.unknownStrength: [1]])
    #expect(one.recording.scans.flatMap(\.readings).map(\.rssi).sorted() == [-1, 0])
    let beacon = #""bssid": "(1,2,F7826DA6-4FA2-4E98-8024-BC5B71E0893E)""#
    let messages = """
      {"timestamp": 1541003875100, "type": 201, "bssid": "\(mac)0", "rssi": 0}
      {"timestamp": 1541003875242, "type": 203, \(beacon), "rssi": 0, "distance": 3}
      {"timestamp": 1541003875243, "type": 203, \(beacon), "rssi": -1, "distance": 3}
      {"timestamp": 1541003877000, "type": 104, "values": [1013.2]}

      """
    let other = try #require(try read(messages, "messages.jsonl").first)
    #expect(other.skipped.lines == [.unknownStrength: [2]])
    #expect(other.recording.scans.flatMap(\.readings).map(\.rssi).sorted() == [-1, 0])
  }

  /// As Python's `time_ns()` has it.
  @Test func `scans of FIND3's that are all in nanoseconds are refused by their time`() throws {
    let line = #"{"d":"a","t":1520424248897000000,"s":{"wifi":{"20:25:64:b7:91:42":-72}}}"#
    let error = #expect(throws: RecordingError.self) {
      try read("\(line)\n\(line)\n", "find3.jsonl")
    }
    #expect(
      error?.message.contains("find3.jsonl:1: has a time that is no number of milliseconds")
        == true,
      "\(error?.message ?? "")")
  }

  @Test func `a message of Navigine's with a key twice is left out and counted`() throws {
    let text = """
      {"timestamp": 1541003875000, "type": 104, "values": [1013.2]}
      {"timestamp": 1541003875100, "type": 104, "values": [1013.2], "values": [900]}

      """
    let read = try #require(try read(text, "messages.jsonl").first)
    #expect(read.skipped.lines == [.keyTwice: [2]])
    #expect(read.recording.observations.count == 1)
  }

  @Test(arguments: [
    (AppFormatTests.anyplace, "rss-log.txt", RecordingFormat.anyplace),
    (AppFormatTests.log, "logfile_2017_09_05_12_34_56.txt", .getsensordata),
    (AppFormatTests.navigine, "messages.jsonl", .navigine),
    (AppFormatTests.find3, "f.jsonl", .find3),
    ("# rate_hz=100\n\(BroadReaderTests.header)\n0,0,0,0,0,9.8,1,2,3\n", "b.csv", .broad),
    ("#\tstartTime:1717000000000\n5000\tTYPE_ACCELEROMETER\t1\t2\t3\t3\n", "t.txt", .competition),
  ])
  func `lines that end with carriage returns alone are told in every format`(
    text: String, name: String, format: RecordingFormat
  ) throws {
    let returns = text.replacing("\n", with: "\r")
    for format in [format, nil] {
      let error = #expect(throws: RecordingError.self) { try read(returns, name, format: format) }
      #expect(
        error?.message.hasSuffix(
          "\(name):1: ends its lines with carriage returns alone, save it with line feeds") == true,
        "\(error?.message ?? "")")
    }
    #expect(try !read(text.replacing("\n", with: "\r\n"), name, format: format).isEmpty)
  }

  @Test func `marks beyond a hundred thousand are told, and where they begin`() throws {
    func log(_ count: Int) -> String {
      (0..<count).map { index in
        "\(1_717_000_000_000 + index) 45.3\(index % 10 + 1) -29.87 0.0 02:00:00:00:00:01 -50 1\n"
      }.joined()
    }
    let head = AppFormatTests.anyplace.prefix { $0 != "\n" } + "\n"
    func told(_ count: Int) throws -> (waypoints: Int, sentences: [String]) {
      let read = try #require(try read(head + log(count), "rss-log.txt").first)
      let told = read.warnings.filter { $0.code.rawValue == "too-many-marks" }
      return (read.recording.waypoints.count, told.map(\.message))
    }
    let few = try told(100_000)
    #expect(few.waypoints == 100_000 && few.sentences.isEmpty)
    let many = try told(100_003)
    #expect(many.waypoints == 100_000 && many.sentences.count == 1)
    #expect(many.sentences.first?.contains("rss-log.txt:100002: this mark is beyond") == true)
    #expect(many.sentences.first?.contains(" and 3 from here on ") == true)
  }

  @Test(arguments: [(",", "commas"), (", ", "commas"), (";", "semicolons"), ("\t", "tabs")])
  func `an Anyplace log with something else than spaces is told what it should be`(
    separator: String, name: String
  ) throws {
    let lines = AppFormatTests.anyplace.split(separator: "\n").map { line in
      line.hasPrefix("#") ? String(line) : line.split(separator: " ").joined(separator: separator)
    }
    let error = #expect(throws: RecordingError.self) {
      try read(lines.joined(separator: "\n") + "\n", "rss-log.txt")
    }
    let message = error?.message ?? ""
    #expect(message.contains("rss-log.txt:2: has its fields separated by \(name), "), "\(message)")
    #expect(message.contains("write TIME LATITUDE LONGITUDE"), "\(message)")
  }
}

extension Observation {
  fileprivate var angularRate: VectorSample? {
    if case .angularRate(let sample) = self { sample } else { nil }
  }
}
