import IndoorAlignment
import IndoorFiles
import Synchronization

/// Pages of plans that were read lately, so that a fit is answered while anchors are dragged.
final class PlanPages: Sendable {
  private let pages = Mutex<[(key: Key, file: PlanFile)]>([])

  private struct Key: Hashable {
    var sha256: String
    var page: Int
  }

  private static let most = 4

  /// A page of a plan's file.
  ///
  /// - Throws: `AlignmentError` where it can't be read.
  func page(_ number: Int, of bytes: [UInt8], name: String) throws(AlignmentError) -> PlanFile {
    let key = Key(sha256: SHA256.hexadecimal(SHA256.digest(of: bytes)), page: number)
    return try page(key) { () throws(AlignmentError) in
      try PlanFile(bytes: bytes, name: name, page: number)
    }
  }

  /// The same where the file's hash is known, so that it is read only where it has to be.
  func page(
    _ number: Int, sha256: String, name: String, _ bytes: () throws -> [UInt8]
  ) throws -> PlanFile {
    try page(Key(sha256: sha256, page: number)) {
      try PlanFile(bytes: bytes(), name: name, page: number)
    }
  }

  private func page<Failure: Error>(
    _ key: Key, _ read: () throws(Failure) -> PlanFile
  ) throws(Failure) -> PlanFile {
    let known = pages.withLock { pages -> PlanFile? in
      guard let index = pages.firstIndex(where: { $0.key == key }) else { return nil }
      let found = pages.remove(at: index)
      pages.append(found)
      return found.file
    }
    if let known { return known }
    let file = try read()
    pages.withLock { pages in
      pages.append((key, file))
      if pages.count > Self.most { pages.removeFirst() }
    }
    return file
  }
}
