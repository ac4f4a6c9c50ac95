import IndoorGeometry
import IndoorLibc
import IndoorModel

/// How likely a scan is at each place and level: the rows of the radio map, each weighted
/// exp(sharpness · cosine), under a Gaussian kernel, on a grid.
///
/// A kernel density over fingerprints as in Roos et al. (2002), "A probabilistic approach to WLAN
/// user location estimation", doi:10.1023/A:1016003126882, with the similarity of whole scans in
/// place of a product over transmitters.
struct ScanLikelihood: Sendable {
  struct Parameters: Hashable, Sendable {
    /// What a unit of cosine counts in log-likelihood; larger trusts the best rows more.
    var sharpness = 80.0
    /// Standard deviation of the kernel around a row, in metres.
    var kernel = 5.0
    /// Side of a cell, in metres.
    var cell = 2.0
    /// Rows whose weight is below this share of the best one's are left out.
    var negligible = 1e-4
  }

  let parameters: Parameters
  /// The kernel's standard deviation, in metres: the parameters', or a cell's side where the map is
  /// so wide.
  let kernel: Double

  /// Cosine similarity of the best row.
  private(set) var similarity: Float = 0
  /// Share of the rows' weights on each level. Shape: levels.
  private(set) var levelShares: ContiguousArray<Float>
  /// The largest density of the last scan.
  private(set) var peak: Float = 0

  private let raster: LevelRaster
  /// Density of the last scan a square metre and level, integrating to 1 over all levels. Shape:
  /// the raster's, or none before the first scan.
  private var density: ContiguousArray<Float> = []
  /// The cells of each level that the last scan may have a density in. Shape: levels.
  private var touched: ContiguousArray<Range<Int>>
  /// The rows that count in the last scan, and the cumulative sum of their weights.
  private var candidates: ContiguousArray<Int32> = []
  private var cumulative: ContiguousArray<Float> = []
  private var bell: Bell

  init(rows: MapRows, parameters: Parameters = Parameters()) {
    self.parameters = parameters
    var box = rows.box
    // Four million cells are a square kilometre of sixteen levels; rows that lie far apart must not
    // cost more.
    let around = 8 * parameters.kernel
    let area = (box.width + around) * (box.height + around) * Double(max(1, rows.levels.count))
    let cell = max(parameters.cell, (area / 4e6).squareRoot())
    kernel = max(parameters.kernel, cell)
    bell = Bell(kernel: kernel, cell: cell)
    let margin = Double(bell.reach + 1) * cell
    box.minimum = LocalPoint(x: box.minimum.x - margin, y: box.minimum.y - margin)
    box.maximum = LocalPoint(x: box.maximum.x + margin + cell, y: box.maximum.y + margin + cell)
    raster = LevelRaster(
      covering: box, side: cell, levels: rows.levels.count, most: .infinity)
    levelShares = ContiguousArray(repeating: 0, count: rows.levels.count)
    touched = ContiguousArray(repeating: 0..<0, count: rows.levels.count)
  }

  /// Density at a place on a level, a square metre, 0 outside the grid.
  @inline(__always)
  func density(x: Float, y: Float, level: Int) -> Float {
    let side = Float(raster.side)
    let u = (x - Float(raster.minimum.x)) / side - 0.5
    let v = (y - Float(raster.minimum.y)) / side - 0.5
    let columns = raster.columns
    guard u >= 0, v >= 0, u < Float(columns - 1), v < Float(raster.rows - 1),
      level < raster.levels
    else { return 0 }
    let column = Int(u)
    let row = Int(v)
    let fx = u - Float(column)
    let fy = v - Float(row)
    let base = (level * raster.rows + row) * columns + column
    let low = density[base] * (1 - fx) + density[base + 1] * fx
    let high = density[base + columns] * (1 - fx) + density[base + columns + 1] * fx
    return low * (1 - fy) + high * fy
  }

  /// The row at a quantile, 0 to 1, of the rows' weights. Precondition: a scan was taken.
  func row(at quantile: Float) -> Int {
    let target = quantile * (cumulative.last ?? 0)
    let last = max(0, cumulative.count - 1)
    return Int(candidates[(0..<last).partitioningIndex { cumulative[$0] >= target }])
  }

  /// Spreads the rows' scores over the grid.
  mutating func update(_ scores: CosineScores) {
    candidates.removeAll(keepingCapacity: true)
    cumulative.removeAll(keepingCapacity: true)
    let rows = scores.index.rows
    if density.isEmpty { makeRoom(for: rows) }
    clear()
    // Numbers from 0 on stand in the order of their bits, which are compared many at a time.
    var bits: Int32 = 0
    for score in scores.scores { bits = max(bits, Int32(bitPattern: score.bitPattern)) }
    similarity = Float(bitPattern: UInt32(bitPattern: bits))
    let sharpness = Float(parameters.sharpness)
    let minimum = similarity + Float(log(parameters.negligible)) / sharpness
    var total: Float = 0
    scores.forEach(from: minimum) { row, score in
      let weight = Float(exp(Double(sharpness * (score - similarity))))
      total += weight
      levelShares[Int(rows.levelIndices[row])] += weight
      candidates.append(Int32(row))
      cumulative.append(total)
    }
    for level in levelShares.indices where total > 0 { levelShares[level] /= total }
    spread(rows, total: total)
  }

  /// Many positioners are made for one scan that stands alone, which needs none of this.
  private mutating func makeRoom(for rows: MapRows) {
    density = ContiguousArray(repeating: 0, count: raster.count)
    candidates.reserveCapacity(rows.count)
    cumulative.reserveCapacity(rows.count)
  }

  /// Takes the last scan out: few levels heard it, and most in a part of them.
  private mutating func clear() {
    density.withUnsafeMutableBufferPointer { density in
      for level in levelShares.indices where levelShares[level] > 0 {
        density[touched[level]].update(repeating: 0)
        touched[level] = 0..<0
        levelShares[level] = 0
      }
    }
  }

  private mutating func spread(_ mapRows: MapRows, total: Float) {
    let (cell, minimum, columns, rows) = (
      raster.side, raster.minimum, raster.columns, raster.rows
    )
    let amplitude = 1 / (2 * Double.pi * kernel * kernel)
    let reach = bell.reach
    density.withUnsafeMutableBufferPointer { density in
      var before: Float = 0
      for (candidate, sum) in zip(candidates, cumulative) {
        let weight = Double(sum - before) / Double(total) * amplitude
        before = sum
        let place = mapRows.places[Int(candidate)]
        let level = Int(mapRows.levelIndices[Int(candidate)])
        let (x, y) = (place.x - minimum.x, place.y - minimum.y)
        let (column, row) = (Int(x / cell) - reach, Int(y / cell) - reach)
        let first = (level * rows + row) * columns + column
        let end = first + 2 * reach * (columns + 1) + 1
        let known = touched[level]
        touched[level] =
          known.isEmpty
          ? first..<end : min(known.lowerBound, first)..<max(known.upperBound, end)
        bell.add(
          to: density, at: first, columns: columns, x: (Double(column) + 0.5) * cell - x,
          y: (Double(row) + 0.5) * cell - y, height: weight)
      }
      var bits: Int32 = 0
      for level in levelShares.indices where levelShares[level] > 0 {
        for cell in touched[level] {
          bits = max(bits, Int32(bitPattern: density[cell].bitPattern))
        }
      }
      peak = Float(bitPattern: UInt32(bitPattern: bits))
    }
  }
}
