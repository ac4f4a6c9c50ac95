/// A feature of an IMDF archive as it came: what a venue has no place for, kept so that an export
/// can hand it on.
public struct SourceFeature: Hashable, Sendable {
  /// IMDF's `feature_type`: amenity, anchor, occupant, … and unit, level and the like for what they
  /// say beyond the model.
  public var type: String
  /// The source's identifier, one of its type.
  public var id: String
  /// The GeoJSON Feature as text; of a level, unit and opening without its geometry, which the
  /// venue has. Of levels that the venue has as one, an array of Features, each with its own
  /// outline.
  public var json: String

  /// Makes a feature.
  public init(type: String, id: String, json: String) {
    self.type = type
    self.id = id
    self.json = json
  }
}
