package import IndoorGeometry
package import IndoorModel
package import IndoorSimulation

/// An office block beside the museum, so that nothing fits one building alone: four levels of 60 m
/// by 18 m with rooms on both sides of a corridor, stairs at its ends and two lifts in its middle.
package enum OfficeBlock {
  private static let frame = LocalFrame(origin: Coordinate(latitude: 48.1, longitude: 11.5))
  package static let levels = 0..<4

  package static var venue: Venue {
    venue(hasEntrance: false) { frame.coordinate(from: $0) }
  }

  /// The same at another place, and with a door at the corridor's eastern end.
  package static func venue(
    hasEntrance: Bool, at coordinate: (LocalPoint) -> Coordinate
  ) -> Venue {
    func box(
      _ west: Double, _ south: Double, _ east: Double, _ north: Double
    ) -> Polygon<Coordinate> {
      Polygon(
        exterior: [(west, south), (east, south), (east, north), (west, north)].map {
          coordinate(LocalPoint(x: $0.0, y: $0.1))
        })
    }
    func opening(
      _ id: String, _ level: LevelKey, _ a: (Double, Double), _ b: (Double, Double)
    ) -> Opening {
      Opening(
        id: id, level: level, line: [a, b].map { coordinate(LocalPoint(x: $0.0, y: $0.1)) })
    }
    var venue = Venue(
      id: "office", name: "Office", origin: frame.origin, buildings: [Building(id: "")])
    for ordinal in levels {
      let key = LevelKey(ordinal: ordinal)
      venue.levels.append(
        Level(
          id: "level-\(ordinal)", key: key, label: "\(ordinal)", outline: [box(0, 0, 60, 18)]))
      func add(_ name: String, _ category: String, _ area: Polygon<Coordinate>) {
        venue.units.append(
          Unit(id: "\(name)-\(ordinal)", level: key, category: category, geometry: [area]))
      }
      add("corridor", "walkway", box(0, 8, 60, 10.5))
      for column in 0..<10 {
        let (west, east) = (Double(column) * 6, Double(column + 1) * 6)
        let isEnd = column == 0 || column == 9
        add("south\(column)", "room", box(west, 0, east, 8))
        add(
          isEnd ? "stairs\(column)" : "north\(column)", isEnd ? "stairs" : "room",
          column == 4 ? box(west, 12.5, east, 18) : box(west, 10.5, east, 18))
        let middle = (west + east) / 2
        for (number, y) in [8, 10.5].enumerated() where column != 4 || number == 0 {
          venue.openings.append(
            opening(
              "door-\(ordinal)-\(column)-\(number)", key, (middle - 0.6, y), (middle + 0.6, y)))
        }
      }
      for (number, west) in [24.0, 27].enumerated() {
        add("lift\(number)", "elevator", box(west, 10.5, west + 3, 12.5))
        venue.openings.append(
          opening("lift-door-\(ordinal)-\(number)", key, (west + 0.9, 10.5), (west + 2.1, 10.5)))
      }
      venue.openings.append(opening("door-\(ordinal)-4-1", key, (24.0, 13.4), (24, 14.4)))
    }
    if hasEntrance {
      venue.openings.append(
        opening("office-entrance", LevelKey(ordinal: 0), (60, 8.4), (60, 10.1)))
    }
    return venue
  }

  /// A survey of every level, and visits that change levels by stairs and lifts.
  package static func plans(_ world: SimulatedWorld) -> [WalkPlan] {
    let day: Int64 = 1_780_297_200_000
    var plans: [WalkPlan] = []
    func add(_ id: String, _ stops: [String], isSurvey: Bool, prefersLift: Bool = false) {
      plans.append(
        WalkPlan(
          id: id, stops: stops.map { .unit($0) },
          start: Timestamp(
            milliseconds: day + Int64(plans.count) * 900_000 + (isSurvey ? 0 : 4_000_000_000)),
          phone: (isSurvey ? 0 : 2) + plans.count % 2, isSurvey: isSurvey,
          recordsMotion: !isSurvey, prefersLift: prefersLift))
    }
    for level in levels {
      add(
        "survey-south-\(level)", ["corridor-\(level)"] + (0..<10).map { "south\($0)-\(level)" },
        isSurvey: true)
      add(
        "survey-north-\(level)", (1..<9).map { "north\($0)-\(level)" } + ["corridor-\(level)"],
        isSurvey: true)
    }
    add("survey-stairs", ["south1-0", "south1-3", "south8-3", "south8-0"], isSurvey: true)
    add("survey-lift", ["south4-3", "south4-0"], isSurvey: true, prefersLift: true)
    add("visit-up", ["corridor-0", "south2-0", "north6-1", "south8-2"], isSurvey: false)
    add("visit-down", ["north3-3", "south7-2", "corridor-0"], isSurvey: false)
    add("visit-lift", ["corridor-0", "south5-3", "north2-1"], isSurvey: false, prefersLift: true)
    add("visit-one-level", ["north7-2", "south1-2", "corridor-2", "south9-2"], isSurvey: false)
    return plans
  }
}
