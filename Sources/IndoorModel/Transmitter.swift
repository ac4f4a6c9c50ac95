/// What a phone hears: a Wi-Fi access point's radio, a beacon, or a column of somebody's table.
public enum Transmitter: Hashable, Sendable {
  /// A Wi-Fi BSSID: its 48 bits, the first octet highest.
  case wifi(UInt64)
  /// An iBeacon: proximity UUID (its 128 bits, high and low), major and minor.
  case beacon(uuidHigh: UInt64, uuidLow: UInt64, major: UInt16, minor: UInt16)
  /// A Bluetooth LE device by its address: 48 bits, the first octet highest.
  case bluetooth(UInt64)
  /// A column of a table that names no address, such as `WAP001`.
  case column(String)
}
