public import IndoorGeometry
public import IndoorModel

extension Place {
  /// A unit, at a point well inside it; `nil` where it has no area.
  ///
  /// - Parameters:
  ///   - unit: a room or another area of the venue.
  ///   - frame: the venue's local frame.
  public init?(_ unit: Unit, in frame: LocalFrame) {
    let polygons = unit.geometry.map { frame.local(from: $0) }
    guard let largest = polygons.max(by: { $0.area < $1.area }), let middle = largest.middle else {
      return nil
    }
    self.init(id: unit.id, level: unit.level, point: middle)
  }

  /// A door or another opening, half-way along its line; `nil` where it has none.
  ///
  /// - Parameters:
  ///   - opening: a door or another opening of the venue.
  ///   - frame: the venue's local frame.
  public init?(_ opening: Opening, in frame: LocalFrame) {
    let line = opening.line.map { frame.local(from: $0) }.filter(\.isFinite)
    guard var previous = line.first else { return nil }
    let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    var (point, rest) = (previous, length / 2)
    for vertex in line.dropFirst() {
      let step = previous.distance(to: vertex)
      if step > 0, rest <= step {
        let share = rest / step
        point = LocalPoint(
          x: previous.x + share * (vertex.x - previous.x),
          y: previous.y + share * (vertex.y - previous.y))
        break
      }
      rest -= step
      previous = vertex
    }
    self.init(id: opening.id, level: opening.level, point: point)
  }
}

extension Region {
  /// The area of a unit; `nil` where it has none.
  ///
  /// - Parameters:
  ///   - unit: a room or another area of the venue.
  ///   - frame: the venue's local frame.
  ///   - dwell: Seconds inside after which a dwell is told; `nil` for never.
  public init?(_ unit: Unit, in frame: LocalFrame, dwell: Double? = nil) {
    let polygons = unit.geometry.map { frame.local(from: $0) }.filter { $0.area > 0 }
    guard !polygons.isEmpty else { return nil }
    self.init(id: unit.id, level: unit.level, area: .polygons(polygons), dwell: dwell)
  }
}
