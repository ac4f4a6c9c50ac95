import Foundation
import IndoorPositioning
import IndoorRecordings
import Testing

/// Tables of a walk that aren't there, or not whole, are told.
struct SensorLoggerMissingTests {
  private typealias Samples = SensorLoggerSamples

  /// What reading a walk's folder says in which somebody has done something to WiFi.csv.
  private static func refusal(_ change: (_ wifi: String) throws -> Void) throws -> String? {
    try withTemporaryFolder { folder in
      for (name, text) in Samples.android { try write(text, to: "\(folder)/walk/\(name)") }
      try change("\(folder)/walk/WiFi.csv")
      var stream = RecordingStream(
        try RecordingFiles("\(folder)/walk"), levels: LevelNames(), labels: RecordingLabels())
      let error = #expect(throws: RecordingError.self) { try stream.next() }
      return error.map { String($0.message.dropFirst(folder.count + 1)) }
    }
  }

  @Test func `a table that is a link to nothing, a pipe or a folder refuses the walk`() throws {
    #expect(
      try Self.refusal {
        try FileManager.default.removeItem(atPath: $0)
        try FileManager.default.createSymbolicLink(atPath: $0, withDestinationPath: "gone.csv")
      }?.hasPrefix("walk/WiFi.csv: is a link to nothing") == true)
    #expect(
      try Self.refusal {
        try FileManager.default.removeItem(atPath: $0)
        mkfifo($0, 0o600)
      }?.hasPrefix("walk/WiFi.csv: is no regular file") == true)
    #expect(
      try Self.refusal {
        try FileManager.default.removeItem(atPath: $0)
        try FileManager.default.createDirectory(
          atPath: $0, withIntermediateDirectories: false)
      }?.hasPrefix("walk/WiFi.csv: is a folder") == true)
  }

  @Test func `a table that iCloud holds elsewhere refuses the walk`() throws {
    let refusal = try Self.refusal { wifi in
      try FileManager.default.moveItem(
        atPath: wifi, toPath: wifi.replacing("WiFi.csv", with: ".WiFi.csv.icloud"))
    }
    #expect(refusal == "walk/WiFi.csv: is in iCloud and not on this disk; download it")
  }

  @Test(arguments: ["WiFi (1).csv", "WiFi 2.csv", "wifi(2).CSV"])
  func `a copy without its original refuses the walk`(name: String) throws {
    let refusal = try Self.refusal { wifi in
      try FileManager.default.moveItem(
        atPath: wifi, toPath: wifi.replacing("WiFi.csv", with: name))
    }
    #expect(refusal?.hasPrefix("walk: holds \(name) and no ") == true, "\(refusal ?? "")")
  }

  @Test func `a copy beside its original changes nothing`() throws {
    let copy = [(name: "WiFi (1).csv", text: Samples.wifi)]
    let (read, left) = try Samples.read(Samples.android + copy)
    #expect(try Samples.read(Samples.android).read.hash == read.hash)
    #expect(left.values.allSatisfy { $0[.emptyTable] == 0 })
  }

  @Test(arguments: [false, true])
  func `an empty table is told`(asFolder: Bool) throws {
    let files = Samples.android.map { ($0.name, $0.name == "WiFi.csv" ? "" : $0.text) }
    let (_, left) = try Samples.read(files, asFolder: asFolder)
    let told = left.filter { $0.value[.emptyTable] > 0 }.keys.sorted()
    #expect(told.count == 1 && told.first?.hasSuffix("/WiFi.csv") == true, "\(told)")
    // A table with nothing but its header is how a sensor that heard nothing looks.
    let header = String(Samples.wifi.prefix { $0 != "\n" }) + "\n"
    let silent = Samples.android.map { ($0.name, $0.name == "WiFi.csv" ? header : $0.text) }
    #expect(
      try Samples.read(silent, asFolder: asFolder).left.values.allSatisfy { $0[.emptyTable] == 0 })
  }

  /// A table of a header alone, or values that are empty, stand in for no other sensor.
  @Test func `a sensor that said nothing takes no other's place`() throws {
    let header = "time,seconds_elapsed,z,y,x\n"
    let raw = try #require(Samples.android.first { $0.name == "TotalAcceleration.csv" }).text
    let rate = try #require(Samples.android.first { $0.name == "Gyroscope.csv" }).text
    let rest =
      Samples.android.filter {
        !["TotalAcceleration.csv", "Accelerometer.csv", "Gravity.csv", "Gyroscope.csv"].contains(
          $0.name)
      } + [("AccelerometerUncalibrated.csv", raw), ("GyroscopeUncalibrated.csv", rate)]
    let expected = try Samples.read(rest).read.recording
    try #require(!expected.accelerations.isEmpty)
    for silent in [
      ["TotalAcceleration.csv"], ["Accelerometer.csv", "Gravity.csv"], ["Gyroscope.csv"],
    ] {
      for asFolder in [false, true] {
        let found = try Samples.read(rest + silent.map { ($0, header) }, asFolder: asFolder).read
        #expect(found.recording.observations == expected.observations, "\(silent)")
      }
    }
  }

  /// Sensor Logger's Accelerometer is what its Gravity has been taken off.
  @Test func `accelerations without gravity are told, and no others`() throws {
    func told(without names: String...) throws -> (accelerations: Int, sentences: [String]) {
      let read = try Samples.read(Samples.android.filter { !names.contains($0.name) }).read
      let told = read.warnings.filter { $0.code.rawValue == "no-gravity" }
      return (read.recording.accelerations.count, told.map(\.message))
    }
    let bare = try told(without: "TotalAcceleration.csv", "Gravity.csv")
    #expect(bare.accelerations == 0 && bare.sentences.count == 1)
    #expect(
      bare.sentences.first?.hasSuffix("; switch on Gravity beside the Accelerometer, too") == true)
    for rest in [
      try told(without: "Gravity.csv"), try told(without: "TotalAcceleration.csv"),
      try told(without: "TotalAcceleration.csv", "Gravity.csv", "Accelerometer.csv"),
    ] { #expect(rest.sentences.isEmpty) }
  }
}
