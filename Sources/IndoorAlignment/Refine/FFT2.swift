internal import IndoorGeometry
import IndoorLibc

/// A square complex array and its discrete Fourier transform, radix 2 (Cooley and Tukey 1965,
/// doi:10.2307/2003354).
///
/// Each pass runs along the columns for all rows' elements at once, so that the inner loop is over
/// neighbours in memory.
struct FFT2 {
  let size: Int
  private let cosines: [Float]
  private let sines: [Float]
  private let reversed: [Int]

  /// Precondition: `size` is a power of two.
  init(size: Int) {
    self.size = size
    cosines = (0..<size / 2).map { Float(cos(2 * Double.pi * Double($0) / Double(size))) }
    sines = (0..<size / 2).map { Float(-sin(2 * Double.pi * Double($0) / Double(size))) }
    var bits = 0
    while 1 << bits < size { bits += 1 }
    reversed = (0..<size).map { i in
      (0..<bits).reduce(0) { $0 | ((i >> $1) & 1) << (bits - 1 - $1) }
    }
  }

  /// The transform in place; the inverse is the conjugate of the transform of the conjugate,
  /// unscaled.
  func transform(_ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>) {
    for _ in 0..<2 {
      columns(re, im)
      transpose(re)
      transpose(im)
    }
  }

  private func columns(_ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>) {
    let n = size
    for i in 0..<n where reversed[i] > i {
      for x in 0..<n {
        let (a, b) = (i * n + x, reversed[i] * n + x)
        (re[a], re[b]) = (re[b], re[a])
        (im[a], im[b]) = (im[b], im[a])
      }
    }
    var half = 1
    while half < n {
      let step = n / (2 * half)
      var start = 0
      while start < n {
        for k in 0..<half {
          let (c, s) = (cosines[k * step], sines[k * step])
          let (re0, im0) = (re + (start + k) * n, im + (start + k) * n)
          let (re1, im1) = (re + (start + k + half) * n, im + (start + k + half) * n)
          for x in 0..<n {
            let tr = c * re1[x] - s * im1[x]
            let ti = c * im1[x] + s * re1[x]
            re1[x] = re0[x] - tr
            im1[x] = im0[x] - ti
            re0[x] += tr
            im0[x] += ti
          }
        }
        start += 2 * half
      }
      half *= 2
    }
  }

  private func transpose(_ values: UnsafeMutablePointer<Float>) {
    let n = size
    for y in 0..<n {
      for x in (y + 1)..<max(n, y + 1) {
        let keep = values[y * n + x]
        values[y * n + x] = values[x * n + y]
        values[x * n + y] = keep
      }
    }
  }
}
