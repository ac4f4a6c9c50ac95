import IndoorModel
import IndoorPositioning

extension RecordingWarning {
  /// Readings from which on some differ, and of how many transmitters they are.
  private static let fewestReadings = 50, fewestTransmitters = 5

  /// Readings of one kind of transmitters, as far as they have one strength.
  private struct Alike {
    var readings = 0
    var only: Int8?
    var differ = false
    var transmitters: Set<Transmitter> = []

    mutating func add(_ reading: Reading) {
      readings += 1
      guard !differ else { return }
      differ = only ?? reading.rssi != reading.rssi
      only = reading.rssi
      if transmitters.count < fewestTransmitters { transmitters.insert(reading.transmitter) }
    }

    /// The strength of all, where they are enough to be told.
    var strength: Int8? {
      differ || readings < fewestReadings || transmitters.count < fewestTransmitters ? nil : only
    }
  }

  /// What is to be said of strengths that are all the same, as where a logger knows none and writes
  /// a number for each: of networks, or of beacons and other devices.
  static func strengthsAlike(_ read: ReadRecording) -> RecordingWarning? {
    var (all, networks, devices) = (Alike(), Alike(), Alike())
    for case .scan(let scan) in read.recording.observations {
      for reading in scan.readings {
        all.add(reading)
        switch reading.transmitter {
        case .wifi, .column: networks.add(reading)
        case .beacon, .bluetooth: devices.add(reading)
        }
      }
      if networks.differ && devices.differ { return nil }
    }
    for (alike, name) in [(all, ""), (networks, "Wi-Fi "), (devices, "Bluetooth ")] {
      guard let only = alike.strength else { continue }
      return RecordingWarning(
        .strengthsAlike,
        "\(read.path): each of its \(alike.readings) \(name)readings has \(only) dBm, which says "
          + "nothing of where they were heard; write what the phone measured")
    }
    return nil
  }
}
