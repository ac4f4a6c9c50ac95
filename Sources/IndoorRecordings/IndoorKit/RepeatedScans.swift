import IndoorModel
import IndoorPositioning

/// Finds Wi-Fi scans that repeat the one before reading by reading: what Android answers an app
/// whose requests it throttles, and what an app has that asks for the results anew before there are
/// others. Such a copy tells nothing of where the phone is by then.
enum RepeatedScans {
  /// Networks of a scan from which on that is no chance.
  private static let fewest = 4

  /// Observations without the Wi-Fi of such scans, and how many of these there were. Readings whose
  /// age grows are no copies, and count for less by themselves.
  static func dropped(from observations: [Observation]) -> (kept: [Observation], count: Int) {
    var last: Set<Reading> = []
    var count = 0
    let kept = observations.compactMap { observation -> Observation? in
      guard case .scan(var scan) = observation else { return observation }
      let wifi = Set(
        scan.readings.filter { if case .wifi = $0.transmitter { true } else { false } })
      guard !wifi.isEmpty else { return observation }
      defer { last = wifi }
      guard wifi.count >= fewest, wifi == last else { return observation }
      count += 1
      scan.readings.removeAll { wifi.contains($0) }
      return scan.readings.isEmpty ? nil : .scan(scan)
    }
    return (kept, count)
  }
}
