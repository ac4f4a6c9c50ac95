import IndoorModel
import IndoorPositioning

extension RecordingWarning {
  /// Readings from which on some differ, and of how many transmitters they are.
  private static let fewestReadings = 50, fewestTransmitters = 5

  /// What is to be said of strengths that are all the same, as where a logger knows none and writes
  /// a number for each.
  static func strengthsAlike(_ read: ReadRecording) -> RecordingWarning? {
    var readings = 0
    var only: Int8?
    var transmitters: Set<Transmitter> = []
    for case .scan(let scan) in read.recording.observations {
      for reading in scan.readings {
        guard only ?? reading.rssi == reading.rssi else { return nil }
        only = reading.rssi
        readings += 1
        if transmitters.count < fewestTransmitters { transmitters.insert(reading.transmitter) }
      }
    }
    guard let only, readings >= fewestReadings, transmitters.count >= fewestTransmitters else {
      return nil
    }
    return RecordingWarning(
      .strengthsAlike,
      "\(read.path): each of its \(readings) readings has \(only) dBm, which says nothing of where they were heard; write "
        + "what the phone measured")
  }
}
