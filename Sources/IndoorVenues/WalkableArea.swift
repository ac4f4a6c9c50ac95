import CGEOS
public import IndoorGeometry
public import IndoorModel

/// Where people can walk on a level: its outline less what blocks, rooms joined by openings.
///
/// Walls are strips along the edges of units that enclose (all but walkways and the like), open where an opening lies. Units of
/// solid matter, and enclosing units that no opening leads into, block whole.
public struct WalkableArea: Sendable {
  /// Sizes of what the venue doesn't draw.
  public struct Parameters: Sendable {
    /// Thickness of walls, in metres. Thicker walls part rooms more surely and leave less to walk on.
    public var wall = 0.2
    /// Metres that an opening reaches to either side of its line: at least a drawn wall's thickness, or it joins nothing.
    public var reach = 0.35
    /// Square metres below which a part is left out: nobody stands on less, and edges that nearly meet leave slivers.
    public var smallest = 0.25

    /// The defaults.
    public init() {}
  }

  /// The parts that hang together, in local metres, largest first.
  public let parts: [Polygon<LocalPoint>]

  /// Works out the area. A level without an outline has that of its units.
  public init(
    of level: Level, units: [Unit], openings: [Opening], frame: LocalFrame,
    parameters: Parameters = Parameters()
  ) {
    guard let arena = GEOSArena() else {
      parts = []
      return
    }
    let areas = units.map { unit in
      (unit, arena.area(of: unit.geometry.map { frame.local(from: $0) }))
    }
    let lines = openings.compactMap { opening in
      arena.line(opening.line.map { frame.local(from: $0) })
    }
    let doors = arena.union(
      lines.compactMap { line in
        arena.keep(
          GEOSBufferWithStyle_r(
            arena.handle, line, parameters.reach, 4, Int32(GEOSBUF_CAP_FLAT.rawValue),
            Int32(GEOSBUF_JOIN_MITRE.rawValue), 2))
      })
    let prepared = doors.flatMap { arena.prepared($0) }
    var blocking: [OpaquePointer] = []
    var walls: [OpaquePointer] = []
    for case (let unit, let area?) in areas {
      let category = unit.category ?? ""
      if Self.open.contains(category) { continue }
      guard let edge = arena.keep(GEOSBoundary_r(arena.handle, area)) else { continue }
      let isEntered =
        prepared.map { GEOSPreparedIntersects_r(arena.handle, $0, edge) == 1 } ?? false
      if Self.solid.contains(category) || !isEntered {
        blocking.append(area)
      } else if let wall = arena.keep(GEOSBuffer_r(arena.handle, edge, parameters.wall / 2, 2)) {
        walls.append(wall)
      }
    }
    let outline =
      arena.area(of: level.outline.map { frame.local(from: $0) })
      ?? arena.union(areas.compactMap(\.1))
    var closed = arena.union(walls)
    if let walls = closed, let doors { closed = arena.difference(walls, doors) }
    var area = outline
    for taken in [arena.union(blocking), closed] {
      if let whole = area, let taken { area = arena.difference(whole, taken) }
    }
    parts = (area.map { arena.localPolygons(of: $0) } ?? [])
      .filter { $0.area >= parameters.smallest }.sorted { $0.area > $1.area }
  }

  /// IMDF's categories that end without a wall.
  private static let open: Set<String> = [
    "walkway", "footbridge", "lobby", "movingwalkway", "platform", "ramp", "road", "terrace",
    "unenclosedarea", "waitingroom", "parking",
  ]

  /// IMDF's categories that nobody walks on.
  private static let solid: Set<String> = [
    "brick", "column", "concrete", "drywall", "glass", "opentobelow", "structure", "vegetation",
    "walkway.island", "wood",
  ]
}

extension GEOSArena {
  /// A line of two or more points (GEOSGeom_createLineString).
  fileprivate func line(_ points: [LocalPoint]) -> OpaquePointer? {
    guard points.count >= 2 else { return nil }
    let numbers = points.flatMap { [$0.x, $0.y] }
    guard
      let sequence = GEOSCoordSeq_copyFromBuffer_r(handle, numbers, UInt32(points.count), 0, 0)
    else { return nil }
    return keep(GEOSGeom_createLineString_r(handle, sequence))
  }

  /// All geometries as one (GEOSUnaryUnion), `nil` where there are none.
  fileprivate func union(_ geometries: [OpaquePointer]) -> OpaquePointer? {
    guard !geometries.isEmpty else { return nil }
    guard let all = collection(geometries.map { GEOSGeom_clone_r(handle, $0) }) else { return nil }
    return keep(GEOSUnaryUnion_r(handle, all))
  }

  /// The first less the second (GEOSDifference).
  fileprivate func difference(_ whole: OpaquePointer, _ taken: OpaquePointer) -> OpaquePointer? {
    keep(GEOSDifference_r(handle, whole, taken))
  }
}
