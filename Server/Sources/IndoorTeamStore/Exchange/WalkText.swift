import IndoorGeometry
import IndoorModel

/// Parts of walks as the database takes them.
enum WalkText {
  /// A path as a JSON list of lists.
  static func path(_ path: [SurveyWalk.PathPoint]) -> String {
    let points = path.map { point in
      "[\(point.time.microseconds),\(quoted(point.level.building)),\(point.level.ordinal),\(point.place.x),\(point.place.y)]"
    }
    return "[\(points.joined(separator: ","))]"
  }

  /// A list of texts as PostgreSQL writes arrays.
  static func list(_ texts: [String]) -> String { "{\(texts.map(quoted).joined(separator: ","))}" }

  /// Seven bytes a reading, big-endian: its transmitter's place, dBm, and age in milliseconds.
  static func readings(_ readings: [Reading], _ places: [Transmitter: Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(7 * readings.count)
    for reading in readings {
      let place = UInt16(clamping: places[reading.transmitter] ?? 0)
      withUnsafeBytes(of: place.bigEndian) { bytes.append(contentsOf: $0) }
      bytes.append(UInt8(bitPattern: reading.rssi))
      withUnsafeBytes(of: reading.age.bigEndian) { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// A text in quotes, which JSON and PostgreSQL's arrays both read.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
