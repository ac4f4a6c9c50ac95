import IndoorModel

/// What a positioner takes of the scans that a device reports.
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
  private var assembler = ScanAssembler()
  private var wifiScans = 0
  private var hasHeardWiFi = false

  init(_ parameters: Positioner.Parameters) {
    self.parameters = parameters
    readings.reserveCapacity(512)
  }

  /// Takes a scan as the device reported it; `nil` where it doesn't count, or not by itself.
  ///
  /// - Parameters:
  ///   - climbed: how far the device went up or down, where a barometer tells.
  ///   - correction: whole decibels to take off.
  mutating func hear(
    _ scan: Scan, climbed: PressureHeight?, less correction: Int
  ) -> Heard? {
    let takesWiFi = takesWiFi(of: scan)
    let takesBeacons = parameters.inputs.contains(.ble)
    assembler.assemble(scan, into: &readings) {
      $0.transmitter.isBeacon ? takesBeacons : takesWiFi
    }
    if let climbed {
      // What was heard on another level says nothing of this one.
      readings.removeAll {
        abs(climbed.climbed(inLast: Double($0.age) / 1000)) > parameters.staleClimb
      }
    }
    var kinds: Position.Sources = []
    for reading in readings { kinds.insert(reading.transmitter.isBeacon ? .ble : .wifi) }
    guard !kinds.isEmpty else { return nil }
    let isFirstWiFi = kinds.contains(.wifi) && !hasHeardWiFi
    if isFirstWiFi { hasHeardWiFi = true }
    if correction != 0 { for i in readings.indices { readings[i].weaken(by: correction) } }
    return Heard(kinds: kinds, isFirstWiFi: isFirstWiFi, correction: correction)
  }

  /// Forgets that there was Wi-Fi: the next is the first.
  mutating func forget() { hasHeardWiFi = false }

  /// Whether a scan's Wi-Fi counts.
  private mutating func takesWiFi(of scan: Scan) -> Bool {
    guard parameters.inputs.contains(.wifi), scan.hearsWiFi else { return false }
    defer { wifiScans = (wifiScans + 1) % max(1, parameters.scanStride) }
    return wifiScans == 0
  }
}

extension Reading {
  /// Makes the reading weaker by so many decibels.
  fileprivate mutating func weaken(by decibels: Int) {
    rssi = Int8(max(-128, min(127, Int(rssi) - decibels)))
  }
}
