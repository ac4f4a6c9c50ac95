package import IndoorGeometry
package import IndoorModel
@_spi(Measuring) package import IndoorPositioning
package import IndoorSimulation

/// The sample museum and an office block across the street: from the street into a gallery and back
/// to the street, with satellites.
package struct Street: Sendable {
  /// Both buildings, each with its own levels.
  package let venue: Venue
  package let frame: LocalFrame

  package init() throws {
    let museum = BuildingDescription.museum
    var venue = try museum.venue()
    venue.rename(building: "museum")
    // South of the museum's entrance, 40 m of street and square away.
    var office = OfficeBlock.venue(hasEntrance: true) {
      museum.coordinate(of: BuildingPoint(x: 10 + $0.x, y: -60 + $0.y))
    }
    office.rename(building: "office")
    venue.buildings = [
      Building(id: "museum", name: "Museum"), Building(id: "office", name: "Office"),
    ]
    venue.levels += office.levels
    venue.units += office.units
    venue.openings += office.openings
    self.venue = venue
    frame = venue.frame
  }

  /// The surveys of both buildings, and visits that come from the street and go back to it.
  package func plans(_ world: SimulatedWorld) -> [WalkPlan] {
    /// A place by the museum's grid.
    func at(_ x: Double, _ y: Double) -> WalkPlan.Stop {
      let coordinate = BuildingDescription.museum.coordinate(of: BuildingPoint(x: x, y: y))
      return .outdoors(frame.local(from: coordinate))
    }
    let survey = WalkPlan.museumSurvey + OfficeBlock.plans(world).filter(\.isSurvey)
    let (main, second, cafe, office) = ("door-G.07", "door-G.08", "door-G.34", "office-entrance")
    let visits: [(String, [WalkPlan.Stop])] = [
      (
        "galleries",
        [
          at(90, -25), at(37, -12), .entrance(main), .unit("room-G.01"), .unit("room-G.15"),
          .unit("room-G.16"), .entrance(second), at(43, -12), at(-20, -25),
        ]
      ),
      (
        "café",
        [
          at(-30, -20), at(-15, 10), .entrance(cafe), .unit("room-G.02"), .unit("room-G.01"),
          .entrance(main), at(37, -15), at(95, -18),
        ]
      ),
      (
        "both",
        [
          .unit("room-G.20"), .entrance(second), at(43, -15), at(80, -30), at(78, -50.7),
          .entrance(office), .unit("corridor-0"), .unit("south6-0"), .entrance(office),
          at(80, -45), at(60, -15),
        ]
      ),
    ]
    return survey
      + visits.enumerated().map { number, visit in
        WalkPlan(
          id: "street-\(visit.0)", stops: visit.1,
          start: Timestamp(milliseconds: 1_784_541_600_000 + Int64(number) * 1_800_000),
          phone: 2 + number % 3, isSurvey: false, recordsSatellites: true)
      }
  }

  /// What was said of visits, in shares of the points, 0 to 1.
  package struct Score {
    /// On the right side of the buildings' walls.
    package var side: Double
    /// Told to be outdoors where it was, and not where it wasn't.
    package var isTold: Double
    /// On the right level, where indoors, and outdoors on the ground's.
    package var floor: Double
  }

  /// Compares positions with the truth.
  package func score(_ points: [WalkScore.Point]) -> Score {
    let outlines = venue.levels.filter { $0.key.ordinal == 0 }.flatMap(\.outline).map {
      frame.local(from: $0)
    }
    func isInside(_ place: LocalPoint) -> Bool { outlines.contains { $0.contains(place) } }
    var (sides, told, floors, count) = (0, 0, 0, 0)
    for point in points {
      guard let position = point.position else { continue }
      let isTruth = isInside(point.truth.place)
      count += 1
      if isInside(position.place) == isTruth { sides += 1 }
      if position.conditions.contains(.outdoors) != isTruth { told += 1 }
      let isFloor =
        isTruth
        ? position.level == point.truth.level : position.level.ordinal == point.truth.level.ordinal
      if isFloor { floors += 1 }
    }
    let all = Double(max(1, count))
    return Score(
      side: Double(sides) / all, isTold: Double(told) / all, floor: Double(floors) / all)
  }
}

extension Venue {
  /// Names the only building.
  fileprivate mutating func rename(building: String) {
    for index in levels.indices { levels[index].key.building = building }
    for index in units.indices { units[index].level.building = building }
    for index in openings.indices { openings[index].level.building = building }
  }
}
