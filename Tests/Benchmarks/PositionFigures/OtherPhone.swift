import IndoorModel
import IndoorPositioning

/// A phone that reads every signal so many decibels stronger than the one that made a recording.
struct OtherPhone: Hashable, Sendable {
  var decibels: Int

  var name: String { "\(abs(decibels)) dB \(decibels < 0 ? "weaker" : "stronger")" }

  /// What the recording would have been with this phone: what is too weak for it is lost, and
  /// nothing is stronger than -20 dBm. What a keener phone hears beside is not known.
  func heard(_ observations: [Observation]) -> [Observation] {
    guard decibels != 0 else { return observations }
    return observations.map { observation in
      guard case .scan(var scan) = observation else { return observation }
      scan.readings = scan.readings.compactMap { reading in
        let rssi = Int(reading.rssi) + decibels
        guard rssi >= -92 else { return nil }
        var reading = reading
        reading.rssi = Int8(min(-20, rssi))
        return reading
      }
      return .scan(scan)
    }
  }
}
