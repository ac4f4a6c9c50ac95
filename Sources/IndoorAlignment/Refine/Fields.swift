internal import IndoorGeometry

/// Two complex orientation fields on a square of cells that wraps around.
///
/// @unchecked: the search's own are only read while its workers, each with one of its own, compare
/// with them.
final class Fields: @unchecked Sendable {
  let size: Int
  /// Real and imaginary parts of Σ e^2iθ, then of Σ e^4iθ.
  private let planes: [UnsafeMutablePointer<Float>]

  init(size: Int) {
    self.size = size
    planes = (0..<4).map { _ in .allocate(capacity: size * size) }
    clear()
  }

  deinit { for plane in planes { plane.deallocate() } }

  private var count: Int { size * size }

  func clear() { for plane in planes { plane.initialize(repeating: 0, count: count) } }

  /// Adds a stretch of line at a place in cells, shared among the four cells around it.
  @inline(__always)
  func add(x: Float, y: Float, dx: Float, dy: Float, weight: Float) {
    guard abs(x) < 1e6, abs(y) < 1e6 else { return }
    let (c2, s2) = (dx * dx - dy * dy, 2 * dx * dy)
    let (c4, s4) = (c2 * c2 - s2 * s2, 2 * c2 * s2)
    let (fx, fy) = (x.rounded(.down), y.rounded(.down))
    let (ux, uy) = (x - fx, y - fy)
    let mask = size - 1
    let (x0, y0) = (Int(fx) & mask, Int(fy) & mask)
    let (x1, y1) = ((x0 + 1) & mask, (y0 + 1) & mask)
    func deposit(_ cell: Int, _ w: Float) {
      planes[0][cell] += w * c2
      planes[1][cell] += w * s2
      planes[2][cell] += w * c4
      planes[3][cell] += w * s4
    }
    deposit(y0 * size + x0, weight * (1 - ux) * (1 - uy))
    deposit(y0 * size + x1, weight * ux * (1 - uy))
    deposit(y1 * size + x0, weight * (1 - ux) * uy)
    deposit(y1 * size + x1, weight * ux * uy)
  }

  /// Takes the root of every cell's magnitude: a hatching weighs little more than a wall.
  func normalise() {
    for k in [0, 2] {
      let (re, im) = (planes[k], planes[k + 1])
      for i in 0..<count {
        let magnitude = (re[i] * re[i] + im[i] * im[i]).squareRoot()
        guard magnitude > 0 else { continue }
        let factor = 1 / magnitude.squareRoot()
        re[i] *= factor
        im[i] *= factor
      }
    }
  }

  /// Spreads every cell over its neighbours by 1, 2, 1 along both axes.
  func blur() {
    for plane in planes {
      for isRow in [true, false] {
        let copy = Array(UnsafeBufferPointer(start: plane, count: count))
        let mask = size - 1
        for y in 0..<size {
          for x in 0..<size {
            let (before, after) =
              isRow
              ? (y * size + ((x - 1) & mask), y * size + ((x + 1) & mask))
              : (((y - 1) & mask) * size + x, ((y + 1) & mask) * size + x)
            plane[y * size + x] = (copy[before] + 2 * copy[y * size + x] + copy[after]) / 4
          }
        }
      }
    }
  }

  /// Root of the sum of squares: what a correlation with itself would have as its root.
  var energy: Float {
    var sum: Float = 0
    for plane in planes { for i in 0..<count { sum += plane[i] * plane[i] } }
    return sum.squareRoot()
  }

  func transform(_ fft: FFT2) {
    fft.transform(planes[0], planes[1])
    fft.transform(planes[2], planes[3])
  }

  /// Leaves in the first plane the correlation with `walls`, by shift; both are transformed before.
  func correlate(with walls: Fields, _ fft: FFT2) {
    let scale = 1 / Float(count)
    for i in 0..<count {
      var (re, im): (Float, Float) = (0, 0)
      for k in stride(from: 0, to: 4, by: 2) {
        let (ar, ai) = (planes[k][i], planes[k + 1][i])
        let (br, bi) = (walls.planes[k][i], walls.planes[k + 1][i])
        // conj(A) B, conjugated for the inverse by a forward transform.
        re += ar * br + ai * bi
        im -= ar * bi - ai * br
      }
      planes[0][i] = re * scale
      planes[1][i] = im * scale
    }
    fft.transform(planes[0], planes[1])
  }

  /// The highest cells of the first plane that lie apart.
  func peaks(
    _ wanted: Int, where isAllowed: (Int, Int) -> Bool
  ) -> [(x: Int, y: Int, value: Float)] {
    var found: [(x: Int, y: Int, value: Float)] = []
    for _ in 0..<wanted {
      var best: (x: Int, y: Int, value: Float)?
      for y in 0..<size {
        for x in 0..<size {
          let value = planes[0][y * size + x]
          guard value > best?.value ?? 0 else { continue }
          let isApart = found.allSatisfy {
            let (dx, dy) = (abs($0.x - x), abs($0.y - y))
            return max(min(dx, size - dx), min(dy, size - dy)) > 3
          }
          if isApart, isAllowed(x, y) { best = (x, y, value) }
        }
      }
      guard let best else { break }
      found.append(best)
    }
    return found
  }
}
