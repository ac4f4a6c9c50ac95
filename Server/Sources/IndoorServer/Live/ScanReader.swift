import HTTPTypes
import IndoorJSON
import IndoorModel
import IndoorRecordings

/// Reads the scans that positions are asked for.
enum ScanReader {
  /// Readings that a scan may have.
  static let mostReadings = 1000

  /// One object or a list of them: `{"time_ms", "readings": [{"transmitter", "rssi", "age_ms"}]}`.
  ///
  /// - Parameter now: when a scan was that doesn't say it.
  /// - Throws: `JSONError`, and 422 for what is no scan.
  static func scans(_ body: [UInt8], now: Timestamp) throws -> [Scan] {
    let root = try JSONDocument(
      bytes: body, name: "body", limits: JSONLimits(maximumBytes: body.count, maximumDepth: 16)
    ).root
    guard root.kind == .array else { return [try scan(root, "body", now)] }
    return try root.elements.enumerated().map { try scan($1, "[\($0)]", now) }
  }

  private static func scan(
    _ node: JSONNode, _ place: String, _ now: Timestamp
  ) throws(Refusal) -> Scan {
    guard node.kind == .object else { throw .parameter("\(place): is no object") }
    guard let list = node["readings"], list.kind == .array else {
      throw .parameter(
        "\(place).readings: is no list; send {\"readings\": [{\"transmitter\": …, \"rssi\": …}]}")
    }
    var time = now
    if let stamp = node["time_ms"] {
      guard let milliseconds = stamp.number, abs(milliseconds) < 1e14 else {
        throw .parameter("\(place).time_ms: is no number of milliseconds")
      }
      time = Timestamp(microseconds: Int64((milliseconds * 1000).rounded()))
    }
    var readings: [Reading] = []
    for (index, entry) in list.elements.enumerated() {
      guard index < mostReadings else {
        throw Refusal(
          .contentTooLarge, .tooLarge,
          "\(place): has over \(mostReadings) readings; send the strongest")
      }
      readings.append(try reading(entry, "\(place).readings[\(index)]"))
    }
    return Scan(time: time, readings: readings)
  }

  private static func reading(_ node: JSONNode, _ place: String) throws(Refusal) -> Reading {
    guard let transmitter = node["transmitter"]?.string.flatMap({ Transmitter($0) }) else {
      throw .parameter(
        "\(place).transmitter: is no transmitter; write wifi:ADDRESS or beacon:UUID:MAJOR:MINOR")
    }
    guard let rssi = node["rssi"]?.number, rssi >= -127, rssi <= 0 else {
      throw .parameter("\(place).rssi: is no number from -127 to 0")
    }
    let age = node["age_ms"]?.number ?? (node["age_ms"] == nil ? 0 : -1)
    guard age >= 0, age < 4e9 else {
      throw .parameter("\(place).age_ms: is no number of milliseconds from 0 on")
    }
    return Reading(transmitter: transmitter, rssi: Int8(rssi.rounded()), age: UInt32(age))
  }
}
