/// Where the columns of WiGLE's tables are that are read: of its CSV, or of the table `location` in
/// the app's backup, joined with `network` or alone.
struct WigleColumns {
  var mac = -1, ssid = -1, time = -1, rssi = -1, latitude = -1, longitude = -1, type = -1
  /// Metres that a place is known to.
  var accuracy = -1
  /// Whether it is the backup's table, which writes times in milliseconds since 1970.
  let isBackup: Bool

  /// What a header has to name, in the order that messages give.
  private static let export = [
    "MAC", "SSID", "FirstSeen", "RSSI", "CurrentLatitude", "CurrentLongitude", "Type",
  ]
  private static let backup = ["bssid", "level", "lat", "lon", "time"]

  /// Whether a file's first line is the header of the backup's table.
  static func isBackup(_ line: some StringProtocol) -> Bool {
    let names = line.split(separator: ",").map { String($0).filter { $0 != "\"" }.trimmed }
    return backup.allSatisfy(names.contains)
  }

  /// Whether a SQLite database that begins so is the app's backup: its schema, which SQLite keeps
  /// at the beginning, has both tables' rows of kind, name and table.
  static func areInDatabase(_ opening: [UInt8]) -> Bool {
    let text = String(decoding: opening, as: UTF8.self)
    return ["network", "location"].allSatisfy { text.contains("table\($0)\($0)") }
  }

  /// Takes a header's names.
  ///
  /// - Throws: `RecordingError` where one is missing.
  init(
    _ names: [String], isBackup: Bool, path: String, line: Int
  ) throws(RecordingError) {
    self.isBackup = isBackup
    let known = Self.export + Self.backup + ["ssid", "type", "AccuracyMeters", "accuracy"]
    let trimmed = names.map(\.trimmed)
    // What tables are joined by is the same in both.
    let twice = known.first { name in
      (!isBackup || name != "bssid") && trimmed.count { $0 == name } > 1
    }
    if let twice {
      throw .malformed(
        path, line: line,
        "has two columns \(twice), of which nobody knows which counts, take one out")
    }
    for (index, name) in trimmed.enumerated() {
      switch name {
      case "MAC", "bssid": mac = index
      case "SSID", "ssid": ssid = index
      case "FirstSeen", "time": time = index
      case "RSSI", "level": rssi = index
      case "CurrentLatitude", "lat": latitude = index
      case "CurrentLongitude", "lon": longitude = index
      case "Type", "type": type = index
      case "AccuracyMeters", "accuracy": accuracy = index
      default: continue
      }
    }
    let rest = isBackup ? 0 : min(ssid, type)
    guard min(mac, time, rssi, latitude, longitude, rest) >= 0 else {
      let needed = (isBackup ? Self.backup : Self.export).joined(separator: ", ")
      throw .malformed(path, line: line, "lacks one of the columns \(needed)")
    }
  }
}

extension RecordingError {
  static func wigleBackup(_ path: String) -> RecordingError {
    .malformed(
      path,
      "is WiGLE's SQLite backup; save its observations as CSV, by sqlite3 -header -csv FILE \"select "
        + "l.*, n.ssid, n.type from location l join network n using (bssid)\" > walk.csv, and name that"
    )
  }
}
