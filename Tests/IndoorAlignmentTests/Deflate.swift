import CZLIB

/// Packs bytes by deflate, for PDFs and PNGs that tests write.
struct Deflate {
  private var bytes: [UInt8] = []
  private var stream = z_stream()

  /// The bytes of a text repeated `times`, packed a block after the other.
  static func packed(_ block: [UInt8], times: Int = 1) -> [UInt8] {
    var deflate = Deflate()
    deflateInit_(&deflate.stream, 6, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
    for _ in 0..<times { deflate.put(block, Z_NO_FLUSH) }
    deflate.put([], Z_FINISH)
    deflateEnd(&deflate.stream)
    return deflate.bytes
  }

  private mutating func put(_ input: [UInt8], _ flush: Int32) {
    var (input, out) = (input, [UInt8](repeating: 0, count: 1 << 16))
    input.withUnsafeMutableBufferPointer { source in
      stream.next_in = source.baseAddress
      stream.avail_in = UInt32(source.count)
      repeat {
        out.withUnsafeMutableBufferPointer {
          stream.next_out = $0.baseAddress
          stream.avail_out = UInt32($0.count)
          deflate(&stream, flush)
        }
        bytes += out.prefix(out.count - Int(stream.avail_out))
      } while stream.avail_out == 0
    }
  }
}

/// A grey PNG of any size.
struct SmallPNG {
  let width: Int
  let height: Int
  /// 8-bit grey, row after row from the top.
  var pixels: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: 255, count: width * height)
  }

  /// Draws a black line of three pixels.
  mutating func line(from: (x: Double, y: Double), to: (x: Double, y: Double)) {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let steps = Int(2 * (dx * dx + dy * dy).squareRoot())
    for step in 0...steps {
      let t = Double(step) / Double(max(1, steps))
      let (x, y) = (Int(from.x + t * dx), Int(from.y + t * dy))
      for (i, j) in [(0, 0), (1, 0), (-1, 0), (0, 1), (0, -1)]
      where (0..<width).contains(x + i) && (0..<height).contains(y + j) {
        pixels[(y + j) * width + x + i] = 0
      }
    }
  }

  var bytes: [UInt8] {
    let rows = (0..<height).flatMap { [0] + pixels[$0 * width..<($0 + 1) * width] }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + ImagePageTests.chunk(
        "IHDR",
        ImagePageTests.bigEndian(UInt32(width)) + ImagePageTests.bigEndian(UInt32(height))
          + [8, 0, 0, 0, 0])
      + ImagePageTests.chunk("IDAT", Deflate.packed(rows)) + ImagePageTests.chunk("IEND", [])
  }
}
