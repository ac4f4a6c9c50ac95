import Foundation
import IndoorFiles
import IndoorRecordings

extension RecordingFiles.File {
  /// What no output may take the place of: the file itself, each table of a folder that is one
  /// recording, and what says where the floor of a trace is.
  var inputs: [String] {
    switch format {
    case .sensorLogger:
      return [path]
        + RecordingFiles.names(in: path).map { "\(path)/\($0)" }.filter(Self.isTable)
    case .competition:
      let floor = URL(fileURLWithPath: path).deletingLastPathComponent().deletingLastPathComponent()
      return [path]
        + ["floor_info.json", "geojson_map.json"].map { floor.appendingPathComponent($0).path }
    default: return [path]
    }
  }

  /// Whether a file in a recording's folder is one of Sensor Logger's: by its name, or, as tables
  /// of sensors that aren't read, by a column that nothing else has.
  private static func isTable(_ path: String) -> Bool {
    let file = PathParts(path)
    guard file.ending.lowercased() == "csv" else { return false }
    return !RecordingFiles.areFolder([file.name])
      || RecordingFiles.opening(of: path)?.firstRange(of: "seconds_elapsed".utf8) != nil
  }
}
