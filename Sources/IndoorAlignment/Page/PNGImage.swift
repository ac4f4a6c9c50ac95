internal import CPNG

/// PNG through libpng's simplified interface, which reports errors by value.
package enum PNGImage {
  /// Width and height in pixels of a PNG that decodes to its end.
  static func validatedSize(
    _ bytes: [UInt8], name: String, limits: PlanFile.Limits
  ) throws(AlignmentError) -> (width: Int, height: Int) {
    let grey = try grey(bytes, name: name, maximumPixels: limits.maximumPixels)
    return (grey.width, grey.height)
  }

  /// Width and height in pixels that the PNG's header claims.
  static func size(_ bytes: [UInt8], name: String) throws(AlignmentError) -> (
    width: Int, height: Int
  ) {
    guard bytes.count >= 24 else { throw .damagedImage(name, format: "PNG", why: "it is cut") }
    func number(_ start: Int) -> Int { bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
    let size = (width: number(16), height: number(20))
    guard size.width > 0, size.height > 0 else {
      throw .damagedImage(name, format: "PNG", why: "it has no pixels")
    }
    return size
  }

  /// The whole image in 8-bit grey over white.
  package static func grey(
    _ bytes: [UInt8], name: String, maximumPixels: Int
  ) throws(AlignmentError) -> GreyImage {
    let (size, pixels) = try decode(
      bytes, name: name, maximumPixels: maximumPixels, isColour: false)
    return GreyImage(width: size.width, height: size.height, pixels: pixels)
  }

  /// The same picture over white as a PNG of 8-bit RGB, whatever its own colours, palette and alpha
  /// are.
  static func rgb(_ bytes: [UInt8], name: String) throws(AlignmentError) -> [UInt8] {
    let (size, pixels) = try decode(
      bytes, name: name, maximumPixels: PlanFile.Limits().maximumPixels, isColour: true)
    let png = pixels.withUnsafeBytes { encode(width: size.width, height: size.height, rgb: $0) }
    guard let png else { throw .damagedImage(name, format: "PNG", why: "libpng refused it") }
    return png
  }

  /// The whole image over white, 8-bit red, green and blue a pixel, row after row from the top.
  static func colours(_ bytes: [UInt8], name: String) throws(AlignmentError) -> [UInt8] {
    try decode(
      bytes, name: name, maximumPixels: PlanFile.Limits().maximumPixels, isColour: true
    ).pixels
  }

  /// The whole image with its opacity.
  static func clear(_ bytes: [UInt8], name: String) throws(AlignmentError) -> ClearImage {
    let (size, pixels) = try decode(
      bytes, name: name, maximumPixels: PlanFile.Limits().maximumPixels, isColour: true,
      isClear: true)
    return ClearImage(width: size.width, height: size.height, pixels: pixels)
  }

  /// The same picture as seen from behind, as a PNG.
  static func mirrored(_ bytes: [UInt8], name: String) throws(AlignmentError) -> [UInt8] {
    let isClear = isClear(bytes)
    var (size, pixels) = try decode(
      bytes, name: name, maximumPixels: PlanFile.Limits().maximumPixels, isColour: true,
      isClear: isClear)
    let channels = isClear ? 4 : 3
    for row in 0..<size.height {
      var (left, right) = (row * size.width, (row + 1) * size.width - 1)
      while left < right {
        for channel in 0..<channels {
          pixels.swapAt(left * channels + channel, right * channels + channel)
        }
        (left, right) = (left + 1, right - 1)
      }
    }
    let png = pixels.withUnsafeBytes {
      isClear
        ? encode(width: size.width, height: size.height, rgba: $0)
        : encode(width: size.width, height: size.height, rgb: $0)
    }
    guard let png else { throw .damagedImage(name, format: "PNG", why: "libpng refused it") }
    return png
  }

  /// Whether a PNG says that it has pixels that are more or less clear.
  static func isClear(_ bytes: [UInt8]) -> Bool {
    // The header's colour type: 4 and 6 have an alpha channel (ISO 15948, 11.2.2).
    bytes.count > 25 && bytes[25] & 4 != 0
  }

  private static func decode(
    _ bytes: [UInt8], name: String, maximumPixels: Int, isColour: Bool, isClear: Bool = false
  ) throws(AlignmentError) -> (size: (width: Int, height: Int), pixels: [UInt8]) {
    try bytes.withUnsafeBufferPointer { buffer throws(AlignmentError) in
      let source = UnsafeRawBufferPointer(buffer)
      var image = png_image()
      image.version = UInt32(PNG_IMAGE_VERSION)
      defer { png_image_free(&image) }
      guard png_image_begin_read_from_memory(&image, source.baseAddress, source.count) != 0 else {
        throw .damagedImage(name, format: "PNG", why: message(of: image))
      }
      let (width, height) = (Int(image.width), Int(image.height))
      guard width > 0, height > 0, width <= maximumPixels / height else {
        throw .tooManyPixels(name, width, height, limit: maximumPixels)
      }
      // 16 bits are as light as 8 are (ISO 15948, 13.12), and not linear, unless the file says so.
      image.flags |= UInt32(PNG_IMAGE_FLAG_16BIT_sRGB)
      // 0 is PNG_FORMAT_GRAY, an expression that Swift doesn't import.
      image.format =
        (isColour ? UInt32(PNG_FORMAT_FLAG_COLOR) : 0)
        | (isClear ? UInt32(PNG_FORMAT_FLAG_ALPHA) : 0)
      let channels = (isColour ? 3 : 1) + (isClear ? 1 : 0)
      var white = png_color(red: 255, green: 255, blue: 255)
      var pixels = [UInt8](repeating: 255, count: width * height * channels)
      let finished = pixels.withUnsafeMutableBytes {
        png_image_finish_read(&image, &white, $0.baseAddress, Int32(width * channels), nil)
      }
      // Code 1 is a warning (a colour profile that isn't right), over it the picture is broken.
      guard finished != 0, image.warning_or_error < 2 else {
        throw .damagedImage(name, format: "PNG", why: message(of: image))
      }
      return ((width, height), pixels)
    }
  }

  /// A PNG of 8-bit RGB pixels, row after row from the top, or `nil` where the shape is wrong or
  /// libpng refuses.
  static func encode(width: Int, height: Int, rgb: UnsafeRawBufferPointer) -> [UInt8]? {
    encode(width: width, height: height, rgb, channels: 3, UInt32(PNG_FORMAT_FLAG_COLOR))
  }

  /// The same of pixels that are more or less clear: 8-bit RGBA, not multiplied.
  static func encode(width: Int, height: Int, rgba: UnsafeRawBufferPointer) -> [UInt8]? {
    encode(
      width: width, height: height, rgba, channels: 4,
      UInt32(PNG_FORMAT_FLAG_COLOR) | UInt32(PNG_FORMAT_FLAG_ALPHA))
  }

  private static func encode(
    width: Int, height: Int, _ pixels: UnsafeRawBufferPointer, channels: Int, _ format: UInt32
  ) -> [UInt8]? {
    guard width > 0, height > 0, pixels.count == width * height * channels,
      let width = UInt32(exactly: width),
      let height = UInt32(exactly: height)
    else { return nil }
    var image = png_image()
    image.version = UInt32(PNG_IMAGE_VERSION)
    image.width = width
    image.height = height
    image.format = format
    defer { png_image_free(&image) }
    // Upper bound of the compressed size, as PNG_IMAGE_PNG_SIZE_MAX has it, with room to spare.
    var size = pixels.count + pixels.count / 100 + Int(height) + 4096
    // Not filled: of what nobody writes to, a large picture's better part, there is no memory
    // taken.
    let capacity = size
    var written: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
      written = png_image_write_to_memory(
        &image, bytes.baseAddress, &size, 0, pixels.baseAddress, 0, nil)
      count = written != 0 ? min(size, capacity) : 0
    }
    return written != 0 && size <= capacity ? bytes : nil
  }

  private static func message(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { raw in
      let text = raw.prefix { $0 != 0 }
      return text.isEmpty ? "no reason given" : String(decoding: text, as: UTF8.self)
    }
  }
}
