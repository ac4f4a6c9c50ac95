/// What a token allows.
public enum Scope: String, CaseIterable, Codable, Sendable {
  /// Asking for positions: single scans, and sessions whose id is known.
  case locate
  /// Seeing everyone's positions.
  case live
  /// Venues, their files and lists.
  case read
  /// Sending walks, taking them back, building radio maps.
  case survey
  /// Placing plans.
  case align
  /// Everything.
  case admin
}
