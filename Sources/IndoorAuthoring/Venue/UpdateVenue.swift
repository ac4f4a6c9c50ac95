import Foundation
import IndoorAlignment
import IndoorFiles
import IndoorJSON
import IndoorModel
import IndoorStorage

/// Brings a venue file to the version that a server has now: only the pages that differ are fetched
/// where the server knows the version that is here, else the whole file.
///
/// The program `curl` fetches, within limits of time and size. What comes out is the server's
/// version to the byte, which its hash says, or the file stays as it was.
public struct UpdateVenue: Sendable {
  /// The venue file; made where it is missing.
  public var venue: String
  /// The address of the file, as `https://host/v1/venues/museum/file`.
  public var url: String
  /// What the server asks for, where it does.
  public var token: String?

  /// Makes one for a file.
  public init(venue: String, url: String, token: String? = nil) {
    self.venue = venue
    self.url = url
    self.token = token
  }

  /// What an update came to.
  public struct Result: Sendable {
    /// What was fetched.
    public enum Fetched: String, Sendable {
      /// Nothing: the file is the server's version.
      case nothing
      /// The pages that differ.
      case pages
      /// The whole file.
      case file
    }

    /// What was fetched.
    public let fetched: Fetched
    /// SHA-256 of the file as it is now, in hexadecimal digits.
    public let version: String
    /// Bytes that were fetched.
    public let bytes: Int

    package var text: String {
      switch fetched {
      case .nothing: "is up to date"
      case .pages: "brought up to date by \(bytes) bytes of pages"
      case .file: "fetched, \(bytes) bytes"
      }
    }
  }

  /// Fetches what is new.
  ///
  /// - Throws: `AuthoringError` where the server can't be reached or refuses, what comes isn't what
  ///   it says, or the file is in use or has walks that would be lost; `AlignmentError` where there
  ///   is no `curl`; `FileError`.
  public func run(progress: @escaping ProgressHandler = { _ in }) throws -> Result {
    let scheme = url.prefix(8).lowercased()
    guard scheme.hasPrefix("http://") || scheme.hasPrefix("https://") else {
      throw AuthoringError.notFetched(url, why: "it is no address that begins with http(s)://")
    }
    try checkUnused()
    let known = try knownHash()
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let fetch = try VenueFetch(url, since: known, token: token, in: folder.path)
    guard fetch.isNew else {
      return Result(fetched: .nothing, version: known ?? fetch.version, bytes: 0)
    }
    let output = try OutputFile(venue, replacesVenueFile: true)
    let hash: [UInt8]?
    if fetch.isPatch {
      hash = try VenuePatch.apply(fetch.body, to: venue, into: output)
    } else {
      try checkNothingLost(to: fetch.body, isThere: known != nil)
      hash = try copy(fetch.body, into: output)
    }
    guard let hash, SHA256.hexadecimal(hash) == fetch.version else {
      throw AuthoringError.notFetched(url, why: "what came isn't the version that it says")
    }
    try checkUnchanged(since: known)
    try output.finish()
    return Result(
      fetched: fetch.isPatch ? .pages : .file, version: fetch.version, bytes: fetch.bytes)
  }

  /// SHA-256 of the file that is there; `nil` where there is none.
  private func knownHash() throws -> String? {
    guard FileManager.default.fileExists(atPath: venue) else { return nil }
    do throws(StorageError) {
      _ = try VenueFile.open(venue, readOnly: true)
    } catch {
      // A venue file all the same, which the server's takes the place of.
      let replaced: [StorageError.Code] = [.newerFormat, .damaged, .unfinished]
      guard replaced.contains(error.code) else { throw error }
    }
    return ReadOnlyFile(venue)?.hash().map { SHA256.hexadecimal($0) }
  }

  /// What a program is about to write into the file would go into the new one.
  private func checkUnused() throws(AuthoringError) {
    if let log = DatabaseJournals.inUse(venue) { throw .inUse(venue, log) }
  }

