/// EXIF's orientation tag (0x0112; CIPA DC-008, 4.6.4) of a JPEG's APP1 segment or a PNG's `eXIf`
/// chunk.
enum ImageOrientation {
  /// 1 to 8; 1 (as stored) where there is no tag or it is damaged.
  static func tag(of bytes: [UInt8], format: PlanFile.Format) -> Int {
    switch format {
    case .pdf: 1
    case .jpeg: jpegExif(bytes).flatMap { orientation(inTIFF: $0) } ?? 1
    case .png: pngExif(bytes).flatMap { orientation(inTIFF: $0) } ?? 1
    }
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

  private static func orientation(inTIFF data: ArraySlice<UInt8>) -> Int? {
    let tiff = Array(data.prefix(1 << 16))
    let isLittle: Bool
    if tiff.starts(with: [0x49, 0x49, 0x2A, 0]) {
      isLittle = true
    } else if tiff.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      isLittle = false
    } else {
      return nil
    }
    func number(at offset: Int, bytes count: Int) -> Int? {
      guard offset >= 0, offset <= tiff.count - count else { return nil }
      let slice = tiff[offset..<offset + count]
      return (isLittle ? Array(slice.reversed()) : Array(slice)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2)
    else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(at: offset, bytes: 2) else { return nil }
      if tag == 0x0112, let value = number(at: offset + 8, bytes: 2), (1...8).contains(value) {
        return value
      }
    }
    return nil
  }
}
