import IndoorFiles
import IndoorLibc

/// A file's pages, by their hashes: what two versions have in common is sent once.
struct PageList {
  /// Bytes of a page: SQLite's.
  static let pageSize = 4096
  private static let hashSize = 32

  /// SHA-256 of each page, in order.
  let hashes: [[UInt8]]

  /// The hashes behind each other.
  var bytes: [UInt8] { hashes.flatMap(\.self) }
  /// SHA-256 of the hashes.
  var digest: [UInt8] { SHA256.digest(of: bytes) }

  /// Reads a file.
  ///
  /// - Throws: `.unreadable`.
  init(of path: String) throws(TeamStoreError) {
    let file = try PageReader(path)
    var hashes: [[UInt8]] = []
    while let page = try file.page(hashes.count) { hashes.append(SHA256.digest(of: page)) }
    self.hashes = hashes
  }

  /// Reads hashes that stand behind each other.
  init(_ bytes: [UInt8]) {
    hashes = stride(from: 0, to: bytes.count / Self.hashSize * Self.hashSize, by: Self.hashSize)
      .map { Array(bytes[$0..<$0 + Self.hashSize]) }
  }
}

/// A file that is read page by page.
final class PageReader {
  private let path: String
  private let descriptor: Int32

  /// - Throws: `.unreadable`.
  init(_ path: String) throws(TeamStoreError) {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// A page; `nil` behind the last one.
  ///
  /// - Throws: `.unreadable`.
  func page(_ index: Int) throws(TeamStoreError) -> [UInt8]? {
    var page = [UInt8](repeating: 0, count: PageList.pageSize)
    var got = 0
    while got < page.count {
      let more = page.withUnsafeMutableBytes {
        pread(
          descriptor, $0.baseAddress?.advanced(by: got), $0.count - got,
          off_t(index * PageList.pageSize + got))
      }
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw .unreadable(path) }
      if more == 0 { break }
      got += more
    }
    return got == 0 ? nil : Array(page.prefix(got))
  }
}
