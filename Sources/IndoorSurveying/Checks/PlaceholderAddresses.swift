import IndoorModel

/// Addresses that stand for none: a phone or a program writes them where it has no other, so that
/// one transmitter seems to be heard everywhere.
enum PlaceholderAddresses {
  /// Whether no access point has a Wi-Fi address: zeros, a group's (IEEE 802-2014, 8.2.2, all ones
  /// among them), or the one that Android gives to apps that may not know.
  static func holds(_ address: UInt64) -> Bool {
    address == 0 || address == 0x0200_0000_0000 || address >> 40 & 1 == 1
  }

  static func findings(of map: RadioMap) -> [SurveyFinding] {
    let places = map.transmitters.indices.filter { index in
      guard case .wifi(let address) = map.transmitters[index] else { return false }
      return holds(address)
    }
    guard !places.isEmpty else { return [] }
    let held = Set(places)
    let readings = map.transmitterIndices.count { held.contains(Int($0)) }
    let transmitters = places.map { map.transmitters[$0] }
    let named = transmitters.prefix(3).map(\.description).joined(separator: ", ")
    let more = transmitters.count > 3 ? " and \(transmitters.count - 3) more" : ""
    return [
      SurveyFinding(
        rule: .placeholderAddress,
        message:
          "\(readings == 1 ? "a reading bears" : "\(readings) readings bear") what is no access point's address: \(named)\(more)",
        transmitters: transmitters, weight: Double(readings))
    ]
  }
}
