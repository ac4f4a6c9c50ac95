import IndoorPositioning
import IndoorRecordings
import Testing

struct SensorLoggerLineEndTests {
  private typealias Samples = SensorLoggerSamples

  /// Tables of over a piece of a megabyte, with a break of a line of theirs at its end.
  private static let long = [
    ("Accelerometer.csv", Samples.motion("9.81", "0.5", "-0.25", rows: 30_000))
  ]

  @Test(arguments: [false, true])
  func `a walk is the same with any line ends, as a zip and as a folder`(asFolder: Bool) throws {
    let files =
      Samples.android.map { ($0.name, $0.text) }.filter { $0.0 != "Accelerometer.csv" }
      + Self.long
    let (read, _) = try Samples.read(files, asFolder: asFolder)
    #expect(files.contains { $0.1.utf8.count > 1 << 20 })
    for change in [
      { $0.replacing("\n", with: "\r\n") }, { "\u{FEFF}" + $0 },
      { "\u{FEFF}" + $0.replacing("\n", with: "\r\n") },
      { $0.replacing("\n", with: "\r") }, { "\u{FEFF}" + $0.replacing("\n", with: "\r") },
    ] as [(String) -> String] {
      let (copy, _) = try Samples.read(files.map { ($0.0, change($0.1)) }, asFolder: asFolder)
      #expect(copy.hash == read.hash)
      #expect(copy.recording.observations.count == read.recording.observations.count)
    }
    let (other, _) = try Samples.read(
      files.map { ($0.0, $0.1.replacing("-0.25", with: "-0.26")) }, asFolder: asFolder)
    #expect(other.hash != read.hash)
  }

  /// Some lines may end otherwise, where one table of a walk was saved again.
  @Test func `one table's lines may end with carriage returns alone`() throws {
    let (plain, before) = try Samples.read(Samples.android)
    for name in ["WiFi.csv", "Annotation.csv", "Barometer.csv", "Metadata.csv"] {
      let (read, left) = try Samples.read(
        Samples.android.map {
          ($0.name, $0.name == name ? $0.text.replacing("\n", with: "\r") : $0.text)
        })
      #expect(read.recording.observations == plain.recording.observations, "\(name)")
      #expect(read.hash == plain.hash && left == before, "\(name)")
    }
  }

  @Test func `messages that carriage returns alone part are told`() throws {
    let message =
      #"{"messageId":1,"sessionId":"s","deviceId":"d","payload":[{"name":"barometer","#
      + #""time":1698501144100000000,"values":{"pressure":1013.25}}]}"#
    #expect(try read(message + "\n" + message + "\n", "push.json").count == 1)
    let error = #expect(throws: RecordingError.self) {
      try read(message + "\r" + message + "\r", "push.json")
    }
    #expect(
      error?.message.hasSuffix(
        "push.json:1: ends its lines with carriage returns alone, save it with line feeds") == true,
      "\(error?.message ?? "")")
  }

  /// A spreadsheet shows numbers of over eleven digits so, and saves what it shows.
  @Test func `times that a spreadsheet cut are told`() throws {
    let time = #/(?m)^\d{19}/#
    let files = Samples.android.map { ($0.name, $0.text.replacing(time) { _ in "1.78E+18" }) }
    let (read, left) = try Samples.read(files)
    #expect(read.recording.observations.isEmpty)
    #expect(left.values.reduce(0) { $0 + $1[.shortenedTime] } > 300)
    #expect(left.values.allSatisfy { $0.counts.keys.allSatisfy { $0 == .shortenedTime } })
  }
}
