package import IndoorModel

extension Transmitter {
  /// An Eddystone-UID beacon by its namespace's 10 bytes and its instance's 6, which together are
  /// taken for a proximity UUID, with major and minor 0; `nil` for other counts.
  ///
  /// Google, "Eddystone-UID", frame type 0x00.
  package init?(
    eddystoneNamespace namespace: some Collection<UInt8>, instance: some Collection<UInt8>
  ) {
    guard namespace.count == 10, instance.count == 6 else { return nil }
    let bytes = Array(namespace) + Array(instance)
    func number(_ range: Range<Int>) -> UInt64 { bytes[range].reduce(0) { $0 << 8 | UInt64($1) } }
    self = .beacon(uuidHigh: number(0..<8), uuidLow: number(8..<16), major: 0, minor: 0)
  }

  /// An Eddystone-UID beacon by the service data of 0xFEAA that it advertises: frame type 0x00,
  /// power, namespace, instance, and perhaps two bytes more. `nil` for other frames.
  package init?(eddystoneServiceData data: some Collection<UInt8>) {
    let bytes = Array(data)
    guard bytes.count >= 18, bytes[0] == 0x00 else { return nil }
    self.init(eddystoneNamespace: bytes[2..<12], instance: bytes[12..<18])
  }
}
