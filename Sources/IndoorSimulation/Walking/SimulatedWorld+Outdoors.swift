import IndoorGeometry
import IndoorModel

// Ways outside of the buildings, and through their entrances.
extension SimulatedWorld {
  /// An entrance as a walker passes it.
  private struct Entrance {
    let level: Int
    /// A metre from its middle to each side.
    let inside: LocalPoint
    let outside: LocalPoint
  }

  /// Metres on a way after which the next place of it is looked at.
  private static let stride = 0.5

  /// The level that a walk outdoors begins on: that of the first entrance it comes to, or the
  /// ground floor of the first building.
  func ground(of plan: WalkPlan) throws(SimulationError) -> Int {
    for case .entrance(let id) in plan.stops { return try entrance(id).level }
    guard let level = levels.firstIndex(where: { $0.key.ordinal == 0 }) else {
      throw .noWay(to: plan.id)
    }
    return level
  }

  /// Whether a place lies outside of a level's outline.
  func isOutdoors(_ place: LocalPoint, level: Int) -> Bool {
    levels[level].isOutdoors(place)
  }

  /// Walks straight to a place outdoors.
  ///
  /// - Throws: `.noWay` where a building stands between.
  func go(
    _ tracker: inout TrackMaker, outdoorsTo place: LocalPoint, id: String
  ) throws(SimulationError) {
    let start = tracker.place
    let length = start.distance(to: place)
    let pieces = max(1, Int((length / Self.stride).rounded(.up)))
    let grounds = levels.indices.filter { levels[$0].key.ordinal == 0 }
    for piece in 0...pieces {
      let t = Double(piece) / Double(pieces)
      let here = LocalPoint(
        x: start.x + t * (place.x - start.x), y: start.y + t * (place.y - start.y))
      guard grounds.allSatisfy({ isOutdoors(here, level: $0) }) else { throw .noWay(to: id) }
    }
    guard length > 0 else { return }
    tracker.walk(along: [start, place], noting: false)
  }

  /// Walks through an entrance, in or out.
  func go(_ tracker: inout TrackMaker, through id: String) throws(SimulationError) {
    let entrance = try entrance(id)
    if isOutdoors(tracker.place, level: tracker.level) {
      try go(&tracker, outdoorsTo: entrance.outside, id: id)
      tracker.enter(entrance.level)
      tracker.walk(along: [entrance.outside, entrance.inside], noting: false)
    } else {
      guard tracker.level == entrance.level else { throw .noWay(to: id) }
      try go(&tracker, to: entrance.inside, noting: false, id: id)
      guard !tracker.isOver else { return }
      tracker.walk(along: [tracker.place, entrance.outside], noting: false)
    }
  }

  private func entrance(_ id: String) throws(SimulationError) -> Entrance {
    guard let opening = venue.openings.first(where: { $0.id == id }),
      let level = levels.firstIndex(where: { $0.key == opening.level }),
      let first = opening.line.first, let last = opening.line.last
    else { throw .noWay(to: id) }
    let (a, b) = (frame.local(from: first), frame.local(from: last))
    let width = a.distance(to: b)
    guard width > 0 else { throw .noWay(to: id) }
    let sides = [1.0, -1].map { side in
      LocalPoint(
        x: (a.x + b.x) / 2 - side * (b.y - a.y) / width,
        y: (a.y + b.y) / 2 + side * (b.x - a.x) / width)
    }
    guard let outside = sides.first(where: { isOutdoors($0, level: level) }),
      let inside = sides.first(where: { !isOutdoors($0, level: level) })
    else { throw .noWay(to: id) }
    return Entrance(level: level, inside: inside, outside: outside)
  }
}
