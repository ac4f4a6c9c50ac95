import Foundation
import IndoorGeometry
import IndoorModel
import IndoorPositioning
import IndoorRecordings

/// Small recordings in the project's format, each different from the others.
enum SurveySamples {
  /// A walk of 40 m east along 48° north, a scan of 20 networks each second, with a waypoint at
  /// both ends.
  static func recording(_ number: Int, scans: Int = 40) -> Recording {
    let start = 1_700_000_000_000 + Int64(number) * 100_000
    func time(_ second: Int) -> Timestamp {
      Timestamp(milliseconds: start + Int64(second) * 1000)
    }
    func waypoint(_ second: Int) -> Waypoint {
      Waypoint(
        time: time(second),
        place: .coordinate(Coordinate(latitude: 48, longitude: 11 + 0.000_013 * Double(second))),
        level: LevelKey(ordinal: number % 3))
    }
    let observations: [Observation] = (0..<scans).map { second in
      let readings = (0..<20).map { network in
        Reading(
          transmitter: .wifi(UInt64(number % 50 * 20 + network)),
          rssi: Int8(-40 - (second + 3 * network + number) % 50))
      }
      return .scan(Scan(time: time(second), readings: readings))
    }
    return Recording(
      id: "walk-\(number)", observations: observations,
      waypoints: [waypoint(0), waypoint(scans - 1)])
  }

  /// Writes so many walks into a folder and returns it.
  static func folder(_ count: Int, in scratch: Scratch) throws -> String {
    let folder = scratch.path("walks")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 0..<count {
      try RecordingWriter.write(recording(number), to: "\(folder)/walk-\(number).jsonl")
    }
    return folder
  }

  /// Writes one walk and returns its path.
  static func file(_ number: Int, in scratch: Scratch) throws -> String {
    let path = scratch.path("single-\(number).jsonl")
    try RecordingWriter.write(recording(number), to: path)
    return path
  }
}
