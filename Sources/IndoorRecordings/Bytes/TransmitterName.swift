public import IndoorModel

/// Transmitters as people read them.
public enum TransmitterName {
  /// `wifi 06:74:9c:2e:9e:f3`, `beacon UUID 10065/26049`, `ble dc:0d:30:4c:bb:05`, or a column's
  /// name.
  public static func text(_ transmitter: Transmitter) -> String {
    switch transmitter {
    case .wifi(let address): "wifi \(Address.text(address))"
    case .bluetooth(let address): "ble \(Address.text(address))"
    case .beacon(let high, let low, let major, let minor):
      "beacon \(Address.uuid(high: high, low: low)) \(major)/\(minor)"
    case .column(let name): name
    }
  }
}
