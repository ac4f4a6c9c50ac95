import Foundation
import IndoorModel
import IndoorPositioning
import IndoorRecordings
import Testing

/// Recordings in an iPhone's units, and in others that aren't the formats'.
@Suite struct SensorUnitTests {
  private let header = #"{"format":"indoorkit","version":1}"# + "\n"

  /// So many samples, 20 ms apart.
  private func motion(_ sensor: String, _ sample: String, count: Int = 300) -> String {
    let values = Array(repeating: sample, count: count).joined(separator: ",")
    return header + #"{"t":1780306800000,"dt":20,"\#(sensor)":[\#(values)]}"# + "\n"
  }

  private func warnings(_ text: String) throws -> [RecordingWarning] {
    try #require(try read(text, "w.jsonl").first).warnings.filter { $0.code == .sensorUnit }
  }

  /// The air has 337 hPa at Everest's top and 1085 hPa at the most by the sea: neither kilopascals
  /// nor pascals are any of these.
  @Test(arguments: [(101.4, 1), (101_400, 1), (-1013, 1), (337, 0), (1085, 0)])
  func `a pressure that no air has is told with its unit`(value: Double, count: Int) throws {
    let texts = [
      ("w.jsonl", header + #"{"t":1780306800000,"hpa":\#(value)}"#),
      ("n.json", #"{"timestamp":1541003875000,"type":104,"values":[\#(value)]}"#),
      ("logfile_2017_09_05_12_34_56.txt", "PRES;0.200;58.200;\(value);3"),
      (
        "s.json",
        #"{"messageId":1,"sessionId":"a","deviceId":"b","payload":[{"name":"barometer","time":1698501144501773000,"values":{"relativeAltitude":0,"pressure":\#(value)}}]}"#
      ),
    ]
    for (name, text) in texts {
      let hpa = text.replacing("\"hpa\":\(value)", with: "\"hpa\":[\(value)]")
      let read = try #require(try read(hpa + "\n", name).first, "\(name)")
      #expect(read.skipped[.noPressure] == count, "\(name)")
      #expect(read.recording.observations.count == 1 - count, "\(name)")
    }
    #expect(SkippedLines.Reason.noPressure.rawValue.contains("hPa (about 101 is in kPa"))
  }

  /// Gravity is 1 g.
  @Test(arguments: ["0.1,0.4,0.9", "0,0,0.2", "10,350,920"])
  func `accelerations in another unit are told once`(sample: String) throws {
    let told = try warnings(motion("acc", sample))
    #expect(told.count == 1)
    #expect(told.first?.message.contains("gravity alone is 9.8 m/s²") == true)
  }

  /// The field of Paris, 47.5 µT, in nanotesla and gauss.
  @Test(arguments: ["0,20900,-42600", "0,0.209,-0.426"])
  func `a magnetic field in another unit is told once`(sample: String) throws {
    let told = try warnings(motion("mag", sample))
    #expect(told.map { $0.message.contains("the Earth's is 25 to 65 µT") } == [true])
    #expect(try warnings(motion("mag", "0,20.9,-42.6")).isEmpty)
    // A loudspeaker's share of a phone's own field, and a magnet's.
    #expect(try warnings(motion("mag", "60,20.9,-112.6")).isEmpty)
    let magnet = try warnings(motion("mag", "300,20.9,-442.6"))
    #expect(magnet.map { $0.message.contains("is 535 µT on average") } == [true])
    #expect(magnet.first?.message.contains("a magnet in its case or holder") == true)
  }

  /// What `numpy.ravel` writes of an array of three rows: of a phone that is tilted by 30°, with a
  /// step of 2 m/s² every half second.
  @Test func `accelerations axis after axis are told once, and those of samples aren't`() throws {
    func lines(isPlanar: Bool, count: Int = 10) -> String {
      header
        + (0..<count).map { line in
          let samples = (0..<50).map { index -> [Double] in
            let step = 2 * sin(.pi * 2 * Double(line * 50 + index) / 25)
            return [0.3, 4.9 + step / 2, 8.5 + step]
          }
          let values =
            isPlanar
            ? (0..<3).flatMap { axis in samples.map { $0[axis] } } : samples.flatMap { $0 }
          return #"{"t":\#(1_780_306_800_000 + line * 1000),"dt":20,"acc":\#(values)}"# + "\n"
        }.joined()
    }
    func told(_ text: String) throws -> [String] {
      try #require(try read(text, "w.jsonl").first).warnings
        .filter { $0.code.rawValue == "sample-order" }.map(\.message)
    }
    #expect(try told(lines(isPlanar: true)).map { $0.contains("w.jsonl:2: its acc") } == [true])
    #expect(try told(lines(isPlanar: false)) == [])
    #expect(try told(lines(isPlanar: true, count: 4)) == [])
  }

  /// A slow turn is 20 degrees per second.
  @Test func `angular rates in degrees are told once`() throws {
    let told = try warnings(motion("gyr", "12,16,0"))
    #expect(told.map { $0.message.contains("are over 10 on average") } == [true])
  }

  /// Zeros for a gyroscope that isn't there, and a magnetometer that hangs after its first samples.
  @Test(arguments: [("gyr", "0,0,0", 0), ("mag", "12,-30.5,4", 4), ("acc", "0,0,9.81", 1)])
  func `a sensor that says the same throughout is told and left out`(
    sensor: String, sample: String, first: Int
  ) throws {
    let other = Array(repeating: "1,2,9.5", count: first).joined(separator: ",")
    for (count, isStuck) in [(600, true), (300, false)] {
      let values = Array(repeating: sample, count: count).joined(separator: ",")
      let text =
        header
        + #"{"t":1780306800000,"dt":20,"\#(sensor)":[\#(first > 0 ? other + "," : "")\#(values)]}"#
        + "\n" + #"{"t":1780306900000,"hpa":[1013]}"# + "\n"
      let read = try #require(try IndoorRecordingsTests.read(text, "w.jsonl").first)
      #expect(read.warnings.map(\.code.rawValue).contains("stuck-sensor") == isStuck)
      #expect(read.recording.observations.count == (isStuck ? 1 : first + count + 1))
    }
  }

  /// A barometer's noise is a hundredth and more.
  @Test func `a barometer that says the same throughout is told and left out`() throws {
    for (other, isStuck) in [("1013.25", true), ("1013.26", false)] {
      let values = (0..<600).map { $0 % 20 == 0 ? other : "1013.25" }.joined(separator: ",")
      let text = header + #"{"t":1780306800000,"dt":200,"hpa":[\#(values)]}"# + "\n"
      let read = try #require(try IndoorRecordingsTests.read(text, "w.jsonl").first)
      #expect(read.warnings.map(\.code.rawValue) == (isStuck ? ["stuck-sensor"] : []))
      #expect(read.recording.observations.count == (isStuck ? 0 : 600))
    }
  }

  /// The air has 1 hPa less 8.3 m higher up, and a level is 3 to 5 m high.
  @Test(arguments: [1.0, 0.5, 0.4, 0.25, 0.2, 0.1, 0.05])
  func `a barometer that is rounded to levels is told and left out`(step: Double) throws {
    let isTold = step >= 0.2
    let values = (0..<200).map {
      "\(((1012.8 + step * Double($0 / 20 % 4)) * 100).rounded() / 100)"
    }
    .joined(separator: ",")
    let text = header + #"{"t":1780306800000,"dt":200,"hpa":[\#(values)]}"# + "\n"
    let read = try #require(try IndoorRecordingsTests.read(text, "w.jsonl").first)
    #expect(read.warnings.map(\.code.rawValue) == (isTold ? ["stuck-sensor"] : []))
    #expect(read.warnings.allSatisfy { $0.message.contains("differ by \(step) hPa or more") })
    #expect(read.recording.observations.count == (isTold ? 0 : 200))
  }

  /// Noise of one digit, as a coarse sensor has at rest, is none.
  @Test func `a sensor at rest isn't stuck`() throws {
    let values = (0..<600).map { $0 % 20 == 0 ? "0,0.001,0" : "0,0,0" }.joined(separator: ",")
    let text = header + #"{"t":1780306800000,"dt":20,"gyr":[\#(values)]}"# + "\n"
    let read = try #require(try IndoorRecordingsTests.read(text, "w.jsonl").first)
    #expect(read.warnings.isEmpty && read.recording.observations.count == 600)
  }

  /// Samples so many milliseconds apart for so many seconds, and those 20 ms apart before them.
  @Test(arguments: [
    (160, 60, 0, true), (180, 30, 0, true), (200, 60, 50, false), (20, 60, 0, false),
  ])
  func `steps are unknown where nearly all samples are too far apart`(
    spacing: Int, seconds: Int, dense: Int, isUnknown: Bool
  ) {
    let before = (0..<dense * 50).map { Int64($0) * 20 }
    let after = (0..<seconds * 1000 / spacing).map { Int64(dense * 1000 + $0 * spacing) }
    let units = SensorUnits(
      (before + after).map { .acceleration(sample(at: $0)) })
    #expect(units.areAccelerationsAlwaysSeldom == isUnknown)
  }

  private func sample(at milliseconds: Int64) -> VectorSample {
    VectorSample(time: Timestamp(milliseconds: milliseconds), x: 0, y: 3.5, z: 9.2)
  }

  /// Android hands out 5 samples a second at its slowest, and no app asks a phone for over 1,000.
  @Test(arguments: [(0.02, "seconds"), (20_000, "microseconds"), (20, nil), (200, nil), (0.6, nil)])
  func `steps of time that are no milliseconds are told once`(step: Double, unit: String?) throws {
    // One line's samples follow the last one's.
    let length = unit == nil ? Int(50 * step) : 1000
    let lines = (0..<20).map { line in
      let values = Array(repeating: "0,0,9.8", count: 50).joined(separator: ",")
      return #"{"t":\#(1_780_306_800_000 + line * length),"dt":\#(step),"acc":[\#(values)]}"#
    }
    let told = try warnings(header + lines.joined(separator: "\n") + "\n")
    #expect(told.count == (unit == nil ? 0 : 1), "\(told)")
    if let unit { #expect(told.first?.message.contains("dt is in \(unit);") == true, "\(told)") }
  }

  /// A phone at rest, shaken, turned fast, thrown for a second, and with one reading astray.
  @Test(arguments: [
    ("acc", "0,3.5,9.2", 300), ("acc", "0,0,17.4", 300), ("gyr", "0,0,4.4", 300),
    ("acc", "0,0,0.1", 50), ("gyr", "30,0,0", 50),
  ])
  func `what people do to phones isn't told`(sensor: String, sample: String, count: Int) throws {
    #expect(try warnings(motion(sensor, sample, count: count)).isEmpty)
    let astray = motion(sensor, sample, count: count).replacing("]}", with: ",900,900,900]}")
    #expect(try warnings(astray).isEmpty)
  }

  @Test(.enabled(if: realData != nil, realDataHint))
  func `no real walk's units are told`() throws {
    var stream = try RecordingStream("\(realData ?? "")/indoor-location-competition/site1")
    while let read = try stream.next() {
      #expect(!read.warnings.contains { $0.code == .sensorUnit }, "\(read.path)")
    }
  }

  /// UJIIndoorLoc's times are in seconds, and these are of January 1970.
  @Test func `seconds aren't asked for in milliseconds`() throws {
    let text = """
      WAP001,LONGITUDE,LATITUDE,FLOOR,BUILDINGID,SPACEID,RELATIVEPOSITION,USERID,PHONEID,TIMESTAMP
      -70,-7500,4864900,1,0,1,1,1,1,1371713

      """
    let read = try #require(try read(text, "u.csv", format: .ujiindoorloc).first)
    #expect(read.recording.observations.map(\.time.milliseconds) == [1_371_713_000])
    #expect(read.warnings.isEmpty, "\(read.warnings)")
  }

  /// Android's `ScanResult.timestamp` is in microseconds; what is older than 20 s counts for
  /// nothing.
  @Test(arguments: [(1_500, 0), (20_000, 0), (1_500_000, 1), (86_400_000, 1)])
  func `ages that leave no reading are told`(age: Int, count: Int) throws {
    let scans = (0..<25).map { number in
      let readings = (0..<4).map { "[\"00:00:00:00:0\($0):0a\",-6\(($0 + number) % 10),\(age)]" }
      return
        #"{"t":\#(1_780_306_800_000 + number * 4000),"wifi":[\#(readings.joined(separator: ","))]}"#
    }
    let found = try warnings(header + scans.joined(separator: "\n") + "\n")
    #expect(found.count == count)
    #expect(found.allSatisfy { $0.message.contains("all of its 100 Wi-Fi readings are over 20 s") })
  }
}
