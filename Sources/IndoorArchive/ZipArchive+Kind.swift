import IndoorFiles
import IndoorLibc

extension ZipArchive {
  /// How a zip begins: with an entry, with its end where it has none, or as a part of several.
  private static let heads: [[UInt8]] = [
    [0x50, 0x4B, 3, 4], [0x50, 0x4B, 5, 6], [0x50, 0x4B, 7, 8],
  ]
  /// What may stand in front of one that unpacks itself: a program of Windows', of others, a
  /// script.
  private static let fronts: [[UInt8]] = [
    Array("MZ".utf8), [0x7F, 0x45, 0x4C, 0x46], Array("#!".utf8),
  ]
  /// Bytes of the record at a zip's end, without its comment, which may have as many as two of its
  /// bytes say (APPNOTE.TXT, 4.3.16).
  private static let (endBytes, longestComment) = (22, 65_535)

  /// Whether a file is a zip, by how it begins; where something else may stand in front, as a zip
  /// may have it (APPNOTE.TXT, 4.1.9), by how it ends.
  package static func isZip(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let size = Int(status.st_size)
    let head = bytes(of: descriptor, at: 0, 4)
    if heads.contains(head) { return true }
    let mayBegin =
      fronts.contains(where: head.starts(with:)) || PathParts(path).ending.lowercased() == "zip"
    guard mayBegin, size >= endBytes else { return false }
    let tail = bytes(
      of: descriptor, at: size - min(size, endBytes + longestComment), endBytes + longestComment)
    guard tail.count >= endBytes else { return false }
    return (0...(tail.count - endBytes)).reversed().contains { at in
      tail[at...].starts(with: heads[1])
        && at + endBytes + Int(tail[at + 20]) + Int(tail[at + 21]) << 8 == tail.count
    }
  }

  private static func bytes(of descriptor: Int32, at offset: Int, _ count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        filled += got
      }
    }
  }
}
