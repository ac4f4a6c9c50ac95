import IndoorJSON
public import IndoorModel
import IndoorVenues

/// A unit as a GeoJSON feature, as a venue's export has it.
public struct UnitFeature: Hashable, Sendable {
  /// The unit's id.
  public let id: String
  /// The level it is on.
  public let level: LevelKey
  /// The feature as JSON, on one line.
  public let text: String

  /// The units of a venue, in its order.
  public static func all(of venue: Venue) -> [UnitFeature] {
    zip(venue.units, GeoJSONVenueWriter.unitFeatures(of: venue)).map {
      UnitFeature(id: $0.id, level: $0.level, text: $1.text())
    }
  }
}
