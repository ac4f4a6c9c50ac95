import IndoorLibc

/// What a phone's readings are worth as they age: the same in a map's rows, where a walk is
/// located, and where that is explained.
package enum Hearing {
  /// The oldest reading that still tells of a scan's place, in milliseconds. Phones report what
  /// they heard up to two minutes ago; at walking pace a second is more than a metre.
  package static let oldest: UInt32 = 20_000

  /// Seconds after which what a reading counts for has fallen to 1/e, where a scan is compared
  /// with rows: a phone reports what it heard some time ago again and again. On the malls' survey
  /// walks, left out of the map, 5 was better than 6 by a hundredth.
  package static let freshness = 5.0

  /// Seconds after which a reading's strength above -100 dBm has fallen to 1/e, where it stays in
  /// a row. Squared, as it is compared, it then has lost nearly as much as a reading of that age
  /// loses in what is located: the two are remembered alike. On the same walks 12 was better than
  /// 10 by a hundredth.
  package static let fading = 12.0

  /// How long a beacon's packet counts, in seconds: packets come one by one, and together they make
  /// a scan.
  package static let beaconMemory = 5.0

  /// Seconds without Wi-Fi after which beacons make scans of their own.
  package static let wifiMemory = 35.0

  /// Shortest time between scans of beacons alone, in seconds.
  package static let beaconInterval = 1.0

  /// The weakest strength that counts, in dBm: what fades falls towards it.
  package static let weakest: Int8 = -100

  /// A strength in dBm as weak as its age in milliseconds makes it, by a time constant in seconds:
  /// what is above the weakest falls exponentially.
  package static func faded<Strength: BinaryFloatingPoint>(
    _ rssi: Strength, age: UInt32, over time: Double = fading
  ) -> Strength {
    let weakest = Strength(weakest)
    return weakest + (rssi - weakest) * Strength(share(age: age, of: time))
  }

  /// What is left, 0 to 1, of what had an age in milliseconds, by a time constant in seconds.
  package static func share(age: UInt32, of time: Double) -> Double {
    age > 0 ? exp(-Double(age) / (1000 * time)) : 1
  }
}
