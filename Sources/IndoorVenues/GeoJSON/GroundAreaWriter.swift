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
    var known: [Storey: [Polygon<LocalPoint>]] = [:]
    let features = venue.allLevels.flatMap { level in
      let (units, openings) = (units[level.key] ?? [], openings[level.key] ?? [])
      let storey = Storey(level, units, openings)
      let parts =
        known[storey]
        ?? GroundArea(of: level, units: units, openings: openings, frame: frame).parts
      known[storey] = parts
      return parts.enumerated().map { index, part in
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
  /// All that a level's ground depends on: of a tower's storeys many are alike.
  private struct Storey: Hashable {
    private let outline: [Polygon<Coordinate>]
    private let units: [[Polygon<Coordinate>]]
    private let categories: [String?]
    private let openings: [[Coordinate]]

    init(_ level: Level, _ units: [Unit], _ openings: [Opening]) {
      outline = level.outline
      self.units = units.map(\.geometry)
      categories = units.map(\.category)
      self.openings = openings.map(\.line)
    }
  }
}
