import Foundation
import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// What an app writes is what `docs/recording-format.md` says, to the byte.
@Suite struct RecordingWriterTests {
  private static let museum = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Surveys/museum")

  private func lines(_ file: URL) throws -> [Substring] {
    try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `the museum's recordings, read and written again, have the same lines`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.museum.path)
      .filter { $0.hasSuffix(".jsonl") }.sorted()
    #expect(names.count == 22)
    try withTemporaryFolder { folder in
      for name in names {
        let source = Self.museum.appendingPathComponent(name)
        var stream = try RecordingStream(source.path)
        let read = try #require(try stream.next())
        try RecordingWriter.write(read.recording, to: "\(folder)/\(name)")
        // What the walker's phone measured at the same moment may stand in another order.
        let written = try lines(URL(fileURLWithPath: "\(folder)/\(name)"))
        let shipped = try lines(source)
        #expect(written.first == shipped.first && written.sorted() == shipped.sorted(), "\(name)")
      }
    }
  }

  @Test func `lines are the documentation's examples`() {
    var encoder = RecordingEncoder()
    let header = Recording(
      id: "walk-07", level: LevelKey(building: "main", ordinal: -1), device: "Google Pixel 8",
      surveyor: "ana", path: "east-wing-3")
    #expect(
      text(encoder.header(of: header))
        == #"{"format":"indoorkit","version":1,"id":"walk-07","device":"Google Pixel 8","surveyor":"ana","path":"east-wing-3","building":"main","level":-1}"#
        + "\n")
    let scan = Scan(
      time: Timestamp(milliseconds: 1_574_572_524_224),
      readings: [
        Reading(transmitter: .wifi(0x0674_9C2E_9EF3), rssi: -42, age: 563),
        Reading(transmitter: .wifi(0x0A74_9C2E_9EF3), rssi: -50),
      ])
    #expect(
      text(encoder.encode(.scan(scan)))
        == #"{"t":1574572524224,"wifi":[["06:74:9c:2e:9e:f3",-42,563],["0a:74:9c:2e:9e:f3",-50]]}"#
        + "\n")
    let waypoint = Waypoint(
      time: Timestamp(milliseconds: 1_574_572_522_291),
      place: .coordinate(Coordinate(latitude: 30.29392, longitude: 120.07651)),
      level: LevelKey(ordinal: 1))
    #expect(
      text(encoder.encode(waypoint))
        == #"{"t":1574572522291,"waypoint":{"latitude":30.29392,"longitude":120.07651,"level":1}}"#
        + "\n")
    for (milliseconds, hectopascals) in [(0.0, 1013.21), (21, 1013.22), (39.5, 1013.2)] {
      let time = Timestamp(microseconds: 1_574_572_522_414_000 + Int64(milliseconds * 1000))
      #expect(encoder.encode(.pressure(time: time, hectopascals: hectopascals)).isEmpty)
    }
    #expect(
      text(encoder.flush())
        == #"{"t":1574572522414,"at":[0,21,39.5],"hpa":[1013.21,1013.22,1013.2]}"# + "\n")
    #expect(encoder.flush().isEmpty)
  }

  @Test func `strings and numbers are spelt as the kit's own JSON spells them, and read back`()
    throws
  {
    var random = SplitMix64(seed: 7)
    let telling = Array(
      "\0\u{1}\u{1F}\u{7F}\u{80}\u{2028}\u{FEFF}\"\\/\n\r\t\u{8}aØ漢😀\u{301}".unicodeScalars)
    let numbers = [
      0, -0.0, 1, -1, 0.1, 1e15, 1e16, 1e-5, 123_456_789.125, .leastNonzeroMagnitude, .pi,
      .greatestFiniteMagnitude, .nan, .infinity,
    ]
    let encoder = RecordingEncoder()
    for round in 0..<2000 {
      var name = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        name.append(telling.randomElement(using: &random) ?? "a")
      }
      let x = round < numbers.count ? numbers[round] : Double(bitPattern: random.next())
      let t = Int64.random(in: -4_000_000_000_000_000...4_000_000_000_000_000, using: &random)
      let milliseconds: JSONOutput =
        t % 1000 == 0 ? .integer(t / 1000) : .number(Double(t) / 1000)
      let header = text(encoder.header(of: Recording(id: String(name))))
      let local = text(
        encoder.encode(
          Waypoint(
            time: Timestamp(microseconds: t), place: .local(LocalPoint(x: x, y: Double(round))))))
      let expected = JSONOutput.object([
        ("format", .string("indoorkit")), ("version", .integer(1)), ("id", .string(String(name))),
      ])
      #expect(header == expected.text() + "\n")
      let place = JSONOutput.object([("local", .array([.number(x), .number(Double(round))]))])
      #expect(
        local == JSONOutput.object([("t", milliseconds), ("waypoint", place)]).text() + "\n")
      // Foundation agrees on what was meant, but for byte order marks, which it drops.
      guard !name.contains("\u{FEFF}") else { continue }
      let object = try JSONSerialization.jsonObject(with: Data(header.utf8)) as? [String: Any]
      #expect(object?["id"] as? String == String(name))
    }
  }

  @Test func `what an encoder gives to any sink is what the file holds`() throws {
    let source = Self.museum.appendingPathComponent("visit-upper.jsonl")
    var stream = try RecordingStream(source.path)
    let recording = try #require(try stream.next()).recording
    var encoder = RecordingEncoder()
    var sent = encoder.header(of: recording)
    for observation in recording.observations { sent += encoder.encode(observation) }
    sent += encoder.flush()
    try withTemporaryFolder { folder in
      try RecordingWriter.write(recording, to: "\(folder)/x.jsonl")
      let file = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/x.jsonl"))
      #expect(sent == [UInt8](file))
    }
  }

  @Test func `what was flushed is in the file while it is still open`() throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/x.jsonl"
      let writer = try RecordingWriter(path: path, header: Recording(id: "x"))
      try writer.append(
        .acceleration(VectorSample(time: Timestamp(milliseconds: 5), x: 0, y: 0, z: 9.81)))
      func lines() throws -> [Substring] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      }
      #expect(try lines().count == 1)
      try writer.flush()
      #expect(try lines().last == #"{"t":5,"acc":[0,0,9.81]}"#)
      try writer.close()
    }
  }

  @Test func `a folder, and a file that is closed, can't be written, and the sentence says which`()
    throws
  {
    try withTemporaryFolder { folder in
      let error = #expect(throws: PositioningError.self) {
        try RecordingWriter(path: folder, header: Recording(id: "x"))
      }
      #expect(error?.code == .unwritable && error?.isMachineFault == true)
      #expect(error?.message.hasPrefix("\(folder): can't be written (") == true)
      let writer = try RecordingWriter(path: "\(folder)/x.jsonl", header: Recording(id: "x"))
      try writer.close()
      #expect(throws: PositioningError.self) {
        try writer.append(Waypoint(time: Timestamp(milliseconds: 1), place: .named("a")))
      }
      #expect(throws: PositioningError.self) { try writer.close() }
    }
  }

  @Test(arguments: ["SQLite format 3\0", "t,x,y\n1,2,3\n", "\u{0}"])
  func `what is no recording is not gone on with`(content: String) throws {
    try withTemporaryFolder { folder in
      let path = "\(folder)/v.gpkg"
      try Data(content.utf8).write(to: URL(fileURLWithPath: path))
      let error = #expect(throws: PositioningError.self) {
        try RecordingWriter(path: path, header: Recording(id: "x"))
      }
      #expect(error?.code == .notARecording && error?.isMachineFault == false)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
    }
  }
}
