import Foundation
import IndoorArchive
import IndoorFiles
import IndoorRecordings

/// A zip of what an import takes as a folder, such as a floor or a site of the Indoor Location
/// Competition, for who has only one file to send.
public enum ZippedFolder {
  /// A gigabyte in all, and no file that unpacks to a hundred times its size.
  private static let limits = ArchiveLimits(entries: 20_000, totalBytes: 1 << 30)
  /// Bytes of a path in the zip, and of one name in it, that file systems take.
  private static let (longestPath, longestName) = (1024, 255)

  /// Unpacks a file that is such a zip; what is in it decides.
  ///
  /// A folder that is the zip's only entry, and no floor's, is stepped into: it is what was packed.
  ///
  /// - Parameters:
  ///   - path: any file.
  ///   - folder: where the files go; it is made.
  /// - Returns: the folder to import; `nil` for what is no zip, and for a zip that is one recording
  ///   by itself, as Sensor Logger's.
  /// - Throws: `ArchiveError`; `FileError` where the files can't be written.
  public static func unpack(_ path: String, to folder: String) throws -> String? {
    guard ZipArchive.isZip(path) else { return nil }
    let zip = try ZipArchive(path, limits: limits)
    // What systems and editors put beside files.
    let entries = zip.entries.filter { entry in
      !entry.name.hasPrefix("__MACOSX/") && !entry.fileName.hasPrefix(".")
    }
    let names = entries.map(\.name)
    guard RecordingFiles.areFolder(names) else { return nil }
    try check(names, path)
    for entry in entries { try write(entry, of: zip, to: "\(folder)/\(entry.name)") }
    return "\(folder)\(wrapping(names).map { "/\($0)" } ?? "")"
  }

  /// Sees that the names can stand beside each other in a folder.
  private static func check(_ names: [String], _ path: String) throws {
    let folders = Set(names.flatMap(parents))
    var known: Set<String> = []
    for name in names {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      let fits =
        name.utf8.count <= longestPath
        && parts.allSatisfy { !["", "."].contains($0) && $0.utf8.count <= longestName }
      guard fits, known.insert(name).inserted, !folders.contains(name) else {
        throw AuthoringError.badEntryName(path, name)
      }
    }
  }

  /// The folders that a file is in, each with those that it is in.
  private static func parents(of name: String) -> [String] {
    let parts = name.split(separator: "/").dropLast()
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }

  /// The only folder of a zip that has nothing beside it, where floors lie in it.
  private static func wrapping(_ names: [String]) -> String? {
    let tops = Set(names.map { $0.prefix { $0 != "/" } })
    guard let top = tops.first, tops.count == 1, !names.contains(String(top)),
      !names.contains(where: { $0.hasPrefix("\(top)/\(RecordingFiles.traceFolder)/") })
    else { return nil }
    return String(top)
  }

  private static func write(
    _ entry: ZipArchive.Entry, of zip: ZipArchive, to path: String
  ) throws {
    try FileManager.default.createDirectory(
      atPath: PathParts(path).folder, withIntermediateDirectories: true)
    let output = try OutputFile(path)
    var fault: FileError?
    try zip.unpack(entry) { piece in
      guard fault == nil else { return }
      do throws(FileError) { try output.write(Array(piece)) } catch { fault = error }
    }
    if let fault { throw fault }
    try output.finish()
  }
}

extension AuthoringError {
  fileprivate static func badEntryName(_ path: String, _ name: String) -> AuthoringError {
    AuthoringError(
      .badEntry,
      "\(path): holds \"\(name.prefix(100))\", which can't stand beside its other files; rename it, and "
        + "pack it again")
  }
}
