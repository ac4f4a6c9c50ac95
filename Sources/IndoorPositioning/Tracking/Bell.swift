import IndoorGeometry
import IndoorLibc

/// A Gaussian bell's values from cell to cell, and the room to work them out.
struct Bell: Sendable {
  /// Cells from the middle's on that the bell reaches to each side: three standard deviations.
  let reach: Int
  private let curve: Curve
  private var across: ContiguousArray<Float>
  private var up: ContiguousArray<Float>

  /// - Parameters:
  ///   - kernel: standard deviation, in metres.
  ///   - cell: side of a cell, in metres.
  init(kernel: Double, cell: Double) {
    reach = Int((3 * kernel / cell).rounded(.up))
    curve = Curve(kernel: kernel, cell: cell)
    across = ContiguousArray(repeating: 0, count: 2 * reach + 1)
    up = across
  }

  /// Adds a bell to cells in rows.
  ///
  /// - Parameters:
  ///   - first: the south-western one of the cells that it reaches.
  ///   - x: metres that this one's middle lies east of the bell's.
  ///   - y: metres that it lies north.
  mutating func add(
    to cells: UnsafeMutableBufferPointer<Float>, at first: Int, columns: Int, x: Double, y: Double,
    height: Double
  ) {
    let curve = curve
    across.withUnsafeMutableBufferPointer { across in
      up.withUnsafeMutableBufferPointer { up in
        curve.fill(across, from: x, height: 1)
        curve.fill(up, from: y, height: height)
        let room = UnsafeMutableRawBufferPointer(cells)
        let width = MemoryLayout<Float>.stride
        for j in up.indices {
          let base = first + j * columns
          // Four at a time: this is what most scans take most of their time for.
          var i = 0
          while i + 4 <= across.count {
            let four = SIMD4(across[i], across[i + 1], across[i + 2], across[i + 3])
            let place = (base + i) * width
            let cell = room.loadUnaligned(fromByteOffset: place, as: SIMD4<Float>.self)
            room.storeBytes(of: cell + up[j] * four, toByteOffset: place, as: SIMD4<Float>.self)
            i += 4
          }
          while i < across.count {
            cells[base + i] += up[j] * across[i]
            i += 1
          }
        }
      }
    }
  }

  /// A bell along one axis.
  private struct Curve: Sendable {
    let exponent: Double
    let cell: Double
    /// What the ratio of a value to the one before changes by from cell to cell.
    let bend: Double

    init(kernel: Double, cell: Double) {
      exponent = -0.5 / (kernel * kernel)
      self.cell = cell
      bend = exp(2 * exponent * cell * cell)
    }

    /// Fills in the values at a distance from the middle, in metres, and each next cell's: two
    /// exponentials for all of them.
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
}
