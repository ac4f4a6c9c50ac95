import IndoorGeometry
import IndoorJSON
public import IndoorModel

/// Writes the walkable area of each level as GeoJSON.
public enum GroundAreaWriter {
  /// A FeatureCollection with a feature for each part that hangs together, its `feature_type`
  /// `walkable`, with `level_id`, `building_id`, `ordinal` and `area_m2`.
  ///
  /// - Parameters:
  ///   - venue: the venue.
  ///   - name: what errors call it.
  /// - Throws: `VenueError` with `.tangledUnits`.
  public static func text(of venue: Venue, name: String) throws(VenueError) -> String {
    try GroundArea.check(venue, name: name)
    let frame = venue.frame
    let units = Dictionary(grouping: venue.units, by: \.level)
    let openings = Dictionary(grouping: venue.openings, by: \.level)
    let features = venue.allLevels.flatMap { level in
      GroundArea(
        of: level, units: units[level.key] ?? [], openings: openings[level.key] ?? [], frame: frame
      ).parts.enumerated().map { index, part in
        JSONOutput.object([
          ("type", .string("Feature")), ("id", .string("\(level.id)/walkable\(index)")),
          (
            "properties",
            .object([
              ("feature_type", .string("walkable")), ("level_id", .string(level.id)),
              ("building_id", .string(level.key.building)),
              ("ordinal", .integer(Int64(level.key.ordinal))),
              ("area_m2", .number((part.area * 100).rounded() / 100)),
            ])
          ),
          ("geometry", [frame.coordinates(from: part)].geometry?.output ?? .null),
        ])
      }
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + features.map { $0.text() }.joined(separator: ",\n") + "\n]}\n"
  }
}
