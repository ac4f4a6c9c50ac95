/// The orientation tag (0x0112; CIPA DC-008, 4.6.4) of a JPEG's APP1 segment, a PNG's `eXIf` chunk
/// or a TIFF's page.
enum ImageOrientation {
  /// 1 to 8; 1 (as stored) where there is no tag or it is damaged.
  static func tag(of bytes: [UInt8], format: PlanFile.Format) -> Int {
    switch format {
    case .pdf: 1
    case .jpeg: ImageSegments.exif(ofJPEG: bytes).flatMap { orientation(inTIFF: $0) } ?? 1
    case .png: ImageSegments.chunk("eXIf", ofPNG: bytes).flatMap { orientation(inTIFF: $0) } ?? 1
    }
  }

  /// The same of a TIFF's page, counted from 1.
  static func tag(ofTIFF bytes: [UInt8], page: Int) -> Int {
    orientation(inTIFF: bytes[...], page: page) ?? 1
  }

  /// Degrees clockwise by which viewers turn the stored pixels, after the mirroring that 2, 4, 5
  /// and 7 ask for.
  static func clockwiseTurn(_ tag: Int) -> Int {
    switch tag {
    case 3, 4: 180
    case 6, 7: 90
    case 5, 8: 270
    default: 0
    }
  }

  /// Whether viewers mirror the stored pixels before they turn them.
  static func isMirrored(_ tag: Int) -> Bool { [2, 4, 5, 7].contains(tag) }

  private static func orientation(inTIFF tiff: ArraySlice<UInt8>, page: Int = 1) -> Int? {
    TIFFDirectory(tiff, page: page)?.short(0x0112).flatMap { (1...8).contains($0) ? $0 : nil }
  }
}
