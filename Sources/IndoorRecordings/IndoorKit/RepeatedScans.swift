import IndoorModel
import IndoorPositioning

/// Finds Wi-Fi scans that repeat the one before reading by reading: what Android answers an app
/// whose requests it throttles, and what an app has that asks for the results anew before there are
/// others. Such a copy tells nothing of where the phone is by then.
enum RepeatedScans {
  /// Networks of a scan from which on that is no chance.
  private static let fewest = 4
  /// Microseconds for which Android hands out the same results: in the background a scan is allowed
  /// every half an hour.
  private static let longest: Int64 = 1_800_000_000

  /// Observations without the Wi-Fi of such scans, and how many of these there were. Readings whose
  /// age grows are no copies, and count for less by themselves.
  static func dropped(from observations: [Observation]) -> (kept: [Observation], count: Int) {
    var last: Set<Reading> = []
    var fresh = Timestamp(microseconds: .min)
    var count = 0
    let kept = observations.compactMap { observation -> Observation? in
      guard case .scan(var scan) = observation else { return observation }
      let wifi = Set(
        scan.readings.filter { if case .wifi = $0.transmitter { true } else { false } })
      guard !wifi.isEmpty else { return observation }
      let (age, isOld) = scan.time.microseconds.subtractingReportingOverflow(fresh.microseconds)
      guard wifi.count >= fewest, wifi == last, !isOld, age < longest else {
        (last, fresh) = (wifi, scan.time)
        return observation
      }
      count += 1
      scan.readings.removeAll { wifi.contains($0) }
      return scan.readings.isEmpty ? nil : .scan(scan)
    }
    return (kept, count)
  }
}
