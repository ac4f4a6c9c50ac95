import Foundation
import IndoorJSON
import IndoorModel

/// Reads what browsers and geoclue send to find out where they are: Mozilla's Ichnaea API,
/// `POST /v1/geolocate`, of which everything is optional.
enum GeolocateReader {
  /// What stands for a strength that isn't said, in dBm.
  private static let usual = -80.0

  /// The Wi-Fi and Bluetooth that a device hears; readings that can't be read are passed over.
  ///
  /// - Throws: `JSONError`.
  static func scan(_ body: [UInt8]) throws -> Scan {
    let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970 * 1e6))
    guard body.contains(where: { $0 > 0x20 }) else { return Scan(time: now, readings: []) }
    let root = try JSONDocument(
      bytes: body, name: "body", limits: JSONLimits(maximumBytes: body.count, maximumDepth: 16)
    ).root
    let wifi = list(root["wifiAccessPoints"]) { Transmitter(wifi: $0) }
    let beacons = list(root["bluetoothBeacons"]) { Transmitter(bluetooth: $0) }
    return Scan(time: now, readings: Array((wifi + beacons).prefix(ScanReader.mostReadings)))
  }

  private static func list(
    _ node: JSONNode?, _ transmitter: (String) -> Transmitter?
  ) -> [Reading] {
    var seen: Set<Transmitter> = []
    return (node.map { Array($0.elements.prefix(ScanReader.mostReadings)) } ?? []).compactMap {
      entry in
      guard let address = entry["macAddress"]?.string,
        let transmitter = transmitter(separated(address)), seen.insert(transmitter).inserted
      else { return nil }
      let strength = entry["signalStrength"]?.number ?? usual
      let age = entry["age"]?.number ?? 0
      guard strength >= -127, strength <= 0, age >= 0, age < 4e9 else { return nil }
      return Reading(
        transmitter: transmitter, rssi: Int8(strength.rounded()), age: UInt32(age))
    }
  }

  /// An address with separators, also where it came without.
  private static func separated(_ address: String) -> String {
    let digits = Array(address)
    guard digits.count == 12 else { return address }
    return stride(from: 0, to: 12, by: 2).map { String(digits[$0..<$0 + 2]) }
      .joined(separator: ":")
  }
}
