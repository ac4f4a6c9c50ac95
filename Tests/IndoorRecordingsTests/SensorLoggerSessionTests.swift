import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// What several phones pushed to one place, and exports that were put together: no walk is made of
/// two phones' scans.
struct SensorLoggerSessionTests {
  private static let start: Int64 = 1_700_000_000_000_000_000

  /// A message of a scan and a mark, a second for each number.
  private static func message(_ number: Int64, _ session: String, _ device: String, rssi: Int)
    -> String
  {
    let time = start + number * 1_000_000_000
    return
      #"{"messageId":\#(number),"sessionId":"\#(session)","deviceId":"\#(device)","payload":[{"name":"wifi","time":\#(time),"values":{"bssid":"06:74:9c:2e:9e:f3","ssid":"n","level":\#(rssi),"timestamp":\#(number * 1_000_000)}},{"name":"annotation","time":\#(time),"values":{"text":"\#(rssi)"}}]}"#
      + "\n"
  }

  private static let first = (Int64(0)..<4).map { message($0, "sA", "dA", rssi: -40 - Int($0)) }
  private static let second = (Int64(0)..<4).map { message($0, "sB", "dB", rssi: -60 - Int($0)) }

  private static func strengths(_ recording: Recording) -> [Int8] {
    recording.scans.flatMap(\.readings).map(\.rssi)
  }

  @Test func `each session is a recording, however their messages are mixed`() throws {
    let mixed = zip(Self.first, Self.second).map { $0 + $1 }
    let texts = [
      mixed.joined(), (Self.first + Self.second).joined(),
      (Self.first.reversed() + [Self.first[0]] + Self.second).joined(),
    ]
    for text in texts {
      let reads = try read(text, "push.json")
      #expect(reads.map(\.name) == ["push sA", "push sB"])
      #expect(reads.map(\.recording.id) == reads.map(\.name))
      #expect(
        reads.map { Self.strengths($0.recording) } == [
          [-40, -41, -42, -43], [-60, -61, -62, -63],
        ])
      #expect(Set(reads.map(\.hash)).count == 2)
      #expect(!reads.map(\.hash).contains(ContentHash.hexadecimal(Array(text.utf8))))
      // Line ends are no content.
      let windows = try read(text.replacing("\n", with: "\r\n"), "push.json")
      #expect(windows.map(\.hash) == reads.map(\.hash))
    }
  }

  @Test func `messages of one session are one recording under the file's name and hash`() throws {
    for text in [
      Self.first.joined(), (Self.first.reversed() + [Self.first[2]]).joined(),
      // Another session that has nothing is none.
      Self.first.joined() + #"{"messageId":0,"sessionId":"x","deviceId":"x","payload":[]}"# + "\n",
    ] {
      let reads = try read(text, "push.json")
      #expect(reads.map(\.name) == ["push"])
      #expect(reads.map(\.hash) == [ContentHash.hexadecimal(Array(text.utf8))])
      #expect(reads.map { Self.strengths($0.recording) } == [[-40, -41, -42, -43]])
    }
  }

  @Test func `sessions that are numbers are sessions, and thousands of them are refused`() throws {
    func numbered(_ count: Int64) -> String {
      (0..<count).map {
        Self.message($0, "1", "1", rssi: -50).replacing(#":"1""#, with: ":\($0 + 5)")
      }.joined()
    }
    #expect(try read(numbered(2), "push.json").map(\.name) == ["push 5", "push 6"])
    let error = #expect(throws: RecordingError.self) { try read(numbered(1001), "push.json") }
    #expect(error?.message.contains("has over 1000 sessions") == true)
  }

  @Test func `two phones that call their session alike are told by the phone`() throws {
    let other = Self.second.map { $0.replacing("sB", with: "sA") }
    let reads = try read((Self.first + other).joined(), "push.json")
    #expect(reads.map(\.name) == ["push sA dA", "push sA dB"])
    let nameless = Self.second.map { $0.replacing(#""sessionId":"sB","deviceId":"dB","#, with: "") }
    let names = try read((Self.first + nameless).joined(), "push.json").map(\.name)
    #expect(names == ["push sA", "push"])
  }

  private static func export(_ phone: String, at time: String) -> String {
    #"""
    {"sensor":"Metadata","device name":"\#(phone)","device id":"\#(phone)","platform":"android","recording time":"\#(time)"},
    {"sensor":"WiFi","time":"1700000001000000000","bssid":"06:74:9c:2e:9e:f3","level":"-40","ssid":"n"}
    """#
  }

  @Test func `exports of several recordings in one array are refused by the entry`() throws {
    let pixel = Self.export("Pixel 8", at: "1")
    let remedy = "another recording's metadata; give a file for each recording, as it was exported"
    for other in [Self.export("Galaxy S9", at: "1"), Self.export("Pixel 8", at: "2")] {
      let error = #expect(throws: RecordingError.self) {
        try read("[\(pixel),\(other)]", "walk.json")
      }
      #expect(error?.message.hasSuffix("walk.json: its entry 3 is \(remedy)") == true)
    }
    // An older version writes less, and that is no other recording.
    let older = pixel.replacing(#""device id":"Pixel 8","#, with: "")
    #expect(try read("[\(pixel),\(older)]", "walk.json").map(\.name) == ["walk"])
    // The same one again is the same.
    #expect(try read("[\(pixel),\(pixel)]", "walk.json").map(\.name) == ["walk"])
  }

  @Test(arguments: [false, true])
  func `metadata of two recordings in a folder's table are refused by the line`(
    asFolder: Bool
  ) throws {
    let metadata = SensorLoggerSamples.metadata("android")
    let row = try #require(metadata.split(separator: "\n").last.map(String.init))
    func files(_ text: String) -> [(name: String, text: String)] {
      SensorLoggerSamples.android.map { ($0.name, $0.name == "Metadata.csv" ? text : $0.text) }
    }
    let error = #expect(throws: RecordingError.self) {
      try SensorLoggerSamples.read(
        files(metadata + row.replacing("Pixel 8", with: "Galaxy S9") + "\n"), asFolder: asFolder)
    }
    #expect(error?.message.contains("/Metadata.csv:3: is another recording's metadata; ") == true)
    #expect(
      try SensorLoggerSamples.read(files(metadata + row + "\n"), asFolder: asFolder).read.recording
        .device == "Pixel 8")
  }
}
