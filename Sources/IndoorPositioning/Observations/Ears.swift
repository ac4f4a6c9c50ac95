import IndoorModel

/// Which of the scans count that a device reports, and what they come to.
struct Ears: Sendable {
  /// What is said of a scan that counts.
  struct Heard: Sendable {
    /// What was heard: Wi-Fi, beacons or both.
    var kinds: Position.Sources
    /// Whether no Wi-Fi was heard before.
    var isFirstWiFi: Bool
    /// Whole decibels that were taken off.
    var correction: Int
  }

  /// What the last scan that counts heard, corrected.
  private(set) var readings: [Reading] = []
  private let parameters: Positioner.Parameters
  private var beacons = BeaconBuffer()
  private var wifiScans = 0
  private var lastWiFi: Timestamp?

  init(_ parameters: Positioner.Parameters) {
    self.parameters = parameters
    readings.reserveCapacity(512)
  }

  /// Takes a scan as the device reported it; `nil` where it doesn't count, or not by itself.
  ///
  /// - Parameters:
  ///   - last: when the last scan came that was of use.
  ///   - climbed: how far the device went up or down, where a barometer tells.
  ///   - correction: whole decibels to take off.
  mutating func hear(
    _ scan: Scan, after last: Timestamp?, climbed: PressureHeight?, less correction: Int
  ) -> Heard? {
    readings.removeAll(keepingCapacity: true)
    let takesWiFi = takesWiFi(of: scan)
    var kinds: Position.Sources = []
    for reading in scan.readings {
      if reading.isWiFi {
        guard takesWiFi else { continue }
        kinds.insert(.wifi)
        readings.append(reading)
      } else {
        guard parameters.inputs.contains(.ble) else { continue }
        kinds.insert(.ble)
        beacons.add(reading, at: scan.time)
      }
    }
    // Beacons come one by one: they join the next Wi-Fi scan, or make a scan of their own where
    // there is none.
    let isFirstWiFi = kinds.contains(.wifi) && lastWiFi == nil
    if kinds.contains(.wifi) {
      lastWiFi = scan.time
    } else {
      let isDue =
        last.map { scan.time.seconds(since: $0) >= parameters.beaconInterval } ?? true
      let isWithoutWiFi =
        lastWiFi.map { scan.time.seconds(since: $0) > parameters.wifiMemory } ?? true
      guard kinds.contains(.ble), isDue, isWithoutWiFi else { return nil }
    }
    if let climbed {
      // What was heard on another level says nothing of this one.
      readings.removeAll {
        abs(climbed.climbed(inLast: Double($0.age) / 1000)) > parameters.staleClimb
      }
    }
    let count = readings.count
    beacons.append(to: &readings, at: scan.time)
    if readings.count > count { kinds.insert(.ble) }
    if correction != 0 { for i in readings.indices { readings[i].weaken(by: correction) } }
    return Heard(kinds: kinds, isFirstWiFi: isFirstWiFi, correction: correction)
  }

  /// Whether a scan's Wi-Fi counts.
  private mutating func takesWiFi(of scan: Scan) -> Bool {
    guard parameters.inputs.contains(.wifi), scan.readings.contains(where: \.isWiFi) else {
      return false
    }
    defer { wifiScans = (wifiScans + 1) % max(1, parameters.scanStride) }
    return wifiScans == 0
  }
}

extension Reading {
  /// Whether it is of a Wi-Fi radio, or of a table's column, and not of a beacon.
  var isWiFi: Bool {
    switch transmitter {
    case .wifi, .column: true
    case .beacon, .bluetooth: false
    }
  }

  /// Makes the reading weaker by so many decibels.
  fileprivate mutating func weaken(by decibels: Int) {
    rssi = Int8(max(-128, min(127, Int(rssi) - decibels)))
  }
}
