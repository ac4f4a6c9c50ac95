internal import IndoorLibc

/// A folder for a time, in the one that `TMPDIR` names. It goes with its last user, with a signal
/// that ends the program by `Interruption`, and at the latest with the next one that is made.
public final class TemporaryFolder: Sendable {
  /// Its path.
  public let path: String
  private let folder: Temporary

  /// Makes a folder.
  ///
  /// - Throws: `.notWritten`.
  public init() throws(FileError) {
    folder = try Self.make { parent throws(SystemFault) in
      try Temporary.folder(in: parent, for: RawPath("indoor"))
    }
    path = "\(Self.parent)/\(String(decoding: folder.name.bytes, as: UTF8.self))"
  }

  /// Makes a file where it would make a folder.
  ///
  /// - Throws: `.notWritten`.
  static func file() throws(FileError) -> Temporary {
    try make { parent throws(SystemFault) in
      try Temporary.file(in: parent, for: RawPath("indoor"), mode: 0o600)
    }
  }

  private static func make(
    _ body: (FolderHandle) throws(SystemFault) -> Temporary
  ) throws(FileError) -> Temporary {
    guard isText else { throw .temporaryFolderNotText(parent) }
    do {
      return try body(FolderHandle.open(RawPath(parent)))
    } catch {
      throw .noTemporaryFolder(parent, reason: error.reason)
    }
  }

  private static var parent: String {
    guard let named = getenv("TMPDIR"), named.pointee != 0 else { return "/tmp" }
    return String(cString: named)
  }

  /// Whether `TMPDIR`'s name can be passed on.
  private static var isText: Bool {
    getenv("TMPDIR").map { String(validatingCString: $0) != nil } ?? true
  }
}
