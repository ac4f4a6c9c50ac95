import IndoorArchive
import IndoorFiles
import IndoorLibc

/// The files of an IMDF archive: of a folder, or of a zip, in whatever folders of it they are.
struct VenueArchive {
  /// The path as given.
  let name: String
  /// File names without folders, and their bytes, by name.
  private(set) var files: [(name: String, bytes: [UInt8])] = []

  /// What a path holds.
  enum Kind {
    case folder
    case zip
    case file
  }

  /// Looks at the path and its first bytes. A path that can't be looked at counts as a file, whose
  /// reader says why.
  static func kind(of path: String) -> Kind {
    var status = stat()
    guard stat(path, &status) == 0 else { return .file }
    if status.st_mode & S_IFMT == S_IFDIR { return .folder }
    guard status.st_mode & S_IFMT == S_IFREG else { return .file }
    // A download that failed leaves a zip without a byte.
    let isNothing = status.st_size == 0 && path.lowercased().hasSuffix(".zip")
    return isNothing || ZipArchive.isZip(path) ? .zip : .file
  }

  /// Reads `manifest.json` and the `.geojson` files; others are passed over.
  static func read(
    _ path: String, limits: ArchiveLimits = ArchiveLimits(totalBytes: 256 << 20)
  ) throws(VenueError) -> VenueArchive {
    var archive = VenueArchive(name: path)
    archive.files =
      switch kind(of: path) {
      case .folder: try FolderReader.files(of: path, limits: limits)
      default: try ZipReader.files(of: path, limits: limits)
      }
    // IMDF's own come first: of what is in a copy as well, as in `unit (1).geojson`, theirs counts.
    archive.files.sort {
      (isOther($0.name), $0.name.lowercased(), $0.name)
        < (isOther($1.name), $1.name.lowercased(), $1.name)
    }
    guard archive.files.contains(where: { type(of: $0.name) != nil }) else {
      throw .emptyArchive(path, folders: FolderReader.archives(in: path))
    }
    for (file, next) in zip(archive.files, archive.files.dropFirst())
    where file.name.lowercased() == next.name.lowercased() {
      throw .badArchive(
        path,
        (file.name == next.name
          ? "holds \(file.name) twice"
          : "holds \(file.name) and \(next.name), which are the same but for capitals")
          + "; keep one, or give each archive by itself")
    }
    return archive
  }

  /// Whether a file of that name is part of an archive, in capitals or not.
  static func isPart(_ name: String) -> Bool {
    name.lowercased() == "manifest.json" || type(of: name) != nil
  }

  /// 1 for a file that isn't called as one of IMDF's, to be sorted by.
  private static func isOther(_ name: String) -> Int {
    type(of: name).map { IMDFSchema.all[$0] == nil } == true ? 1 : 0
  }

  /// The feature type of a GeoJSON file by its name, `unit` of `UNIT.GEOJSON`; `nil` for any other
  /// file.
  static func type(of name: String) -> String? {
    let parts = PathParts(name)
    guard parts.ending.lowercased() == "geojson",
      // What editors and systems leave beside a file.
      ![".", "~$"].contains(where: name.hasPrefix)
    else { return nil }
    return parts.stem.lowercased()
  }
}

extension VenueError {
  static func badArchive(_ path: String, _ sentence: String) -> VenueError {
    VenueError(code: .unreadable, message: "\(path): \(sentence)")
  }

  /// - Parameter folders: of a folder those in it that hold what isn't there.
  static func emptyArchive(_ path: String, folders: [String]) -> VenueError {
    badArchive(
      path,
      "holds no GeoJSON file; "
        + (folders.first.map { "its folder \"\($0)\" does, name that" }
          ?? "IMDF has venue.geojson, level.geojson, unit.geojson and so on"))
  }

  static func fileTooLarge(_ file: String, bytes: UInt64, limits: ArchiveLimits) -> VenueError {
    badArchive(
      file, "has \(bytes) bytes, and one file may have \(limits.entryBytes); split the venue")
  }

  static func archiveTooLarge(_ path: String, limits: ArchiveLimits) -> VenueError {
    badArchive(
      path, "has over \(limits.totalBytes) bytes of GeoJSON, unpacked; split the venue")
  }
}
