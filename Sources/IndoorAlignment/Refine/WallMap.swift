internal import IndoorGeometry
import IndoorLibc
internal import IndoorModel

/// A level's walls in local metres, with the nearest one of a direction to every place.
struct WallMap {
  /// A wall: its line n · p = c with a unit normal.
  struct Wall {
    var nx: Float
    var ny: Float
    var c: Float
  }

  /// Points along the walls with their directions, a stretch each.
  let samples: [Linework.Point]
  let walls: [Wall]
  /// Smallest corner of what the walls span.
  let minimum: LocalPoint
  let width: Double
  let height: Double

  /// Metres between samples.
  static let spacing = 0.5
  /// Metres a cell of the nearest-wall maps: half a metre, and more where the walls span over a
  /// square kilometre.
  let cell: Double
  /// Metres beyond the walls that the maps reach.
  static let border = 12.0
  /// Half turns are cut into this many directions.
  static let bins = 12
  private let columns: Int
  private let rows: Int
  /// Index of the sample nearest to each cell's middle, by direction; -1 where a direction has
  /// none.
  private let nearest: [Int32]
  /// Index into `walls` of each sample.
  private let wallOfSample: [Int32]

  static let finestCell = 0.5
  /// Cells of a map at most: it takes 48 bytes for each.
  private static let maximumCells = 4_200_000.0
  /// Samples that are read at most, and the walls' extent in metres: a venue beyond is no building.
  private static let maximumSamples = 400_000
  private static let maximumExtent = 3000.0
  /// Metres below which an edge is no wall.
  private static let shortest = 0.05

  /// Why there is nothing to lay a plan on.
  enum Fault: Error {
    case noWalls
    /// They span so many metres.
    case tooWide(Double)
    /// They are so many, and so many metres long together.
    case tooMany(Int, metres: Double)
  }

  /// The walls among edges in local metres, and what they span. Throws where there are none or too
  /// many.
  static func walls(
    among segments: [(LocalPoint, LocalPoint)]
  ) throws(Fault) -> (walls: [(LocalPoint, LocalPoint)], box: BoundingBox<LocalPoint>) {
    let walls = segments.filter {
      $0.0.isFinite && $0.1.isFinite && $0.0.distance(to: $0.1) > shortest
    }
    guard let box = BoundingBox(walls.flatMap { [$0.0, $0.1] }), box.width > 1, box.height > 1
    else { throw .noWalls }
    let extent = max(box.width, box.height)
    guard extent < maximumExtent else { throw .tooWide(extent) }
    let length = walls.reduce(0) { $0 + $1.0.distance(to: $1.1) }
    // Short walls have a sample each.
    guard length / spacing + Double(walls.count) < Double(maximumSamples) else {
      throw .tooMany(walls.count, metres: length)
    }
    return (walls, box)
  }

  /// The walls of rings and lines in local metres, with maps whose cells are as many metres at
  /// least.
  init(
    segments: [(LocalPoint, LocalPoint)], cell finest: Double = Self.finestCell
  ) throws(Fault) {
    let (edges, box) = try Self.walls(among: segments)
    minimum = box.minimum
    width = box.width
    height = box.height
    var samples: [Linework.Point] = []
    var walls: [Wall] = []
    var owner: [Int32] = []
    for (a, b) in edges {
      let length = a.distance(to: b)
      let (dx, dy) = ((b.x - a.x) / length, (b.y - a.y) / length)
      // Relative to the corner, so that floats keep their millimetres.
      let (ax, ay) = (a.x - box.minimum.x, a.y - box.minimum.y)
      walls.append(
        Wall(nx: Float(-dy), ny: Float(dx), c: Float(-dy * ax + dx * ay)))
      let count = max(1, Int((length / Self.spacing).rounded()))
      for k in 0..<count {
        let t = (Double(k) + 0.5) / Double(count) * length
        samples.append(
          Linework.Point(
            x: Float(ax + t * dx), y: Float(ay + t * dy), dx: Float(dx), dy: Float(dy),
            weight: Float(length / Double(count))))
        owner.append(Int32(walls.count - 1))
      }
    }
    self.samples = samples
    self.walls = walls
    wallOfSample = owner
    let area = (box.width + 2 * Self.border) * (box.height + 2 * Self.border)
    cell = max(finest, (area / Self.maximumCells).squareRoot())
    columns = Int((box.width + 2 * Self.border) / cell) + 1
    rows = Int((box.height + 2 * Self.border) / cell) + 1
    nearest = Self.nearestMaps(samples, columns: columns, rows: rows, cell: cell)
  }

