import IndoorGeometry
import IndoorLibc
import IndoorModel
import Testing

import IndoorSimulation

/// What must hold of the museum as a building, told from its venue's coordinates alone.
struct MuseumTests {
  private let building = BuildingDescription.museum

  @Test func `rooms fill their level without gap or overlap`() throws {
    #expect(building.levels.map(\.ordinal) == [-1, 0, 1])
    for level in building.levels {
      let whole = Polygon(exterior: level.outline).area
      let sum = level.rooms.reduce(0) { $0 + $1.area }
      #expect(abs(whole - sum) < 1e-6, "level \(level.label)")
      // A wall that has no room behind it must be the building's own.
      for edge in level.wallEdges().joined() where edge.neighbour == nil {
        let middle = (edge.start + edge.end) * 0.5
        let isOutside = zip(level.outline, level.outline.dropFirst() + [level.outline[0]]).contains
        {
          WallEdge(start: $0, end: $1, room: 0, neighbour: nil, kind: .outer)
            .position(of: middle) != nil
        }
        #expect(isOutside, "room \(level.rooms[edge.room].number) has a gap at \(middle)")
      }
      #expect(Set(level.rooms.map(\.number)).count == level.rooms.count)
    }
  }

  @Test func `each door joins the two rooms it says`() throws {
    let venue = try building.venue()
    let frame = venue.frame
    for level in building.levels {
      let units = venue.units.filter { $0.level.ordinal == level.ordinal }
      let openings = venue.openings.filter { $0.level.ordinal == level.ordinal }
      #expect(openings.count == level.doors.count)
      for (door, opening) in zip(level.doors, openings) {
        let ends = opening.line.map { frame.local(from: $0) }
        #expect(abs(ends[0].distance(to: ends[1]) - door.width) < 1e-3)
        let middle = LocalPoint(x: (ends[0].x + ends[1].x) / 2, y: (ends[0].y + ends[1].y) / 2)
        let along = (
          x: (ends[1].x - ends[0].x) / door.width, y: (ends[1].y - ends[0].y) / door.width
        )
        let sides = [0.3, -0.3].map { step in
          LocalPoint(x: middle.x - along.y * step, y: middle.y + along.x * step)
        }
        let found = sides.map { side in
          units.first { $0.geometry.contains { frame.local(from: $0).contains(side) } }?.id
        }
        let expected = [door.from, door.to].map { $0.map { "room-\($0)" } }
        #expect(Set(found) == Set(expected), "\(opening.id)")
      }
    }
  }

  @Test func `stairs and lift stand above each other to a millimetre`() throws {
    let venue = try building.venue()
    for name in ["Stair A", "Stair B", "Lift"] {
      let stack = venue.units.filter { $0.name == name }
      #expect(stack.map(\.level.ordinal) == [-1, 0, 1])
      for (below, above) in zip(stack, stack.dropFirst()) {
        let pairs = zip(below.geometry[0].exterior, above.geometry[0].exterior)
        for (a, b) in pairs {
          #expect(venue.frame.local(from: a).distance(to: venue.frame.local(from: b)) < 1e-3)
        }
      }
    }
  }

  @Test func `every room can be reached from the entrance`() throws {
    var reached: Set<String> = ["G.01"]
    let steep = building.levels.map { level in
      level.rooms.filter { ["Stair A", "Stair B", "Lift"].contains($0.name) }.map(\.number)
    }
    var links = building.levels.flatMap { $0.doors.compactMap { d in d.to.map { (d.from, $0) } } }
    for (below, above) in zip(steep, steep.dropFirst()) { links += zip(below, above) }
    var grew = true
    while grew {
      let before = reached.count
      for (a, b) in links where reached.contains(a) || reached.contains(b) {
        reached.formUnion([a, b])
      }
      grew = reached.count > before
    }
    let floors = building.levels.flatMap(\.rooms).filter(\.hasFloor).map(\.number)
    #expect(Set(floors).subtracting(reached).isEmpty)
    #expect(links.contains { $0 == ("G.01", "G.22") })
  }

  @Test func `a door between rooms that do not meet is reported`() throws {
    var broken = building
    broken.levels[1].doors.append(Door("G.01", "G.20", 40, 16, 2))
    #expect {
      try broken.venue()
    } throws: { error in
      (error as? SimulationError)?.code == .doorWithoutWall
    }
  }

  @Test func `the building is turned by what its site says, and to scale`() throws {
    let frame = LocalFrame(origin: building.site.origin)
    let east = frame.local(from: building.coordinate(of: BuildingPoint(80, 0)))
    #expect(abs(hypot(east.x, east.y) - 80) < 1e-3)
    #expect(abs(Angle.degrees(atan2(east.y, east.x)) - 27.5) < 1e-3)
  }
}
