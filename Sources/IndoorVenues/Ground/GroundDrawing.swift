import CGEOS
import IndoorGeometry
import IndoorModel

/// What decides where one can walk on a level, as GEOS geometries in local metres.
struct GroundDrawing {
  let arena: GEOSArena
  let parameters: GroundArea.Parameters
  /// The level's outline; without one the ground is that of all units.
  private(set) var outline: OpaquePointer?
  private(set) var units: [OpaquePointer] = []
  /// Units that block whole.
  private(set) var blocking: [OpaquePointer] = []
  /// Edges with a wall along them.
  private(set) var edges: [OpaquePointer] = []
  /// The openings' strips, across the walls that they open.
  private(set) var doors: [OpaquePointer] = []
  /// Whether there is anything but units that block whole.
  private var isFree: Bool
  /// Whether GEOS would take long for it in one piece.
  private let isLarge: Bool

  /// Vertices of an opening's line that are looked at.
  private static let ofLine = 64
  /// Polygons around one that are looked at before it counts as one of a heap.
  private static let looks = 50

  init(
    _ arena: GEOSArena, outline: [Polygon<Coordinate>], units: [Unit], openings: [Opening],
    frame: LocalFrame, parameters: GroundArea.Parameters
  ) {
    self.arena = arena
    self.parameters = parameters
    let vertices = (outline + units.flatMap(\.geometry)).reduce(0) {
      $1.rings.reduce($0) { $0 + $1.count }
    }
    let isLarge = vertices + 4 * openings.count > Self.few
    self.isLarge = isLarge
    // Where rooms have a wall in common, a nanometre between their edges makes GEOS begin again,
    // more slowly.
    func local(_ coordinate: Coordinate) -> LocalPoint {
      let place = frame.local(from: coordinate)
      return isLarge
        ? LocalPoint(x: (place.x * 1e6).rounded() / 1e6, y: (place.y * 1e6).rounded() / 1e6) : place
    }
    self.outline = arena.area(of: outline.map { $0.map(local) })
    isFree = self.outline != nil
    let lines = openings.map { opening in
      let step = opening.line.count / Self.ofLine + 1
      let line = stride(from: 0, to: opening.line.count, by: step).map { opening.line[$0] }
      return (step > 1 ? line + opening.line.suffix(1) : line).map(local)
    }
    let straight = isLarge ? followed(Self.joined(lines)) : lines
    doors = straight.compactMap { arena.line($0) }.compactMap { line in
      arena.keep(
        GEOSBufferWithStyle_r(
          arena.handle, line, parameters.reach, 4, Int32(GEOSBUF_CAP_FLAT.rawValue),
          Int32(GEOSBUF_JOIN_MITRE.rawValue), 2))
    }.filter { GEOSisEmpty_r(arena.handle, $0) == 0 }
    let drawn = units.map { $0.geometry.map { $0.map(local) } }
    var thick = ThickWalls(of: drawn, thickest: parameters.thickest)
    // Without an outline nothing but the rooms is ground, and not what a door in a wall stands on.
    let reach = self.outline == nil ? 0 : parameters.reach
    let through = straight.compactMap {
      arena.area(of: thick.strips(at: $0, past: parameters.wall, beyond: reach))
    }
    doors += through
    if isLarge { doors = apart(doors) }
    let tree = BoxTree(doors.compactMap { arena.box(of: $0) })
    var seen: Set<[Polygon<LocalPoint>]> = []
    var walls: [StraightRuns.Line] = []
    for (unit, polygons) in zip(units, drawn) {
      guard let area = arena.area(of: polygons) else { continue }
      self.units.append(area)
      guard !unit.kind.isWalkway else {
        isFree = true
        continue
      }
      // Of very many units that lie on each other exactly, one wall says it all.
      if isLarge, !unit.kind.isSolid, !seen.insert(polygons).inserted { continue }
      let rings = wallRings(of: polygons)
      let edge = rings.flatMap { self.edge(along: $0) }
      guard let rings, let edge, !unit.kind.isSolid, isEntered(edge, tree) else {
        blocking.append(isLarge && polygons.count > 1 ? arena.union([area]) ?? area : area)
        continue
      }
      isFree = true
      if isLarge { walls += rings.lazy.flatMap(StraightRuns.edges) } else { edges.append(edge) }
    }
    if isLarge { edges = self.lines(StraightRuns.merged(walls)) }
    if self.outline == nil { self.units += through }
  }

  /// Openings that lie on each other in a straight wall, as one.
  private static func joined(_ lines: [[LocalPoint]]) -> [[LocalPoint]] {
    let straight = lines.lazy.filter { $0.count == 2 && $0[0] != $0[1] }
      .map { StraightRuns.Line(from: $0[0], to: $0[1]) }
    return StraightRuns.merged(straight).map { [$0.from, $0.to] } + lines.filter { $0.count > 2 }
  }

