import Foundation
import IndoorFiles
import IndoorLibc

/// What differs between two versions of a venue file, page by page: SQLite's pages, of 4,096 bytes.
///
///     "indoor pages 1\n", SHA-256 of the old version, SHA-256 of the new one (32 bytes each),
///     how many pages the new one has, how many follow (UInt32, little-endian), and each of those
///     as its number from 0 (UInt32) and its 4,096 bytes, in the order of the numbers
public enum VenuePatch {
  /// The media type of such a file.
  public static let mediaType = "application/vnd.indoorkit.pages"
  /// Bytes of a page.
  public static let pageSize = 4096
  /// Bytes of the head.
  public static let headSize = magic.count + 2 * 32 + 2 * 4

  static let magic = Array("indoor pages 1\n".utf8)

  /// The head of a patch.
  ///
  /// - Parameters:
  ///   - old: SHA-256 of the version that is there.
  ///   - new: that of the one that comes out.
  ///   - pages: how many pages that has.
  ///   - changed: how many pages follow.
  public static func head(
    from old: [UInt8], to new: [UInt8], pages: UInt32, changed: UInt32
  ) -> [UInt8] {
    magic + old + new + bytes(of: pages) + bytes(of: changed)
  }

  /// What stands before a page.
  public static func pageHead(_ index: UInt32) -> [UInt8] { bytes(of: index) }

  private static func bytes(of number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Makes the new version of the old one.
  ///
  /// - Parameters:
  ///   - patch: a patch's path.
  ///   - old: the old version's path.
  ///   - output: gets the new version.
  /// - Returns: SHA-256 of what was written; `nil` where the patch is none, or for another file.
  /// - Throws: `FileError` where the output can't be written.
  static func apply(
    _ patch: String, to old: String, into output: OutputFile
  ) throws(FileError) -> [UInt8]? {
    guard let patch = ReadOnlyFile(patch), let old = ReadOnlyFile(old),
      let head = patch.bytes(at: 0, headSize), head.starts(with: magic)
    else { return nil }
    let pages = number(head, at: headSize - 8)
    let changed = number(head, at: headSize - 4)
    var hash = SHA256()
    var offset = headSize
    var next = changed > 0 ? patch.bytes(at: offset, 4).map { number($0, at: 0) } : nil
    var taken: UInt32 = 0
    for index in 0..<pages {
      var page: [UInt8]?
      if next == index {
        page = patch.bytes(at: offset + 4, pageSize)
        offset += 4 + pageSize
        taken += 1
        next = taken < changed ? patch.bytes(at: offset, 4).map { number($0, at: 0) } : nil
      } else {
        page = old.bytes(at: Int(index) * pageSize, pageSize)
      }
      guard let page else { return nil }
      hash.update(page)
      try output.write(page)
    }
    return taken == changed ? hash.digest() : nil
  }

  private static func number(_ bytes: [UInt8], at start: Int) -> UInt32 {
    bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// A file that is read at places.
final class ReadOnlyFile {
  private let descriptor: Int32

  /// `nil` where it can't be opened.
  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0 { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// So many bytes; `nil` where there aren't as many.
  func bytes(at offset: Int, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      let more = bytes.withUnsafeMutableBytes {
        pread(descriptor, $0.baseAddress?.advanced(by: got), count - got, off_t(offset + got))
      }
      if more < 0, errno == EINTR { continue }
      guard more > 0 else { return nil }
      got += more
    }
    return bytes
  }

  /// SHA-256 of all of it; `nil` where it can't be read.
  func hash() -> [UInt8]? {
    var (hash, offset) = (SHA256(), 0)
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = pread(descriptor, &chunk, chunk.count, off_t(offset))
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      if count == 0 { return hash.digest() }
      hash.update(Array(chunk[..<count]))
      offset += count
    }
  }
}
