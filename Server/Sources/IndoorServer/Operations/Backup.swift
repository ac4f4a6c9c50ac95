import Foundation
import IndoorModel
import IndoorStorage

/// A copy of all that a server serves, which can be served itself.
public struct Backup: Sendable {
  /// The folder of the venue files.
  public var venues: String
  /// The folder of what is kept beside them.
  public var state: String?
  /// The folder that is made.
  public var output: String

  /// Makes one of a server's folders.
  public init(venues: String, state: String?, output: String) {
    self.venues = venues
    self.state = state
    self.output = output
  }

  /// Copies: each venue file as it is at one moment, also while others write to it.
  ///
  /// The folder gets its name when all is in it: one that was broken off is none.
  ///
  /// - Returns: how many venue files there are.
  /// - Throws: `ServerError`, and `StorageError` of a file that can't be copied.
  public func run() throws -> Int {
    let files = FileManager.default
    guard let names = try? files.contentsOfDirectory(atPath: venues) else {
      throw ServerError.noFolder(venues)
    }
    guard !files.fileExists(atPath: output) else {
      throw ServerError.notCopied(output, "there is something already; name another folder")
    }
    let made = "\(output).part"
    try? files.removeItem(atPath: made)
    do {
      try files.createDirectory(
        atPath: "\(made)/venues", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      // What is kept beside goes first: a venue may have what its state doesn't know, and not the
      // other way round.
      if let state { try Self.copyTree(state, to: "\(made)/state") }
    } catch {
      throw ServerError.notCopied(
        made, "can't be written; check its folder's permissions and the disk")
    }
    var copied = 0
    for name in names.sorted() where name.hasSuffix(".gpkg") {
      try Self.copy("\(venues)/\(name)", to: "\(made)/venues/\(name)")
      copied += 1
    }
    guard (try? files.moveItem(atPath: made, toPath: output)) != nil else {
      throw ServerError.notCopied(output, "can't be written; check its folder's permissions")
    }
    return copied
  }

  private static func copy(_ file: String, to copy: String) throws {
    do throws(StorageError) {
      try VenueFile.open(file, readOnly: true).copy(to: copy)
    } catch {
      guard !error.isMachineFault else { throw error }
      // What can't be read as a venue file of this version is kept as it is.
      try FileManager.default.copyItem(atPath: file, toPath: copy)
    }
  }

  /// Copies a folder whose files may go meanwhile, as those do that are there for a time.
  private static func copyTree(_ folder: String, to copy: String) throws {
    let files = FileManager.default
    try files.createDirectory(
      atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        try copyTree("\(folder)/\(name)", to: "\(copy)/\(name)")
      } else {
        do { try files.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)") } catch {
          if files.fileExists(atPath: "\(folder)/\(name)") { throw error }
        }
      }
    }
  }
}
