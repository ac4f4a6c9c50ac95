internal import IndoorLibc

/// A folder that results go to, made where it is missing.
public struct OutputFolder: Sendable {
  private let path: String
  /// The folders that were made for it, each in the one before.
  private var made: [String] = []

  /// Finds the folder, or makes it and those above it.
  ///
  /// - Throws: `.badName`, `.isFile` where a file stands in the way, `.notWritten`.
  public init(_ path: String) throws(FileError) {
    guard !path.isEmpty else { throw .nameless() }
    guard !path.utf8.contains(0) else { throw .badName(path, why: "it has a NUL in it") }
    self.path = path
    let isFromRoot = path.utf8.first == UInt8(ascii: "/")
    var walked = isFromRoot ? "/" : ""
    do throws(SystemFault) {
      var folder = try FolderHandle.open(RawPath(isFromRoot ? "/" : "."))
      for name in RawPath(path).components {
        walked += String(decoding: name.bytes, as: UTF8.self)
        let isMade: Bool
        (folder, isMade) = try Self.folder(name, in: folder)
        if isMade { made.append(walked) }
        walked += "/"
      }
    } catch {
      switch error.number {
      case ENOTDIR: throw .fileInTheWay(path, file: walked)
      // A link to nothing.
      case ENOENT: throw .noFolder(path)
      default: throw FileError(error, path: path)
      }
    }
  }

  private static func folder(
    _ name: RawPath, in folder: FolderHandle
  ) throws(SystemFault) -> (FolderHandle, isMade: Bool) {
    do { return (try FolderHandle.open(name, from: folder), false) } catch {
      guard error.number == ENOENT else { throw error }
    }
    let isMade = name.withCString { mkdirat(folder.descriptor, $0, 0o777) } == 0
    // Another process may have been faster.
    guard isMade || errno == EEXIST else { throw .last }
    return (try FolderHandle.open(name, from: folder), isMade)
  }

  /// Does what fills the folder; where that fails, folders that were made for it and hold nothing
  /// go again.
  public func fill<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do { return try body() } catch {
      for folder in made.reversed() {
        guard RawPath(folder).withCString({ rmdir($0) }) == 0 else { break }
      }
      throw error
    }
  }

  /// Whether a path is one of the folders that were made for it.
  public func hasMade(_ path: String) -> Bool {
    var status = stat()
    guard RawPath(path).withCString({ stat($0, &status) }) == 0 else { return false }
    return made.contains {
      var other = stat()
      return RawPath($0).withCString({ stat($0, &other) }) == 0 && other.isSame(as: status)
    }
  }

  /// The path of a file in it.
  public func path(_ name: String) -> String {
    path.utf8.last == UInt8(ascii: "/") ? "\(path)\(name)" : "\(path)/\(name)"
  }

  /// Whether a file is there, or a link that may lead to one.
  public func holds(_ name: String) -> Bool {
    var status = stat()
    return RawPath(path(name)).withCString { lstat($0, &status) } == 0
      && (status.st_mode & S_IFMT == S_IFREG || status.isLink)
  }
}
