/// Parts of a JPEG and a PNG beside their pixels.
enum ImageSegments {
  /// The EXIF of a JPEG's APP1 segment (CIPA DC-008, 4.5.4), a TIFF.
  static func exif(ofJPEG bytes: [UInt8]) -> ArraySlice<UInt8>? {
    segment(0xE1, "Exif\0\0", ofJPEG: bytes)
  }

  /// What follows a JPEG's first segment of a marker that begins so.
  static func segment(
    _ wanted: UInt8, _ beginning: String, ofJPEG bytes: [UInt8]
  ) -> ArraySlice<UInt8>? {
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
      if marker == wanted, body.starts(with: beginning.utf8) {
        return body.dropFirst(beginning.utf8.count)
      }
      i = end
    }
    return nil
  }

  /// A PNG's first chunk of a type.
  static func chunk(_ type: String, ofPNG bytes: [UInt8]) -> ArraySlice<UInt8>? {
    var i = 8
    while i + 12 <= bytes.count {
      let length = bytes[i..<i + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= bytes.count - i - 12 else { return nil }
      if bytes[i + 4..<i + 8].elementsEqual(type.utf8) {
        return bytes[(i + 8)..<(i + 8 + length)]
      }
      i += 12 + length
    }
    return nil
  }
}
