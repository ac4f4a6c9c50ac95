extension Reading {
  /// What a phone's operating system says of something it heard; `nil` where that is no reading: no
  /// transmitter, or a strength that it doesn't know, which CoreLocation gives as 0 and
  /// CoreBluetooth as 127, or that no phone hears (not from -127 to -1 dBm).
  ///
  ///     let heard = clock.timestamp(microseconds: result.timestamp)
  ///     Reading(Transmitter(wifi: result.BSSID), rssi: level, heard: heard, reported: now)
  ///     Reading(Transmitter(beacon: uuid.uuidString, major: 1, minor: 7), rssi: beacon.rssi)
  ///
  /// - Parameters:
  ///   - transmitter: Who was heard.
  ///   - rssi: Strength, in dBm.
  ///   - heard: When it was last heard, where the system says so.
  ///   - reported: When it was reported: the time of the scan that gets the reading.
  public init?(
    _ transmitter: Transmitter?, rssi: Int, heard: Timestamp? = nil, reported: Timestamp? = nil
  ) {
    guard let transmitter, rssi >= -127, rssi < 0 else { return nil }
    let seconds = heard.flatMap { reported?.seconds(since: $0) } ?? 0
    self.init(
      transmitter: transmitter, rssi: Int8(rssi),
      age: UInt32(max(0, min(Double(UInt32.max), (seconds * 1000).rounded(.down)))))
  }
}
