/// What a radio map takes of one walk: its rows, in terms of that walk alone, so that they stay the
/// same whatever other walks there are and can be kept from one build to the next.
public struct WalkRows: Hashable, Sendable {
  /// Hash of the recording's content, hexadecimal.
  public let hash: String
  /// When each row was taken, in microseconds of the recording's clock. Shape: rows.
  public let times: [Int64]
  /// The rows: a map of this walk only, its transmitters in the order that they have in every map.
  public let map: RadioMap

  /// Makes a walk's rows, or `nil` where there is not one time a row.
  public init?(hash: String, times: [Int64], map: RadioMap) {
    guard times.count == map.rowCount else { return nil }
    self.hash = hash
    self.times = times
    self.map = map
  }
}
