import IndoorGeometry
import IndoorPositioning

/// Whether a table's places are written in a way in which a survey's can't be: degrees of so few
/// digits that all stand on a few spots, or metres within which nobody surveys a building, as
/// fractions of a plan and kilometres are.
enum PlaceScale {
  /// Rows, and different places, that a survey of a building has.
  private static let leastRows = 20, leastPlaces = 20
  /// Digits behind the point of degrees that are too few, 111 m.
  private static let fewDigits = 3
  /// Metres that a survey of so many places is wide.
  private static let least = 6.0

  static func check(_ lines: TableLines, _ layout: TableLayout, path: String) -> RecordingWarning? {
    guard layout.isCSV, layout.roles.contains(.x), layout.roles.contains(.y) else { return nil }
    return layout.isInDegrees ? coarse(lines, layout, path) : crowded(lines, layout, path)
  }

  private static func coarse(
    _ lines: TableLines, _ layout: TableLayout, _ path: String
  ) -> RecordingWarning? {
    var places = CoarsePlaces()
    var lines = lines
    while let (range, line) = lines.next() {
      let texts = lines.with(range) { fields in
        layout.roles.compactMap { role -> String? in
          guard let field = fields.field(), role == .x || role == .y else { return nil }
          return field.trimmed.text
        }
      }
      guard let texts, texts.count == 2 else { continue }
      places.take(texts[0], texts[1], line: line)
      guard places.areCoarse else { return nil }
    }
    return places.warning(path)
  }

  private static func crowded(
    _ lines: TableLines, _ layout: TableLayout, _ path: String
  ) -> RecordingWarning? {
    var box: BoundingBox<LocalPoint>?
    var places: Set<LocalPoint> = []
    var (rows, first) = (0, 0)
    var lines = lines
    while let (range, line) = lines.next() {
      let numbers = lines.with(range) { fields in
        var (x, y): (Double?, Double?)
        for role in layout.roles {
          guard let field = fields.field() else { break }
          if role == .x { x = field.trimmed.number }
          if role == .y { y = field.trimmed.number }
        }
        return (x, y)
      }
      guard let x = numbers?.0, let y = numbers?.1, x != 0 || y != 0 else { continue }
      let place = LocalPoint(x: x, y: y)
      if box == nil { (box, first) = (BoundingBox(minimum: place, maximum: place), line) }
      box?.extend(to: place)
      rows += 1
      if places.count < leastPlaces { places.insert(place) }
      guard let box, box.width <= least, box.height <= least else { return nil }
    }
    guard let box, rows >= leastRows, places.count >= leastPlaces else { return nil }
    let metres = (max(box.width, box.height) * 100).rounded() / 100
    return RecordingWarning(
      .crowdedPlaces,
      "\(path):\(first): x and y of all \(rows) rows lie within \(metres) m, as metres from the venue's"
        + " origin; if they are fractions of a plan, kilometres or scaled values, write metres")
  }
}

/// Degrees as they are written: whether all have so few digits behind their points that they tell
/// no building's parts.
struct CoarsePlaces {
  private static let least = 20, most = 3

  private var (rows, line) = (0, 0)
  private var first: (String, String)?
  private var areSeveral = false
  private var digits = 0
  /// Whether none has been finer.
  var areCoarse: Bool { digits <= Self.most }

  /// Takes a latitude and a longitude, in either order; 0, 0 is no place.
  mutating func take(_ one: String, _ other: String, line: Int) {
    let written = [one, other].map(Self.digits)
    guard one.contains(where: { ("1"..."9").contains($0) }) else { return }
    rows += 1
    digits = max(digits, written.max() ?? 0)
    if let first {
      areSeveral = areSeveral || first != (one, other)
    } else {
      (first, self.line) = ((one, other), line)
    }
  }

  /// Digits behind a number's point but zeros at its end; of one in E-notation more than are few.
  private static func digits(_ text: String) -> Int {
    guard !text.contains(where: { "eE".contains($0) }) else { return 7 }
    guard let point = text.firstIndex(of: ".") else { return 0 }
    return text[text.index(after: point)...].reversed().drop { $0 == "0" }.count
  }

  func warning(_ path: String) -> RecordingWarning? {
    guard areCoarse, areSeveral, rows >= Self.least, let first else { return nil }
    let metres = [111_000, 11_100, 1110, 111][min(max(digits, 0), Self.most)]
    return RecordingWarning(
      .coarsePlaces,
      "\(path):\(line): latitude and longitude have at most \(digits) digits behind the point in all"
        + " \(rows) rows, as \(first.0.shown) and \(first.1.shown), and so lie on spots \(metres) m apart;"
        + " save the table with 7 digits")
  }
}
