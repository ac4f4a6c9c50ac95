/// What is known of a version of the radio map without reading it.
public struct RadioMapVersion: Hashable, Sendable {
  /// Counted from 1; the newest counts.
  public var number: Int
  /// When it was stored: ISO 8601 in UTC, with milliseconds.
  public var created: String
  /// How many reference points it has.
  public var rowCount: Int
  /// How many transmitters it has.
  public var transmitterCount: Int

  /// Makes a version's description.
  public init(number: Int, created: String, rowCount: Int, transmitterCount: Int) {
    self.number = number
    self.created = created
    self.rowCount = rowCount
    self.transmitterCount = transmitterCount
  }
}
