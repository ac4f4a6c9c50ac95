import Foundation
import IndoorArchive
import IndoorModel
import IndoorPositioning
import IndoorRecordings

/// Sensor Logger's files as the app writes them, by the grammar of its documentation.
enum SensorLoggerSamples {
  static let start: Int64 = 1_698_501_144_000_000_000

  static func metadata(_ platform: String, standardisation: String? = "false") -> String {
    let (names, values) =
      standardisation.map { (",standardisation", ",\($0)") } ?? ("", "")
    return """
      version,device name,recording epoch time,recording time,recording timezone,platform,appVersion,device id,sensors,sampleRateMs\(names),platform version
      3,Pixel 8,1698501144000,2023-10-28_13-52-24,Europe/London,\(platform),1.30.1,ab-cd,Accelerometer|WiFi,10\(values),14

      """
  }

  /// A second of rows every 10 ms in the app's order of axes.
  static func motion(_ z: String, _ y: String, _ x: String, rows: Int = 100) -> String {
    "time,seconds_elapsed,z,y,x\n"
      + (0..<rows).map { "\(start + Int64($0) * 10_000_000),\(Double($0) / 100),\(z),\(y),\(x)\n" }
      .joined()
  }

  /// Android's scans at 1, 4 and 7 s, of which the last repeats the one before.
  static let wifi = #"""
    time,seconds_elapsed,ssid,bssid,frequency,level,capabilities
    1698501145000000000,1.0,Museum,06:74:9c:2e:9e:f3,5180,-42,[WPA2-PSK-CCMP][ESS]
    1698501145000000000,1.0,"Café, ""upstairs""",06:74:9c:2e:9e:f4,2412,-61,[ESS]
    1698501145000000000,1.0,home_nomap,06:74:9c:2e:9e:f5,2412,-70,[ESS]
    1698501148000000000,4.0,Museum,06:74:9c:2e:9e:f3,5180,-45,[WPA2-PSK-CCMP][ESS]
    1698501148000000000,4.0,"Café, ""upstairs""",06:74:9c:2e:9e:f4,2412,-60,[ESS]
    1698501151000000000,7.0,Museum,06:74:9c:2e:9e:f3,5180,-45,[WPA2-PSK-CCMP][ESS]
    1698501151000000000,7.0,"Café, ""upstairs""",06:74:9c:2e:9e:f4,2412,-60,[ESS]

    """#

  static let annotation = """
    time,seconds_elapsed,text,millisecond_press_duration
    1698501144500000000,0.5,1,80
    1698501150000000000,6.0,2,75

    """

  static let barometer = """
    time,seconds_elapsed,relativeAltitude,pressure
    1698501144100000000,0.1,0,1013.25
    1698501144200000000,0.2,null,
    1698501144300000000,0.3,0.1,1013.24

    """

  static let android: [(name: String, text: String)] = [
    ("Metadata.csv", metadata("android")),
    ("TotalAcceleration.csv", motion("9.81", "0.5", "-0.25")),
    ("Accelerometer.csv", motion("0.01", "0", "0")), ("Gravity.csv", motion("9.8", "0", "0")),
    ("Gyroscope.csv", motion("0.03", "0.02", "0.01")),
    ("Magnetometer.csv", motion("-40", "20", "5")), ("Barometer.csv", barometer),
    ("WiFi.csv", wifi), ("Annotation.csv", annotation),
    ("Orientation.csv", "time,seconds_elapsed,qz,qy,qx,qw,roll,pitch,yaw\n"),
  ]

  /// Reads files as a zip, or with `asFolder` as a folder, by what is in them.
  static func read(
    _ files: [(name: String, text: String)], asFolder: Bool = false, inFolder prefix: String = "",
    labels: RecordingLabels = RecordingLabels(), levels: LevelNames = LevelNames()
  ) throws -> (read: ReadRecording, left: [String: SkippedLines]) {
    try withTemporaryFolder { folder in
      let path = "\(folder)/walk-7\(asFolder ? "" : ".zip")"
      if asFolder {
        for file in files { try write(file.text, to: "\(path)/\(file.name)") }
      } else {
        try ZipWriter.write(files.map { ("\(prefix)\($0.name)", $0.text) }, to: path)
      }
      var stream = RecordingStream(try RecordingFiles(path), levels: levels, labels: labels)
      let read = try stream.next()
      let left = Dictionary(
        stream.remainders.map { (String($0.path.dropFirst(folder.count + 1)), $0.skipped) }
      ) { first, _ in first }
      guard let read else { throw CancellationError() }
      return (read, left)
    }
  }
}

extension Recording {
  var scans: [Scan] {
    observations.compactMap { if case .scan(let scan) = $0 { scan } else { nil } }
  }

  var accelerations: [VectorSample] {
    observations.compactMap { if case .acceleration(let sample) = $0 { sample } else { nil } }
  }
}
