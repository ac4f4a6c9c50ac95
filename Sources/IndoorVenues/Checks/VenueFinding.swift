/// Something worth knowing about a source: what is wrong, and what was done or is to be done about
/// it.
public struct VenueFinding: Hashable, Sendable {
  /// Which rule found it.
  public let rule: VenueRule
  /// A sentence with file, line and remedy.
  public let message: String

  /// Makes a finding.
  public init(_ rule: VenueRule, _ message: String) {
    self.rule = rule
    self.message = message
  }

  /// How much it matters.
  public var severity: VenueSeverity { rule.severity }
}

/// How much a finding matters.
public enum VenueSeverity: String, Hashable, Sendable, CaseIterable {
  /// The source breaks its format: `check` ends with 1.
  case error
  /// Something is probably not as meant.
  case warning
  /// Good to know.
  case info
}