  /// Openings that follow each other, each shorter than a wall is thick, as lines of fewer corners:
  /// all that reach to either side of each would lie on each other, with gaps between.
  private func followed(_ lines: [[LocalPoint]]) -> [[LocalPoint]] {
    func isShort(_ line: [LocalPoint]) -> Bool {
      line.count == 2 && line[0].distance(to: line[1]) < parameters.wall
    }
    let short = lines.filter(isShort)
    guard short.count > WallEdges.few,
      let all = arena.collection(
        short.map { arena.line($0).flatMap { GEOSGeom_clone_r(arena.handle, $0) } },
        type: GEOS_MULTILINESTRING),
      let merged = arena.keep(GEOSLineMerge_r(arena.handle, all))
    else { return lines }
    return lines.filter { !isShort($0) }
      + arena.parts(of: merged).map {
        let points = arena.points(of: $0)
        guard points.count > WallEdges.few else { return points }
        let line = WallEdges.simplified(points, tolerance: parameters.wall / 4, least: 2)
        // Around a round wall they end where they begin.
        return points.first == points.last && line.last != points.last
          ? line + points.suffix(1) : line
      }
  }

  /// The same ground in polygons that have no point in common: those that do are joined, which
  /// takes far longer than to look.
  ///
  /// - Parameter join: makes one geometry of those; the union where there is none.
  private func apart(
    _ polygons: [OpaquePointer], join: ([OpaquePointer]) -> OpaquePointer? = { _ in nil }
  ) -> [OpaquePointer] {
    let boxes = polygons.compactMap { arena.box(of: $0) }
    guard boxes.count == polygons.count else { return polygons }
    let tree = BoxTree(boxes)
    var (alone, together): ([OpaquePointer], [OpaquePointer]) = ([], [])
    for (index, polygon) in polygons.enumerated() {
      var looks = 0
      var isAlone = true
      arena.freeing {
        var prepared: OpaquePointer?
        isAlone = tree.forEach(meeting: boxes[index]) { other in
          guard other != index else { return true }
          looks += 1
          guard looks <= Self.looks else { return false }
          if prepared == nil { prepared = arena.prepared(polygon) }
          return prepared.map {
            GEOSPreparedDisjoint_r(arena.handle, $0, polygons[other]) == 1
          } ?? false
        }
      }
      if isAlone { alone.append(polygon) } else { together.append(polygon) }
    }
    return alone
      + ((join(together) ?? arena.union(together)).map { arena.parts(of: $0) } ?? [])
  }

  /// The rings of a unit's edge, simplified where their vertices are closer than a wall is thick;
  /// `nil` where no wall can be drawn along them.
  private func wallRings(of polygons: [Polygon<LocalPoint>]) -> [[LocalPoint]]? {
    let rings = polygons.flatMap(\.rings)
    let half = parameters.wall / 2
    guard rings.reduce(0, { $0 + $1.count }) > WallEdges.few, WallEdges.areDense(rings, half)
    else { return rings }
    let simpler = rings.map { WallEdges.simplified($0, tolerance: half / 2) }
    return WallEdges.areDense(simpler, half) ? nil : simpler
  }

  /// Rings as lines.
  private func edge(along rings: [[LocalPoint]]) -> OpaquePointer? {
    arena.collection(
      rings.map { arena.line($0 + $0.prefix(1)).flatMap { GEOSGeom_clone_r(arena.handle, $0) } },
      type: GEOS_MULTILINESTRING)
  }

  /// Straight lines as ways from one crossing to the next (GEOSLineMerge).
  private func lines(_ straight: [StraightRuns.Line]) -> [OpaquePointer] {
    guard !straight.isEmpty,
      let all = arena.collection(
        straight.map { line in
          arena.line([line.from, line.to]).flatMap { GEOSGeom_clone_r(arena.handle, $0) }
        }, type: GEOS_MULTILINESTRING),
      let merged = arena.keep(GEOSLineMerge_r(arena.handle, all))
    else { return [] }
    return arena.parts(of: merged).map { arena.drawnBack($0) ?? $0 }
  }

  /// Whether a door's strip meets a unit's edge.
  private func isEntered(_ edge: OpaquePointer, _ tree: BoxTree) -> Bool {
    guard let box = arena.box(of: edge) else { return false }
    var isEntered = false
    arena.freeing {
      var prepared: OpaquePointer?
      tree.forEach(meeting: box) { door in
        if prepared == nil { prepared = arena.prepared(edge) }
        isEntered =
          prepared.map { GEOSPreparedIntersects_r(arena.handle, $0, doors[door]) == 1 } ?? false
        return !isEntered
      }
    }
    return isEntered
  }
}

extension GroundDrawing {
  /// Vertices of a drawing that is worked out in one piece, and of a piece of a larger one.
  private static var few: Int { 10_000 }
  private static var ofPiece: Int { 2000 }
  /// By how much a piece's quarters together may have more vertices than it before cutting it is of
  /// no use: what lies on each other has as much in each quarter.
  private static var useless: Double { 1.8 }
  /// Pairs of vertices of walls that may be near each other in a piece whose walls are drawn
  /// together.
  private static var ofLoose: Int { 40_000 }
  /// Metres under which a piece isn't cut any more.
  private static var smallest: Double { 0.1 }

