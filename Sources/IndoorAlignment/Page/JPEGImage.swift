internal import CJPEG

/// JPEG through libjpeg.
enum JPEGImage {
  /// Width and height in pixels of a JPEG that decodes to its end.
  static func validatedSize(
    _ bytes: [UInt8], name: String, limits: PlanFile.Limits
  ) throws(AlignmentError) -> (width: Int, height: Int) {
    // Reducing while decoding reads every coefficient all the same, with a 64th of the memory.
    try decode(bytes, name: name, channels: 1, maximumSide: 64, limits.maximumPixels) {
      (Int($0.full_width), Int($0.full_height))
    }
  }

  /// A PNG of the stored pixels, without the orientation tag, no side over the limit; `nil` where
  /// libpng refuses.
  static func png(
    _ bytes: [UInt8], name: String, maximumSide: Int, limits: PlanFile.Limits
  ) throws(AlignmentError) -> [UInt8]? {
    try decode(bytes, name: name, channels: 3, maximumSide: maximumSide, limits.maximumPixels) {
      image in
      let rgb = UnsafeRawBufferPointer(
        start: image.pixels, count: Int(image.width) * Int(image.height) * 3)
      return PNGImage.encode(width: Int(image.width), height: Int(image.height), rgb: rgb)
    }
  }

  /// The whole image in 8-bit grey.
  static func grey(
    _ bytes: [UInt8], name: String, maximumPixels: Int
  ) throws(AlignmentError) -> GreyImage {
    try decode(bytes, name: name, channels: 1, maximumSide: 65_535, maximumPixels) { image in
      let (width, height) = (Int(image.width), Int(image.height))
      return GreyImage(
        width: width, height: height,
        pixels: Array(UnsafeBufferPointer(start: image.pixels, count: width * height)))
    }
  }

  private static func decode<Value>(
    _ bytes: [UInt8], name: String, channels: Int32, maximumSide: Int, _ maximumPixels: Int,
    _ use: (cjpeg_image) -> Value
  ) throws(AlignmentError) -> Value {
    var image = cjpeg_image()
    defer { cjpeg_free(&image) }
    let result = bytes.withUnsafeBufferPointer {
      cjpeg_decode(
        $0.baseAddress, $0.count, channels, UInt32(clamping: maximumSide),
        UInt64(clamping: maximumPixels), &image)
    }
    guard result == 0, image.width > 0, image.height > 0 else {
      let (width, height) = (Int(image.full_width), Int(image.full_height))
      guard width * height <= maximumPixels else {
        throw .tooManyPixels(name, width, height, limit: maximumPixels)
      }
      let why = withUnsafeBytes(of: image.message) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      // One that isn't progressive is decoded line by line.
      let other = why.hasSuffix("progressive JPEG") ? " as a baseline JPEG or a PNG" : ""
      throw .damagedImage(name, format: "JPEG", why: why, as: other)
    }
    return use(image)
  }
}
