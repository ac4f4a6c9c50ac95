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
  /// Metres a cell of the nearest-wall maps.
  static let cell = 0.5
  /// Metres beyond the walls that the maps reach.
  static let border = 12.0
  /// Half turns are cut into this many directions.
  static let bins = 12
  private let columns: Int
  private let rows: Int
  /// Index of the sample nearest to each cell's middle, by direction; -1 where a direction has none.
  private let nearest: [Int32]
  /// Index into `walls` of each sample.
  private let wallOfSample: [Int32]

  /// Metres of walls that are read at most, and their extent: a venue beyond is no building.
  private static let maximumSamples = 400_000
  private static let maximumExtent = 3000.0

  /// The walls of rings and lines in local metres; `nil` where there are none, or they span over 3 km.
  init?(segments: [(LocalPoint, LocalPoint)]) {
    let finite = segments.filter {
      $0.0.isFinite && $0.1.isFinite && $0.0.distance(to: $0.1) > 0.05
    }
    guard let box = BoundingBox(finite.flatMap { [$0.0, $0.1] }), box.width > 1, box.height > 1,
      box.width < Self.maximumExtent, box.height < Self.maximumExtent
    else { return nil }
    minimum = box.minimum
    width = box.width
    height = box.height
    var samples: [Linework.Point] = []
    var walls: [Wall] = []
    var owner: [Int32] = []
    for (a, b) in finite {
      let length = a.distance(to: b)
      let (dx, dy) = ((b.x - a.x) / length, (b.y - a.y) / length)
      // Relative to the corner, so that floats keep their millimetres.
      let (ax, ay) = (a.x - box.minimum.x, a.y - box.minimum.y)
      walls.append(
        Wall(nx: Float(-dy), ny: Float(dx), c: Float(-dy * ax + dx * ay)))
      let count = max(1, Int((length / Self.spacing).rounded()))
      guard samples.count + count < Self.maximumSamples else { return nil }
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
    columns = Int((box.width + 2 * Self.border) / Self.cell) + 1
    rows = Int((box.height + 2 * Self.border) / Self.cell) + 1
    nearest = Self.nearestMaps(samples, columns: columns, rows: rows)
  }

  /// The sample and wall nearest to a place relative to `minimum`, among those of the line's direction.
  @inline(__always)
  func wall(x: Float, y: Float, bin: Int) -> (sample: Linework.Point, wall: Wall)? {
    let (fx, fy) = (
      (x + Float(Self.border)) / Float(Self.cell), (y + Float(Self.border)) / Float(Self.cell)
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
  private static func nearestMaps(_ samples: [Linework.Point], columns: Int, rows: Int) -> [Int32] {
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
