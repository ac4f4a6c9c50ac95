import IndoorGeometry
import IndoorLibc
import IndoorModel

extension SimulatedWorld {
  /// The track through a plan's stops.
  func track(of plan: WalkPlan) throws(SimulationError) -> Track {
    var generator = SimulationRandom(seed: seed, for: "walk \(plan.id)")
    let start = try start(of: plan, &generator)
    var tracker = TrackMaker(
      levels: levels, level: start.level, place: start.place,
      generator: SimulationRandom(seed: seed, for: "gait \(plan.id)"))
    tracker.stand(seconds: 2)
    tracker.note()
    for stop in plan.stops where !tracker.isOver {
      switch stop {
      case .outdoors(let place): try go(&tracker, outdoorsTo: place, id: plan.id)
      case .entrance(let id): try go(&tracker, through: id)
      case .unit, .place: try visit(&tracker, try resolved(stop), plan, &generator)
      }
    }
    tracker.note()
    return tracker.track
  }

  private func start(
    of plan: WalkPlan, _ generator: inout SimulationRandom
  ) throws(SimulationError) -> (level: Int, place: LocalPoint) {
    guard let first = plan.stops.first else { throw .noWay(to: plan.id) }
    if case .outdoors(let place) = first { return (try ground(of: plan), place) }
    let target = try resolved(first)
    guard
      let place = visits(to: target, from: nil, isSurvey: plan.isSurvey, &generator).first
    else { throw .noWay(to: plan.id) }
    return (target.level, place)
  }

  private func visit(
    _ tracker: inout TrackMaker, _ stop: Target, _ plan: WalkPlan,
    _ generator: inout SimulationRandom
  ) throws(SimulationError) {
    let id = name(of: stop)
    while tracker.level != stop.level {
      try changeLevel(&tracker, towards: stop, plan: plan, id: id, &generator)
      guard !tracker.isOver else { return }
    }
    for place in visits(to: stop, from: tracker.place, isSurvey: plan.isSurvey, &generator) {
      try go(&tracker, to: place, noting: plan.isSurvey, id: id)
      guard !tracker.isOver else { return }
      if plan.isSurvey {
        tracker.stand(seconds: 1)
      } else if generator.uniform() < 0.6 {
        tracker.stand(seconds: generator.uniform(3, 9))
      }
    }
  }

  /// A stop as indices; `unit` is absent where it is a bare place.
  private struct Target {
    var level: Int
    var unit: Int?
    var place: LocalPoint
  }

  private func resolved(_ stop: WalkPlan.Stop) throws(SimulationError) -> Target {
    switch stop {
    case .unit(let id):
      for (index, level) in levels.enumerated() {
        if let unit = level.units.firstIndex(where: { $0.id == id }) {
          return Target(level: index, unit: unit, place: level.units[unit].box.centre)
        }
      }
      throw .unknownUnit(id)
    case .place(let key, let place):
      guard let level = levels.firstIndex(where: { $0.key == key }) else {
        throw .noWay(to: "level \(key.ordinal)")
      }
      return Target(level: level, unit: nil, place: place)
    case .entrance(let id): throw .noWay(to: id)
    case .outdoors: throw .noWay(to: "outdoors")
    }
  }

  private func name(of target: Target) -> String {
    let level = levels[target.level]
    return target.unit.map { "unit \(level.units[$0].id)" } ?? "level \(level.key.ordinal)"
  }

  /// Walks to a place of the level, unless the walk is over before.
  func go(
    _ tracker: inout TrackMaker, to place: LocalPoint, noting: Bool, id: String
  ) throws(SimulationError) {
    guard let line = grids[tracker.level].path(from: tracker.place, to: place) else {
      throw .noWay(to: id)
    }
    let metres = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    guard tracker.hasTime(toWalk: metres) else {
      guard tracker.hasWalked else { throw .tooFar(to: id) }
      return
    }
    tracker.walk(along: line, noting: noting)
  }

  private func changeLevel(
    _ tracker: inout TrackMaker, towards stop: Target, plan: WalkPlan, id: String,
    _ generator: inout SimulationRandom
  ) throws(SimulationError) {
    let (here, goal) = (tracker.level, stop.level)
    let up = levels[goal].elevation > levels[here].elevation
    let next = here + (up ? 1 : -1)
    let all = Connector.all(from: min(here, next), in: levels)
    let wanted = all.filter { ($0.kind == .elevator) == plan.prefersLift }
    let place = tracker.place
    // Some stairs lead from another part of the floor, or into one that the stop isn't in.
    let piece = grids[here].piece(at: place)
    let last = next == goal && stop.unit == nil ? grids[goal].piece(at: stop.place) : nil
    func leads(_ way: Connector) -> Bool {
      let ends = [way.line.first?.0, way.line.last?.0].compactMap(\.self)
      guard let start = up ? ends.first : ends.last, let end = up ? ends.last : ends.first
      else { return false }
      return grids[here].piece(at: start) == piece
        && (last == nil || grids[goal].piece(at: end) == last)
    }
    let ways = [wanted.filter(leads), all.filter(leads), wanted, all]
    guard
      let way = ways.first(where: { !$0.isEmpty })?.min(by: {
        $0.door.distance(to: place) < $1.door.distance(to: place)
      })
    else { throw .noConnector(to: id, from: levels[here].label) }
    let line = up ? way.line : way.line.reversed()
    try go(&tracker, to: line[0].0, noting: plan.isSurvey, id: id)
    guard !tracker.isOver else { return }
    if way.kind == .elevator {
      // A lift rides through to where it was sent.
      let facing = atan2(way.door.x - tracker.place.x, way.door.y - tracker.place.y)
      tracker.stand(seconds: generator.uniform(4, 7), facing: facing, isInLift: true)
      tracker.note()
      tracker.ride(to: goal)
      tracker.note()
      tracker.stand(seconds: 2, facing: facing, isInLift: true)
    } else {
      tracker.note()
      tracker.climb(along: line, to: next)
    }
    tracker.note()
  }

  /// Places to go to in a unit, the nearest first: more where it is large and a survey wants all of
  /// it.
  private func visits(
    to stop: Target, from place: LocalPoint?, isSurvey: Bool,
    _ generator: inout SimulationRandom
  ) -> [LocalPoint] {
    guard let index = stop.unit else { return [stop.place] }
    let grid = grids[stop.level]
    let unit = levels[stop.level].units[index]
    let own = grid.clearance.indices.filter { grid.unit[$0] == Int32(clamping: index) }
    var cells = own.filter { grid.clearance[$0] >= 0.9 }
    if cells.isEmpty { cells = own.filter { grid.isFree($0) } }
    guard !cells.isEmpty else { return [] }
    let count = isSurvey ? max(1, min(7, Int(unit.area / 40))) : max(1, min(2, Int(unit.area / 90)))
    var rest = RadioField.spread(count, over: cells.map { grid.raster.middle(of: $0) }, &generator)
    var here = place ?? unit.box.centre
    var order: [LocalPoint] = []
    while let next = rest.min(by: { $0.distance(to: here) < $1.distance(to: here) }) {
      order.append(next)
      rest.removeAll { $0 == next }
      here = next
    }
    return order
  }
}
