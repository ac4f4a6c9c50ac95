import IndoorModel
import IndoorRecordings
import IndoorStorage
import IndoorSurveying

/// The radio map of all walks in a file.
enum SurveyedMap {
  /// Builds it, walk by walk in the order of import.
  static func build(of file: VenueFile) throws -> (map: RadioMap, walks: [WalkLabel]) {
    let bar = ProgressBar("reading walks", total: try file.walkCount())
    var builder = RadioMapBuilder()
    var walks: [WalkLabel] = []
    try file.forEachWalk { walk in
      builder.add(walk)
      walks.append(WalkLabel(walk))
      bar.update(walks.count)
    }
    bar.finish()
    return (try builder.map(), walks)
  }

  /// Hash of the walks' contents, 32 hexadecimal digits.
  static func dataHash(_ walks: [WalkLabel]) -> String {
    ContentHash.hexadecimal(Array(walks.map(\.hash).joined(separator: "\n").utf8))
  }
}
