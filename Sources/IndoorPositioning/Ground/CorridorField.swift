import IndoorGeometry
import IndoorLibc

/// How likely it is to walk in a direction at a place: most walk along the walls and shop fronts
/// around them, or at right angles to these, and the rest cross a hall any way they like.
///
/// Each cell knows how the edges of the units around it are directed, modulo a right angle, each by
/// its length and nearness. That a corridor says more of a walker's heading than a compass beside
/// steel is old (Borenstein and Ojeda 2010, "Heuristic drift elimination for personnel tracking
/// systems", doi:10.1017/S0373463310000184).
struct CorridorField: Sendable {
  struct Parameters: Hashable, Sendable {
    /// Side of a cell, in metres.
    var cell = 4.0
    /// Standard deviation of the nearness, in metres; edges beyond twice of it don't count.
    var nearness = 8.0
    /// Standard deviation of a walker's course against the walls, in degrees.
    var stray = 5.0
    /// Share of the walkers that heed no wall, 0 to 1: the floor under the likelihood of what is no
    /// corridor's direction.
    var outlierFloor = 0.5
    /// Prior of no direction, in metres of edge: so many of them, all near, weigh as much as it
    /// does.
    var prior = 5.0
  }

  /// Directions that are told apart in a right angle.
  private static let bins = 18

  private var raster = LevelRaster.empty
  /// Natural logarithm of a direction's likelihood over that of one of which nothing is known.
  /// Shape: the raster's, bins.
  private var logarithms: ContiguousArray<Float> = []

  /// A field that knows of no walls.
  init() {}

  /// Learns from the edges of each level's units. Shape: levels.
  init(units: [LevelUnits], parameters p: Parameters = Parameters()) {
    guard let box = BoundingBox(around: units.flatMap { $0.areas.joined() }),
      box.width * box.height > 0
    else { return }
    // Four hundred thousand cells are enough for sixteen levels of 600 m by 600 m.
    raster = LevelRaster(covering: box, side: p.cell, levels: units.count, most: 4e5)
    logarithms = ContiguousArray(repeating: 0, count: raster.count * Self.bins)
    let kernel = Self.kernel(stray: p.stray)
    for (number, level) in units.enumerated() {
      let cells = raster.cells(ofLevel: number)
      var lengths = ContiguousArray(repeating: Float(0), count: cells.count * Self.bins)
      for ring in level.areas.joined().lazy.flatMap(\.rings) {
        guard var last = ring.last else { continue }
        for vertex in ring {
          add(last, vertex, p, to: &lengths)
          last = vertex
        }
      }
      weigh(lengths, kernel, p, from: cells.lowerBound * Self.bins)
    }
  }

  /// Adds an edge to the cells around it, piece by piece.
  private func add(
    _ a: LocalPoint, _ b: LocalPoint, _ p: Parameters, to lengths: inout ContiguousArray<Float>
  ) {
    let (side, minimum, columns, rows) = (raster.side, raster.minimum, raster.columns, raster.rows)
    let length = a.distance(to: b)
    // What is shorter is a corner's or a column's.
    guard length.isFinite, length > 0.3, length < 1e4 else { return }
    let quarters = Angle.compass(Angle.degrees(atan2(b.x - a.x, b.y - a.y))) / 90
    let bin = Int(quarters * Double(Self.bins)) % Self.bins
    let pieces = Int((length / side).rounded(.up))
    let reach = Int((2 * p.nearness / side).rounded(.up))
    for piece in 0..<pieces {
      let t = (Double(piece) + 0.5) / Double(pieces)
      let (x, y) = (a.x + t * (b.x - a.x) - minimum.x, a.y + t * (b.y - a.y) - minimum.y)
      let (column, row) = (Int(x / side), Int(y / side))
      let across = max(0, column - reach)...max(0, min(columns - 1, column + reach))
      let nearAcross = across.map { near((Double($0) + 0.5) * side - x, p) }
      for j in max(0, row - reach)...max(0, min(rows - 1, row + reach)) {
        let weight = near((Double(j) + 0.5) * side - y, p) * length / Double(pieces)
        for (i, near) in zip(across, nearAcross) {
          lengths[(j * columns + i) * Self.bins + bin] += Float(near * weight)
        }
      }
    }
  }

  /// How much an edge counts at a distance along one axis; the product over both is that of the
  /// distance.
  private func near(_ metres: Double, _ p: Parameters) -> Double {
    exp(-0.5 * metres * metres / (p.nearness * p.nearness))
  }

  /// How a course strays from the walls, over the bins, from minus a right angle to a right angle.
  private static func kernel(stray: Double) -> [Float] {
    let values = (0..<bins).map { bin in
      let degrees = Double(min(bin, bins - bin)) * 90 / Double(bins)
      return exp(-0.5 * degrees * degrees / (stray * stray))
    }
    let sum = values.reduce(0, +)
    return (values + values).map { Float($0 / sum) }
  }

  /// Fills in the logarithms of a level's cells, from the first of them on.
  private mutating func weigh(
    _ lengths: ContiguousArray<Float>, _ kernel: [Float], _ p: Parameters, from first: Int
  ) {
    var densities = [Float](repeating: 0, count: Self.bins)
    for cell in stride(from: 0, to: lengths.count, by: Self.bins) {
      var total: Float = 0
      for bin in 0..<Self.bins { total += lengths[cell + bin] }
      guard total > 0 else { continue }
      for bin in 0..<Self.bins { densities[bin] = 0 }
      // Around most cells there are few directions.
      for other in 0..<Self.bins where lengths[cell + other] > 0 {
        let length = lengths[cell + other]
        for bin in 0..<Self.bins { densities[bin] += kernel[bin - other + Self.bins] * length }
      }
      let share = Float(1 - p.outlierFloor) * total / (total + Float(p.prior))
      for bin in 0..<Self.bins {
        logarithms[first + cell + bin] = logf(
          1 - share + share * densities[bin] / total * Float(Self.bins))
      }
    }
  }

  /// Natural logarithms of how much likelier it is to walk along courses, in radians clockwise, at
  /// places than where no wall is.
  @inline(__always)
  func logarithms(
    ofCourses courses: SIMD4<Float>, x: SIMD4<Float>, y: SIMD4<Float>, levels: SIMD4<Int32>
  ) -> SIMD4<Float> {
    let quarters = courses * (2 / Float.pi)
    // From -0.5 to 0.5: a whole turn of the bins more is not negative. A bin's middle lies half of
    // it on.
    let stray = quarters - quarters.nearest
    let position = stray * Float(Self.bins) + (Float(Self.bins) - 0.5)
    let isDirection = (position .>= 0) .& (position .< Float(2 * Self.bins))
    let bin = position.wholeParts
    let (a, b, c, d) = raster.lookUp(
      x: x, y: y, levels: levels, outside: (low: Float(0), high: Float(0))
    ) { lane, cell in
      guard isDirection[lane] else { return (0, 0) }
      let start = cell * Self.bins
      let bin = Int(bin[lane])
      return (
        logarithms[start + (bin < Self.bins ? bin : bin - Self.bins)],
        logarithms[start + (bin + 1 < Self.bins ? bin + 1 : bin + 1 - Self.bins)]
      )
    }
    let low = SIMD4(a.low, b.low, c.low, d.low)
    let high = SIMD4(a.high, b.high, c.high, d.high)
    let part = position - SIMD4<Float>(bin)
    return low + (high - low) * part
  }
}
