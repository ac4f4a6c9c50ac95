import IndoorGeometry
import IndoorJSON

/// IMDF's `display_point`: where a feature's name is drawn.
enum DisplayPoint {
  /// The place of a GeoJSON Point, `nil` for anything else.
  static func coordinate(of point: JSONOutput?) -> Coordinate? {
    guard point?["type"]?.string == "Point", case .array(let values)? = point?["coordinates"] else {
      return nil
    }
    let numbers = values.compactMap(\.double)
    guard numbers.count >= 2 else { return nil }
    let coordinate = Coordinate(latitude: numbers[1], longitude: numbers[0])
    return coordinate.isValid ? coordinate : nil
  }

  /// Whether a place is in one of the polygons.
  static func isInside(_ place: Coordinate, _ polygons: [Polygon<Coordinate>]) -> Bool {
    let frame = LocalFrame(origin: place)
    let here = LocalPoint(x: 0, y: 0)
    return polygons.contains { frame.local(from: $0).contains(here) }
  }

  /// Whether a place is no farther from a line's ends than these are from each other: beside a
  /// door, not where it was before somebody moved it.
  static func isBeside(_ place: Coordinate, _ line: [Coordinate]) -> Bool {
    let frame = LocalFrame(origin: place)
    guard let first = line.first.map(frame.local), let last = line.last.map(frame.local) else {
      return true
    }
    let here = LocalPoint(x: 0, y: 0)
    return max(first.distance(to: here), last.distance(to: here))
      <= 2 * max(first.distance(to: last), 1)
  }
}

extension JSONOutput {
  /// The number, `nil` where this is none.
  fileprivate var double: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}
