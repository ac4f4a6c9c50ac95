/// What Sensor Logger records and is read; a file or an entry of its own each.
enum SensorLoggerSensor: Int {
  /// Specific force with gravity, of Android alone.
  case total
  /// Acceleration without gravity, and gravity.
  case user, gravity
  /// Acceleration as the chip gives it: m/s² on Android, g on iOS.
  case raw
  case gyroscope, magnetometer, rawGyroscope, rawMagnetometer
  case barometer, wifi, bluetooth, bluetoothNames, annotation, metadata

  /// The sensor of a file without its ending, or of an entry's `sensor` or `name`; `nil` for one
  /// that isn't needed.
  init?(_ name: String) {
    let name = name.lowercased()
    if name.hasPrefix("bluetooth-") {
      self = .bluetooth
    } else if let known = Self.names[name] {
      self = known
    } else {
      return nil
    }
  }

  /// The sensor of a CSV file; `nil` for any other file.
  init?(file name: String) {
    guard name.lowercased().hasSuffix(".csv"), !name.hasPrefix(".") else { return nil }
    self.init(String(name.dropLast(4)))
  }

  /// What a CSV file would be called whose name has what browsers and file managers add to a second
  /// one's, such as `WiFi (1).csv` or `WiFi 2.csv`; `nil` for other names.
  static func original(ofCopy name: String) -> String? {
    guard name.lowercased().hasSuffix(".csv") else { return nil }
    let stem = name.dropLast(4)
    let kept = String(
      stem.reversed().drop { $0.isASCII && ($0.isNumber || " ()".contains($0)) }.reversed())
    return kept != stem && names[kept.lowercased()] != nil ? kept + ".csv" : nil
  }

  private static let names: [String: SensorLoggerSensor] = [
    "totalacceleration": .total, "accelerometer": .user, "gravity": .gravity,
    "accelerometeruncalibrated": .raw, "gyroscope": .gyroscope, "magnetometer": .magnetometer,
    "gyroscopeuncalibrated": .rawGyroscope, "magnetometeruncalibrated": .rawMagnetometer,
    "barometer": .barometer, "wifi": .wifi, "bluetoothmetadata": .bluetoothNames,
    "annotation": .annotation, "metadata": .metadata,
  ]

  /// The columns that are read, in the order in which they are handed over, and how many of the
  /// first have to be there.
  var columns: (names: [String], needed: Int) {
    switch self {
    case .total, .user, .gravity, .raw, .gyroscope, .magnetometer, .rawGyroscope,
      .rawMagnetometer:
      (["time", "x", "y", "z"], 4)
    case .barometer: (["time", "pressure"], 2)
    case .wifi: (["time", "bssid", "level", "ssid"], 3)
    case .bluetooth:
      (["time", "id", "rssi", "manufacturerData", "serviceData", "advertisement"], 3)
    case .bluetoothNames: (["id", "name", "localName"], 1)
    case .annotation: (["time", "text"], 2)
    case .metadata:
      (["platform", "standardisation", "device name", "device id", "recording time"], 0)
    }
  }

  /// What has to be known before the others are read comes first.
  var rank: Int {
    switch self {
    case .metadata: 0
    case .bluetoothNames: 1
    default: 2
    }
  }

  /// Bytes up to which a table has a header and no row.
  static let mostOfHeader = 64

  /// Those of `found` that are read, where one stands in for others: one that says nothing in none.
  static func needed(
    of found: Set<SensorLoggerSensor>, saying: Set<SensorLoggerSensor>
  ) -> Set<SensorLoggerSensor> {
    needed(of: saying).union(found.subtracting(saying))
  }

  private static func needed(of found: Set<SensorLoggerSensor>) -> Set<SensorLoggerSensor> {
    var needed = found
    if found.contains(.total) {
      needed.subtract([.user, .gravity, .raw])
    } else if found.contains(.user), found.contains(.gravity) {
      needed.remove(.raw)
    } else if found.contains(.raw) {
      needed.subtract([.user, .gravity])
    }
    if found.contains(.gyroscope) { needed.remove(.rawGyroscope) }
    if found.contains(.magnetometer) { needed.remove(.rawMagnetometer) }
    return needed
  }
}
