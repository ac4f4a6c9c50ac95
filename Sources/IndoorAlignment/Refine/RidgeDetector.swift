internal import IndoorGeometry
import IndoorLibc

/// Thin dark lines of an image, to a fraction of a pixel.
///
/// Steger (1998), "An unbiased detector of curvilinear structures", doi:10.1109/34.659930: where
/// the second derivative across the line is strongest, the line's middle is the zero of the first,
/// by a Taylor series.
enum RidgeDetector {
  /// Second derivative, in grey levels a squared pixel, below which a line is noise.
  private static let minimumStrength: Float = 3
  /// Standard deviation of the smoothing, in pixels: a line of two pixels is found best.
  private static let sigma = 0.9
  /// Points kept at most.
  private static let maximumPoints = 60_000

  /// Pixels that are looked at; a larger image is halved, thirded, … first, which also thins the
  /// lines of a fine scan.
  private static let maximumPixels = 16_000_000

  /// The lines of an image: dark ones, or light ones where it is dark on the whole, as blueprints
  /// are.
  static func linework(of image: GreyImage) -> Linework {
    var factor = 1
    while image.width / factor * (image.height / factor) > maximumPixels { factor += 1 }
    let image = image.reduced(by: factor)
    let (w, h) = (image.width, image.height)
    guard w > 8, h > 8 else { return Linework(points: [], ySign: -1) }
    let smooth = smoothed(image)
    let pixel = Float(factor)
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
              x: (Float(x) + 0.5 + t * nx) * pixel, y: -(Float(y) + 0.5 + t * ny) * pixel,
              dx: -ny, dy: -nx, weight: pixel))
        }
      }
    }
    return Linework(points: points, ySign: -1).thinned(to: maximumPoints)
  }

  private static func smoothed(_ image: GreyImage) -> [Float] {
    let (w, h) = (image.width, image.height)
    let radius = 3
    var kernel = (-radius...radius).map { Float(exp(-Double($0 * $0) / (2 * sigma * sigma))) }
    let sum = kernel.reduce(0, +) * (image.isDark ? -1 : 1)
    // A sign on one of the two passes turns light lines into dark ones.
    let signed = kernel.map { $0 / sum }
    kernel = kernel.map { $0 / abs(sum) }
    var rows = [Float](repeating: 0, count: w * h)
    var out = rows
    image.pixels.withUnsafeBufferPointer { source in
      rows.withUnsafeMutableBufferPointer { rows in
        for y in 0..<h {
          for x in 0..<w {
            var total: Float = 0
            for k in -radius...radius {
              total += signed[k + radius] * Float(source[y * w + min(w - 1, max(0, x + k))])
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

extension GreyImage {
  /// Whether more than half of the light is missing.
  fileprivate var isDark: Bool {
    pixels.reduce(0) { $0 + Int($1) } < pixels.count * 128
  }

  /// Means of squares of that many pixels; what doesn't fill one at the right and lower edge is cut
  /// off.
  fileprivate func reduced(by factor: Int) -> GreyImage {
    guard factor > 1 else { return self }
    let (w, h) = (width / factor, height / factor)
    var small = [UInt8](repeating: 0, count: w * h)
    pixels.withUnsafeBufferPointer { source in
      var sums = [Int](repeating: 0, count: w)
      for y in 0..<h {
        for x in 0..<w { sums[x] = 0 }
        for row in (y * factor)..<((y + 1) * factor) {
          for x in 0..<(w * factor) { sums[x / factor] += Int(source[row * width + x]) }
        }
        for x in 0..<w { small[y * w + x] = UInt8(clamping: sums[x] / (factor * factor)) }
      }
    }
    return GreyImage(width: w, height: h, pixels: small)
  }
}
