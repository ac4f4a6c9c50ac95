internal import IndoorGeometry

/// Thin dark lines of an image, to a fraction of a pixel.
///
/// Steger (1998), "An unbiased detector of curvilinear structures", doi:10.1109/34.659930: where the second
/// derivative across the line is strongest, the line's middle is the zero of the first, by a Taylor series.
enum RidgeDetector {
  /// Second derivative, in grey levels a squared pixel, below which a line is noise.
  private static let minimumStrength: Float = 3
  /// Standard deviation of the smoothing, in pixels: a line of two pixels is found best.
  private static let sigma = 0.9
  /// Points kept at most.
  private static let maximumPoints = 60_000

  static func linework(of image: GreyImage) -> Linework {
    let (w, h) = (image.width, image.height)
    guard w > 8, h > 8 else { return Linework(points: [], ySign: -1) }
    let smooth = smoothed(image)
    var points: [Linework.Point] = []
    smooth.withUnsafeBufferPointer { g in
      for y in 1..<(h - 1) {
        for x in 1..<(w - 1) {
          let i = y * w + x
          let xx = g[i - 1] - 2 * g[i] + g[i + 1]
          let yy = g[i - w] - 2 * g[i] + g[i + w]
          guard xx + yy > minimumStrength else { continue }
          let xy = (g[i - w - 1] - g[i - w + 1] - g[i + w - 1] + g[i + w + 1]) / 4
          let gx = (g[i + 1] - g[i - 1]) / 2
          let gy = (g[i + w] - g[i - w]) / 2
          // The larger eigenvalue and its direction: across the line.
          let half = (xx - yy) / 2
          let root = (half * half + xy * xy).squareRoot()
          let strength = (xx + yy) / 2 + root
          guard strength > minimumStrength else { continue }
          var (nx, ny) = (xy, strength - xx)
          if abs(nx) + abs(ny) < 1e-6 { (nx, ny) = xx >= yy ? (1, 0) : (0, 1) }
          let length = (nx * nx + ny * ny).squareRoot()
          nx /= length
          ny /= length
          let t = -(gx * nx + gy * ny) / strength
          guard abs(t * nx) <= 0.55, abs(t * ny) <= 0.55 else { continue }
          // Pixel centres lie at half pixels; y is turned up.
          points.append(
            Linework.Point(
              x: Float(x) + 0.5 + t * nx, y: -(Float(y) + 0.5 + t * ny), dx: -ny, dy: -nx,
              weight: 1))
        }
      }
    }
    return Linework(points: points, ySign: -1).thinned(to: maximumPoints)
  }

  private static func smoothed(_ image: GreyImage) -> [Float] {
    let (w, h) = (image.width, image.height)
    let radius = 3
    var kernel = (-radius...radius).map { Float(exp(-Double($0 * $0) / (2 * sigma * sigma))) }
    let sum = kernel.reduce(0, +)
    kernel = kernel.map { $0 / sum }
    var rows = [Float](repeating: 0, count: w * h)
    var out = rows
    image.pixels.withUnsafeBufferPointer { source in
      rows.withUnsafeMutableBufferPointer { rows in
        for y in 0..<h {
          for x in 0..<w {
            var total: Float = 0
            for k in -radius...radius {
              total += kernel[k + radius] * Float(source[y * w + min(w - 1, max(0, x + k))])
            }
            rows[y * w + x] = total
          }
        }
      }
    }
    rows.withUnsafeBufferPointer { rows in
      out.withUnsafeMutableBufferPointer { out in
        for y in 0..<h {
          for x in 0..<w {
            var total: Float = 0
            for k in -radius...radius {
              total += kernel[k + radius] * rows[min(h - 1, max(0, y + k)) * w + x]
            }
            out[y * w + x] = total
          }
        }
      }
    }
    return out
  }
}
