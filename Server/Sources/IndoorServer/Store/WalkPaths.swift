import IndoorGeometry
import IndoorJSON
import IndoorModel
import IndoorStorage

/// The survey's walks as lines, for maps.
enum WalkPaths {
  /// A FeatureCollection in WGS 84: a line for each stretch of a walk on one level.
  ///
  /// - Throws: `StorageError`.
  static func geoJSON(of path: String) throws -> String {
    let file = try VenueFile.open(path, readOnly: true)
    let frame = try file.levels()?.frame
    var features: [String] = []
    try file.forEachWalk { walk in
      for stretch in stretches(of: walk.path) where stretch.count > 1 {
        let level = stretch[0].level
        let places = stretch.compactMap { frame?.coordinate(from: $0.place) }
        features.append(
          JSONOutput.object([
            ("type", .string("Feature")),
            (
              "properties",
              .object([
                ("walk", .string(walk.hash)), ("recording", .string(walk.recording)),
                ("building", .string(level.building)), ("level", .integer(Int64(level.ordinal))),
              ])
            ),
            (
              "geometry",
              .object([
                ("type", .string("LineString")),
                (
                  "coordinates",
                  .array(
                    places.map { .array([.number($0.longitude), .number($0.latitude)]) })
                ),
              ])
            ),
          ]).text())
      }
    }
    return
      "{\"type\":\"FeatureCollection\",\"features\":[\n\(features.joined(separator: ",\n"))\n]}\n"
  }

  private static func stretches(of path: [SurveyWalk.PathPoint]) -> [[SurveyWalk.PathPoint]] {
    var stretches: [[SurveyWalk.PathPoint]] = []
    for point in path {
      if stretches.last?.last?.level == point.level {
        stretches[stretches.count - 1].append(point)
      } else {
        stretches.append([point])
      }
    }
    return stretches
  }
}
