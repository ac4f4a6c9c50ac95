import IndoorGeometry

/// Whether places that lie within centimetres of each other, where they are metres, look like
/// degrees of some building, wherever the venue is.
struct SpotOfDegrees {
  /// How far apart they lie at most: some kilometres in degrees, 5 cm in metres.
  private static let most = 0.05
  /// So many digits behind the point a program writes of degrees, or tools of them would miss by
  /// metres; of metres they are hundredths of a millimetre.
  private static let digits = 5

  private var low: LocalPoint?
  private var high = LocalPoint(x: 0, y: 0)
  private var (rows, fineRows) = (0, 0)
  /// Whether all lie so near each other, and where degrees can lie.
  private(set) var isOne = true

  mutating func take(_ place: LocalPoint, isFine: Bool) {
    guard isOne else { return }
    let low = low ?? place
    let high = rows == 0 ? place : high
    self.low = LocalPoint(x: min(low.x, place.x), y: min(low.y, place.y))
    self.high = LocalPoint(x: max(high.x, place.x), y: max(high.y, place.y))
    rows += 1
    if isFine { fineRows += 1 }
    isOne =
      max(self.high.x - min(low.x, place.x), self.high.y - min(low.y, place.y)) < Self.most
      && max(abs(place.x), abs(place.y)) <= 180 && min(abs(place.x), abs(place.y)) <= 90
  }

  /// The longer side of the box around them.
  var extent: Double { low.map { max(high.x - $0.x, high.y - $0.y) } ?? 0 }

  /// Whether they look like degrees: written finely, but for zeros that a program left out, and no
  /// survey that stays at the origin.
  var isOfDegrees: Bool {
    isOne && 4 * fineRows >= 3 * rows && max(abs(high.x), abs(high.y)) >= 1
  }

  /// Whether a number has as many digits behind its point as degrees have.
  static func isFine(_ field: Field) -> Bool {
    let bytes = UnsafeBufferPointer(start: field.start, count: field.count)
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return false }
    return bytes.count - point > digits
  }
}

extension RecordingWarning {
  /// A table's x and y look like degrees.
  static func degreesForMetres(
    _ path: String, line: Int, _ place: LocalPoint, isCSV: Bool = true
  ) -> RecordingWarning {
    guard isCSV else {
      return RecordingWarning(
        .degreesForMetres,
        "\(path):\(line): LONGITUDE and LATITUDE are \(place.x) and \(place.y), and in all rows within 5 cm of that, "
          + "as UJIIndoorLoc's metres (EPSG:3857), so they look like degrees; if they are, give a CSV with columns longitude, latitude and level"
      )
    }
    return RecordingWarning(
      .degreesForMetres,
      "\(path):\(line): x and y are \(place.x) and \(place.y), and in all rows within 5 cm of that, as "
        + "metres from the venue's origin, so they look like degrees; if they are, call the columns "
        + "longitude and latitude")
  }
}
