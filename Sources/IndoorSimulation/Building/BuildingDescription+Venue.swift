public import IndoorGeometry
public import IndoorModel

extension BuildingDescription {
  /// The place of a point of the grid, rounded to 10⁻⁹° (0.1 mm), so that what is written is the
  /// same on every machine.
  public func coordinate(of point: BuildingPoint) -> Coordinate {
    let turn = AffineTransform.rotation(Angle.radians(site.rotationDegrees))
    let exact = LocalFrame(origin: site.origin).coordinate(
      from: turn.apply(LocalPoint(x: point.x, y: point.y)))
    return Coordinate(
      latitude: (exact.latitude * 1e9).rounded() / 1e9,
      longitude: (exact.longitude * 1e9).rounded() / 1e9)
  }

  /// The building as a venue: a level a level, a unit a room, an opening a door.
  ///
  /// - Throws: `SimulationError` with `.doorWithoutWall` where a door's rooms don't meet at the
  ///   door.
  public func venue() throws(SimulationError) -> Venue {
    // The venue's only building has the empty id, as in every venue of one building.
    var venue = Venue(
      id: id, name: name, origin: site.origin, buildings: [Building(id: "", name: name)])
    for level in levels {
      let key = LevelKey(ordinal: level.ordinal)
      venue.levels.append(
        Level(
          id: "level-\(level.label)", key: key, label: level.label, name: level.name,
          outline: [Polygon(exterior: level.outline.map(coordinate))]))
      for room in level.rooms {
        venue.units.append(
          Unit(
            id: "room-\(room.number)", level: key, category: room.category, name: room.name,
            geometry: [room.polygon.map(coordinate)]))
      }
      venue.openings += try openings(of: level, key: key)
    }
    let vertices = venue.levels.flatMap { $0.outline.flatMap(\.exterior) }
    let degrees = vertices.map { LocalPoint(x: $0.longitude, y: $0.latitude) }
    if let centre = BoundingBox(degrees)?.centre {
      venue.origin = Coordinate(latitude: centre.y, longitude: centre.x)
    }
    return venue
  }

  private func openings(
    of level: LevelDescription, key: LevelKey
  ) throws(SimulationError) -> [Opening] {
    let edges = level.wallEdges()
    var openings: [Opening] = []
    for (index, door) in level.doors.enumerated() {
      guard let (edge, _) = level.wall(of: door, in: edges) else {
        throw .doorWithoutWall(level: level.label, from: door.from, to: door.to)
      }
      let half = edge.direction * (door.width / 2)
      openings.append(
        Opening(
          id: "door-\(level.label).\(index < 9 ? "0" : "")\(index + 1)", level: key,
          category: door.leaf == .emergency ? "emergencyexit" : "pedestrian",
          line: [coordinate(of: door.middle - half), coordinate(of: door.middle + half)]))
    }
    return openings
  }
}
