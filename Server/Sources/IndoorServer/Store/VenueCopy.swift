import HTTPTypes
import IndoorAuthoring
import IndoorFiles
import IndoorLibc
import IndoorStorage
import NIOCore

/// A venue file as it was at one moment, in a file that has no name any more: it goes with its last
/// reader.
final class VenueCopy: Sendable {
  /// SHA-256 of its bytes, in hexadecimal digits.
  let sha256: String
  /// Bytes.
  let size: Int64
  /// Its pages, by a hash each.
  let pages: [PageHash]
  private let descriptor: Int32

  private static let piece = 1 << 18

  init(of path: String) throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let copy = "\(folder.path)/copy.gpkg"
    try VenueFile.open(path, readOnly: true).copy(to: copy)
    descriptor = open(copy, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.unreadable(path) }
    var hash = SHA256()
    var pages: [PageHash] = []
    var offset: Int64 = 0
    while true {
      guard let bytes = Self.read(descriptor, at: offset, Self.piece) else {
        close(descriptor)
        throw Self.unreadable(path)
      }
      if bytes.isEmpty { break }
      hash.update(bytes)
      for start in stride(from: 0, to: bytes.count, by: VenuePatch.pageSize) {
        pages.append(PageHash(bytes[start..<min(bytes.count, start + VenuePatch.pageSize)]))
      }
      offset += Int64(bytes.count)
    }
    size = offset
    self.pages = pages
    sha256 = SHA256.hexadecimal(hash.digest())
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The bytes from an offset on, a piece at a time; empty at the end.
  ///
  /// - Throws: 500 where the disk fails.
  func piece(at offset: Int64, upTo end: Int64) async throws -> ByteBuffer {
    let count = Int(min(Int64(Self.piece), end - offset))
    let bytes = try await Blocking.run { Self.read(self.descriptor, at: offset, count) }
    guard let bytes, !bytes.isEmpty else { throw Self.unreadable("the copy") }
    return ByteBuffer(bytes: bytes)
  }

  private static func unreadable(_ name: String) -> Refusal {
    Refusal(.internalServerError, .failed, "\(name): can't be read; check the server's disk")
  }

  private static func read(_ descriptor: Int32, at offset: Int64, _ count: Int) -> [UInt8]? {
    var got = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, initialized in
      repeat {
        got = pread(descriptor, buffer.baseAddress, count, off_t(offset))
      } while got < 0 && errno == EINTR
      initialized = max(0, got)
    }
    return got < 0 ? nil : bytes
  }
}
