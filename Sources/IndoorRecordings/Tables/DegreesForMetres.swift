import IndoorGeometry
import IndoorModel
import IndoorPositioning

/// Tables whose x and y are longitude and latitude, as QGIS writes a layer's points, and
/// UJIIndoorLoc's columns of metres where degrees are written: taken for metres, all of their rows
/// would lie on one spot.
enum DegreesForMetres {
  /// How far from the venue's origin degrees lie at most; in metres, no survey is so small.
  private static let most = 0.1
  /// How many different places tell degrees from metres that happen to be there.
  private static let least = 3

  /// Refuses a table of local metres, all of whose places are the degrees of the venue's own place,
  /// x of longitude and y of latitude or the other way round. 0, 0 is no place in degrees.
  ///
  /// - Parameters:
  ///   - lines: the rows.
  ///   - origin: where the venue is; `nil` where there is none yet.
  /// - Returns: what is to be said of a table whose places may be degrees of another place.
  static func check(
    _ lines: TableLines, _ layout: TableLayout, origin: Coordinate?, path: String
  ) throws(RecordingError) -> RecordingWarning? {
    // Of UJIIndoorLoc's metres none are the venue's own.
    let origin = layout.isCSV ? origin : nil
    guard !layout.isInDegrees, layout.roles.contains(.x), layout.roles.contains(.y)
    else { return nil }
    var lines = lines
    var places: Set<LocalPoint> = []
    var first: (place: LocalPoint, line: Int)?
    var (isUsual, isSwapped) = (origin != nil, origin != nil)
    var spot = SpotOfDegrees()
    while let (range, line) = lines.next() {
      guard let read = lines.with(range, { written(&$0, layout.roles) }),
        let (place, isFine) = read, place != LocalPoint(x: 0, y: 0)
      else { continue }
      if let origin {
        isUsual = isUsual && isNear(longitude: place.x, latitude: place.y, origin)
        isSwapped = isSwapped && isNear(longitude: place.y, latitude: place.x, origin)
      }
      spot.take(place, isFine: isFine)
      guard isUsual || isSwapped || spot.isOne else { return nil }
      first = first ?? (place, line)
      if places.count < least { places.insert(place) }
    }
    guard let first, places.count >= least else { return nil }
    guard isUsual || isSwapped else {
      return spot.isOfDegrees
        ? .degreesForMetres(path, line: first.line, first.place, isCSV: layout.isCSV) : nil
    }
    let names = isUsual ? "longitude and latitude" : "latitude and longitude"
    throw .malformed(
      path, line: first.line,
      "x and y are \(first.place.x) and \(first.place.y), and in all rows the degrees of the venue's "
        + "\(names), and no metres from its origin; call the columns \(names)")
  }

  /// A row's x and y, and whether both are written as finely as degrees are.
  private static func written(
    _ fields: inout FieldCursor, _ roles: [TableLayout.Role]
  ) -> (place: LocalPoint, isFine: Bool)? {
    var (x, y): (Double?, Double?)
    var isFine = true
    for role in roles {
      guard x == nil || y == nil, let field = fields.field() else { break }
      guard role == .x || role == .y else { continue }
      if role == .x { x = field.trimmed.number } else { y = field.trimmed.number }
      isFine = isFine && SpotOfDegrees.isFine(field.trimmed)
    }
    guard let x, let y else { return nil }
    return (LocalPoint(x: x, y: y), isFine)
  }

  private static func isNear(longitude: Double, latitude: Double, _ origin: Coordinate) -> Bool {
    abs(latitude - origin.latitude) <= most
      && abs((longitude - origin.longitude).remainder(dividingBy: 360)) <= most
  }
}
