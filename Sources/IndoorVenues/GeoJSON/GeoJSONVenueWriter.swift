import IndoorGeometry
public import IndoorJSON
public import IndoorModel

/// Writes a venue as one GeoJSON FeatureCollection in the project's convention, which `VenueImport`
/// reads back.
public enum GeoJSONVenueWriter {
  /// The text: a feature a line, the venue first, then buildings, levels, units and openings in the
  /// venue's order.
  public static func text(of venue: Venue) -> String {
    let all = venue.allLevels
    let levels = levelIDs(of: all)
    var features = [feature("venue", venue.id, nil, [("name", .string(venue.name))])]
    features += venue.buildings.map { building in
      feature("building", building.id, nil, [("name", text(building.name))])
    }
    features += all.map { level in
      feature(
        "level", level.id, level.outline.geometry,
        [
          ("building_id", .string(level.key.building)),
          ("ordinal", .integer(Int64(level.key.ordinal))), ("label", .string(level.label)),
          ("name", text(level.name)),
        ])
    }
    features += unitFeatures(of: venue)
    features += venue.openings.map { opening in
      feature(
        "opening", opening.id, opening.line.geometry,
        place(opening.level, levels) + [
          ("category", text(opening.category)), ("name", text(opening.name)),
        ])
    }
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + features.map { $0.text() }.joined(separator: ",\n") + "\n]}\n"
  }

  /// A feature for each unit, in the venue's order.
  public static func unitFeatures(of venue: Venue) -> [JSONOutput] {
    let levels = levelIDs(of: venue.allLevels)
    return venue.units.map { unit in
      feature(
        "unit", unit.id, unit.geometry.geometry,
        place(unit.level, levels) + [
          ("category", text(unit.category)), ("name", text(unit.name)),
        ])
    }
  }

  private static func levelIDs(of levels: [Level]) -> [LevelKey: String] {
    Dictionary(levels.map { ($0.key, $0.id) }, uniquingKeysWith: { first, _ in first })
  }

  private static func feature(
    _ type: String, _ id: String, _ geometry: GeoJSONGeometry?,
    _ properties: [(String, JSONOutput?)]
  ) -> JSONOutput {
    let known = properties.compactMap { name, value in value.map { (name, $0) } }
    return .object([
      ("type", .string("Feature")), ("id", .string(id)),
      (
        "properties",
        .object([("feature_type", .string(type)), ("id", .string(id))] + known)
      ),
      ("geometry", geometry?.output ?? .null),
    ])
  }

  private static func place(
    _ key: LevelKey, _ levels: [LevelKey: String]
  ) -> [(String, JSONOutput?)] {
    [("level_id", text(levels[key])), ("building_id", .string(key.building))]
  }

  private static func text(_ value: String?) -> JSONOutput? { value.map(JSONOutput.string) }
}

extension [Polygon<Coordinate>] {
  /// A polygon, several, or none; cut where they cross the antimeridian.
  package var geometry: GeoJSONGeometry? {
    let parts = flatMap(\.cutAtAntimeridian)
    return switch parts.count {
    case 0: nil
    case 1: .polygon(parts[0])
    default: .multiPolygon(parts)
    }
  }
}

extension [Coordinate] {
  /// A line, several, or none without a vertex; cut where it crosses the antimeridian.
  package var geometry: GeoJSONGeometry? {
    if isEmpty { return nil }
    let parts = cutAtAntimeridian
    return parts.count == 1 ? .lineString(parts[0]) : .multiLineString(parts)
  }
}
