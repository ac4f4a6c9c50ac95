import IndoorGeometry

extension FloorPlanDrawing {
  /// A door or a window: a middle on a wall and half its width.
  private struct Gap {
    var edge: WallEdge
    var middle: BuildingPoint
    var half: Double
    var door: Door?
  }

  private func gaps() -> [Gap] {
    var gaps: [Gap] = level.doors.compactMap { door in
      level.wall(of: door, in: edges).map {
        Gap(edge: $0.edge, middle: door.middle, half: door.width / 2, door: door)
      }
    }
    guard level.ordinal >= 0 else { return gaps }
    let blind: Set = ["stairs", "elevator", "nonpublic", "storage", "terrace", "opentobelow"]
    for edge in edges.joined()
    where edge.kind == .outer && edge.length > 4 && !blind.contains(level.rooms[edge.room].category)
    {
      let count = Int(edge.length / 4.4)
      for index in 0..<count {
        let position = edge.length * (Double(index) + 0.5) / Double(count)
        let middle = edge.start + edge.direction * position
        let isFree = gaps.allSatisfy {
          $0.door == nil || $0.middle.distance(to: middle) > $0.half + 1.7
        }
        if isFree { gaps.append(Gap(edge: edge, middle: middle, half: 1.2, door: nil)) }
      }
    }
    return gaps
  }

  private func isSameWall(_ a: WallEdge, _ b: WallEdge) -> Bool {
    (a.start.distance(to: b.start) < 1e-6 && a.end.distance(to: b.end) < 1e-6)
      || (a.start.distance(to: b.end) < 1e-6 && a.end.distance(to: b.start) < 1e-6)
  }

  /// The area between two distances along a gap's wall, across the wall's whole thickness.
  private func across(_ gap: Gap, extra: Double = 0) -> [BuildingPoint] {
    let along = gap.edge.direction * gap.half
    let inside = gap.edge.direction.left * (gap.edge.kind.insideOffset + extra)
    let outside = gap.edge.direction.left * -(gap.edge.kind.outsideOffset + extra)
    return [
      gap.middle - along + outside, gap.middle + along + outside, gap.middle + along + inside,
      gap.middle - along + inside,
    ]
  }

  /// Poché between the faces, white where it is glass or a balustrade or an opening, then the faces
  /// themselves.
  mutating func drawWalls() {
    let faces = WallFaces(level: level, edges: edges)
    canvas.fill(grey: 0.42)
    canvas.polygons(faces.solid.map { $0.map(at) }, .fillEvenOdd)
    let gaps = gaps()
    canvas.fill(grey: 1)
    for edge in edges.joined()
    where (edge.kind == .glass || edge.kind == .balustrade) && edge.room < (edge.neighbour ?? -1) {
      let whole = Gap(
        edge: edge, middle: edge.start + edge.direction * (edge.length / 2), half: edge.length / 2,
        door: nil)
      canvas.polygons([across(whole).map(at)], .fill)
    }
    for gap in gaps { canvas.polygons([across(gap).map(at)], .fill) }
    canvas.pen(0.9)
    for face in faces.faces {
      let thin = face.edge.kind == .glass || face.edge.kind == .balustrade
      if thin { canvas.pen(0.5) }
      let mine = gaps.filter { isSameWall($0.edge, face.edge) }.map { ($0.middle, $0.half) }
      for (start, end) in WallFaces.visible(face, gaps: mine) { canvas.line(at(start), at(end)) }
      if thin { canvas.pen(0.9) }
    }
    drawMullions(gaps)
  }

  /// The pane in the middle of glass walls, with a mullion every two metres.
  private mutating func drawMullions(_ gaps: [Gap]) {
    canvas.pen(0.35)
    for edge in edges.joined() where edge.kind == .glass && edge.room < (edge.neighbour ?? -1) {
      let face = WallFaces.Face(edge: edge, start: edge.start, end: edge.end)
      let mine = gaps.filter { isSameWall($0.edge, edge) }.map { ($0.middle, $0.half) }
      for (start, end) in WallFaces.visible(face, gaps: mine) {
        canvas.line(at(start), at(end))
        let count = max(1, Int((end - start).length / 2))
        for index in 0...count {
          let p = start + (end - start) * (Double(index) / Double(count))
          let across = edge.direction.left * edge.kind.insideOffset
          canvas.line(at(p - across), at(p + across))
        }
      }
    }
  }

  /// Jambs, leaves with their swing, and windows.
  mutating func drawOpenings() {
    for gap in gaps() {
      let corners = across(gap)
      canvas.pen(0.9)
      canvas.line(at(corners[0]), at(corners[3]))
      canvas.line(at(corners[1]), at(corners[2]))
      guard let door = gap.door else {
        canvas.pen(0.4)
        for share in [0.0, 0.42, 0.58, 1.0] {
          canvas.line(
            at(corners[0] + (corners[3] - corners[0]) * share),
            at(corners[1] + (corners[2] - corners[1]) * share))
        }
        continue
      }
      drawLeaves(of: door, from: corners[3], to: corners[2], into: gap.edge.direction.left)
      if door.leaf == .none {
        canvas.pen(0.3, grey: 0.45, dash: [5, 3])
        canvas.line(at(corners[0]), at(corners[1]))
        canvas.line(at(corners[3]), at(corners[2]))
      }
    }
  }

  private mutating func drawLeaves(
    of door: Door, from a: BuildingPoint, to b: BuildingPoint, into inside: BuildingPoint
  ) {
    var leaves: [(hinge: BuildingPoint, closed: BuildingPoint)] = []
    switch door.leaf {
    case .none: return
    case .sliding:
      canvas.pen(1.1)
      let shift = inside * -0.12
      let middle = (a + b) * 0.5
      canvas.line(at(a + shift), at(middle + shift))
      canvas.line(at(middle + shift * 1.4), at(b + shift * 1.4))
      return
    case .single, .emergency: leaves = [(a, b)]
    case .double: leaves = [(a, (a + b) * 0.5), (b, (a + b) * 0.5)]
    }
    for leaf in leaves {
      let open = leaf.hinge + inside * leaf.hinge.distance(to: leaf.closed)
      canvas.pen(1.1)
      canvas.line(at(leaf.hinge), at(open))
      canvas.pen(0.35)
      canvas.quarterArc(centre: at(leaf.hinge), from: at(open), to: at(leaf.closed))
    }
  }
}
