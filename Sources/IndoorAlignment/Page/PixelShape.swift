/// How much higher than wide an image says that its pixels are, as scanned faxes do, where that is
/// over a hundredth off; `nil` of square ones.
///
/// PNG's `pHYs` (third edition, 11.3.4.3), JFIF's densities (ITU-T T.871, 10.1) and TIFF's
/// resolutions (6.0, section 8).
enum PixelShape {
  static func ratio(of bytes: [UInt8], format: PlanFile.Format) -> Double? {
    switch format {
    case .pdf: return nil
    case .png:
      guard let chunk = ImageSegments.chunk("pHYs", ofPNG: bytes), chunk.count == 9 else {
        return nil
      }
      let (x, y) = (number(chunk.prefix(4)), number(chunk.dropFirst(4).prefix(4)))
      return ratio(x, y)
    case .jpeg:
      guard let jfif = ImageSegments.segment(0xE0, "JFIF\0", ofJPEG: bytes), jfif.count >= 7 else {
        return nil
      }
      // After the version and the unit; without a unit they are the ratio.
      let numbers = jfif.dropFirst(3)
      return ratio(number(numbers.prefix(2)), number(numbers.dropFirst(2).prefix(2)))
    }
  }

  /// The same of a TIFF's page, counted from 1.
  static func ratio(ofTIFF bytes: [UInt8], page: Int) -> Double? {
    guard let tags = TIFFDirectory(bytes[...], page: page), let x = tags.rational(282),
      let y = tags.rational(283)
    else { return nil }
    return ratio(x, y)
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Double {
    bytes.reduce(0) { $0 * 256 + Double($1) }
  }

  private static func ratio(_ x: Double, _ y: Double) -> Double? {
    guard x > 0, y > 0 else { return nil }
    // Of fewer pixels an inch each is larger.
    let ratio = x / y
    return ratio.isFinite && abs(ratio - 1) > 0.01 ? ratio : nil
  }
}
