/// Something worth knowing about a source: what is wrong, and what was done about it.
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
}

/// What is looked for while a source is read. The raw value is a stable code.
public enum VenueRule: String, Hashable, Sendable, CaseIterable {
  /// The obsolete member `crs`: ignored.
  case obsoleteReferenceSystem = "obsolete-crs"
  /// A ring that doesn't end where it begins: closed.
  case ringNotClosed = "ring-not-closed"
  /// A ring of fewer than three different vertices: left out.
  case ringTooShort = "ring-too-short"
  /// A polygon that crosses or touches itself: repaired.
  case invalidPolygon = "invalid-polygon"
  /// A unit or opening that names no level: left out.
  case missingLevel = "missing-level"
  /// A unit or opening that names a level that isn't there: left out.
  case danglingLevel = "dangling-level"
  /// A feature whose id another one of its type has: renamed, or left out where it is the same again.
  case duplicateID = "duplicate-id"
  /// A level with the ordinal of another one in its building: merged with it.
  case sameOrdinal = "same-ordinal"
  /// A unit without a polygon: left out.
  case noPolygon = "no-polygon"
  /// An opening without a line: left out.
  case noLine = "no-line"
  /// A feature of a type that a venue doesn't keep: left out.
  case otherFeature = "other-feature"
  /// A feature without a type where no level was given: left out.
  case untypedFeature = "untyped-feature"
  /// A venue wider than any building: a coordinate may be wrong.
  case wideVenue = "wide-venue"
}
