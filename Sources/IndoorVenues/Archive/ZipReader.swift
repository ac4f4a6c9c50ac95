import IndoorArchive

/// An IMDF archive's files in a zip.
enum ZipReader {
  static func files(of path: String, limits: ArchiveLimits) throws(VenueError) -> [(
    name: String, bytes: [UInt8]
  )] {
    do throws(ArchiveError) {
      let zip = try ZipArchive(path, limits: limits)
      var files: [(name: String, bytes: [UInt8])] = []
      for entry in zip.entries where isPart(entry) {
        files.append((entry.fileName, try zip.bytes(of: entry)))
      }
      return files
    } catch {
      throw VenueError(
        code: .unreadable, message: error.message, isMachineFault: error.isMachineFault)
    }
  }

  /// Whether an entry is part of an archive, and not what a Mac adds.
  private static func isPart(_ entry: ZipArchive.Entry) -> Bool {
    !entry.name.hasPrefix("__MACOSX/") && VenueArchive.isPart(entry.fileName)
  }
}
