/// The orientation tag (0x0112; CIPA DC-008, 4.6.4) of a JPEG's APP1 segment, a PNG's `eXIf` chunk
/// or a TIFF's page.
enum ImageOrientation {
  /// 1 to 8; 1 (as stored) where there is no tag or it is damaged.
  static func tag(of bytes: [UInt8], format: PlanFile.Format) -> Int {
    switch format {
    case .pdf: 1
    case .jpeg: jpegExif(bytes).flatMap { orientation(inTIFF: $0) } ?? 1
    case .png: pngExif(bytes).flatMap { orientation(inTIFF: $0) } ?? 1
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

  private static func jpegExif(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var i = 2
    while i + 4 <= bytes.count, bytes[i] == 0xFF {
      let marker = bytes[i + 1]
      if marker == 0xFF {
        i += 1
        continue
      }
      if marker == 0xDA || marker == 0xD9 { return nil }
      let length = Int(bytes[i + 2]) << 8 | Int(bytes[i + 3])
      let end = i + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let body = bytes[(i + 4)..<end]
      if marker == 0xE1, body.starts(with: Array("Exif\0\0".utf8)) { return body.dropFirst(6) }
      i = end
    }
    return nil
  }

  private static func pngExif(_ bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var i = 8
    while i + 12 <= bytes.count {
      let length = bytes[i..<i + 4].reduce(0) { $0 << 8 | Int($1) }
      let kind = bytes[i + 4..<i + 8]
      guard length <= bytes.count - i - 12 else { return nil }
      if kind.elementsEqual("eXIf".utf8) { return bytes[(i + 8)..<(i + 8 + length)] }
      i += 12 + length
    }
    return nil
  }

  /// The tag in the directory of a page, of which each leads to the next (TIFF 6.0, section 2).
  private static func orientation(inTIFF tiff: ArraySlice<UInt8>, page: Int = 1) -> Int? {
    let isLittle = tiff.first == 0x49
    func number(at offset: Int, bytes count: Int) -> Int? {
      guard offset >= 0, offset <= tiff.count - count else { return nil }
      let slice = tiff[(tiff.startIndex + offset)..<(tiff.startIndex + offset + count)]
      // What is beyond an `Int` is beyond the file.
      return Int(
        exactly: (isLittle ? Array(slice.reversed()) : Array(slice)).reduce(UInt64(0)) {
          $0 << 8 | UInt64($1)
        })
    }
    // BigTIFF has offsets and counts of eight bytes.
    let isBig = number(at: 2, bytes: 2) == 43
    let (word, counter, entry) = isBig ? (8, 8, 20) : (4, 2, 12)
    guard tiff.starts(with: isLittle ? [0x49, 0x49] : [0x4D, 0x4D]),
      isBig || number(at: 2, bytes: 2) == 42, var directory = number(at: isBig ? 8 : 4, bytes: word)
    else { return nil }
    for current in 1...max(1, page) {
      guard let count = number(at: directory, bytes: counter), count <= 0xFFFF else { return nil }
      let entries = directory + counter
      if current == page {
        for index in 0..<count {
          let offset = entries + entry * index
          guard let tag = number(at: offset, bytes: 2) else { return nil }
          if tag == 0x0112, let value = number(at: offset + entry - word, bytes: 2),
            (1...8).contains(value)
          {
            return value
          }
        }
        return nil
      }
      guard let next = number(at: entries + entry * count, bytes: word) else { return nil }
      directory = next
    }
    return nil
  }
}
