/// The air's pressure where people are.
enum AirPressure {
  /// In hectopascals: on Everest it is 337, in the deepest mines some 1500. Kilopascals, which an
  /// iPhone tells, are about 101, and pascals 101,000.
  static let hectopascals = 300.0...2000
}
