/// The formats of recordings, by the names that people give them.
public enum RecordingFormat: String, CaseIterable, Hashable, Sendable {
  /// The project's own: JSON Lines.
  case indoorkit
  /// A recording of Sensor Logger: a zip or a folder of CSV files, its JSON export or HTTP push.
  case sensorLogger = "sensor-logger"
  /// A log of GetSensorData.
  case getsensordata
  /// A log of Anyplace Logger.
  case anyplace
  /// Scans of FIND3 as JSON Lines.
  case find3
  /// Messages of Navigine's algorithms as JSON Lines.
  case navigine
  /// A trace of the Indoor Location Competition 2.0: tab-separated lines.
  case competition = "indoor-location-competition"
  /// UJIIndoorLoc's table: a row a fingerprint.
  case ujiindoorloc
  /// WiGLE's CSV: a row a network heard.
  case wigle
  /// A trial of the BROAD benchmark: motion alone.
  case broad
  /// A table of one row a fingerprint, whose columns the caller names.
  case csv
}