  /// The sample and wall nearest to a place relative to `minimum`, among those of the line's
  /// direction.
  @inline(__always)
  func wall(x: Float, y: Float, bin: Int) -> (sample: Linework.Point, wall: Wall)? {
    let (fx, fy) = (
      (x + Float(Self.border)) / Float(cell), (y + Float(Self.border)) / Float(cell)
    )
    guard fx >= 0, fy >= 0, fx < Float(columns), fy < Float(rows) else { return nil }
    let index = nearest[(bin * rows + Int(fy)) * columns + Int(fx)]
    guard index >= 0 else { return nil }
    return (samples[Int(index)], walls[Int(wallOfSample[Int(index)])])
  }

  /// The direction's bin: half turns from east in twelfths.
  @inline(__always)
  static func bin(dx: Float, dy: Float) -> Int {
    var turn = atan2(dy, dx) / Float.pi
    if turn < 0 { turn += 1 }
    return Int(max(0, min(Float(bins - 1), turn * Float(bins))))
  }

  /// Two sweeps of each map hand every cell its neighbours' nearest sample (Danielsson 1980,
  /// doi:10.1016/0146-664X(80)90054-4): right to a fraction of a cell.
  private static func nearestMaps(
    _ samples: [Linework.Point], columns: Int, rows: Int, cell: Double
  ) -> [Int32] {
    let plane = columns * rows
    var maps = [Int32](repeating: -1, count: plane * bins)
    let (cellSize, edge) = (Float(cell), Float(border))
    for (i, s) in samples.enumerated() {
      let middle = bin(dx: s.dx, dy: s.dy)
      let (cx, cy) = (Int((s.x + edge) / cellSize), Int((s.y + edge) / cellSize))
      guard cx >= 0, cy >= 0, cx < columns, cy < rows else { continue }
      // A gate of a bin either side: lines within 15° to 30° of one another.
      for b in [middle, (middle + 1) % bins, (middle + bins - 1) % bins] {
        maps[b * plane + cy * columns + cx] = Int32(i)
      }
    }
    samples.withUnsafeBufferPointer { samples in
      maps.withUnsafeMutableBufferPointer { maps in
        for b in 0..<bins {
          let map = UnsafeMutableBufferPointer(rebasing: maps[b * plane..<(b + 1) * plane])
          func take(_ cellIndex: Int, _ x: Int, _ y: Int, from other: Int) {
            let candidate = map[other]
            guard candidate >= 0 else { return }
            let (px, py) = ((Float(x) + 0.5) * cellSize - edge, (Float(y) + 0.5) * cellSize - edge)
            let new = samples[Int(candidate)]
            let distance = (new.x - px) * (new.x - px) + (new.y - py) * (new.y - py)
            let current = map[cellIndex]
            if current >= 0 {
              let old = samples[Int(current)]
              if (old.x - px) * (old.x - px) + (old.y - py) * (old.y - py) <= distance { return }
            }
            map[cellIndex] = candidate
          }
          for y in 0..<rows {
            for x in 0..<columns {
              let i = y * columns + x
              if x > 0 { take(i, x, y, from: i - 1) }
              if y > 0 { take(i, x, y, from: i - columns) }
              if x > 0, y > 0 { take(i, x, y, from: i - columns - 1) }
              if x + 1 < columns, y > 0 { take(i, x, y, from: i - columns + 1) }
            }
            for x in stride(from: columns - 2, through: 0, by: -1) {
              take(y * columns + x, x, y, from: y * columns + x + 1)
            }
          }
          for y in stride(from: rows - 1, through: 0, by: -1) {
            for x in stride(from: columns - 1, through: 0, by: -1) {
              let i = y * columns + x
              if x + 1 < columns { take(i, x, y, from: i + 1) }
              if y + 1 < rows { take(i, x, y, from: i + columns) }
              if x + 1 < columns, y + 1 < rows { take(i, x, y, from: i + columns + 1) }
              if x > 0, y + 1 < rows { take(i, x, y, from: i + columns - 1) }
            }
            for x in 1..<max(1, columns) {
              take(y * columns + x, x, y, from: y * columns + x - 1)
            }
          }
        }
      }
    }
    return maps
  }
}

extension Venue {
  /// The edges of a level's outline, units and openings, in local metres.
  func wallSegments(of level: LevelKey) -> [(LocalPoint, LocalPoint)] {
    let frame = self.frame
    var segments: [(LocalPoint, LocalPoint)] = []
    let polygons =
      units.filter { $0.level == level }.flatMap(\.geometry)
      + levels.filter { $0.key == level }.flatMap(\.outline)
    for ring in polygons.flatMap(\.rings) {
      let points = ring.map { frame.local(from: $0) }
      for (i, point) in points.enumerated() {
        segments.append((point, points[(i + 1) % points.count]))
      }
    }
    return segments
  }
}
