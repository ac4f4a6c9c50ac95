internal import CJPEG

/// JPEG through libjpeg.
enum JPEGImage {
  /// Width and height in pixels of a JPEG that decodes to its end.
  static func validatedSize(
    _ bytes: [UInt8], name: String, limits: PlanFile.Limits
  ) throws(AlignmentError) -> (width: Int, height: Int) {
    // Reducing while decoding reads every coefficient all the same, with a 64th of the memory.
    try decode(bytes, name: name, maximumSide: 64, maximumPixels: limits.maximumPixels) {
      (Int($0.full_width), Int($0.full_height))
    }
  }

  /// A PNG of the stored pixels, without the orientation tag, no side over the limit; `nil` where libpng refuses.
  static func png(
    _ bytes: [UInt8], name: String, maximumSide: Int, limits: PlanFile.Limits
  ) throws(AlignmentError) -> [UInt8]? {
    try decode(bytes, name: name, maximumSide: maximumSide, maximumPixels: limits.maximumPixels) {
      image in
      PNGImage.encode(width: Int(image.width), height: Int(image.height), rgb: rgb(of: image))
    }
  }

  /// The whole image in 8-bit grey.
  static func grey(
    _ bytes: [UInt8], name: String, maximumPixels: Int
  ) throws(AlignmentError) -> GreyImage {
    try decode(bytes, name: name, maximumSide: 65_535, maximumPixels: maximumPixels) { image in
      let rgb = rgb(of: image)
      let count = Int(image.width) * Int(image.height)
      let pixels = [UInt8](unsafeUninitializedCapacity: count) { out, filled in
        for i in 0..<count {
          // ITU-R BT.601 luma in integers.
          let sum = 299 * Int(rgb[3 * i]) + 587 * Int(rgb[3 * i + 1]) + 114 * Int(rgb[3 * i + 2])
          out[i] = UInt8(sum / 1000)
        }
        filled = count
      }
      return GreyImage(width: Int(image.width), height: Int(image.height), pixels: pixels)
    }
  }

  private static func rgb(of image: cjpeg_image) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: image.pixels, count: Int(image.width) * Int(image.height) * 3)
  }

  private static func decode<Value>(
    _ bytes: [UInt8], name: String, maximumSide: Int, maximumPixels: Int,
    _ use: (cjpeg_image) -> Value
  ) throws(AlignmentError) -> Value {
    var image = cjpeg_image()
    defer { cjpeg_free(&image) }
    let result = bytes.withUnsafeBufferPointer {
      cjpeg_decode(
        $0.baseAddress, $0.count, UInt32(clamping: maximumSide), UInt64(clamping: maximumPixels),
        &image)
    }
    guard result == 0, image.width > 0, image.height > 0 else {
      let why = withUnsafeBytes(of: image.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      throw .damagedImage(name, format: "JPEG", why: why)
    }
    return use(image)
  }
}
