import IndoorGeometry

/// The faces of a level's walls: what a drawing shows as double lines.
struct WallFaces {
  /// A straight piece of face and the wall it is on.
  struct Face {
    var edge: WallEdge
    var start: BuildingPoint
    var end: BuildingPoint
  }

  /// The outline, then each room's ring moved to the walls' inner faces: between them, by the
  /// even-odd rule, is wall.
  var solid: [[BuildingPoint]]
  /// All faces, outer and inner ones, not yet broken at doors and windows.
  var faces: [Face]

  init(level: LevelDescription, edges: [[WallEdge]]) {
    solid = [level.outline]
    faces = []
    for ring in edges {
      let moved = Self.inset(ring)
      solid.append(moved.ring)
      faces += moved.faces
      faces += ring.filter { $0.neighbour == nil }.map {
        Face(edge: $0, start: $0.start, end: $0.end)
      }
    }
  }

  /// A ring moved inwards, each edge by its own wall's half.
  private static func inset(_ ring: [WallEdge]) -> (ring: [BuildingPoint], faces: [Face]) {
    var result: [BuildingPoint] = []
    // Where edge i begins and ends on its own face.
    var starts: [BuildingPoint] = []
    var ends = [BuildingPoint](repeating: BuildingPoint(0, 0), count: ring.count)
    for (index, edge) in ring.enumerated() {
      let previousIndex = (index + ring.count - 1) % ring.count
      let previous = ring[previousIndex]
      let a = previous.end + previous.direction.left * previous.kind.insideOffset
      let b = edge.start + edge.direction.left * edge.kind.insideOffset
      let cross =
        previous.direction.x * edge.direction.y - previous.direction.y * edge.direction.x
      if abs(cross) < 1e-9 {
        // The wall's thickness changes on a straight run: a step.
        result.append(a)
        if a.distance(to: b) > 1e-6 { result.append(b) }
        ends[previousIndex] = a
        starts.append(b)
      } else {
        let t =
          ((b.x - a.x) * edge.direction.y - (b.y - a.y) * edge.direction.x) / cross
        let corner = a + previous.direction * t
        result.append(corner)
        ends[previousIndex] = corner
        starts.append(corner)
      }
    }
    let faces = ring.indices.map { Face(edge: ring[$0], start: starts[$0], end: ends[$0]) }
    return (result, faces)
  }

  /// The parts of a face that no gap takes away; a gap is a middle and a half width along the wall.
  static func visible(
    _ face: Face, gaps: [(middle: BuildingPoint, half: Double)]
  ) -> [(BuildingPoint, BuildingPoint)] {
    let direction = face.edge.direction
    func along(_ p: BuildingPoint) -> Double { BuildingPoint.dot(p - face.start, direction) }
    let length = along(face.end)
    var result: [(BuildingPoint, BuildingPoint)] = []
    var from = 0.0
    for gap in gaps.sorted(by: { along($0.middle) < along($1.middle) }) {
      let centre = along(gap.middle)
      if centre - gap.half > from {
        let to = min(length, centre - gap.half)
        result.append((face.start + direction * from, face.start + direction * to))
      }
      from = max(from, centre + gap.half)
    }
    if from < length { result.append((face.start + direction * from, face.end)) }
    return result
  }
}
