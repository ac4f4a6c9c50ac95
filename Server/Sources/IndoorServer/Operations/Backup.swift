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
  /// The folder gets its name when all is in it: one that was broken off is none. Until then it has
  /// a name of its own beside that, so that nothing is touched which others made.
  ///
  /// - Returns: how many venue files there are.
  /// - Throws: `ServerError`, and `StorageError` of a file that can't be copied.
  public func run() throws -> Int {
    _ = try names()
    // A link that leads nowhere is something, too.
    guard (try? FileManager.default.attributesOfItem(atPath: target)) == nil else {
      throw ServerError.notCopied(output, "there is something already; name another folder")
    }
    try checkPlace()
    let made = try begin()
    do {
      return try fill(made)
    } catch {
      try? FileManager.default.removeItem(atPath: made)
      throw error
    }
  }

  /// What is in the folder of the venues now.
  private func names() throws(ServerError) -> [String] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: venues) else {
      throw .noFolder(venues)
    }
    return names
  }

  /// The folder that is made, without slashes behind it.
  private var target: String {
    var path = output[...]
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return String(path)
  }

  /// - Throws: where the copy would be part of what is copied.
  private func checkPlace() throws(ServerError) {
    let place = FilePlace.resolved(target)
    for folder in [venues, state].compactMap({ $0 }) {
      let outer = FilePlace.resolved(folder)
      guard place != outer, !place.hasPrefix(outer == "/" ? outer : "\(outer)/") else {
        throw .badOutput(output, folder)
      }
    }
  }

  /// Makes the folder under a name that nobody has.
  private func begin() throws(ServerError) -> String {
    let made = "\(target).\(UUID().uuidString.prefix(8).lowercased()).part"
    do {
      if let slash = target.dropFirst().lastIndex(of: "/") {
        try FileManager.default.createDirectory(
          atPath: String(target[..<slash]), withIntermediateDirectories: true)
      }
      try FileManager.default.createDirectory(
        atPath: made, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .notCopied(made, "can't be made; check its folder's permissions and the disk")
    }
    return made
  }

  private func fill(_ made: String) throws -> Int {
    do {
      try FileManager.default.createDirectory(
        atPath: "\(made)/venues", withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
      // What is kept beside goes first: a venue may have what its state doesn't know, and not the
      // other way round.
      if let state {
        try Self.copyTree(state, to: "\(made)/state", above: [FilePlace.resolved(made)])
      }
    } catch {
      throw ServerError.notCopied(
        made, "can't be written; check its folder's permissions and the disk")
    }
    var copied = 0
    for name in try names().sorted() where name.hasSuffix(".gpkg") {
      if try copy("\(venues)/\(name)", to: "\(made)/venues/\(name)") { copied += 1 }
    }
    // Of two that make the same folder the second fails: what is renamed replaces no full folder.
    guard (try? FileManager.default.moveItem(atPath: made, toPath: target)) != nil else {
      throw ServerError.notCopied(
        output, "can't get its name; check its folder's permissions, and that nobody else made it")
    }
    return copied
  }

  /// Copies a venue's file.
  ///
  /// - Returns: whether it is still there: venues are taken away meanwhile, too.
  private func copy(_ file: String, to copy: String) throws -> Bool {
    do throws(StorageError) {
      try VenueFile.open(file, readOnly: true).copy(to: copy)
      return true
    } catch {
      guard FileManager.default.fileExists(atPath: file) else {
        try? FileManager.default.removeItem(atPath: copy)
        return false
      }
      guard !error.isMachineFault else { throw error }
      // What can't be read as a venue file of this version is kept as it is.
      do { try FileManager.default.copyItem(atPath: file, toPath: copy) } catch {
        throw ServerError.notCopied(
          file, "can't be copied; check its permissions, and the disk that the copy is on")
      }
      return true
    }
  }

  /// Copies a folder whose files may go meanwhile, as those do that are there for a time.
  ///
  /// - Parameter above: folders that aren't copied: a link in a folder may lead to one that it is
  ///   in, or to the copy.
  private static func copyTree(_ folder: String, to copy: String, above: [String]) throws {
    let files = FileManager.default
    let place = FilePlace.resolved(folder)
    guard !above.contains(place) else { return }
    try files.createDirectory(
      atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? [] {
      var isFolder: ObjCBool = false
      guard files.fileExists(atPath: "\(folder)/\(name)", isDirectory: &isFolder) else { continue }
      if isFolder.boolValue {
        try copyTree("\(folder)/\(name)", to: "\(copy)/\(name)", above: above + [place])
      } else {
        do { try files.copyItem(atPath: "\(folder)/\(name)", toPath: "\(copy)/\(name)") } catch {
          if files.fileExists(atPath: "\(folder)/\(name)") { throw error }
        }
      }
    }
  }
}
