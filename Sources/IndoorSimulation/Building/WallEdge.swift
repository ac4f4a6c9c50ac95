import IndoorGeometry

/// A piece of wall between two rooms, or between a room and the outdoors.
package struct WallEdge {
  /// Its ends along the walls' common line, with the room on the left.
  package var start: BuildingPoint
  package var end: BuildingPoint
  /// The room on the left.
  package var room: Int
  /// The room on the right, `nil` outdoors.
  package var neighbour: Int?
  /// What it is built of.
  package var kind: Kind

  package enum Kind {
    /// The building's outer wall.
    case outer
    /// The wall around a terrace.
    case parapet
    /// Concrete around stairs, lifts and shafts.
    case core
    /// A partition.
    case partition
    /// Glass towards a court.
    case glass
    /// A balustrade at a void.
    case balustrade

    /// From the common line to the face, in metres, on the room's side.
    var insideOffset: Double {
      switch self {
      case .outer: 0.45
      case .parapet: 0.25
      case .core: 0.15
      case .partition: 0.1
      case .glass: 0.07
      case .balustrade: 0.05
      }
    }

    /// From the common line to the face, in metres, on the other side.
    var outsideOffset: Double {
      self == .outer || self == .parapet ? 0 : insideOffset
    }
  }

  var direction: BuildingPoint { (end - start).unit }
  var length: Double { (end - start).length }

  package init(
    start: BuildingPoint, end: BuildingPoint, room: Int, neighbour: Int?, kind: Kind
  ) {
    self.start = start
    self.end = end
    self.room = room
    self.neighbour = neighbour
    self.kind = kind
  }

  /// Distance along the edge of a point on it, in metres, or `nil` off the edge by more than a
  /// millimetre.
  package func position(of point: BuildingPoint) -> Double? {
    let offset = point - start
    let along = BuildingPoint.dot(offset, direction)
    guard abs(BuildingPoint.dot(offset, direction.left)) < 1e-3, along > -1e-3,
      along < length + 1e-3
    else { return nil }
    return along
  }
}

extension LevelDescription {
  /// Every room's ring, cut wherever another room's wall begins, so that each piece has one
  /// neighbour.
  ///
  /// Result: one array a room and ring, in the ring's order.
  package func wallEdges() -> [[WallEdge]] {
    let corners = rooms.flatMap { $0.outline + ($0.hole ?? []) } + outline
    var rings: [(room: Int, ring: [BuildingPoint])] = []
    for (index, room) in rooms.enumerated() {
      rings.append((index, room.outline))
      if let hole = room.hole { rings.append((index, hole)) }
    }
    let pieces = rings.map { entry in
      zip(entry.ring, entry.ring.dropFirst() + [entry.ring[0]]).flatMap { start, end in
        Self.cut(from: start, to: end, at: corners).map {
          WallEdge(start: $0, end: $1, room: entry.room, neighbour: nil, kind: .partition)
        }
      }
    }
    let all = pieces.flatMap { $0 }
    return pieces.map { ring in
      ring.map { edge in
        var edge = edge
        edge.neighbour =
          all.first {
            $0.start.distance(to: edge.end) < 1e-6 && $0.end.distance(to: edge.start) < 1e-6
          }?.room
        edge.kind = kind(between: edge.room, and: edge.neighbour)
        return edge
      }
    }
  }

  private static func cut(
    from start: BuildingPoint, to end: BuildingPoint, at corners: [BuildingPoint]
  ) -> [(BuildingPoint, BuildingPoint)] {
    let edge = WallEdge(start: start, end: end, room: 0, neighbour: nil, kind: .partition)
    let inner = corners.compactMap { edge.position(of: $0) }.sorted()
    var stops = [0.0]
    for position in inner where position > (stops.last ?? 0) + 1e-6 && position < edge.length - 1e-6
    {
      stops.append(position)
    }
    stops.append(edge.length)
    let points = stops.map { start + edge.direction * $0 }
    return Array(zip(points, points.dropFirst()))
  }

  private func kind(between room: Int, and neighbour: Int?) -> WallEdge.Kind {
    guard let neighbour else { return rooms[room].category == "terrace" ? .parapet : .outer }
    let categories = [rooms[room].category, rooms[neighbour].category]
    let solid: Set = ["stairs", "elevator", "nonpublic"]
    if categories.contains(where: solid.contains) { return .core }
    if categories.contains("unenclosedarea") { return .glass }
    if categories.contains("opentobelow") { return .balustrade }
    if categories.contains("terrace") { return .core }
    return .partition
  }

  /// The wall that a door stands in, and how far along it its middle is; `nil` where its rooms
  /// don't meet there.
  func wall(of door: Door, in edges: [[WallEdge]]) -> (edge: WallEdge, position: Double)? {
    for edge in edges.joined() {
      guard rooms[edge.room].number == door.from,
        edge.neighbour.map({ rooms[$0].number }) == door.to,
        let position = edge.position(of: door.middle), position >= door.width / 2 - 1e-6,
        position <= edge.length - door.width / 2 + 1e-6
      else { continue }
      return (edge, position)
    }
    return nil
  }
}
