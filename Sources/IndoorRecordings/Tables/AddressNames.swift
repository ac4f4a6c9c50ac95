import IndoorModel

/// Columns that are called by an address within a longer name, as `rssi_00:1f:c5:1c:48:80`: they
/// are transmitters of those names, which no phone hears.
enum AddressNames {
  /// What is to be said of a table most of whose transmitters are called so.
  static func warning(_ layout: TableLayout, path: String) -> RecordingWarning? {
    let names = zip(layout.transmitters, layout.transmitterNames).compactMap {
      transmitter, name -> String? in
      guard case .column = transmitter, holdsAddress(name) else { return nil }
      return name
    }
    guard let first = names.first, names.count * 2 > layout.transmitters.count else { return nil }
    let others = names.count == 1 ? "" : " and \(names.count - 1) more"
    return RecordingWarning(
      .doubtfulColumn,
      "\(path):1: column \(first.shown)\(others) \(names.count == 1 ? "has" : "have") an address within"
        + " a longer name, and \(names.count == 1 ? "counts" : "count") as transmitters of such names,"
        + " which no phone hears; call them by the addresses alone")
  }

  private static func holdsAddress(_ name: String) -> Bool {
    let bytes = Array(name.utf8.prefix(200))
    guard bytes.count > 17 else { return false }
    return (0...bytes.count - 17).contains { start in
      let part = String(decoding: bytes[start..<start + 17], as: UTF8.self)
      return Field.with(part) { $0.address } != nil || Address.bits(grouped: part) != nil
    }
  }
}