  /// What was written into the file while its version was fetched, which may take an hour, would be
  /// gone; so would what another program is about to write.
  private func checkUnchanged(since known: String?) throws {
    let before = FileState(venue)
    guard try knownHash() == known else { throw AuthoringError.changedMeanwhile(venue) }
    try checkUnused()
    // Since the hash was begun.
    guard FileState(venue) == before else { throw AuthoringError.changedMeanwhile(venue) }
  }

  /// Walks that are here and not at the server would be gone.
  private func checkNothingLost(to body: String, isThere: Bool) throws {
    let here: Set<String>
    do { here = isThere ? try VenueFile.walkHashes(at: venue) : [] } catch {
      throw AuthoringError.walksUnknown(venue)
    }
    let known: [StoredWalk]
    do { known = try ListWalks(venue: body, isWithRemoved: true).run().walks } catch {
      let isNewer = (error as? StorageError)?.code == .newerFormat
      throw AuthoringError.notFetched(
        url,
        why: isNewer
          ? "a newer version of this program wrote what came, update this one"
          : "what came is no venue file that can be read")
    }
    let lost = here.subtracting(known.map(\.hash))
    guard lost.isEmpty else { throw AuthoringError.walksLost(venue, lost.count) }
    // A file that can't be read has nothing that could be compared.
    if isThere, let own = try? VenueFile.open(venue, readOnly: true).venue(),
      let theirs = try? VenueFile.open(body, readOnly: true).venue(), Self.differ(own, theirs)
    {
      throw AuthoringError.otherVenue(venue, own, theirs)
    }
  }

  /// Whether two venues are two buildings': of two ids, and without a room in common.
  private static func differ(_ own: Venue, _ theirs: Venue) -> Bool {
    own.id != theirs.id && !own.units.isEmpty && !theirs.units.isEmpty
      && Set(own.units.map(\.id)).isDisjoint(with: theirs.units.map(\.id))
  }

  private func copy(_ body: String, into output: OutputFile) throws -> [UInt8]? {
    guard let file = ReadOnlyFile(body), let hash = file.hash() else { return nil }
    var offset = 0
    let size = (try FileManager.default.attributesOfItem(atPath: body)[.size] as? Int) ?? 0
    while offset < size {
      guard let piece = file.bytes(at: offset, min(1 << 18, size - offset)) else { return nil }
      try output.write(piece)
      offset += piece.count
    }
    return hash
  }
}

extension AuthoringError {
  static func notFetched(_ url: String, why: String) -> AuthoringError {
    AuthoringError(
      .notFetched,
      "\(url.withoutUser): couldn't be fetched (\(why)); check the address and try again")
  }

  static func inUse(_ path: String, _ log: String) -> AuthoringError {
    AuthoringError(
      .inUse,
      "\(path): another program has the file open (\(PathParts(log).name) is beside it); close it and try again"
    )
  }

  static func changedMeanwhile(_ path: String) -> AuthoringError {
    AuthoringError(
      .inUse,
      "\(path): was written to while the server's version was fetched, and stays as it is now; try again"
    )
  }

  static func otherVenue(_ path: String, _ own: Venue, _ theirs: Venue) -> AuthoringError {
    AuthoringError(
      .otherPlace,
      "\(path): is \"\(own.name.prefix(60))\", and the server's file is \"\(theirs.name.prefix(60))\", without a "
        + "room in common; check the address, or fetch into another file")
  }

  static func walksUnknown(_ path: String) -> AuthoringError {
    AuthoringError(
      .walksLost,
      "\(path): is damaged, so that nobody knows which walks would be lost; move it elsewhere, or fetch into another file"
    )
  }

  static func walksLost(_ path: String, _ count: Int) -> AuthoringError {
    AuthoringError(
      .walksLost,
      "\(path): has \(Counted.text(count, "walk")) that the server's version hasn't; send them first, or fetch into another file"
    )
  }
}

/// What tells a file from what is written in its place or into it.
private struct FileState: Equatable {
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` where there is no file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }
}

extension String {
  /// An address without a name and a password in it, which nobody shall read in a log.
  fileprivate var withoutUser: String {
    guard let scheme = firstRange(of: "://") else { return self }
    let host = self[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    guard let at = host.lastIndex(of: "@") else { return self }
    return String(self[..<scheme.upperBound] + self[index(after: at)...])
  }
}
