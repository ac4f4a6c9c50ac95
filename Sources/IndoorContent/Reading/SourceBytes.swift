import IndoorJSON
import IndoorLibc

/// The bytes of a source, whole and within bounds.
enum SourceBytes {
  /// Bytes that a source may have.
  static let most = 256 << 20

  static func read(_ path: String, most: Int = most) throws(ContentError) -> [UInt8] {
    var bytes: [UInt8] = []
    try blocks(of: path, most: most) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// The first bytes of a source, at most so many.
  static func head(of path: String, count: Int) throws(ContentError) -> [UInt8] {
    let file = try open(path)
    defer { fclose(file) }
    var block = [UInt8](repeating: 0, count: count)
    let taken = fread(&block, 1, count, file)
    guard ferror(file) == 0 else { throw .unreadable(path, .last) }
    return Array(block.prefix(taken))
  }

  /// FNV-1a of a source's bytes, of which only a block is held at a time.
  static func hash(of path: String, from seed: UInt64, most: Int) throws(ContentError) -> UInt64 {
    var result = seed
    try blocks(of: path, most: most) { result = hash($0, from: result) }
    return result
  }

  /// Reads a source block by block.
  private static func blocks(
    of path: String, most: Int, _ take: (ArraySlice<UInt8>) -> Void
  ) throws(ContentError) {
    let file = try open(path)
    defer { fclose(file) }
    var status = stat()
    if fstat(fileno(file), &status) == 0, Int(status.st_size) > most {
      throw .tooLarge(path, "\(most >> 20) MiB")
    }
    var total = 0
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&block, 1, block.count, file)
      if count == 0 { break }
      total += count
      guard total <= most else { throw .tooLarge(path, "\(most >> 20) MiB") }
      take(block[..<count])
    }
    guard ferror(file) == 0 else { throw .unreadable(path, .last) }
  }

  private static func open(_ path: String) throws(ContentError) -> UnsafeMutablePointer<FILE> {
    var status = stat()
    guard stat(path, &status) == 0 else {
      throw .unreadable(path, .last)
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw .unreadable(path, reason: "it is a folder")
    }
    guard status.st_mode & S_IFMT != S_IFSOCK || ownDescriptor(path) != nil else {
      throw .malformed(path, "is a socket, which holds nothing to read", remedy: "name a file")
    }
    // A format is told by the first bytes, and these can't be read twice.
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw .malformed(path, "is a pipe, a socket or a device", remedy: "save it to a file")
    }
    guard let file = fopen(path, "rb") else {
      throw .unreadable(path, .last)
    }
    return file
  }

  /// The text of bytes, without a byte order mark.
  static func text(_ bytes: [UInt8], _ path: String) throws(ContentError) -> String {
    if let encoding = ForeignEncoding(bytes.prefix(64)) {
      throw ContentError(code: .syntax, message: "\(path): \(encoding.sentence)")
    }
    if let place = bytes.firstIndex(of: 0) {
      let line = 1 + bytes[..<place].count { $0 == UInt8(ascii: "\n") }
      throw .syntax("\(path):\(line)", "has a NUL byte, which no text has")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      let line = invalidLine(bytes)
      throw ContentError(
        code: .syntax, message: "\(path):\(line): has bytes that are no UTF-8; save it as UTF-8")
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

  /// FNV-1a of bytes, going on from another's.
  static func hash(_ bytes: some Collection<UInt8>, from seed: UInt64) -> UInt64 {
    bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