  /// Where one can walk, `nil` where nobody can.
  ///
  /// GEOS joins some hundred walls in no time and a hundred thousand in minutes, so that a large
  /// drawing is cut into pieces.
  ///
  /// - Parameter joined: whether the pieces' areas are joined again.
  func area(joined: Bool) -> OpaquePointer? {
    guard isFree else { return nil }
    guard isLarge, !isOpen else { return whole }
    let ground = outline ?? arena.collection(units.map { GEOSGeom_clone_r(arena.handle, $0) })
    // So that nothing touches the border of what it is cut to.
    let box = ground.flatMap { arena.box(of: $0)?.grown(by: 1) }
    let pieces = box.flatMap { cut(in: $0) }
    guard joined else { return pieces }
    return pieces.flatMap {
      arena.multipolygon(apart(arena.parts(of: $0)) { arena.joined(sideBySide: $0) })
    }
  }

  /// Whether nothing stands in the way on a level that has an outline.
  private var isOpen: Bool { outline != nil && edges.isEmpty && blocking.isEmpty }

  private var vertices: Int {
    [outline.map { [$0] } ?? units, blocking, edges, doors].joined().reduce(0) {
      $0 + arena.vertices(of: $1)
    }
  }

  /// The area in one piece.
  private var whole: OpaquePointer? {
    func strip(along edge: OpaquePointer) -> OpaquePointer? {
      arena.keep(GEOSBuffer_r(arena.handle, edge, parameters.wall / 2, 2))
    }
    guard isLarge else {
      return area(walls: arena.union(edges.compactMap(strip)), doors: arena.union(doors))
    }
    // Strips that are drawn together are joined as they are drawn, in a third of the time, unless
    // they lie on each other.
    let walls =
      isLoose
      ? arena.collection(
        edges.map { GEOSGeom_clone_r(arena.handle, $0) }
      ).flatMap(strip).map { [$0] } ?? [] : apart(edges.compactMap(strip))
    return area(walls: arena.multipolygon(walls), doors: arena.multipolygon(doors))
  }

  /// Whether the walls of a piece are so far from each other as rooms are.
  private var isLoose: Bool {
    let boxes = edges.compactMap { arena.box(of: $0)?.grown(by: parameters.wall) }
    let counts = edges.map { arena.vertices(of: $0) }
    guard boxes.count == edges.count, counts.reduce(0, +) <= Self.ofPiece else { return false }
    let tree = BoxTree(boxes)
    var pairs = 0
    return boxes.indices.allSatisfy { one in
      tree.forEach(meeting: boxes[one]) { other in
        if other > one { pairs += counts[one] * counts[other] }
        return pairs <= Self.ofLoose
      }
    }
  }

  private func area(walls: OpaquePointer?, doors: OpaquePointer?) -> OpaquePointer? {
    var closed = walls
    if let walls, let doors { closed = arena.difference(walls, doors) }
    var area = outline ?? arena.union(units)
    // Most of a large drawing's have no point in common, and the parts of one that was cut never.
    let blocked = isLarge ? arena.multipolygon(apart(blocking)) : arena.union(blocking)
    for taken in [blocked, closed] {
      if let whole = area, let taken { area = arena.difference(whole, taken) }
    }
    return area
  }

  /// The area in a box that holds the drawing, or its pieces as a collection.
  private func cut(in box: BoundingBox<LocalPoint>) -> OpaquePointer? {
    guard outline != nil || !units.isEmpty else { return nil }
    if isOpen { return outline }
    let own = vertices
    guard own > Self.ofPiece, min(box.width, box.height) > Self.smallest else {
      return arena.scoped { whole }
    }
    // What is cut for a quarter is freed after it, but for the area that comes out.
    return arena.scoped {
      let quarters = box.quarters.map { ($0, part(in: $0)) }
      let together = quarters.reduce(0) { $0 + $1.1.vertices }
      guard Double(together) < Self.useless * Double(own) else { return whole }
      let areas = quarters.compactMap { $1.cut(in: $0) }
      return arena.collection(areas.map { GEOSGeom_clone_r(arena.handle, $0) })
    }
  }

  private func part(in box: BoundingBox<LocalPoint>) -> GroundDrawing {
    // A wall must not end at a piece's edge, where it would be rounded.
    let around = box.grown(by: 2 * parameters.wall)
    var part = self
    part.outline = outline.flatMap { arena.clip($0, to: box) }
    part.units = outline == nil ? units.compactMap { arena.clip($0, to: box) } : []
    part.blocking = blocking.compactMap { arena.clip($0, to: box) }
    part.edges = edges.compactMap { arena.clip($0, to: around) }
    part.doors = doors.compactMap { arena.clip($0, to: around) }
    return part
  }
}
