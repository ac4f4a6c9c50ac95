import IndoorLibc

/// The bytes of a source, whole and within bounds.
enum SourceBytes {
  /// Bytes that a source may have.
  static let most = 256 << 20

  static func read(_ path: String, most: Int = most) throws(ContentError) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .unreadable(path, reason: String(cString: strerror(errno)))
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .unreadable(path, reason: "it is a folder")
    }
    guard let file = fopen(path, "rb") else {
      throw .unreadable(path, reason: String(cString: strerror(errno)))
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { break }
      guard bytes.count + count <= most else { throw .tooLarge(path, "\(most >> 20) MiB") }
      bytes.append(contentsOf: block[..<count])
    }
    guard ferror(file) == 0 else { throw .unreadable(path, reason: "reading failed") }
    return bytes
  }

  /// The text of bytes, without a byte order mark.
  static func text(_ bytes: [UInt8], _ path: String) throws(ContentError) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = invalidLine(bytes)
      throw .syntax("\(path):\(line)", "has bytes that are no UTF-8")
    }
    return text.hasPrefix("\u{FEFF}") ? String(text.unicodeScalars.dropFirst()) : text
  }

  private static func invalidLine(_ bytes: [UInt8]) -> Int {
    var line = 1
    for part in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if String(validating: part, as: UTF8.self) == nil { return line }
      line += 1
    }
    return line
  }

  /// FNV-1a of bytes, hexadecimal, going on from another's.
  static func hash(_ bytes: [UInt8], from seed: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
    bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
