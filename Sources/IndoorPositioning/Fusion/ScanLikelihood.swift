import IndoorGeometry
import IndoorLibc
import IndoorModel

/// How likely a scan is at each place and level: the rows of the radio map, each weighted exp(sharpness · cosine), under a
/// Gaussian kernel, on a grid.
///
/// A kernel density over fingerprints as in Roos et al. (2002), "A probabilistic approach to WLAN user location
/// estimation", doi:10.1023/A:1016003126882, with the likeness of whole scans in place of a product over transmitters.
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
  /// Side of a cell and the kernel's standard deviation, in metres: the parameters', or more where the map is too wide.
  let cell: Double
  let kernel: Double
  let minimum: LocalPoint
  let columns: Int
  let rows: Int
  let levelCount: Int

  /// Density of the last scan a square metre and level, integrating to 1 over all levels. Shape: levels, rows, columns.
  private(set) var density: ContiguousArray<Float>
  /// The rows that count in the last scan, and the cumulative sum of their weights.
  private(set) var candidates: ContiguousArray<Int32> = []
  private(set) var cumulative: ContiguousArray<Float> = []
  /// Share of the rows' weights on each level. Shape: levels.
  private(set) var levelShares: ContiguousArray<Float>
  /// Cosine of the best row.
  private(set) var best: Float = 0

  /// The largest density of the last scan.
  private(set) var peak: Float = 0

  private let reach: Int
  private var kernelX: ContiguousArray<Float>
  private var kernelY: ContiguousArray<Float>

  init(index: RadioIndex, parameters: Parameters = Parameters()) {
    self.parameters = parameters
    let box =
      BoundingBox(index.places)
      ?? BoundingBox(minimum: LocalPoint(x: 0, y: 0), maximum: LocalPoint(x: 0, y: 0))
    // Four million cells are a square kilometre of sixteen levels; rows that lie far apart must not cost more.
    let around = 8 * parameters.kernel
    let area = (box.width + around) * (box.height + around) * Double(max(1, index.levels.count))
    cell = max(parameters.cell, (area / 4e6).squareRoot())
    kernel = max(parameters.kernel, cell)
    reach = Int((3 * kernel / cell).rounded(.up))
    let margin = Double(reach + 1) * cell
    minimum = LocalPoint(x: box.minimum.x - margin, y: box.minimum.y - margin)
    columns = Int(((box.width + 2 * margin) / cell).rounded(.up)) + 1
    rows = Int(((box.height + 2 * margin) / cell).rounded(.up)) + 1
    levelCount = index.levels.count
    levelShares = ContiguousArray(repeating: 0, count: levelCount)
    density = ContiguousArray(repeating: 0, count: columns * rows * levelCount)
    kernelX = ContiguousArray(repeating: 0, count: 2 * reach + 1)
    kernelY = kernelX
    candidates.reserveCapacity(index.rowCount)
    cumulative.reserveCapacity(index.rowCount)
  }

  /// Density at a place on a level, a square metre, 0 outside the grid.
  @inline(__always)
  func density(x: Float, y: Float, level: Int) -> Float {
    let u = (x - Float(minimum.x)) / Float(cell) - 0.5
    let v = (y - Float(minimum.y)) / Float(cell) - 0.5
    guard u >= 0, v >= 0, u < Float(columns - 1), v < Float(rows - 1) else { return 0 }
    let column = Int(u)
    let row = Int(v)
    let fx = u - Float(column)
    let fy = v - Float(row)
    let base = (level * rows + row) * columns + column
    let low = density[base] * (1 - fx) + density[base + 1] * fx
    let high = density[base + columns] * (1 - fx) + density[base + columns + 1] * fx
    return low * (1 - fy) + high * fy
  }

  /// The row at a quantile, 0 to 1, of the rows' weights. Precondition: a scan was taken.
  func row(at quantile: Float) -> Int {
    let target = quantile * (cumulative.last ?? 0)
    var low = 0
    var high = max(0, cumulative.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] < target { low = middle + 1 } else { high = middle }
    }
    return Int(candidates[low])
  }

  /// Spreads the rows' scores over the grid.
  mutating func update(matcher: RadioMatcher) {
    candidates.removeAll(keepingCapacity: true)
    cumulative.removeAll(keepingCapacity: true)
    let index = matcher.index
    best = 0
    for score in matcher.scores { best = max(best, score) }
    let sharpness = Float(parameters.sharpness)
    let least = best + Float(log(parameters.negligible)) / sharpness
    var total: Float = 0
    for level in levelShares.indices { levelShares[level] = 0 }
    for (row, score) in matcher.scores.enumerated() where score >= least {
      let weight = Float(exp(Double(sharpness * (score - best))))
      total += weight
      levelShares[Int(index.levelIndices[row])] += weight
      candidates.append(Int32(row))
      cumulative.append(total)
    }
    for level in levelShares.indices where total > 0 { levelShares[level] /= total }
    splat(index: index, total: total)
  }

  private mutating func splat(index: RadioIndex, total: Float) {
    let (cell, columns, rows, reach) = (cell, columns, rows, reach)
    let width = 2 * reach + 1
    let amplitude = 1 / (2 * Double.pi * kernel * kernel)
    let bell = Bell(kernel: kernel, cell: cell)
    density.withUnsafeMutableBufferPointer { density in
      kernelX.withUnsafeMutableBufferPointer { kernelX in
        kernelY.withUnsafeMutableBufferPointer { kernelY in
          density.update(repeating: 0)
          var before: Float = 0
          for (candidate, sum) in zip(candidates, cumulative) {
            let weight = Double(sum - before) / Double(total) * amplitude
            before = sum
            let place = index.places[Int(candidate)]
            let level = Int(index.levelIndices[Int(candidate)])
            let (x, y) = (place.x - minimum.x, place.y - minimum.y)
            let (column, row) = (Int(x / cell) - reach, Int(y / cell) - reach)
            bell.fill(kernelX, from: (Double(column) + 0.5) * cell - x, height: 1)
            bell.fill(kernelY, from: (Double(row) + 0.5) * cell - y, height: weight)
            for j in 0..<width {
              let base = (level * rows + row + j) * columns + column
              for i in 0..<width { density[base + i] += kernelY[j] * kernelX[i] }
            }
          }
          // Numbers from 0 on stand in the order of their bits, which are compared many at a time.
          var bits: Int32 = 0
          for value in density { bits = max(bits, Int32(bitPattern: value.bitPattern)) }
          peak = Float(bitPattern: UInt32(bitPattern: bits))
        }
      }
    }
  }
}

/// A Gaussian bell's values from cell to cell.
private struct Bell {
  private let exponent: Double
  private let cell: Double
  /// What the ratio of a value to the one before changes by from cell to cell.
  private let bend: Double

  init(kernel: Double, cell: Double) {
    exponent = -0.5 / (kernel * kernel)
    self.cell = cell
    bend = exp(2 * exponent * cell * cell)
  }

  /// Fills in the values at a distance from the middle, in metres, and each next cell's: two exponentials for all of them.
  func fill(
    _ values: UnsafeMutableBufferPointer<Float>, from distance: Double, height: Double
  ) {
    var value = height * exp(exponent * distance * distance)
    var ratio = exp(exponent * cell * (2 * distance + cell))
    for i in values.indices {
      values[i] = Float(value)
      value *= ratio
      ratio *= bend
    }
  }
}
